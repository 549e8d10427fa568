/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/path.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "system/windows/wide.h"

char path_list_separator(void)
{
    return ';';
}

static bool look(const char *path, struct _stat64 *info)
{
    wchar_t *const wide = wide_of(path);
    const bool found = wide != NULL && _wstat64(wide, info) == 0;
    free(wide);
    return found;
}

bool path_exists(const char *path)
{
    struct _stat64 info;
    return look(path, &info);
}

int64_t path_size(const char *path)
{
    struct _stat64 info;
    return look(path, &info) ? info.st_size : -1;
}

void path_remove(const char *path)
{
    wchar_t *const wide = wide_of(path);
    if (wide != NULL) {
        _wunlink(wide);
    }
    free(wide);
}

bool path_is_folder(const char *path)
{
    struct _stat64 info;
    return look(path, &info) && (info.st_mode & _S_IFMT) == _S_IFDIR;
}

ErrorCode path_make_folder(const char *path, Error *e)
{
    wchar_t *const wide = wide_of(path);
    const bool made = wide != NULL && _wmkdir(wide) == 0;
    const int reason = errno;
    free(wide);
    if (!made && reason != EEXIST) {
        return error_set(e, ERROR_SYNTAX, "%s: %s", path, strerror(reason));
    }
    if (!path_is_folder(path)) {
        return error_set(e, ERROR_SYNTAX, "%s is no folder", path);
    }
    return error_clear(e);
}
