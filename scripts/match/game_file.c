/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/game_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "match/pdn.h"
#include "system/regular_file.h"

enum { FILE_MODE = 0666 };

/* Refuses what stands in a file that is to be begun. */
static ErrorCode refuse_content(int file, const char *path, Error *e)
{
    char begin[sizeof PDN_BEGIN];
    const ssize_t length = pread(file, begin, sizeof begin - 1, 0);
    if (length == (ssize_t)sizeof begin - 1 && memcmp(begin, PDN_BEGIN, sizeof begin - 1) == 0) {
        return error_set(e, ERROR_SYNTAX, "%s holds games already: -resume continues their match, or remove the file",
                         path);
    }
    return error_set(e, ERROR_SYNTAX, "%s is no game file, and is not touched: choose another name", path);
}

int game_file_open(const MatchConfig *c, Error *e)
{
    const char *const path = c->pdn_file;
    struct stat info;
    /* A look before opening: to open a device can have effects. */
    if (stat(path, &info) == 0 && regular_file_check(path, info.st_mode, e) != ERROR_NONE) {
        return -1;
    }
    const int file = open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, FILE_MODE);
    if (file < 0 || fstat(file, &info) != 0) {
        error_set(e, ERROR_SYNTAX, "cannot open %s: %s", path, strerror(errno));
    } else if (regular_file_check(path, info.st_mode, e) != ERROR_NONE) {
        /* *e says why. */
    } else if (flock(file, LOCK_EX | LOCK_NB) != 0) {
        error_set(e, ERROR_SYNTAX, errno == EWOULDBLOCK ? "%s is in use by another match" : "cannot lock %s: %s", path,
                  strerror(errno));
    } else if (fstat(file, &info) != 0 || (info.st_size > 0 && !c->resume)) {
        refuse_content(file, path, e);
    } else {
        error_clear(e);
        return file;
    }
    if (file >= 0) {
        close(file);
    }
    return -1;
}

ErrorCode game_file_append(int file, const char *text, size_t length, Error *e)
{
    const off_t begin = lseek(file, 0, SEEK_CUR);
    while (length > 0) {
        const ssize_t n = write(file, text, length);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n <= 0) {
            const int reason = n < 0 ? errno : ENOSPC;
            /* Where that fails too the reader finds the game cut off. */
            const bool cut = begin >= 0 && ftruncate(file, begin) == 0;
            return error_set(e, ERROR_SYNTAX, "the game file cannot be written: %s%s", strerror(reason),
                             cut ? "" : "; its last game is cut off");
        }
        text += n;
        length -= (size_t)n;
    }
    return error_clear(e);
}
