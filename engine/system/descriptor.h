/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The descriptors that every program is started with, and standard output of the programs that write with stdio: what
 * could not be written is an error of the program, never a loss without a word. */
#ifndef BUSHKA_SYSTEM_DESCRIPTOR_H
#define BUSHKA_SYSTEM_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "core/error.h"

/* Standard input, standard output and the error output. */
enum { DESCRIPTOR_INPUT = 0, DESCRIPTOR_OUTPUT = 1, DESCRIPTOR_ERRORS = 2 };

/* To be called first in main(), before anything is opened. Gives a place holder to each of the descriptors that is
 * closed, so that no file or pipe opened later gets its number and is written to by mistake; a reader that has gone,
 * and a file that grows too large, are errors of writing from then on, and bytes are written and read as they are.
 * ERROR_SYNTAX when standard output is not open for writing: a program can then refuse to begin its work, or leave it
 * to descriptor_end(). */
ErrorCode descriptor_begin(Error *e);

/* The part of it that differs between systems; false when standard output is not open for writing. */
bool descriptor_prepare(void);

/* Writes what stdio holds back of standard output. ERROR_SYNTAX "standard output: WHY" when anything written so far is
 * lost; the error stays, also for later calls. One thread at a time. */
ErrorCode descriptor_flush(Error *e);

/* The same, and closes standard output: last in main(), since nothing can be printed after it. */
ErrorCode descriptor_end(Error *e);

/* True when that is a terminal. */
bool descriptor_is_terminal(int fd);

/* Writes all of it, also to a descriptor set to not block. Returns false, with the reason in errno, when that fails:
 * EPIPE when the reader has gone. */
bool descriptor_write(int fd, const char *data, size_t length);

#endif
