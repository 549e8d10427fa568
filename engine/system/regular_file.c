/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *kind_of(unsigned mode)
{
    return S_ISDIR(mode)    ? "a directory"
           : S_ISFIFO(mode) ? "a FIFO"
           : S_ISSOCK(mode) ? "a socket"
           : S_ISCHR(mode)  ? "a character device"
           : S_ISBLK(mode)  ? "a block device"
                            : "something else";
}

ErrorCode regular_file_check(const char *path, unsigned mode, Error *e)
{
    if (!S_ISREG(mode)) {
        return error_set(e, ERROR_SYNTAX, "%s is %s, not a regular file", path, kind_of(mode));
    }
    return error_clear(e);
}

/* Fails with the system's reason. */
static int fail(const char *path, int file, Error *e)
{
    error_set(e, ERROR_SYNTAX, "%s: %s", path, strerror(errno));
    if (file >= 0) {
        close(file);
    }
    return -1;
}

int regular_file_open(const char *path, Error *e)
{
    struct stat info;
    /* A look before opening: a FIFO's writer is not to find a reader that leaves at once. A second one after it: the
     * name may mean something else by then. */
    if (stat(path, &info) != 0) {
        return fail(path, -1, e);
    }
    if (regular_file_check(path, info.st_mode, e) != ERROR_NONE) {
        return -1;
    }
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0 || fstat(file, &info) != 0) {
        return fail(path, file, e);
    }
    if (regular_file_check(path, info.st_mode, e) != ERROR_NONE) {
        close(file);
        return -1;
    }
    return file;
}

FILE *regular_file_stream(const char *path, Error *e)
{
    const int file = regular_file_open(path, e);
    FILE *const stream = file >= 0 ? fdopen(file, "rb") : NULL;
    if (file >= 0 && stream == NULL) {
        fail(path, file, e);
    }
    return stream;
}

int64_t regular_file_size(FILE *stream)
{
    struct stat info;
    return fstat(fileno(stream), &info) == 0 ? (int64_t)info.st_size : -1;
}

bool regular_file_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}
