/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A symbolic link is replaced itself: only administrators make them. */
#include "system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "system/windows/wide.h"

#include <windows.h>

/* Locked bytes can neither be read nor written by others here: locks stand for those bytes far behind any file's end.
 */
static const uint64_t LOCKS_BEGIN = UINT64_C(1) << 62;

enum { WORD_BITS = 32, PART = 1 << 30 /* bytes read at once */ };

/* Fails with the reason in errno. */
static ErrorCode refuse(const char *path, Error *e)
{
    return error_set(e, errno == ENOMEM ? ERROR_MEMORY : ERROR_SYNTAX, "%s: %s", path, strerror(errno));
}

static ErrorCode refuse_kind(const char *path, const char *kind, Error *e)
{
    return error_set(e, ERROR_SYNTAX, "%s is %s, not a regular file", path, kind);
}

/* What is known of a file; false with the reason in errno. */
static bool look(const char *path, struct _stat64 *info)
{
    wchar_t *const wide = wide_of(path);
    const bool found = wide != NULL && _wstat64(wide, info) == 0;
    const int reason = errno;
    free(wide);
    errno = reason;
    return found;
}

/* Opens what has that name; a directory too. Others may write to it, replace and remove it meanwhile.
 * INVALID_HANDLE_VALUE with the reason in errno. */
static HANDLE open_handle(const char *path, DWORD access, DWORD disposition)
{
    wchar_t *const wide = wide_of(path);
    if (wide == NULL) {
        return INVALID_HANDLE_VALUE;
    }
    const HANDLE file = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                    disposition, FILE_FLAG_BACKUP_SEMANTICS | FILE_ATTRIBUTE_NORMAL, NULL);
    const int reason = file == INVALID_HANDLE_VALUE ? wide_errno(GetLastError()) : 0;
    free(wide);
    errno = reason;
    return file;
}

/* A descriptor of what is open; -1, with the reason in errno, when there are too many. */
static int descriptor_of(HANDLE file, int flags)
{
    const int descriptor = _open_osfhandle((intptr_t)file, flags | _O_BINARY | _O_NOINHERIT);
    if (descriptor < 0) {
        CloseHandle(file);
        errno = EMFILE;
    }
    return descriptor;
}

char file_list_separator(void)
{
    return ';';
}

bool file_exists(const char *path)
{
    struct _stat64 info;
    return look(path, &info);
}

int64_t file_size(const char *path)
{
    struct _stat64 info;
    return look(path, &info) ? info.st_size : -1;
}

