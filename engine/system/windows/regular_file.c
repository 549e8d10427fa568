/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/regular_file.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "system/windows/wide.h"

#include <windows.h>

/* Fails with the system's reason. */
static int fail(const char *path, int reason, Error *e)
{
    error_set(e, reason == ENOMEM ? ERROR_MEMORY : ERROR_SYNTAX, "%s: %s", path, strerror(reason));
    return -1;
}

static ErrorCode refuse(const char *path, const char *kind, Error *e)
{
    return error_set(e, ERROR_SYNTAX, "%s is %s, not a regular file", path, kind);
}

ErrorCode regular_file_check(const char *path, unsigned mode, Error *e)
{
    switch (mode & _S_IFMT) {
    case _S_IFREG:
        return error_clear(e);
    case _S_IFDIR:
        return refuse(path, "a directory", e);
    case _S_IFCHR:
        return refuse(path, "a character device", e);
    default:
        return refuse(path, "something else", e);
    }
}

/* The same for what has been opened. */
static ErrorCode check(const char *path, HANDLE file, Error *e)
{
    BY_HANDLE_FILE_INFORMATION info;
    switch (GetFileType(file)) {
    case FILE_TYPE_DISK:
        return GetFileInformationByHandle(file, &info) && (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0
                   ? refuse(path, "a directory", e)
                   : error_clear(e);
    case FILE_TYPE_PIPE:
        return refuse(path, "a pipe", e);
    default:
        return refuse(path, "a character device", e);
    }
}

/* Opens whatever has that name; a folder too. Others may write to it, replace and remove it meanwhile. */
static HANDLE open_any(const char *path, DWORD access, int *reason)
{
    wchar_t *const wide = wide_of(path);
    if (wide == NULL) {
        *reason = errno;
        return INVALID_HANDLE_VALUE;
    }
    const HANDLE file = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                    OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, NULL);
    *reason = file == INVALID_HANDLE_VALUE ? wide_errno(GetLastError()) : 0;
    free(wide);
    return file;
}

int regular_file_open(const char *path, Error *e)
{
    int reason;
    const HANDLE file = open_any(path, GENERIC_READ, &reason);
    if (file == INVALID_HANDLE_VALUE) {
        return fail(path, reason, e);
    }
    if (check(path, file, e) != ERROR_NONE) {
        CloseHandle(file);
        return -1;
    }
    const int descriptor = _open_osfhandle((intptr_t)file, _O_RDONLY | _O_BINARY | _O_NOINHERIT);
    if (descriptor < 0) {
        CloseHandle(file);
        return fail(path, EMFILE, e);
    }
    error_clear(e);
    return descriptor;
}

FILE *regular_file_stream(const char *path, Error *e)
{
    const int file = regular_file_open(path, e);
    FILE *const stream = file >= 0 ? _fdopen(file, "rb") : NULL;
    if (file >= 0 && stream == NULL) {
        fail(path, errno, e);
        _close(file);
    }
    return stream;
}

int64_t regular_file_size(FILE *stream)
{
    return _filelengthi64(_fileno(stream));
}

bool regular_file_same(const char *a, const char *b)
{
    int reason;
    BY_HANDLE_FILE_INFORMATION x, y;
    const HANDLE first = open_any(a, 0, &reason);
    const HANDLE second = open_any(b, 0, &reason);
    const bool same = first != INVALID_HANDLE_VALUE && second != INVALID_HANDLE_VALUE &&
                      GetFileInformationByHandle(first, &x) && GetFileInformationByHandle(second, &y) &&
                      x.dwVolumeSerialNumber == y.dwVolumeSerialNumber && x.nFileIndexHigh == y.nFileIndexHigh &&
                      x.nFileIndexLow == y.nFileIndexLow;
    if (first != INVALID_HANDLE_VALUE) {
        CloseHandle(first);
    }
    if (second != INVALID_HANDLE_VALUE) {
        CloseHandle(second);
    }
    return same;
}
