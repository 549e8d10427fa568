/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The steps of replacing a file by a whole new one that differ between systems. Private to atomic_file.c. */
#ifndef BUSHKA_SYSTEM_REPLACEMENT_H
#define BUSHKA_SYSTEM_REPLACEMENT_H

#include <stdbool.h>
#include <stdio.h>

#include "core/error.h"

enum {
    REPLACEMENT_SUFFIX = 48,         /* room for ".PROCESS-NUMBER.part" and the NUL */
    REPLACEMENT_NAMES = 10000,       /* tried for a file beside */
    REPLACEMENT_SYNC_MOST = 16 << 20 /* bytes that are quickly on the disk */
};

/* Fails for the reason in errno: "PATH: WHY". In atomic_file.c. */
ErrorCode replacement_fail(const char *path, Error *e);

/* Looks at the destination, as atomic_file_begin() says, which has the errors; *mode is its permissions, -1 when there
 * is no such file or the system has none. e must not be NULL. */
ErrorCode replacement_check(const char *path, const char *begins, int *mode, Error *e);

/* Where the file really is, behind symbolic links where the system has them for everybody. To be freed by the caller;
 * NULL with the reason in errno. */
char *replacement_path(const char *path, int mode);

/* Makes a file of a new name in the folder of `path`, with permissions unless mode is -1, and opens it for writing. The
 * name is put into `beside`, which has room for the path and REPLACEMENT_SUFFIX bytes. NULL with the reason in errno.
 */
FILE *replacement_open(const char *path, char *beside, int mode);

/* Has what was written put on the disk, unless it is more than REPLACEMENT_SYNC_MOST. Returns false with the reason in
 * errno. */
bool replacement_sync(FILE *stream);

/* Puts one file in the place of another. Returns false with the reason in errno. */
bool replacement_move(const char *from, const char *to);

#endif
