/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/positioned_file.h"

#include <errno.h>
#include <io.h>
#include <string.h>

#include "system/regular_file.h"

#include <windows.h>

ErrorCode positioned_file_open(PositionedFile *f, const char *path, Error *e)
{
    f->descriptor = regular_file_open(path, e);
    if (f->descriptor < 0) {
        return e->code;
    }
    const int64_t size = _filelengthi64(f->descriptor);
    if (size < 0) {
        error_set(e, ERROR_SYNTAX, "%s: %s", path, strerror(errno));
        positioned_file_close(f);
        return e->code;
    }
    f->size = (uint64_t)size;
    return error_clear(e);
}

bool positioned_file_read(const PositionedFile *f, uint64_t position, void *bytes, size_t size)
{
    static const size_t PART = 1 << 30;
    char *next = bytes;
    while (size > 0) {
        OVERLAPPED place = {.Offset = (DWORD)position, .OffsetHigh = (DWORD)(position >> 32)};
        DWORD got = 0;
        const DWORD wanted = (DWORD)(size < PART ? size : PART);
        if (!ReadFile((HANDLE)_get_osfhandle(f->descriptor), next, wanted, &got, &place) || got == 0) {
            return false;
        }
        next += got;
        position += got;
        size -= got;
    }
    return true;
}

void positioned_file_close(PositionedFile *f)
{
    _close(f->descriptor);
    f->descriptor = -1;
}
