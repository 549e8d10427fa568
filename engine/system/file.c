/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/file.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

FILE *file_stream(const char *path, Error *e)
{
    const int file = file_open(path, e);
    FILE *const stream = file >= 0 ? fdopen(file, "rb") : NULL;
    if (file >= 0 && stream == NULL) {
        error_set(e, ERROR_MEMORY, "%s: %s", path, strerror(errno));
        close(file);
    }
    return stream;
}

int64_t file_stream_size(FILE *stream)
{
    return file_length(fileno(stream));
}

FILE *file_share_stream(int file)
{
    return fdopen(file, "r+b");
}

ErrorCode file_begins(const char *path, const char *begins, Error *e)
{
    FILE *const file = file_stream(path, e);
    if (file == NULL) {
        return e->code;
    }
    bool same = true;
    for (const char *c = begins; *c != '\0' && same; c++) {
        same = getc(file) == (unsigned char)*c;
    }
    fclose(file);
    if (!same) {
        return error_set(e, ERROR_SYNTAX,
                         "%s holds something else and is not replaced; name another file, or remove it first", path);
    }
    return error_clear(e);
}
