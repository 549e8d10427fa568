/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file to be written whole or not at all: it is written beside its destination, under a separate name that ends in
 * ".part", and takes the destination's place once everything is there. Until then what stood there stays. */
#ifndef BUSHKA_SYSTEM_ATOMIC_FILE_H
#define BUSHKA_SYSTEM_ATOMIC_FILE_H

#include <stdio.h>

#include "core/error.h"

/* A file being written. A zeroed one is none. One thread at a time. */
typedef struct AtomicFile {
    FILE *stream; /* to be written to, not to be closed; NULL: none */
    char *path;   /* the destination, behind symbolic links */
    char *beside; /* what is being written */
} AtomicFile;

/* Begins to write the file `path`, as a new file with the permissions that the umask leaves, or with those of the file
 * that it will replace. To be called before the work whose result is written, since it refuses, with ERROR_SYNTAX and
 * the reason:
 * - a destination that cannot be written, or that is a directory, a FIFO or anything else but a regular file;
 * - a file that holds something else: unless it is empty, it must begin with the text `begins`. NULL: any will do.
 * ERROR_MEMORY when memory runs out. *f is zeroed then. Otherwise end it with atomic_file_commit() or
 * atomic_file_abort(). A process that is killed leaves the file ending in ".part" behind. */
ErrorCode atomic_file_begin(AtomicFile *f, const char *path, const char *begins, Error *e);

/* Puts the file in its place. ERROR_SYNTAX "PATH: WHY" when anything could not be written; the destination is as it was
 * then. *f is zeroed in any case. A file of up to 16 MiB is on the disk before it replaces the other; the system
 * writes a larger one when it likes, since that may take seconds. */
ErrorCode atomic_file_commit(AtomicFile *f, Error *e);

/* Removes what was written, and zeroes *f. Nothing happens when it is zeroed already. */
void atomic_file_abort(AtomicFile *f);

#endif
