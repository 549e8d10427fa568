/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A page has no files. */
#include "system/file.h"

static void refuse(const char *path, Error *e)
{
    error_set(e, ERROR_SYNTAX, "%s: files are not available here", path);
}

char file_list_separator(void)
{
    return ':';
}

bool file_is_directory(const char *path)
{
    (void)path;
    return false;
}

FILE *file_stream(const char *path, Error *e)
{
    refuse(path, e);
    return NULL;
}

int file_open(const char *path, Error *e)
{
    refuse(path, e);
    return -1;
}

void file_close(int file)
{
    (void)file;
}

int64_t file_length(int file)
{
    (void)file;
    return -1;
}

bool file_read_at(int file, uint64_t position, void *bytes, size_t size)
{
    (void)file, (void)position, (void)bytes, (void)size;
    return false;
}
