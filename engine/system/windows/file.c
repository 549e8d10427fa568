/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "system/windows/wide.h"

#include <windows.h>

/* Locks are mandatory on Windows: locked bytes cannot be read or written by other processes. So bytes are locked that
 * lie far beyond the end of any file, one for each byte of it. */
static const uint64_t LOCKS_BEGIN = UINT64_C(1) << 62;

enum { WORD_BITS = 32, PART = 1 << 30 /* bytes read at once */ };

/* Opens a file or a directory, which others may meanwhile write to, rename and remove. On failure returns
 * INVALID_HANDLE_VALUE with the reason in errno. */
static HANDLE open_handle(const char *path, DWORD access, DWORD disposition)
{
    wchar_t *const wide = wide_of(path);
    if (wide == NULL) {
        return INVALID_HANDLE_VALUE;
    }
    const HANDLE file = CreateFileW(wide, access, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE, NULL,
                                    disposition, FILE_FLAG_BACKUP_SEMANTICS | FILE_ATTRIBUTE_NORMAL, NULL);
    if (file == INVALID_HANDLE_VALUE) {
        errno = wide_errno(GetLastError());
    }
    free(wide); /* which leaves errno alone */
    return file;
}

char file_list_separator(void)
{
    return ';';
}

/* Removes trailing separators, with which the system finds no directory but a root. */
static void cut_separators(wchar_t *path)
{
    size_t length = path == NULL ? 0 : wcslen(path);
    while (length > 1 && (path[length - 1] == L'\\' || path[length - 1] == L'/') && path[length - 2] != L':') {
        path[--length] = L'\0';
    }
}

bool file_stat(const char *path, FileStat *result)
{
    struct _stat64 info;
    wchar_t *const wide = wide_of(path);
    cut_separators(wide);
    const bool found = wide != NULL && _wstat64(wide, &info) == 0;
    free(wide);
    if (found) {
        *result = (FileStat){.mode = info.st_mode, .size = info.st_size};
    }
    return found;
}

bool file_is_same(const char *a, const char *b)
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

bool file_mkdir(const char *path)
{
    wchar_t *const wide = wide_of(path);
    const bool made = wide != NULL && _wmkdir(wide) == 0;
    free(wide);
    return made;
}

/* Symbolic links are not followed when a file is replaced: only administrators create them. */
bool file_is_link(const char *path)
{
    (void)path;
    return false;
}

bool file_is_writable(const char *path)
{
    FileStat found;
    const bool writable = file_stat(path, &found) && (found.mode & _S_IWRITE) != 0;
    errno = EACCES;
    return writable;
}

int file_open_descriptor(const char *path, FileAccess access)
{
    static const struct {
        DWORD access, disposition;
        int flags;
    } MODES[] = {[FILE_READ] = {GENERIC_READ, OPEN_EXISTING, _O_RDONLY},
                 [FILE_READ_WRITE] = {GENERIC_READ | GENERIC_WRITE, OPEN_EXISTING, _O_RDWR},
                 [FILE_READ_WRITE_CREATE] = {GENERIC_READ | GENERIC_WRITE, OPEN_ALWAYS, _O_RDWR},
                 [FILE_WRITE_NEW] = {GENERIC_WRITE, CREATE_NEW, _O_WRONLY}};
    const HANDLE file = open_handle(path, MODES[access].access, MODES[access].disposition);
    if (file == INVALID_HANDLE_VALUE) {
        return -1;
    }
    const int descriptor = _open_osfhandle((intptr_t)file, MODES[access].flags | _O_BINARY | _O_NOINHERIT);
    if (descriptor < 0) {
        CloseHandle(file);
        errno = EMFILE;
    }
    return descriptor;
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

bool file_lock(int file, int64_t begin, int64_t length)
{
    const uint64_t first = LOCKS_BEGIN + (uint64_t)begin;
    const uint64_t count = length != 0 ? (uint64_t)length : LOCKS_BEGIN - (uint64_t)begin;
    OVERLAPPED at = {.Offset = (DWORD)first, .OffsetHigh = (DWORD)(first >> WORD_BITS)};
    return LockFileEx((HANDLE)_get_osfhandle(file), LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY, 0,
                      (DWORD)count, (DWORD)(count >> WORD_BITS), &at) ||
           (GetLastError() != ERROR_LOCK_VIOLATION && GetLastError() != ERROR_IO_PENDING);
}

bool file_truncate(FILE *stream, int64_t size)
{
    fflush(stream);
    return _chsize_s(_fileno(stream), size) == 0 && _fseeki64(stream, size, SEEK_SET) == 0;
}

char *file_real_path(const char *path)
{
    return _strdup(path);
}

void file_set_permissions(int file, unsigned mode)
{
    (void)file, (void)mode;
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
    if (known && !moved) {
        errno = wide_errno(GetLastError());
    }
    free(old);
    free(new);
    return moved;
}
