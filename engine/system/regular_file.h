/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files to be read, which must be regular ones: opening or reading a FIFO, a terminal or another device could last for
 * ever. */
#ifndef BUSHKA_SYSTEM_REGULAR_FILE_H
#define BUSHKA_SYSTEM_REGULAR_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/error.h"

/* Opens a regular file, or what a symbolic link to one leads to, for reading. Returns a descriptor that the caller
 * closes; or -1, with ERROR_SYNTAX and "PATH: WHY" or "PATH is a FIFO, not a regular file". Never waits, and neither
 * does reading: O_NONBLOCK stays set, which disk files ignore, for the few of /proc that would wait. */
int regular_file_open(const char *path, Error *e);

/* The same as a stream, which the caller closes; NULL for -1. */
FILE *regular_file_stream(const char *path, Error *e);

/* The size of what an open stream reads, in bytes; -1 where it is not known. */
int64_t regular_file_size(FILE *stream);

/* ERROR_NONE when a regular file begins with that text; else ERROR_SYNTAX, that it holds something else and is not
 * replaced, or why it cannot be read. */
ErrorCode regular_file_begins(const char *path, const char *begins, Error *e);

/* True when both names lead to one file that exists (links of either kind included). */
bool regular_file_same(const char *a, const char *b);

/* The message about a file of a mode (st_mode) that is no regular one, such as "PATH is a directory, not a regular
 * file"; ERROR_NONE for a regular file. */
ErrorCode regular_file_check(const char *path, unsigned mode, Error *e);

#endif
