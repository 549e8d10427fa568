/* SPDX-License-Identifier: GPL-3.0-or-later */
/* realpath() belongs to the X/Open part of POSIX. */
#define _XOPEN_SOURCE 700

#include "system/atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/regular_file.h"

enum {
    NEW_MODE = 0666,               /* before the umask */
    MODE_BITS = 07777,             /* of st_mode: permissions */
    NAMES_MOST = 10000,            /* tried for a file beside */
    SUFFIX_SIZE = 48,              /* room for ".PROCESS-NUMBER.part" and the NUL */
    BASE_MOST = 255 - SUFFIX_SIZE, /* bytes of the destination's name that the other one repeats */
    SYNC_MOST = 16 << 20           /* bytes that are quickly on the disk */
};

static ErrorCode fail(const char *path, Error *e)
{
    return error_set(e, errno == ENOMEM ? ERROR_MEMORY : ERROR_SYNTAX, "%s: %s", path,
                     errno != 0 ? strerror(errno) : "cannot be written");
}

/* Looks at the destination; *mode is its permissions, -1 when there is no such file. */
static ErrorCode check_destination(const char *path, const char *begins, int *mode, Error *e)
{
    struct stat info;
    *mode = -1;
    if (stat(path, &info) != 0) {
        if (errno != ENOENT || *path == '\0') {
            return fail(path, e);
        }
        if (lstat(path, &info) == 0) {
            return error_set(e, ERROR_SYNTAX, "%s is a symbolic link that leads nowhere", path);
        }
        return error_clear(e);
    }
    if (regular_file_check(path, info.st_mode, e) != ERROR_NONE) {
        return e->code;
    }
    if (access(path, W_OK) != 0) {
        return fail(path, e);
    }
    *mode = (int)(info.st_mode & MODE_BITS);
    return begins != NULL && info.st_size > 0 ? regular_file_begins(path, begins, e) : error_clear(e);
}

/* Makes a file of a new name in the destination's directory. Returns its descriptor, or -1. */
static int make_beside(const AtomicFile *f)
{
    const char *const slash = strrchr(f->path, '/');
    const size_t directory = slash != NULL ? (size_t)(slash + 1 - f->path) : 0;
    const size_t base = strlen(f->path + directory);
    const size_t kept = directory + (base < BASE_MOST ? base : BASE_MOST);
    int file = -1;
    memcpy(f->beside, f->path, kept);
    for (int i = 0; i < NAMES_MOST && file < 0; i++) {
        snprintf(f->beside + kept, SUFFIX_SIZE, ".%ld-%d.part", (long)getpid(), i);
        file = open(f->beside, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, NEW_MODE);
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
    int mode;
    Error error; /* since e may be NULL */
    *f = (AtomicFile){.stream = NULL};
    const ErrorCode code = check_destination(path, begins, &mode, &error);
    if (code != ERROR_NONE) {
        return error_set(e, code, "%s", error.text);
    }
    f->path = mode >= 0 ? realpath(path, NULL) : strdup(path);
    f->beside = f->path != NULL ? malloc(strlen(f->path) + SUFFIX_SIZE) : NULL;
    const int file = f->beside != NULL ? make_beside(f) : -1;
    if (file < 0) {
        const ErrorCode reason = fail(path, e);
        clear(f);
        return reason;
    }
    if (mode >= 0) {
        (void)fchmod(file, (mode_t)mode); /* where that cannot be had, a new file's will do */
    }
    f->stream = fdopen(file, "wb");
    if (f->stream == NULL) {
        close(file);
        unlink(f->beside);
        clear(f);
        return error_set(e, ERROR_MEMORY, "%s: %s", path, strerror(ENOMEM));
    }
    return error_clear(e);
}

/* Writes what is held back, to the disk as well where that is cheap. */
static bool finish(FILE *stream)
{
    struct stat info;
    if (fflush(stream) != 0 || ferror(stream) != 0) {
        return false;
    }
    const int file = fileno(stream);
    /* Some file systems cannot do it and say EINVAL. */
    return fstat(file, &info) == 0 && (info.st_size > SYNC_MOST || fsync(file) == 0 || errno == EINVAL);
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
    if (!done || rename(f->beside, f->path) != 0) {
        const ErrorCode code = fail(f->path, e);
        unlink(f->beside);
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
        unlink(f->beside);
    }
    clear(f);
}
