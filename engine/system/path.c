/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/path.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { FOLDER_MODE = 0777 /* before the umask */ };

char path_list_separator(void)
{
    return ':';
}

bool path_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

int64_t path_size(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? (int64_t)info.st_size : -1;
}

void path_remove(const char *path)
{
    unlink(path);
}

bool path_is_folder(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

ErrorCode path_make_folder(const char *path, Error *e)
{
    if (mkdir(path, FOLDER_MODE) != 0 && errno != EEXIST) {
        return error_set(e, ERROR_SYNTAX, "%s: %s", path, strerror(errno));
    }
    if (!path_is_folder(path)) {
        return error_set(e, ERROR_SYNTAX, "%s is no folder", path);
    }
    return error_clear(e);
}
