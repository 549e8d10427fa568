/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/outputs.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "match/report.h"
#include "system/file.h"

/* Copies the directory of a path, and returns the file name in it. A path longer than PATH_MAX cannot be opened. */
static const char *split(const char *path, char directory[PATH_MAX])
{
    const char *const slash = strrchr(path, '/');
    if (slash == NULL) {
        snprintf(directory, PATH_MAX, ".");
        return path;
    }
    snprintf(directory, PATH_MAX, "%.*s", slash == path ? 1 : (int)(slash - path), path);
    return slash + 1;
}

/* Refuses two names of the same file, whether it exists or not. */
static ErrorCode check_apart(const char *a, const char *b, Error *e)
{
    char directories[2][PATH_MAX];
    if (a == NULL || b == NULL) {
        return error_clear(e);
    }
    const bool same_name = strcmp(split(a, directories[0]), split(b, directories[1])) == 0;
    if (file_is_same(a, b) || (same_name && file_is_same(directories[0], directories[1]))) {
        return error_set(e, ERROR_SYNTAX, "%s and %s are the same file: an output needs its own", a, b);
    }
    return error_clear(e);
}

/* Compares the outputs with each other and with the inputs. */
static ErrorCode check_names(const MatchConfig *c, Error *e)
{
    const char *const outputs[] = {c->pdn_file, c->json_file};
    ErrorCode code = check_apart(c->pdn_file, c->json_file, e);
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        for (int k = 0; code == ERROR_NONE && k < c->merge_count; k++) {
            code = check_apart(c->merge[k], outputs[i], e);
        }
        if (code == ERROR_NONE) {
            code = check_apart(c->openings.file, outputs[i], e);
        }
    }
    return code;
}

/* Checks the file of the merged games, which replaces nothing. */
static ErrorCode check_merged(const char *path, Error *e)
{
    if (atomic_file_check(path, NULL, e) == ERROR_NONE && file_size(path) > 0) {
        return error_set(e, ERROR_SYNTAX, "%s exists: remove it, or choose another name", path);
    }
    return e->code;
}

/* Checks that the folder of incident files exists or can be made. */
static ErrorCode check_incidents(const char *path, Error *e)
{
    char bare[PATH_MAX], parent[PATH_MAX];
    /* "a/b/" is b in a. */
    snprintf(bare, sizeof bare, "%s", path);
    for (size_t length = strlen(bare); length > 1 && bare[length - 1] == '/'; length--) {
        bare[length - 1] = '\0';
    }
    split(bare, parent);
    const bool exists = file_exists(path);
    if (exists && !file_is_directory(path)) {
        return error_set(e, ERROR_SYNTAX, "-incidents: %s is not a directory", path);
    }
    return (exists || errno == ENOENT) && access(exists ? path : parent, W_OK | X_OK) == 0
               ? error_clear(e)
               : error_set(e, ERROR_SYNTAX, "-incidents: %s%s: %s", exists ? "" : "cannot make the directory ", path,
                           strerror(errno));
}

ErrorCode outputs_check(const MatchConfig *c, Error *e)
{
    ErrorCode code = check_names(c, e);
    if (code == ERROR_NONE && c->merge != NULL && c->pdn_file != NULL) {
        code = check_merged(c->pdn_file, e);
    }
    if (code == ERROR_NONE && c->merge == NULL) {
        code = check_incidents(c->incidents, e);
    }
    if (code == ERROR_NONE && c->json_file != NULL) {
        code = atomic_file_check(c->json_file, REPORT_JSON_BEGIN, e);
    }
    return code;
}
