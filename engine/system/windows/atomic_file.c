/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A symbolic link is replaced itself here: only administrators make them. */
#include "system/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>
#include <process.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "system/path.h"
#include "system/regular_file.h"
#include "system/windows/wide.h"

#include <windows.h>

enum {
    NAMES_MOST = 10000,  /* tried for a file beside */
    SUFFIX_SIZE = 48,    /* room for ".PROCESS-NUMBER.part" and the NUL */
    SYNC_MOST = 16 << 20 /* bytes that are quickly on the disk */
};

static ErrorCode fail(const char *path, Error *e)
{
    return error_set(e, errno == ENOMEM ? ERROR_MEMORY : ERROR_SYNTAX, "%s: %s", path,
                     errno != 0 ? strerror(errno) : "cannot be written");
}

/* Looks at the destination. */
static ErrorCode check_destination(const char *path, const char *begins, Error *e)
{
    struct _stat64 info;
    wchar_t *const wide = wide_of(path);
    const bool found = wide != NULL && _wstat64(wide, &info) == 0;
    const bool writable = !found || _waccess(wide, W_OK) == 0;
    const int reason = errno;
    const bool known = wide != NULL;
    free(wide);
    errno = reason;
    if (!found) {
        return known && reason == ENOENT && *path != '\0' ? error_clear(e) : fail(path, e);
    }
    if (regular_file_check(path, info.st_mode, e) != ERROR_NONE) {
        return e->code;
    }
    if (!writable) {
        return fail(path, e);
    }
    return begins != NULL && info.st_size > 0 ? regular_file_begins(path, begins, e) : error_clear(e);
}

/* Makes a file of a new name in the destination's directory. Returns its descriptor, or -1. */
static int make_beside(const AtomicFile *f)
{
    int file = -1;
    for (int i = 0; i < NAMES_MOST && file < 0; i++) {
        snprintf(f->beside, strlen(f->path) + SUFFIX_SIZE, "%s.%d-%d.part", f->path, _getpid(), i);
        wchar_t *const wide = wide_of(f->beside);
        if (wide == NULL) {
            return -1;
        }
        file = _wopen(wide, _O_WRONLY | _O_CREAT | _O_EXCL | _O_BINARY | _O_NOINHERIT, _S_IREAD | _S_IWRITE);
        free(wide);
        if (file < 0 && errno != EEXIST) {
            return -1;
        }
    }
    return file;
}

static void clear(AtomicFile *f)
{
    free(f->path);
    free(f->beside);
    *f = (AtomicFile){.stream = NULL};
}

ErrorCode atomic_file_begin(AtomicFile *f, const char *path, const char *begins, Error *e)
{
    Error error; /* since e may be NULL */
    *f = (AtomicFile){.stream = NULL};
    const ErrorCode code = check_destination(path, begins, &error);
    if (code != ERROR_NONE) {
        return error_set(e, code, "%s", error.text);
    }
    f->path = _strdup(path);
    f->beside = f->path != NULL ? malloc(strlen(f->path) + SUFFIX_SIZE) : NULL;
    const int file = f->beside != NULL ? make_beside(f) : -1;
    if (file < 0) {
        const ErrorCode reason = fail(path, e);
        clear(f);
        return reason;
    }
    f->stream = _fdopen(file, "wb");
    if (f->stream == NULL) {
        _close(file);
        path_remove(f->beside);
        clear(f);
        return error_set(e, ERROR_MEMORY, "%s: %s", path, strerror(ENOMEM));
    }
    return error_clear(e);
}

/* Writes what is held back, to the disk as well where that is cheap. */
static bool finish(FILE *stream)
{
    if (fflush(stream) != 0 || ferror(stream) != 0) {
        return false;
    }
    return regular_file_size(stream) > SYNC_MOST || _commit(_fileno(stream)) == 0;
}

/* Puts the file in the place of the other. Returns false with the reason in errno. */
static bool replace(const AtomicFile *f)
{
    wchar_t *const from = wide_of(f->beside);
    wchar_t *const to = wide_of(f->path);
    const bool moved = from != NULL && to != NULL && MoveFileExW(from, to, MOVEFILE_REPLACE_EXISTING);
    const int reason = from != NULL && to != NULL ? wide_errno(GetLastError()) : ENOMEM;
    free(from);
    free(to);
    errno = reason;
    return moved;
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
    if (!done || !replace(f)) {
        const ErrorCode code = fail(f->path, e);
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
