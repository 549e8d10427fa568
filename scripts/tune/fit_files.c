/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune/fit_files.h"

#include <string.h>

#include "system/regular_file.h"

ErrorCode fit_files_check(const char *output, const char *checkpoint, bool resume, const FileWords *records, Error *e)
{
    if (output == NULL) {
        return error_set(e, ERROR_SYNTAX, "-output FILE is missing");
    }
    if (records->count == 0) {
        return error_set(e, ERROR_SYNTAX, "no record file is named; bushka-datagen makes them");
    }
    if (checkpoint != NULL && (strcmp(output, checkpoint) == 0 || regular_file_same(output, checkpoint))) {
        return error_set(e, ERROR_SYNTAX, "-output and -checkpoint are one file, \"%.*s\"; each needs its own",
                         error_excerpt(strlen(output)), output);
    }
    if (resume && checkpoint == NULL) {
        return error_set(e, ERROR_SYNTAX, "-resume needs -checkpoint FILE");
    }
    return ERROR_NONE;
}