bool file_same(const char *a, const char *b)
{
    BY_HANDLE_FILE_INFORMATION x, y;
    const HANDLE first = open_handle(a, 0, OPEN_EXISTING);
    const HANDLE second = open_handle(b, 0, OPEN_EXISTING);
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

void file_remove(const char *path)
{
    wchar_t *const wide = wide_of(path);
    if (wide != NULL) {
        _wunlink(wide);
    }
    free(wide);
}

bool file_is_directory(const char *path)
{
    struct _stat64 info;
    return look(path, &info) && (info.st_mode & _S_IFMT) == _S_IFDIR;
}

ErrorCode file_make_directory(const char *path, Error *e)
{
    wchar_t *const wide = wide_of(path);
    const bool made = wide != NULL && _wmkdir(wide) == 0;
    const int reason = errno;
    free(wide);
    errno = reason;
    if (!made && reason != EEXIST) {
        return refuse(path, e);
    }
    return file_is_directory(path) ? error_clear(e) : error_set(e, ERROR_SYNTAX, "%s is not a directory", path);
}

ErrorCode file_check_regular(const char *path, unsigned mode, Error *e)
{
    switch (mode & _S_IFMT) {
    case _S_IFREG:
        return error_clear(e);
    case _S_IFDIR:
        return refuse_kind(path, "a directory", e);
    case _S_IFCHR:
        return refuse_kind(path, "a character device", e);
    default:
        return refuse_kind(path, "something else", e);
    }
}

/* The same for what has been opened. */
static ErrorCode check_open(const char *path, HANDLE file, Error *e)
{
    BY_HANDLE_FILE_INFORMATION info;
    switch (GetFileType(file)) {
    case FILE_TYPE_DISK:
        return GetFileInformationByHandle(file, &info) && (info.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0
                   ? refuse_kind(path, "a directory", e)
                   : error_clear(e);
    case FILE_TYPE_PIPE:
        return refuse_kind(path, "a pipe", e);
    default:
        return refuse_kind(path, "a character device", e);
    }
}

int file_open(const char *path, Error *e)
{
    const HANDLE file = open_handle(path, GENERIC_READ, OPEN_EXISTING);
    if (file == INVALID_HANDLE_VALUE) {
        refuse(path, e);
        return -1;
    }
    if (check_open(path, file, e) != ERROR_NONE) {
        CloseHandle(file);
        return -1;
    }
    const int descriptor = descriptor_of(file, _O_RDONLY);
    if (descriptor < 0) {
        refuse(path, e);
    }
    return descriptor;
}

int64_t file_length(int file)
{
    return _filelengthi64(file);
}

bool file_read_at(int file, uint64_t position, void *bytes, size_t size)
{
    char *next = bytes;
    while (size > 0) {
        OVERLAPPED place = {.Offset = (DWORD)position, .OffsetHigh = (DWORD)(position >> WORD_BITS)};
        DWORD got = 0;
        if (!ReadFile((HANDLE)_get_osfhandle(file), next, (DWORD)(size < PART ? size : PART), &got, &place) ||
            got == 0) {
            return false;
        }
        next += got;
        position += got;
        size -= got;
    }
    return true;
}

int file_share(const char *path, bool create, Error *e)
{
    struct _stat64 info;
    if (look(path, &info) && file_check_regular(path, info.st_mode, e) != ERROR_NONE) {
        return -1;
    }
    const HANDLE file = open_handle(path, GENERIC_READ | GENERIC_WRITE, create ? OPEN_ALWAYS : OPEN_EXISTING);
    const int descriptor = file != INVALID_HANDLE_VALUE ? descriptor_of(file, _O_RDWR) : -1;
    if (descriptor < 0) {
        refuse(path, e);
    } else {
        error_clear(e);
    }
    return descriptor;
}

void file_close(int file)
{
    _close(file);
}

bool file_lock(int file, int64_t begin, int64_t length)
{
    const uint64_t first = LOCKS_BEGIN + (uint64_t)begin;
    const uint64_t count = length != 0 ? (uint64_t)length : LOCKS_BEGIN - (uint64_t)begin;
    OVERLAPPED at = {.Offset = (DWORD)first, .OffsetHigh = (DWORD)(first >> WORD_BITS)};
    return LockFileEx((HANDLE)_get_osfhandle(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0,
                      (DWORD)count, (DWORD)(count >> WORD_BITS), &at) ||
           (GetLastError() != ERROR_LOCK_VIOLATION && GetLastError() != ERROR_IO_PENDING);
}

bool file_cut(FILE *stream, int64_t size)
{
    fflush(stream);
    return _chsize_s(_fileno(stream), size) == 0 && _fseeki64(stream, size, SEEK_SET) == 0;
}

ErrorCode file_check_target(const char *path, const char *begins, int *mode, Error *e)
{
    struct _stat64 info;
    *mode = -1;
    if (!look(path, &info)) {
        return errno == ENOENT && *path != '\0' ? error_clear(e) : refuse(path, e);
    }
    if (file_check_regular(path, info.st_mode, e) != ERROR_NONE) {
        return e->code;
    }
    if ((info.st_mode & _S_IWRITE) == 0) {
        errno = EACCES;
        return refuse(path, e);
    }
    return begins != NULL && info.st_size > 0 ? file_begins(path, begins, e) : error_clear(e);
}

char *file_real_path(const char *path)
{
    return _strdup(path);
}

FILE *file_create(const char *path, int mode)
{
    (void)mode;
    const HANDLE file = open_handle(path, GENERIC_WRITE, CREATE_NEW);
    const int descriptor = file != INVALID_HANDLE_VALUE ? descriptor_of(file, _O_WRONLY) : -1;
    FILE *const stream = descriptor >= 0 ? _fdopen(descriptor, "wb") : NULL;
    if (descriptor >= 0 && stream == NULL) {
        _close(descriptor);
        file_remove(path);
        errno = ENOMEM;
    }
    return stream;
}

bool file_sync(FILE *stream)
{
    return _commit(_fileno(stream)) == 0;
}

bool file_replace(const char *from, const char *to)
{
    wchar_t *const old = wide_of(from);
    wchar_t *const new = wide_of(to);
    const bool known = old != NULL && new != NULL;
    const bool moved = known && MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING);
    const int reason = known ? wide_errno(GetLastError()) : ENOMEM;
    free(old);
    free(new);
    errno = reason;
    return moved;
}
