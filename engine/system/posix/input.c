/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/input.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

bool input_attach(Input *in)
{
    (void)in;
    return true;
}

void input_detach(Input *in)
{
    (void)in;
}

bool input_wait(const Input *in)
{
    enum { READ, WATCHED, COUNT };
    struct pollfd watch[COUNT] = {[READ] = {.fd = in->fd, .events = POLLIN}, [WATCHED] = {.fd = in->watched}};
    int count;
    do {
        count = poll(watch, COUNT, -1);
    } while (count < 0 && errno == EINTR);
    return count < 0 || watch[WATCHED].revents == 0; /* read() will say what is wrong */
}

int input_read(const Input *in, char *bytes, size_t size)
{
    const ssize_t count = read(in->fd, bytes, size < INT_MAX ? size : INT_MAX);
    if (count >= 0) {
        return (int)count;
    }
    return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK ? -1 : 0;
}

bool input_reader_gone(const Input *in)
{
    struct pollfd watch = {.fd = in->watched};
    return poll(&watch, 1, 0) > 0;
}
