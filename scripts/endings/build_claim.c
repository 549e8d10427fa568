/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings/build_claim.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define CLAIMS_FILE "building.lock"

enum { PATH_SIZE = 4096, FILE_MODE = 0666 };

/* Opens the file, or returns -1 with errno set. */
static int open_claims(const char *folder, int flags, char path[PATH_SIZE])
{
    if (snprintf(path, PATH_SIZE, "%s/" CLAIMS_FILE, folder) >= PATH_SIZE) {
        errno = ENAMETOOLONG;
        return -1;
    }
    return open(path, O_RDWR | O_CLOEXEC | O_NOCTTY | flags, FILE_MODE);
}

/* Locks bytes of the file, all from `begin` on where `length` is 0. Returns false when another process has one. */
static bool lock(int file, off_t begin, off_t length)
{
    struct flock bytes = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_start = begin, .l_len = length};
    return fcntl(file, F_SETLK, &bytes) == 0 || (errno != EACCES && errno != EAGAIN);
}

ErrorCode build_claim(const char *folder, const Variant *v, TableClass c, int *claim, Error *e)
{
    char path[PATH_SIZE];
    *claim = open_claims(folder, O_CREAT, path);
    if (*claim < 0) {
        return error_set(e, ERROR_SYNTAX, "%s/" CLAIMS_FILE ": %s", folder, strerror(errno));
    }
    if (!lock(*claim, (off_t)variant_index(v) * TABLE_CLASS_IDS + table_class_id(c), 1)) {
        close(*claim);
        *claim = BUILD_CLAIMED_ELSEWHERE;
    }
    return error_clear(e);
}

void build_release(int claim)
{
    close(claim);
}

void build_claims_end(const char *folder)
{
    char path[PATH_SIZE];
    const int file = open_claims(folder, 0, path);
    if (file >= 0) {
        if (lock(file, 0, 0)) {
            unlink(path);
        }
        close(file);
    }
}
