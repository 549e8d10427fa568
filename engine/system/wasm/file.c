/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files are fetched by the page: a path is a URL, relative to that of the page. */
#include "system/file.h"

#include <string.h>

#include "system/wasm/import.h"

/* Fetches a file. Returns a handle, or -1 when it does not exist. */
IMPORT("file_open") extern int host_file_open(const char *path, size_t length);

/* Releases a handle. */
IMPORT("file_close") extern void host_file_close(int file);

/* The size of the file; and a copy of `size` bytes at a position, if they are all there. */
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

FILE *file_open_stream(const char *path, Error *e)
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
