/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/shared_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "system/regular_file.h"

enum { NEW_MODE = 0666 /* before the umask */ };

int shared_file_open(const char *path, bool create, Error *e)
{
    struct stat info;
    if (stat(path, &info) == 0 && regular_file_check(path, info.st_mode, e) != ERROR_NONE) {
        return -1;
    }
    const int file = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC | (create ? O_CREAT : 0), NEW_MODE);
    if (file < 0) {
        error_set(e, ERROR_SYNTAX, "%s: %s", path, strerror(errno));
        return -1;
    }
    error_clear(e);
    return file;
}

void shared_file_close(int file)
{
    close(file);
}

bool shared_file_lock(int file, int64_t begin, int64_t length)
{
    struct flock bytes = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = (off_t)begin, .l_len = (off_t)length};
    return fcntl(file, F_SETLK, &bytes) == 0 || (errno != EACCES && errno != EAGAIN);
}

FILE *shared_file_stream(int file)
{
    return fdopen(file, "r+b");
}

bool shared_file_cut(FILE *stream, int64_t size)
{
    return ftruncate(fileno(stream), (off_t)size) == 0 && fseeko(stream, (off_t)size, SEEK_SET) == 0;
}
