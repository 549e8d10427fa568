/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/shared_file.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "system/regular_file.h"
#include "system/windows/wide.h"

#include <windows.h>

/* Locked bytes can neither be read nor written by others here: locks stand for those bytes far behind any file's end.
 */
static const uint64_t LOCKS_BEGIN = UINT64_C(1) << 62;

enum { WORD_BITS = 32 };

/* Opens it so that others may remove it meanwhile. Returns -1 with the reason in errno. */
static int open_wide(const wchar_t *wide, bool create)
{
    const HANDLE file =
        CreateFileW(wide, GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                    create ? OPEN_ALWAYS : OPEN_EXISTING, FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        errno = wide_errno(GetLastError());
        return -1;
    }
    return _open_osfhandle((intptr_t)file, _O_RDWR | _O_BINARY | _O_NOINHERIT);
}

int shared_file_open(const char *path, bool create, Error *e)
{
    struct _stat64 info;
    wchar_t *const wide = wide_of(path);
    int file = -1;
    bool regular = true;
    if (wide != NULL && _wstat64(wide, &info) == 0) {
        regular = regular_file_check(path, info.st_mode, e) == ERROR_NONE;
    }
    if (wide != NULL && regular) {
        file = open_wide(wide, create);
    }
    const int reason = errno;
    free(wide);
    if (file >= 0) {
        error_clear(e);
    } else if (regular) {
        error_set(e, ERROR_SYNTAX, "%s: %s", path, strerror(reason));
    }
    return file;
}

void shared_file_close(int file)
{
    _close(file);
}

bool shared_file_lock(int file, int64_t begin, int64_t length)
{
    const uint64_t first = LOCKS_BEGIN + (uint64_t)begin;
    const uint64_t count = length != 0 ? (uint64_t)length : LOCKS_BEGIN - (uint64_t)begin;
    OVERLAPPED at = {.Offset = (DWORD)first, .OffsetHigh = (DWORD)(first >> WORD_BITS)};
    return LockFileEx((HANDLE)_get_osfhandle(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0,
                      (DWORD)count, (DWORD)(count >> WORD_BITS), &at) ||
           (GetLastError() != ERROR_LOCK_VIOLATION && GetLastError() != ERROR_IO_PENDING);
}

FILE *shared_file_stream(int file)
{
    return _fdopen(file, "r+b");
}

bool shared_file_cut(FILE *stream, int64_t size)
{
    fflush(stream);
    return _chsize_s(_fileno(stream), size) == 0 && _fseeki64(stream, size, SEEK_SET) == 0;
}
