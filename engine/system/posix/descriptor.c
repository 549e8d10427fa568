/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

bool descriptor_prepare(void)
{
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++) {
        if (fcntl(fd, F_GETFD) < 0) {
            /* The wrong way round, so that reading from it or writing to it still fails. */
            (void)open("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        }
    }
    const int flags = fcntl(STDOUT_FILENO, F_GETFL);
    return flags >= 0 && (flags & O_ACCMODE) != O_RDONLY;
}

bool descriptor_is_terminal(int fd)
{
    return isatty(fd) == 1;
}

bool descriptor_write(int fd, const char *data, size_t length)
{
    while (length > 0) {
        const ssize_t written = write(fd, data, length);
        if (written >= 0) {
            data += written;
            length -= (size_t)written;
        } else if (errno == EAGAIN || errno == EWOULDBLOCK) {
            struct pollfd room = {.fd = fd, .events = POLLOUT, .revents = 0};
            poll(&room, 1, -1);
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}
