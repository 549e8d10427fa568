/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/outputs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "match/match_report.h"
#include "system/file.h"

/* The directory of a path and the name in it. */
static ErrorCode split(const char *path, char **directory, const char **name, Error *e)
{
    const char *const slash = strrchr(path, '/');
    *name = slash != NULL ? slash + 1 : path;
    *directory = slash == NULL ? strdup(".") : slash == path ? strdup("/") : strndup(path, (size_t)(slash - path));
    return *directory != NULL ? error_clear(e) : error_set(e, ERROR_MEMORY, "not enough memory");
}

/* Refuses two names of one file, whether it exists or not. */
static ErrorCode check_apart(const char *a, const char *b, Error *e)
{
    char *directories[2] = {NULL, NULL};
    const char *names[2];
    if (a == NULL || b == NULL) {
        return error_clear(e);
    }
    ErrorCode code = split(a, &directories[0], &names[0], e);
    code = code == ERROR_NONE ? split(b, &directories[1], &names[1], e) : code;
    if (code == ERROR_NONE &&
        (file_same(a, b) || (strcmp(names[0], names[1]) == 0 && file_same(directories[0], directories[1])))) {
        code = error_set(e, ERROR_SYNTAX, "%s and %s are the same file: an output needs its own", a, b);
    }
    free(directories[0]);
    free(directories[1]);
    return code;
}

/* The outputs among each other, and the inputs. */
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

/* The merged games replace nothing. */
static ErrorCode check_merged(const char *path, Error *e)
{
    AtomicFile file;
    struct stat info;
    if (atomic_file_begin(&file, path, NULL, e) == ERROR_NONE) {
        atomic_file_abort(&file);
        if (stat(path, &info) == 0 && info.st_size > 0) {
            return error_set(e, ERROR_SYNTAX, "%s exists: remove it, or choose another name", path);
        }
    }
    return e->code;
}

/* Incident files go to a directory that exists, or that can be made. */
static ErrorCode check_incidents(const char *path, Error *e)
{
    struct stat info;
    char *parent = NULL;
    const char *name;
    if (stat(path, &info) == 0) {
        if (!S_ISDIR(info.st_mode)) {
            return error_set(e, ERROR_SYNTAX, "-incidents: %s is not a directory", path);
        }
        return access(path, W_OK | X_OK) == 0 ? error_clear(e)
                                              : error_set(e, ERROR_SYNTAX, "-incidents: %s: %s", path, strerror(errno));
    }
    int reason = errno;
    if (reason == ENOENT) {
        /* "a/b/" is b in a. */
        char *const bare = strdup(path);
        size_t length = bare != NULL ? strlen(bare) : 0;
        while (length > 1 && bare[length - 1] == '/') {
            bare[--length] = '\0';
        }
        if (bare == NULL || split(bare, &parent, &name, e) != ERROR_NONE) {
            free(bare);
            return error_set(e, ERROR_MEMORY, "not enough memory");
        }
        free(bare);
        reason = access(parent, W_OK | X_OK) == 0 ? 0 : errno;
        free(parent);
    }
    return reason == 0
               ? error_clear(e)
               : error_set(e, ERROR_SYNTAX, "-incidents: cannot make the directory %s: %s", path, strerror(reason));
}

ErrorCode outputs_check(const MatchConfig *c, Error *e)
{
    AtomicFile file;
    ErrorCode code = check_names(c, e);
    if (code == ERROR_NONE && c->merge != NULL && c->pdn_file != NULL) {
        code = check_merged(c->pdn_file, e);
    }
    if (code == ERROR_NONE && c->merge == NULL) {
        code = check_incidents(c->incidents, e);
    }
    if (code == ERROR_NONE && c->json_file != NULL) {
        code = report_json_begin(&file, c->json_file, e);
        if (code == ERROR_NONE) {
            atomic_file_abort(&file);
        }
    }
    return code;
}
