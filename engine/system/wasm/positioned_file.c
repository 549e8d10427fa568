/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A page has no files. */
#include "system/positioned_file.h"

ErrorCode positioned_file_open(PositionedFile *f, const char *path, Error *e)
{
    *f = (PositionedFile){.descriptor = -1};
    return error_set(e, ERROR_SYNTAX, "%s: there are no files in a page", path);
}

bool positioned_file_read(const PositionedFile *f, uint64_t position, void *bytes, size_t size)
{
    (void)f, (void)position, (void)bytes, (void)size;
    return false;
}

void positioned_file_close(PositionedFile *f)
{
    (void)f;
}
