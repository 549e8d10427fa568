/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files read at any position, by any number of threads. */
#ifndef BUSHKA_SYSTEM_POSITIONED_FILE_H
#define BUSHKA_SYSTEM_POSITIONED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* A file open for reading. */
typedef struct PositionedFile {
    int descriptor;
    uint64_t size; /* in bytes, when it was opened */
} PositionedFile;

/* Opens a regular file, with the errors of regular_file_open(). Closed by positioned_file_close(). */
ErrorCode positioned_file_open(PositionedFile *f, const char *path, Error *e);

/* Reads that many bytes, from that position on. Returns false when they cannot be read or there are no longer as many.
 */
bool positioned_file_read(const PositionedFile *f, uint64_t position, void *bytes, size_t size);

/* Closes it. */
void positioned_file_close(PositionedFile *f);

#endif
