/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The descriptors that every program is started with. */
#ifndef BUSHKA_SYSTEM_DESCRIPTOR_H
#define BUSHKA_SYSTEM_DESCRIPTOR_H

#include <stdbool.h>
#include <stddef.h>

/* Standard input, standard output and the error output. */
enum { DESCRIPTOR_INPUT = 0, DESCRIPTOR_OUTPUT = 1, DESCRIPTOR_ERRORS = 2 };

/* Prepares them, first in main(): what is closed gets a place holder, so that no file or pipe opened later gets its
 * number and is written to by mistake; a reader that has gone is an error of writing from then on, and bytes are
 * written and read as they are. Returns false when standard output is not open for writing. */
bool descriptor_begin(void);

/* True when that is a terminal. */
bool descriptor_is_terminal(int fd);

/* Writes all of it, also to a descriptor set to not block. Returns false, with the reason in errno, when that fails:
 * EPIPE when nobody reads any more. */
bool descriptor_write(int fd, const char *data, size_t length);

#endif
