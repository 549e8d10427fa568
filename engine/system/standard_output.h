/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard output of the programs that write with stdio: what could not be written is an error of the program, never
 * a loss without a word. One thread at a time. */
#ifndef BUSHKA_SYSTEM_STANDARD_OUTPUT_H
#define BUSHKA_SYSTEM_STANDARD_OUTPUT_H

#include "core/error.h"

/* To be called first in main(), before anything is opened. Gives a place holder to each of the descriptors 0 to 2 that
 * is closed, so that no file or pipe opened later gets its number and is written to by mistake; and ignores SIGPIPE for
 * good, so that a reader that has gone is an error of writing. ERROR_SYNTAX when standard output is not open for
 * writing: a program can then refuse to begin its work, or leave it to standard_output_end(). */
ErrorCode standard_output_begin(Error *e);

/* Writes what is held back. ERROR_SYNTAX "standard output: WHY" when anything written so far is lost; the error stays,
 * also for later calls. */
ErrorCode standard_output_flush(Error *e);

/* The same, and closes standard output: last in main(), since nothing can be printed after it. */
ErrorCode standard_output_end(Error *e);

#endif
