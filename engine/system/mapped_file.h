/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files seen as memory. */
#ifndef BUSHKA_SYSTEM_MAPPED_FILE_H
#define BUSHKA_SYSTEM_MAPPED_FILE_H

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* A file mapped for reading. A zeroed one is none. */
typedef struct MappedFile {
    const uint8_t *bytes; /* NULL for an empty file */
    size_t size;
    void *mapping; /* what is to be given back; the same place */
} MappedFile;

/* Maps a regular file whole, with the errors of regular_file_open(); *f is zeroed then. The file is not to be written
 * to or cut while it is mapped; to be replaced by another one of its name does no harm. */
ErrorCode mapped_file_open(MappedFile *f, const char *path, Error *e);

/* Ends that and zeroes *f. */
void mapped_file_close(MappedFile *f);

#endif
