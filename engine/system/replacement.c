/* SPDX-License-Identifier: GPL-3.0-or-later */
/* realpath() belongs to the X/Open part of POSIX. */
#define _XOPEN_SOURCE 700
#include "system/replacement.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/path.h"
#include "system/regular_file.h"

enum {
    NEW_MODE = 0666,                     /* before the umask */
    MODE_BITS = 07777,                   /* of st_mode: permissions */
    BASE_MOST = 255 - REPLACEMENT_SUFFIX /* bytes of the destination's name that the other one repeats */
};

ErrorCode replacement_check(const char *path, const char *begins, int *mode, Error *e)
{
    struct stat info;
    *mode = -1;
    if (stat(path, &info) != 0) {
        if (errno != ENOENT || *path == '\0') {
            return replacement_fail(path, e);
        }
        if (lstat(path, &info) == 0) {
            return error_set(e, ERROR_SYNTAX, "%s is a symbolic link that leads nowhere", path);
        }
        return error_clear(e);
    }
    if (regular_file_check(path, info.st_mode, e) != ERROR_NONE) {
        return e->code;
    }
    if (access(path, W_OK) != 0) {
        return replacement_fail(path, e);
    }
    *mode = (int)(info.st_mode & MODE_BITS);
    return begins != NULL && info.st_size > 0 ? regular_file_begins(path, begins, e) : error_clear(e);
}

char *replacement_path(const char *path, int mode)
{
    return mode >= 0 ? realpath(path, NULL) : strdup(path);
}

/* Makes a file of a new name in the destination's directory. Returns its descriptor, or -1. */
static int make_beside(const char *path, char *beside)
{
    const char *const slash = strrchr(path, '/');
    const size_t directory = slash != NULL ? (size_t)(slash + 1 - path) : 0;
    const size_t base = strlen(path + directory);
    const size_t kept = directory + (base < BASE_MOST ? base : BASE_MOST);
    int file = -1;
    memcpy(beside, path, kept);
    for (int i = 0; i < REPLACEMENT_NAMES && file < 0; i++) {
        snprintf(beside + kept, REPLACEMENT_SUFFIX, ".%ld-%d.part", (long)getpid(), i);
        file = open(beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, NEW_MODE);
        if (file < 0 && errno != EEXIST) {
            return -1;
        }
    }
    return file;
}

FILE *replacement_open(const char *path, char *beside, int mode)
{
    const int file = make_beside(path, beside);
    if (file < 0) {
        return NULL;
    }
    if (mode >= 0) {
        (void)fchmod(file, (mode_t)mode); /* where that cannot be had, a new file's will do */
    }
    FILE *const stream = fdopen(file, "wb");
    if (stream == NULL) {
        close(file);
        path_remove(beside);
        errno = ENOMEM;
    }
    return stream;
}

bool replacement_sync(FILE *stream)
{
    const int64_t size = regular_file_size(stream);
    /* Some file systems cannot do it and say EINVAL. */
    return size >= 0 && (size > REPLACEMENT_SYNC_MOST || fsync(fileno(stream)) == 0 || errno == EINVAL);
}

bool replacement_move(const char *from, const char *to)
{
    return rename(from, to) == 0;
}
