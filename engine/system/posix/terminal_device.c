/* SPDX-License-Identifier: GPL-3.0-or-later */
/* TIOCGWINSZ and struct winsize came to POSIX after the edition that the rest is compiled for. */
#define _DEFAULT_SOURCE
#define _DARWIN_C_SOURCE
#define __BSD_VISIBLE 1

#include "system/terminal_device.h"

#include <errno.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

bool terminal_device_is_there(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

bool terminal_device_begin(void)
{
    setlocale(LC_CTYPE, "");
    return true;
}

void terminal_device_end(void)
{
}

const char *terminal_device_name(void)
{
    return getenv("TERM");
}

bool terminal_device_shows_symbols(void)
{
    return strcmp(nl_langinfo(CODESET), "UTF-8") == 0;
}

int terminal_device_columns(void)
{
    struct winsize size;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

bool terminal_device_has_typed(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
    return poll(&input, 1, 0) > 0;
}

bool terminal_device_wait(bool keys, int signals, int wake, int milliseconds)
{
    enum { KEYS, SIGNALS, WAKE, COUNT };
    struct pollfd watched[COUNT] = {
        [KEYS] = {.fd = keys ? STDIN_FILENO : -1, .events = POLLIN, .revents = 0},
        [SIGNALS] = {.fd = signals, .events = POLLIN, .revents = 0},
        [WAKE] = {.fd = wake, .events = POLLIN, .revents = 0},
    };
    return poll(watched, COUNT, milliseconds) > 0 && watched[KEYS].revents != 0;
}

int terminal_device_read(char *bytes, size_t size)
{
    const ssize_t count = read(STDIN_FILENO, bytes, size < INT_MAX ? size : INT_MAX);
    if (count >= 0) {
        return (int)count;
    }
    return errno == EINTR || errno == EAGAIN || errno == EWOULDBLOCK ? -1 : 0;
}
