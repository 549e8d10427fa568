/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A symbolic link is replaced itself here: only administrators make them. */
#include "system/replacement.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "system/path.h"
#include "system/regular_file.h"
#include "system/windows/wide.h"

#include <windows.h>

ErrorCode replacement_check(const char *path, const char *begins, int *mode, Error *e)
{
    *mode = -1;
    struct _stat64 info;
    wchar_t *const wide = wide_of(path);
    const bool found = wide != NULL && _wstat64(wide, &info) == 0;
    const bool writable = !found || _waccess(wide, W_OK) == 0;
    const int reason = errno;
    const bool known = wide != NULL;
    free(wide);
    errno = reason;
    if (!found) {
        return known && reason == ENOENT && *path != '\0' ? error_clear(e) : replacement_fail(path, e);
    }
    if (regular_file_check(path, info.st_mode, e) != ERROR_NONE) {
        return e->code;
    }
    if (!writable) {
        return replacement_fail(path, e);
    }
    return begins != NULL && info.st_size > 0 ? regular_file_begins(path, begins, e) : error_clear(e);
}

char *replacement_path(const char *path, int mode)
{
    (void)mode;
    return _strdup(path);
}

/* Makes a file of a new name in the destination's directory. Returns its descriptor, or -1. */
static int make_beside(const char *path, char *beside)
{
    int file = -1;
    for (int i = 0; i < REPLACEMENT_NAMES && file < 0; i++) {
        snprintf(beside, strlen(path) + REPLACEMENT_SUFFIX, "%s.%d-%d.part", path, _getpid(), i);
        wchar_t *const wide = wide_of(beside);
        if (wide == NULL) {
            return -1;
        }
        file = _wopen(wide, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
        free(wide);
        if (file < 0 && errno != EEXIST) {
            return -1;
        }
    }
    return file;
}

FILE *replacement_open(const char *path, char *beside, int mode)
{
    (void)mode;
    const int file = make_beside(path, beside);
    FILE *const stream = file >= 0 ? _fdopen(file, "wb") : NULL;
    if (file >= 0 && stream == NULL) {
        _close(file);
        path_remove(beside);
        errno = ENOMEM;
    }
    return stream;
}

bool replacement_sync(FILE *stream)
{
    return regular_file_size(stream) > REPLACEMENT_SYNC_MOST || _commit(_fileno(stream)) == 0;
}

bool replacement_move(const char *from, const char *to)
{
    wchar_t *const old = wide_of(from);
    wchar_t *const new = wide_of(to);
    const bool moved = old != NULL && new != NULL &&MoveFileExW(old, new, MOVEFILE_REPLACE_EXISTING);
    const int reason = old != NULL && new != NULL ? wide_errno(GetLastError()) : ENOMEM;
    free(old);
    free(new);
    errno = reason;
    return moved;
}
