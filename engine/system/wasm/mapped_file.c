/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A page has no files. */
#include "system/mapped_file.h"

ErrorCode mapped_file_open(MappedFile *f, const char *path, Error *e)
{
    *f = (MappedFile){.bytes = NULL};
    return error_set(e, ERROR_SYNTAX, "%s: files cannot be had here", path);
}

void mapped_file_close(MappedFile *f)
{
    *f = (MappedFile){.bytes = NULL};
}
