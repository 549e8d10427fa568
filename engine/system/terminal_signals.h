/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signals of a terminal, kept until they are asked for; and a descriptor to wait on until there is one, or another
 * thread has something to tell. The process has one set of signals: this module's state is of the process. */
#ifndef BUSHKA_SYSTEM_TERMINAL_SIGNALS_H
#define BUSHKA_SYSTEM_TERMINAL_SIGNALS_H

#include <stdbool.h>

/* What can be asked for. */
typedef enum TerminalSignal {
    TERMINAL_INTERRUPT = 0, /* Ctrl-C; a second one before the first was taken ends the process */
    TERMINAL_STOP,          /* Ctrl-Z */
    TERMINAL_CONTINUE,      /* the process runs again */
    TERMINAL_RESIZE,
    TERMINAL_SIGNAL_COUNT
} TerminalSignal;

/* Handles the signals of the terminal that is standard input from now on. Those that end the process give the terminal
 * back first. Returns false when no pipe is to be had. */
bool terminal_signals_begin(void);

/* Gives the signals back. */
void terminal_signals_end(void);

/* The descriptor that is readable after a signal or terminal_signals_wake(). */
int terminal_signals_descriptor(void);

/* Makes it readable. Any thread may call it. */
void terminal_signals_wake(void);

/* Makes it unreadable again; to be called before looking for what has happened. */
void terminal_signals_clear(void);

/* True when that signal came since the last call. */
bool terminal_signals_take(TerminalSignal s);

/* Stops the process, as Ctrl-Z does a program that does not handle it; returns when it runs again. */
void terminal_signals_suspend(void);

#endif
