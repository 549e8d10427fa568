/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A console: the system edits lines and remembers them. */
#include "system/terminal_device.h"

#include <io.h>
#include <stdlib.h>

#include "system/descriptor.h"
#include "system/windows/byte_reader.h"
#include "system/windows/handle.h"

/* The terminal of the process. */
static struct {
    ByteReader *reader;
    UINT characters; /* the characters of its output before */
} state;

bool terminal_device_is_there(void)
{
    return descriptor_is_terminal(DESCRIPTOR_INPUT) && descriptor_is_terminal(DESCRIPTOR_OUTPUT);
}

bool terminal_device_begin(void)
{
    state.reader = byte_reader_new(DESCRIPTOR_INPUT);
    if (state.reader == NULL) {
        return false;
    }
    state.characters = GetConsoleOutputCP();
    SetConsoleOutputCP(CP_UTF8);
    return true;
}

void terminal_device_end(void)
{
    byte_reader_free(state.reader);
    state.reader = NULL;
    SetConsoleOutputCP(state.characters);
}

const char *terminal_device_name(void)
{
    DWORD mode;
    const char *const name = getenv("TERM");
    const bool has_sequences = GetConsoleMode((HANDLE)_get_osfhandle(DESCRIPTOR_OUTPUT), &mode) &&
                               (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
    return name != NULL ? name : has_sequences ? "xterm-256color" : NULL;
}

/* The console of old has no discs in its fonts; Windows Terminal, which says who it is, takes them from others. */
bool terminal_device_shows_symbols(void)
{
    return getenv("WT_SESSION") != NULL;
}

int terminal_device_columns(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    return GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(DESCRIPTOR_OUTPUT), &info)
               ? info.srWindow.Right - info.srWindow.Left + 1
               : 0;
}

bool terminal_device_has_typed(void)
{
    return WaitForSingleObject(byte_reader_event(state.reader), 0) == WAIT_OBJECT_0;
}

bool terminal_device_wait(bool keys, int signals, int wake, int milliseconds)
{
    enum { MOST = 3 };
    HANDLE events[MOST];
    DWORD count = 0;
    events[count++] = handle_of(signals);
    if (wake != -1) {
        events[count++] = handle_of(wake);
    }
    if (keys) {
        events[count++] = byte_reader_event(state.reader);
    }
    WaitForMultipleObjects(count, events, FALSE, handle_time(milliseconds));
    return keys && terminal_device_has_typed();
}

int terminal_device_read(char *bytes, size_t size)
{
    return byte_reader_take(state.reader, bytes, size);
}
