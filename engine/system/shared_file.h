/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that several processes may write to, by descriptors, and locks between them. */
#ifndef BUSHKA_SYSTEM_SHARED_FILE_H
#define BUSHKA_SYSTEM_SHARED_FILE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/error.h"

/* Opens a regular file as it is for reading and writing; with `create` a new one where there is none. Returns a
 * descriptor for shared_file_close(); or -1, with ERROR_SYNTAX and the reason. */
int shared_file_open(const char *path, bool create, Error *e);

/* Closes it, which gives its locks back; where the system keeps locks by process, all that the process has of the file.
 */
void shared_file_close(int file);

/* Locks bytes for this process alone, all from `begin` on where `length` is 0; without waiting. Others can read and
 * write the file all the same. Returns false when another process has one of them; true, too, where there are no locks.
 */
bool shared_file_lock(int file, int64_t begin, int64_t length);

/* A stream to read and write what is open, which closes it with itself; NULL with the reason in errno. */
FILE *shared_file_stream(int file);

/* Cuts the file off behind so many bytes, and goes there. Returns false with the reason in errno. */
bool shared_file_cut(FILE *stream, int64_t size);

#endif
