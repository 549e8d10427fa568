/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/file.h"

#include <errno.h>
#include <stdlib.h>
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

enum {
    SUFFIX_SIZE = 48,             /* room for ".PROCESS-NUMBER.part" and the NUL */
    BASE_MAX = 255 - SUFFIX_SIZE, /* bytes of the destination's name that the file beside it repeats */
    NAMES_MAX = 10000,            /* tried for a file beside */
    SYNC_MAX = 16 << 20           /* bytes that are quickly on the disk */
};

/* Fails for the reason in errno. */
static ErrorCode fail(const char *path, Error *e)
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

/* The length of the destination's name that fits before the suffix; whole characters of UTF-8. */
static size_t length_kept(const char *path)
{
    const char *const slash = strrchr(path, '/');
    const size_t directory = slash != NULL ? (size_t)(slash + 1 - path) : 0;
    size_t kept = strlen(path);
    if (kept > directory + BASE_MAX) {
        kept = directory + BASE_MAX;
        while (kept > directory && ((unsigned char)path[kept] & 0xC0) == 0x80) {
            kept--;
        }
    }
    return kept;
}

/* Makes and opens a file of a new name in the destination's directory. Returns false with the reason in errno. */
static bool open_beside(AtomicFile *f, int mode)
{
    const size_t kept = length_kept(f->path);
    f->beside = malloc(kept + SUFFIX_SIZE);
    if (f->beside == NULL) {
        return false;
    }
    memcpy(f->beside, f->path, kept);
    for (int i = 0; i < NAMES_MAX && f->stream == NULL; i++) {
        snprintf(f->beside + kept, SUFFIX_SIZE, ".%ld-%d.part", (long)getpid(), i);
        f->stream = file_create(f->beside, mode);
        if (f->stream == NULL && errno != EEXIST) {
            break;
        }
    }
    return f->stream != NULL;
}

ErrorCode atomic_file_begin(AtomicFile *f, const char *path, const char *begins, Error *e)
{
    int mode;
    Error error; /* since e may be NULL */
    *f = (AtomicFile){.stream = NULL};
    const ErrorCode code = file_check_target(path, begins, &mode, &error);
    if (code != ERROR_NONE) {
        return error_set(e, code, "%s", error.text);
    }
    f->path = mode >= 0 ? file_real_path(path) : strdup(path);
    if (f->path == NULL || !open_beside(f, mode)) {
        const ErrorCode reason = fail(path, e);
        clear(f);
        return reason;
    }
    return error_clear(e);
}

/* Writes what is held back, to the disk as well where that is cheap. */
static bool finish(FILE *stream)
{
    if (fflush(stream) != 0 || ferror(stream) != 0) {
        return false;
    }
    const int64_t size = file_length(fileno(stream));
    return size > SYNC_MAX || (size >= 0 && file_sync(stream));
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
    if (!done || !file_replace(f->beside, f->path)) {
        const ErrorCode code = fail(f->path, e);
        file_remove(f->beside);
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
        file_remove(f->beside);
    }
    clear(f);
}
