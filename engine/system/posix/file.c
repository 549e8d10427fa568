/* SPDX-License-Identifier: GPL-3.0-or-later */
/* realpath() belongs to the X/Open part of POSIX. */
#define _XOPEN_SOURCE 700
#include "system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    DIRECTORY_MODE = 0777, /* before the umask */
    NEW_MODE = 0666,       /* likewise */
    MODE_BITS = 07777      /* of st_mode: permissions */
};

/* Fails with the system's reason. */
static ErrorCode refuse(const char *path, Error *e)
{
    return error_set(e, errno == ENOMEM ? ERROR_MEMORY : ERROR_SYNTAX, "%s: %s", path, strerror(errno));
}

char file_list_separator(void)
{
    return ':';
}

bool file_exists(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0;
}

int64_t file_size(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 ? (int64_t)info.st_size : -1;
}

void file_remove(const char *path)
{
    unlink(path);
}

bool file_is_directory(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode);
}

ErrorCode file_make_directory(const char *path, Error *e)
{
    if (mkdir(path, DIRECTORY_MODE) != 0 && errno != EEXIST) {
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

ErrorCode file_check_regular(const char *path, unsigned mode, Error *e)
{
    if (!S_ISREG(mode)) {
        return error_set(e, ERROR_SYNTAX, "%s is %s, not a regular file", path, kind_of(mode));
    }
    return error_clear(e);
}

int file_open(const char *path, Error *e)
{
    struct stat info;
    /* A look before opening: a FIFO's writer must not find a reader that leaves at once. A second one after it: the
     * name may mean something else by then. */
    if (stat(path, &info) != 0) {
        refuse(path, e);
        return -1;
    }
    if (file_check_regular(path, info.st_mode, e) != ERROR_NONE) {
        return -1;
    }
    const int file = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
    if (file < 0 || fstat(file, &info) != 0) {
        refuse(path, e);
    } else if (file_check_regular(path, info.st_mode, e) == ERROR_NONE) {
        return file;
    }
    if (file >= 0) {
        close(file);
    }
    return -1;
}

int64_t file_length(int file)
{
    struct stat info;
    return fstat(file, &info) == 0 ? (int64_t)info.st_size : -1;
}

bool file_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

bool file_read_at(int file, uint64_t position, void *bytes, size_t size)
{
    char *next = bytes;
    while (size > 0) {
        const ssize_t got = pread(file, next, size, (off_t)position);
        if (got > 0) {
            next += got;
            position += (uint64_t)got;
            size -= (size_t)got;
        } else if (got == 0 || errno != EINTR) {
            return false;
        }
    }
    return true;
}

int file_share(const char *path, bool create, Error *e)
{
    struct stat info;
    if (stat(path, &info) == 0 && file_check_regular(path, info.st_mode, e) != ERROR_NONE) {
        return -1;
    }
    const int file = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | (create ? O_CREAT : 0), NEW_MODE);
    if (file < 0) {
        refuse(path, e);
    } else {
        error_clear(e);
    }
    return file;
}

void file_close(int file)
{
    close(file);
}

bool file_lock(int file, int64_t begin, int64_t length)
{
    struct flock bytes = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)begin, .l_len = (off_t)length};
    return fcntl(file, F_SETLK, &bytes) == 0 || (errno != EACCES && errno != EAGAIN);
}

bool file_cut(FILE *stream, int64_t size)
{
    return ftruncate(fileno(stream), (off_t)size) == 0 && fseeko(stream, (off_t)size, SEEK_SET) == 0;
}

ErrorCode file_check_target(const char *path, const char *begins, int *mode, Error *e)
{
    struct stat info;
    *mode = -1;
    if (stat(path, &info) != 0) {
        if (errno != ENOENT || *path == '\0') {
            return refuse(path, e);
        }
        if (lstat(path, &info) == 0) {
            return error_set(e, ERROR_SYNTAX, "%s is a symbolic link that leads nowhere", path);
        }
        return error_clear(e);
    }
    if (file_check_regular(path, info.st_mode, e) != ERROR_NONE) {
        return e->code;
    }
    if (access(path, W_OK) != 0) {
        return refuse(path, e);
    }
    *mode = (int)(info.st_mode & MODE_BITS);
    return begins != NULL && info.st_size > 0 ? file_begins(path, begins, e) : error_clear(e);
}

char *file_real_path(const char *path)
{
    return realpath(path, NULL);
}

FILE *file_create(const char *path, int mode)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, NEW_MODE);
    if (file < 0) {
        return NULL;
    }
    if (mode >= 0) {
        (void)fchmod(file, (mode_t)mode); /* where that is not allowed, a new file's will do */
    }
    FILE *const stream = fdopen(file, "wb");
    if (stream == NULL) {
        close(file);
        unlink(path);
        errno = ENOMEM;
    }
    return stream;
}

bool file_sync(FILE *stream)
{
    return fsync(fileno(stream)) == 0 || errno == EINVAL; /* of file systems that cannot do it */
}

bool file_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}
