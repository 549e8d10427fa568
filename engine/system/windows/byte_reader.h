/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread that reads from a pipe, a file or a console, which cannot be waited for by themselves. */
#ifndef BUSHKA_SYSTEM_WINDOWS_BYTE_READER_H
#define BUSHKA_SYSTEM_WINDOWS_BYTE_READER_H

#include <stdbool.h>
#include <stddef.h>

#include <windows.h>

typedef struct ByteReader ByteReader;

/* Begins to read from a descriptor; text of a console comes in UTF-8. NULL when memory or a thread is lacking. */
ByteReader *byte_reader_new(int fd);

/* An event that is set while there are bytes, or their end. */
HANDLE byte_reader_event(const ByteReader *r);

/* Takes up to `size` bytes. Returns their number; 0 at the end of input; -1 when there are none yet. */
int byte_reader_take(ByteReader *r, char *bytes, size_t size);

/* Ends the reading. A thread that the system does not let go is left behind, with its memory; it ends with the process.
 * NULL is allowed. */
void byte_reader_free(ByteReader *r);

#endif
