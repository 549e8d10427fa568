/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/descriptor.h"

#include <errno.h>
#include <fcntl.h>
#include <io.h>

#include "system/windows/wide.h"

#include <windows.h>

enum {
    PART = 1 << 15, /* bytes written at once: consoles accept no more */
    FULL_MS = 1     /* between two writes to a full pipe that does not block */
};

static HANDLE handle(int fd)
{
    return (HANDLE)_get_osfhandle(fd);
}

/* True when the descriptor is open. A program without a console may have none. */
static bool is_open(int fd)
{
    return (intptr_t)handle(fd) >= 0;
}

/* Turns escape sequences on, which are off in a console until a program asks for them. */
static void use_sequences(int fd)
{
    DWORD mode;
    if (GetConsoleMode(handle(fd), &mode)) {
        SetConsoleMode(handle(fd), mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    }
}

bool descriptor_prepare(void)
{
    const bool writable = is_open(DESCRIPTOR_OUTPUT);
    for (int fd = DESCRIPTOR_INPUT; fd <= DESCRIPTOR_ERRORS; fd++) {
        if (!is_open(fd)) {
            /* The wrong way round, so that reading from it or writing to it still fails. */
            const int holder = _open("NUL", fd == DESCRIPTOR_INPUT ? _O_WRONLY : _O_RDONLY);
            if (holder >= 0 && holder != fd) {
                _dup2(holder, fd);
                _close(holder);
            }
        }
        _setmode(fd, _O_BINARY);
    }
    use_sequences(DESCRIPTOR_OUTPUT);
    use_sequences(DESCRIPTOR_ERRORS);
    return writable;
}

bool descriptor_is_terminal(int fd)
{
    DWORD mode;
    return GetConsoleMode(handle(fd), &mode);
}

bool descriptor_write(int fd, const char *data, size_t length)
{
    while (length > 0) {
        DWORD written;
        if (!WriteFile(handle(fd), data, length < PART ? (DWORD)length : PART, &written, NULL)) {
            errno = wide_errno(GetLastError());
            return false;
        }
        data += written;
        length -= written;
        if (written == 0) {
            Sleep(FULL_MS);
        }
    }
    return true;
}
