/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/atomic_file.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "system/path.h"
#include "system/replacement.h"

ErrorCode replacement_fail(const char *path, Error *e)
{
    return error_set(e, errno == ENOMEM ? ERROR_MEMORY : ERROR_SYNTAX, "%s: %s", path,
                     errno != 0 ? strerror(errno) : "cannot be written");
}

static void clear(AtomicFile *f)
{
    free(f->path);
    free(f->beside);
    *f = (AtomicFile){.stream = NULL};
}

ErrorCode atomic_file_begin(AtomicFile *f, const char *path, const char *begins, Error *e)
{
    int mode;
    Error error; /* since e may be NULL */
    *f = (AtomicFile){.stream = NULL};
    const ErrorCode code = replacement_check(path, begins, &mode, &error);
    if (code != ERROR_NONE) {
        return error_set(e, code, "%s", error.text);
    }
    f->path = replacement_path(path, mode);
    f->beside = f->path != NULL ? malloc(strlen(f->path) + REPLACEMENT_SUFFIX) : NULL;
    f->stream = f->beside != NULL ? replacement_open(f->path, f->beside, mode) : NULL;
    if (f->stream == NULL) {
        const ErrorCode reason = replacement_fail(path, e);
        clear(f);
        return reason;
    }
    return error_clear(e);
}

/* Writes what is held back, to the disk as well where that is cheap. */
static bool finish(FILE *stream)
{
    return fflush(stream) == 0 && ferror(stream) == 0 && replacement_sync(stream);
}

ErrorCode atomic_file_commit(AtomicFile *f, Error *e)
{
    errno = 0;
    bool done = finish(f->stream);
    const int reason = errno;
    if (fclose(f->stream) != 0 && done) {
        done = false;
    } else if (!done) {
        errno = reason;
    }
    f->stream = NULL;
    if (!done || !replacement_move(f->beside, f->path)) {
        const ErrorCode code = replacement_fail(f->path, e);
        path_remove(f->beside);
        clear(f);
        return code;
    }
    clear(f);
    return error_clear(e);
}

void atomic_file_abort(AtomicFile *f)
{
    if (f->stream != NULL) {
        fclose(f->stream);
        path_remove(f->beside);
    }
    clear(f);
}
