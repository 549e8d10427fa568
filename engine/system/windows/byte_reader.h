/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that reads from a pipe, a file or a console, none of which can be waited for directly. */
#ifndef BUSHKA_SYSTEM_WINDOWS_BYTE_READER_H
#define BUSHKA_SYSTEM_WINDOWS_BYTE_READER_H

#include <stdbool.h>
#include <stddef.h>

#include <windows.h>

typedef struct ByteReader ByteReader;

/* Starts reading from a descriptor. Text of a console comes in UTF-8. NULL when memory or threads run out. */
ByteReader *byte_reader_new(int fd);

/* An event that is set while there are bytes, or the end of input. */
HANDLE byte_reader_event(const ByteReader *r);

/* Reads up to `size` bytes. Returns their number; 0 at the end of input; -1 when there are none yet. */
int byte_reader_take(ByteReader *r, char *bytes, size_t size);

/* Stops reading. A thread whose read the system does not cancel is left behind with its memory, until the process ends.
 * NULL is allowed. */
void byte_reader_free(ByteReader *r);

#endif
