/* SPDX-License-Identifier: GPL-3.0-or-later */
/* On Windows these are Ctrl-C, Ctrl-Break, the closing of the console, and the end of the user's session. The system
 * calls a handler for them on another thread. */
#include "system/signal_watch.h"

#include <stdio.h>

#include "system/clock.h"
#include "system/descriptor.h"

#include <windows.h>

enum { LINE_SIZE = 128, CHECK_MS = 5 };

/* The handler takes no context. */
static struct {
    _Atomic(SignalWatch *) watch; /* NULL: none */
    atomic_int handling;          /* calls under way */
} state;

/* Ends the process, unless the work does so in time. */
static void end_soon(SignalWatch *w)
{
    char line[LINE_SIZE];
    const Nanoseconds end = clock_now() + atomic_load(&w->grace) * NS_PER_MS;
    while (!atomic_load(&w->over) && clock_now() < end) {
        Sleep(CHECK_MS);
    }
    if (atomic_load(&w->over)) {
        return;
    }
    const int length = snprintf(line, sizeof line, "%s: interrupted\n", w->program);
    (void)descriptor_write(DESCRIPTOR_ERRORS, line, length < (int)sizeof line ? (size_t)length : sizeof line - 1);
    ExitProcess(SIGNAL_WATCH_EXIT_CODE);
}

static BOOL WINAPI handle(DWORD event)
{
    (void)event;
    atomic_fetch_add(&state.handling, 1);
    SignalWatch *const w = atomic_load(&state.watch);
    if (w != NULL && !atomic_exchange(&w->requested, true)) {
        end_soon(w);
    }
    atomic_fetch_sub(&state.handling, 1);
    return w != NULL;
}

void signal_watch_begin(SignalWatch *w, const char *program, bool always)
{
    (void)always;
    *w = (SignalWatch){.program = program};
    atomic_init(&w->grace, SIGNAL_WATCH_GRACE);
    atomic_store(&state.watch, w);
    SetConsoleCtrlHandler(handle, TRUE);
}

void signal_watch_end(SignalWatch *w)
{
    atomic_store(&w->over, true);
    atomic_store(&state.watch, NULL);
    SetConsoleCtrlHandler(handle, FALSE);
    while (atomic_load(&state.handling) > 0) {
        Sleep(CHECK_MS);
    }
}
