/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings/build_claim.h"

#include <stdio.h>

#include "system/file.h"

#define CLAIMS_FILE "building.lock"

enum { PATH_SIZE = 4096 };

/* Opens the file, or returns -1 with the reason. */
static int open_claims(const char *folder, bool create, char path[PATH_SIZE], Error *e)
{
    if (snprintf(path, PATH_SIZE, "%s/" CLAIMS_FILE, folder) >= PATH_SIZE) {
        error_set(e, ERROR_SYNTAX, "%s/" CLAIMS_FILE ": the name is too long", folder);
        return -1;
    }
    return file_share(path, create, e);
}

ErrorCode build_claim(const char *folder, const Variant *v, TableClass c, int *claim, Error *e)
{
    char path[PATH_SIZE];
    *claim = open_claims(folder, true, path, e);
    if (*claim < 0) {
        return e->code;
    }
    if (!file_lock(*claim, (int64_t)variant_index(v) * TABLE_CLASS_IDS + table_class_id(c), 1)) {
        file_close(*claim);
        *claim = BUILD_CLAIMED_ELSEWHERE;
    }
    return error_clear(e);
}

void build_release(int claim)
{
    file_close(claim);
}

void build_claims_end(const char *folder)
{
    char path[PATH_SIZE];
    Error e;
    const int file = open_claims(folder, false, path, &e);
    if (file < 0) {
        return;
    }
    if (file_lock(file, 0, 0)) {
        file_remove(path);
    }
    file_close(file);
}
