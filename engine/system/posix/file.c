/* SPDX-License-Identifier: GPL-3.0-or-later */
/* realpath() belongs to the X/Open part of POSIX. */
#define _XOPEN_SOURCE 700
#include "system/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    DIRECTORY_MODE = 0777, /* before the umask */
    NEW_MODE = 0666,       /* likewise */
    MODE_BITS = 07777      /* of st_mode: permissions */
};

char file_list_separator(void)
{
    return ':';
}

bool file_stat(const char *path, FileStat *result)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        return false;
    }
    *result = (FileStat){.mode = info.st_mode, .size = (int64_t)info.st_size};
    return true;
}

bool file_is_same(const char *a, const char *b)
{
    struct stat x, y;
    return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

void file_remove(const char *path)
{
    unlink(path);
}

bool file_mkdir(const char *path)
{
    return mkdir(path, DIRECTORY_MODE) == 0;
}

bool file_is_link(const char *path)
{
    struct stat info;
    return lstat(path, &info) == 0 && S_ISLNK(info.st_mode);
}

bool file_is_writable(const char *path)
{
    return access(path, W_OK) == 0;
}

int file_open_descriptor(const char *path, FileAccess access)
{
    static const int FLAGS[] = {[FILE_READ] = O_RDONLY | O_NONBLOCK,
                                [FILE_READ_WRITE] = O_RDWR,
                                [FILE_READ_WRITE_CREATE] = O_RDWR | O_CREAT,
                                [FILE_WRITE_NEW] = O_WRONLY | O_CREAT | O_EXCL};
    return open(path, FLAGS[access] | O_NOCTTY | O_CLOEXEC, NEW_MODE);
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

bool file_lock(int file, int64_t begin, int64_t length)
{
    struct flock bytes = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)begin, .l_len = (off_t)length};
    return fcntl(file, F_SETLK, &bytes) == 0 || (errno != EACCES && errno != EAGAIN);
}

bool file_truncate(FILE *stream, int64_t size)
{
    return fflush(stream) == 0 && ftruncate(fileno(stream), (off_t)size) == 0 &&
           fseeko(stream, (off_t)size, SEEK_SET) == 0;
}

char *file_real_path(const char *path)
{
    return realpath(path, NULL);
}

void file_set_permissions(int file, unsigned mode)
{
    (void)fchmod(file, (mode_t)(mode & MODE_BITS)); /* where that is not allowed, those of a new file will do */
}

bool file_sync(FILE *stream)
{
    return fsync(fileno(stream)) == 0 || errno == EINVAL; /* the file system does not support it */
}

bool file_replace(const char *from, const char *to)
{
    return rename(from, to) == 0;
}
