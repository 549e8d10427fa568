/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/positioned_file.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/regular_file.h"

ErrorCode positioned_file_open(PositionedFile *f, const char *path, Error *e)
{
    struct stat info;
    f->descriptor = regular_file_open(path, e);
    if (f->descriptor < 0) {
        return e->code;
    }
    if (fstat(f->descriptor, &info) != 0) {
        error_set(e, ERROR_SYNTAX, "%s: %s", path, strerror(errno));
        positioned_file_close(f);
        return e->code;
    }
    f->size = (uint64_t)info.st_size;
    return error_clear(e);
}

bool positioned_file_read(const PositionedFile *f, uint64_t position, void *bytes, size_t size)
{
    char *next = bytes;
    while (size > 0) {
        const ssize_t got = pread(f->descriptor, next, size, (off_t)position);
        if (got > 0) {
            next += got;
            position += (uint64_t)got;
            size -= (size_t)got;
        } else if (got == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

void positioned_file_close(PositionedFile *f)
{
    close(f->descriptor);
    f->descriptor = -1;
}
