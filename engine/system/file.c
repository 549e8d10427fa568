/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sizes of files have 64 bits, on Windows too. */
#define _FILE_OFFSET_BITS 64
#include "system/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Windows has no sockets among its files. */
#ifndef S_ISSOCK
#define S_ISSOCK(mode) false
#endif

/* Fails with the reason in errno. 0 there means that an earlier write failed, whose reason is lost. */
static ErrorCode refuse(const char *path, Error *e)
{
    return error_set(e, errno == ENOMEM ? ERROR_MEMORY : ERROR_SYNTAX, "%s: %s", path,
                     errno != 0 ? strerror(errno) : "not all of it can be written; the disk may be full");
}

bool file_exists(const char *path)
{
    FileStat found;
    return file_stat(path, &found);
}

int64_t file_size(const char *path)
{
    FileStat found;
    return file_stat(path, &found) ? found.size : -1;
}

bool file_is_directory(const char *path)
{
    FileStat found;
    return file_stat(path, &found) && S_ISDIR(found.mode);
}

ErrorCode file_make_directory(const char *path, Error *e)
{
    if (!file_mkdir(path) && errno != EEXIST) {
        return refuse(path, e);
    }
    return file_is_directory(path) ? error_clear(e) : error_set(e, ERROR_SYNTAX, "%s is not a directory", path);
}

static const char *kind_of(unsigned mode)
{
    return S_ISDIR(mode)    ? "a directory"
           : S_ISFIFO(mode) ? "a FIFO"
           : S_ISSOCK(mode) ? "a socket"
           : S_ISCHR(mode)  ? "a character device"
           : S_ISBLK(mode)  ? "a block device"
                            : "something else";
}

/* ERROR_NONE when the mode (st_mode) is that of a regular file; otherwise an error that says what the file is. */
static ErrorCode check_regular(const char *path, unsigned mode, Error *e)
{
    return S_ISREG(mode) ? error_clear(e)
                         : error_set(e, ERROR_SYNTAX, "%s is %s, not a regular file", path, kind_of(mode));
}

/* Opens a regular file. Checks its kind before opening, since a FIFO's writer must not find a reader that leaves at
 * once, and again afterwards, since the name may have changed its meaning in between. */
static int open_regular(const char *path, FileAccess access, Error *e)
{
    FileStat found;
    struct stat info;
    if (file_stat(path, &found) && check_regular(path, found.mode, e) != ERROR_NONE) {
        return -1;
    }
    const int file = file_open_descriptor(path, access);
    if (file < 0 || fstat(file, &info) != 0) {
        refuse(path, e);
    } else if (check_regular(path, info.st_mode, e) == ERROR_NONE) {
        return file;
    }
    if (file >= 0) {
        close(file);
    }
    return -1;
}

int file_open(const char *path, Error *e)
{
    return open_regular(path, FILE_READ, e);
}

int file_open_shared(const char *path, bool create, Error *e)
{
    return open_regular(path, create ? FILE_READ_WRITE_CREATE : FILE_READ_WRITE, e);
}

/* The stream of a descriptor, which is closed on failure; NULL for -1. */
static FILE *stream_of(int file, const char *mode, const char *path, Error *e)
{
    FILE *const stream = file >= 0 ? fdopen(file, mode) : NULL;
    if (file >= 0 && stream == NULL) {
        refuse(path, e);
        close(file);
    }
    return stream;
}

FILE *file_open_stream(const char *path, Error *e)
{
    return stream_of(file_open(path, e), "rb", path, e);
}

FILE *file_open_locked(const char *path, const char *another, Error *e)
{
    FILE *const stream = stream_of(file_open_shared(path, true, e), "r+b", path, e);
    if (stream != NULL && !file_lock(fileno(stream), 0, 0)) {
        error_set(e, ERROR_SYNTAX, "%s is in use by %s", path, another);
        fclose(stream);
        return NULL;
    }
    return stream;
}

void file_close(int file)
{
    close(file);
}

int64_t file_length(int file)
{
    struct stat info;
    return fstat(file, &info) == 0 ? (int64_t)info.st_size : -1;
}

