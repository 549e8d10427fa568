/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/standard_output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Opens something on the lowest free descriptor. The root directory stands in where there is no /dev. */
static int open_place_holder(int flags)
{
    const int fd = open("/dev/null", flags);
    return fd >= 0 ? fd : open("/", O_RDONLY);
}

static ErrorCode refuse(int reason, Error *e)
{
    if (reason == EBADF) {
        return error_set(e, ERROR_SYNTAX, "standard output is not open for writing");
    }
    return error_set(e, ERROR_SYNTAX, "standard output: %s",
                     reason != 0 ? strerror(reason) : "not everything could be written");
}

ErrorCode standard_output_begin(Error *e)
{
    signal(SIGPIPE, SIG_IGN);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            /* The wrong way round: reading from it or writing to it still fails as it did. */
            (void)open_place_holder(fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
    const int flags = fcntl(STDOUT_FILENO, F_GETFL);
    if (flags < 0 || (flags & O_ACCMODE) == O_RDONLY) {
        return refuse(EBADF, e);
    }
    return error_clear(e);
}

ErrorCode standard_output_flush(Error *e)
{
    errno = 0;
    if (fflush(stdout) != 0 || ferror(stdout) != 0) {
        return refuse(errno, e);
    }
    return error_clear(e);
}

ErrorCode standard_output_end(Error *e)
{
    const ErrorCode code = standard_output_flush(e);
    errno = 0;
    if (fclose(stdout) != 0 && code == ERROR_NONE) {
        return refuse(errno, e);
    }
    return code;
}
