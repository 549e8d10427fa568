/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The standard file descriptors, and standard output for programs that write it with stdio: a failed write is an error
 * of the program, never a silent loss. */
#ifndef BUSHKA_SYSTEM_DESCRIPTOR_H
#define BUSHKA_SYSTEM_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>

#include "core/error.h"

/* Standard input, output and error. */
enum { DESCRIPTOR_INPUT = 0, DESCRIPTOR_OUTPUT = 1, DESCRIPTOR_ERRORS = 2 };

/* Call this first in main(), before anything is opened. It opens a placeholder for each standard descriptor that is
 * closed, so that no file or pipe opened later gets its number and is written to by mistake. From then on a reader that
 * has gone, and a file that grows too large, are write errors instead of signals, and bytes are read and written
 * unchanged. ERROR_SYNTAX when standard output is not open for writing: a program can stop at once, or leave the error
 * to descriptor_end(). */
ErrorCode descriptor_begin(Error *e);

/* The system-specific part of descriptor_begin(). Returns false when standard output is not open for writing. */
bool descriptor_prepare(void);

/* Flushes standard output. ERROR_SYNTAX "standard output: WHY" when anything written so far is lost, in later calls
 * too. One thread at a time. */
ErrorCode descriptor_flush(Error *e);

/* The same, then closes standard output. Call this last in main(): nothing can be printed after it. */
ErrorCode descriptor_end(Error *e);

/* True when the descriptor is a terminal. */
bool descriptor_is_terminal(int fd);

/* Writes all bytes, also to a non-blocking descriptor. On failure returns false with the reason in errno: EPIPE when
 * the reader has gone. */
bool descriptor_write(int fd, const char *data, size_t length);

#endif
