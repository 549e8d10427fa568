/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/input_source.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>
#include <unistd.h>

bool input_source_init(InputSource *s, int fd, int watched, int wake)
{
    *s = (InputSource){.fd = fd, .watched = watched, .wake = wake};
    return true;
}

void input_source_free(InputSource *s)
{
    s->fd = -1;
}

InputStatus input_source_wait(const InputSource *s, bool read, int milliseconds)
{
    enum { READ, WATCHED, WAKE, COUNT };
    struct pollfd watch[COUNT] = {[READ] = {.fd = read ? s->fd : -1, .events = POLLIN},
                                  [WATCHED] = {.fd = s->watched, .events = 0},
                                  [WAKE] = {.fd = s->wake, .events = POLLIN}};
    const int count = poll(watch, COUNT, milliseconds);
    if (count == 0) {
        return INPUT_LATE;
    }
    if (count < 0) {
        return errno == EINTR ? INPUT_WOKEN : INPUT_LINE; /* let read() say what is wrong */
    }
    if (watch[WATCHED].revents != 0) {
        return INPUT_GONE;
    }
    return watch[WAKE].revents != 0 ? INPUT_WOKEN : INPUT_LINE;
}

int input_source_read(const InputSource *s, char *bytes, size_t size)
{
    const ssize_t count = read(s->fd, bytes, size < INT_MAX ? size : INT_MAX);
    if (count >= 0) {
        return (int)count;
    }
    return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK ? -1 : 0;
}
