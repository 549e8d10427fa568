/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A console: the system edits lines and remembers them. For Ctrl-C, and for what ends a program (Ctrl-Break, the
 * closing of the console, the end of the user's session), it calls a handler on another thread. */
#include "system/tty.h"

#include <io.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "system/descriptor.h"
#include "system/windows/byte_reader.h"

enum {
    ENDED_BY_INTERRUPT = 130, /* exit code */
    EXIT_TIMEOUT = 4500 /* ms from the event to the exit of a process that does not end by itself. The system would end
                           it after 5 s */
};

/* The handler takes no context. */
static struct {
    HANDLE wake; /* an event that tty_wake() sets */
    atomic_bool came[TTY_SIGNAL_COUNT];
    ByteReader *reader;
    UINT characters; /* the console's output code page before tty_begin() */
} state;

static BOOL WINAPI handle(DWORD event)
{
    if (event != CTRL_C_EVENT) {
        atomic_store(&state.came[TTY_END], true);
        tty_wake();
        Sleep(EXIT_TIMEOUT); /* the process ends when the handler returns */
        return FALSE;
    }
    if (atomic_exchange(&state.came[TTY_INTERRUPT], true)) {
        ExitProcess(ENDED_BY_INTERRUPT);
    }
    tty_wake();
    return TRUE;
}

bool tty_begin(void)
{
    state.wake = CreateEventW(NULL, TRUE, FALSE, NULL);
    if (state.wake == NULL) {
        return false;
    }
    state.reader = byte_reader_new(DESCRIPTOR_INPUT);
    if (state.reader == NULL || !SetConsoleCtrlHandler(handle, TRUE)) {
        byte_reader_free(state.reader);
        CloseHandle(state.wake);
        return false;
    }
    state.characters = GetConsoleOutputCP();
    SetConsoleOutputCP(CP_UTF8);
    return true;
}

void tty_end(void)
{
    SetConsoleCtrlHandler(handle, FALSE);
    SetConsoleOutputCP(state.characters);
    byte_reader_free(state.reader);
    CloseHandle(state.wake);
}

const char *tty_name(void)
{
    DWORD mode;
    const char *const name = getenv("TERM");
    const bool has_sequences = GetConsoleMode((HANDLE)_get_osfhandle(DESCRIPTOR_OUTPUT), &mode) &&
                               (mode & ENABLE_VIRTUAL_TERMINAL_PROCESSING) != 0;
    return name != NULL ? name : has_sequences ? "xterm-256color" : NULL;
}

/* The fonts of the old console have no discs; Windows Terminal, which sets this variable, takes them from others. */
bool tty_shows_symbols(void)
{
    return getenv("WT_SESSION") != NULL;
}

int tty_columns(void)
{
    CONSOLE_SCREEN_BUFFER_INFO info;
    return GetConsoleScreenBufferInfo((HANDLE)_get_osfhandle(DESCRIPTOR_OUTPUT), &info)
               ? info.srWindow.Right - info.srWindow.Left + 1
               : 0;
}

bool tty_has_input(void)
{
    return WaitForSingleObject(byte_reader_event(state.reader), 0) == WAIT_OBJECT_0;
}

bool tty_wait(bool keys, int milliseconds)
{
    const HANDLE events[] = {state.wake, byte_reader_event(state.reader)};
    WaitForMultipleObjects(keys ? 2 : 1, events, FALSE, milliseconds < 0 ? INFINITE : (DWORD)milliseconds);
    ResetEvent(state.wake);
    return keys && tty_has_input();
}

void tty_wake(void)
{
    SetEvent(state.wake);
}

int tty_read(char *bytes, size_t size)
{
    return byte_reader_take(state.reader, bytes, size);
}

bool tty_take_signal(TtySignal s)
{
    return atomic_exchange(&state.came[s], false);
}

void tty_end_process(void)
{
}

void tty_suspend(void)
{
}
