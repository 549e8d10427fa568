/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The files are those of the page, read over its host: a path is an address, as seen from the page's own. */
#include "system/file.h"

#include <string.h>

#include "system/wasm/import.h"

/* Brings a file. Returns a number for it, or -1 when it is not there. */
IMPORT("file_open") extern int host_file_open(const char *path, size_t length);

/* Forgets it. */
IMPORT("file_close") extern void host_file_close(int file);

/* Its bytes; and copies of that many from a position on, if they are all there. */
IMPORT("file_length") extern size_t host_file_length(int file);
IMPORT("file_read") extern bool host_file_read(int file, size_t position, void *bytes, size_t size);

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
    error_set(e, ERROR_SYNTAX, "%s: this file is not available here", path);
    return NULL;
}

int file_open(const char *path, Error *e)
{
    const int file = host_file_open(path, strlen(path));
    if (file < 0) {
        error_set(e, ERROR_SYNTAX, "%s: this file cannot be read", path);
    }
    return file;
}

void file_close(int file)
{
    host_file_close(file);
}

int64_t file_length(int file)
{
    return (int64_t)host_file_length(file);
}

bool file_read_at(int file, uint64_t position, void *bytes, size_t size)
{
    return position <= SIZE_MAX && host_file_read(file, (size_t)position, bytes, size);
}