enum {
    SUFFIX_SIZE = 48,   /* room for ".PROCESS-NUMBER.part" and the NUL */
    NAMES_MAX = 10000,  /* tried for the temporary file */
    SYNC_MAX = 16 << 20 /* size of a file that is quickly synced */
};

/* Refuses a regular file that does not begin with that text. */
static ErrorCode check_magic(const char *path, const char *magic, Error *e)
{
    FILE *const file = file_open_stream(path, e);
    if (file == NULL) {
        return e->code;
    }
    bool same = true;
    for (const char *c = magic; *c != '\0' && same; c++) {
        same = getc(file) == (unsigned char)*c;
    }
    fclose(file);
    return same ? error_clear(e)
                : error_set(e, ERROR_SYNTAX,
                            "%s holds something else and is not replaced; name another file, or remove it first", path);
}

/* Checks that the destination can be written; *found is zeroed when it does not exist. */
static ErrorCode check_target(const char *path, const char *magic, FileStat *found, Error *e)
{
    *found = (FileStat){.mode = 0};
    if (!file_stat(path, found)) {
        if (errno != ENOENT || *path == '\0') {
            return refuse(path, e);
        }
        return file_is_link(path) ? error_set(e, ERROR_SYNTAX, "%s is a symbolic link that leads nowhere", path)
                                  : error_clear(e);
    }
    if (check_regular(path, found->mode, e) != ERROR_NONE) {
        return e->code;
    }
    if (!file_is_writable(path)) {
        return refuse(path, e);
    }
    return magic != NULL && found->size > 0 ? check_magic(path, magic, e) : error_clear(e);
}

static void clear(AtomicFile *f)
{
    free(f->path);
    free(f->temporary);
    *f = (AtomicFile){.stream = NULL};
}

/* Creates the temporary file, with the permissions of `mode` unless that is 0. On failure returns false with the reason
 * in errno. */
static bool open_temporary(AtomicFile *f, unsigned mode)
{
    const size_t size = strlen(f->path) + SUFFIX_SIZE;
    f->temporary = malloc(size);
    if (f->temporary == NULL) {
        return false;
    }
    int file = -1;
    for (int i = 0; i < NAMES_MAX && file < 0; i++) {
        snprintf(f->temporary, size, "%s.%ld-%d.part", f->path, (long)getpid(), i);
        file = file_open_descriptor(f->temporary, FILE_WRITE_NEW);
        if (file < 0 && errno != EEXIST) {
            break;
        }
    }
    if (file < 0) {
        return false;
    }
    if (mode != 0) {
        file_set_permissions(file, mode);
    }
    f->stream = fdopen(file, "wb");
    if (f->stream == NULL) {
        close(file);
        file_remove(f->temporary);
        errno = ENOMEM;
    }
    return f->stream != NULL;
}

ErrorCode atomic_file_begin(AtomicFile *f, const char *path, const char *magic, Error *e)
{
    FileStat found;
    *f = (AtomicFile){.stream = NULL};
    if (check_target(path, magic, &found, e) != ERROR_NONE) {
        return e->code;
    }
    f->path = found.mode != 0 ? file_real_path(path) : strdup(path);
    if (f->path == NULL || !open_temporary(f, found.mode)) {
        const ErrorCode reason = refuse(path, e);
        clear(f);
        return reason;
    }
    return error_clear(e);
}

/* Flushes the stream, and syncs a file that is not too large. */
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
    const bool finished = finish(f->stream);
    const int reason = errno;
    const bool closed = fclose(f->stream) == 0;
    errno = finished ? errno : reason;
    if (!finished || !closed || !file_replace(f->temporary, f->path)) {
        const ErrorCode code = refuse(f->path, e);
        file_remove(f->temporary);
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
        file_remove(f->temporary);
    }
    clear(f);
}

ErrorCode atomic_file_check(const char *path, const char *magic, Error *e)
{
    AtomicFile f;
    const ErrorCode code = atomic_file_begin(&f, path, magic, e);
    atomic_file_abort(&f);
    return code;
}
