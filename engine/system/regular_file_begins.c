/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/regular_file.h"

ErrorCode regular_file_begins(const char *path, const char *begins, Error *e)
{
    FILE *const file = regular_file_stream(path, e);
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
