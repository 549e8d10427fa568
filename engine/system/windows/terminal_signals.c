/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of the signals of a terminal a console has Ctrl-C alone. The system calls a function of the process for it, on a
 * thread of its own. */
#include "system/terminal_signals.h"

#include <stdatomic.h>

#include "system/wake.h"

#include <windows.h>

enum { ENDED_BY_INTERRUPT = 130 /* exit code */ };

/* The function takes no context. */
static struct {
    Wake wake;
    atomic_bool came[TERMINAL_SIGNAL_COUNT];
} state;

static BOOL WINAPI handle(DWORD event)
{
    if (event != CTRL_C_EVENT) {
        return FALSE; /* ends the process */
    }
    if (atomic_exchange(&state.came[TERMINAL_INTERRUPT], true)) {
        ExitProcess(ENDED_BY_INTERRUPT);
    }
    terminal_signals_wake();
    return TRUE;
}

bool terminal_signals_begin(void)
{
    return wake_init(&state.wake) && SetConsoleCtrlHandler(handle, TRUE);
}

void terminal_signals_end(void)
{
    SetConsoleCtrlHandler(handle, FALSE);
    wake_free(&state.wake);
}

int terminal_signals_descriptor(void)
{
    return wake_descriptor(&state.wake);
}

void terminal_signals_wake(void)
{
    wake_ring(&state.wake);
}

void terminal_signals_clear(void)
{
    wake_clear(&state.wake);
}

bool terminal_signals_take(TerminalSignal s)
{
    return atomic_exchange(&state.came[s], false);
}

void terminal_signals_suspend(void)
{
}
