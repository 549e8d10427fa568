/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal on standard input and output, and its signals. A process has one of each, so this module has global
 * state. */
#ifndef BUSHKA_SYSTEM_TTY_H
#define BUSHKA_SYSTEM_TTY_H

#include <stdbool.h>
#include <stddef.h>

/* Signals, recorded until tty_take_signal(). */
typedef enum TtySignal {
    TTY_INTERRUPT = 0, /* Ctrl-C; a second one before the first was taken ends the process */
    TTY_STOP,          /* Ctrl-Z */
    TTY_CONTINUE,      /* the process was stopped and runs again */
    TTY_RESIZE,
    TTY_END, /* the process is to end: the terminal is gone, or the process is terminated; it exits some seconds later
                in any case */
    TTY_SIGNAL_COUNT
} TtySignal;

/* Prepares the terminal for tty_wait() and for text in the user's character set, and handles its signals from now on.
 * Returns false when memory or descriptors run out. */
bool tty_begin(void);

/* Undoes tty_begin(). */
void tty_end(void);

/* The kind of terminal, as in TERM: "xterm", "dumb"; NULL when it is unknown. */
const char *tty_name(void);

/* Stops Ctrl-C and Ctrl-Z from flushing the terminal's output and input queues, until the terminal's settings are
 * restored. This and the next function are POSIX only, for line editing. */
void tty_keep_output(void);

/* Discards input that has not been read. */
void tty_discard_input(void);

/* True when the terminal shows symbols beyond ASCII, such as discs; after tty_begin(). */
bool tty_shows_symbols(void);

/* The width in columns; 0 when it is unknown. */
int tty_columns(void);

/* True when there is input that has not been read, as far as is known. */
bool tty_has_input(void);

/* Waits until there is input (only with `keys`), or a signal has come or tty_wake() was called since the last wait; at
 * most that many milliseconds (negative: no limit). Returns true when there is input, or its end. */
bool tty_wait(bool keys, int milliseconds);

/* Ends the current wait, or the next one. Any thread. */
void tty_wake(void);

/* Reads up to `size` bytes of input, after tty_wait(). Returns their number; 0 at the end of input; -1 when there are
 * none after all. */
int tty_read(char *bytes, size_t size);

/* True when that signal has come since the last call. */
bool tty_take_signal(TtySignal s);

/* Ends the process by the default action of the signal that caused TTY_END (POSIX); after tty_end(). */
void tty_end_process(void);

/* Stops the process, as Ctrl-Z does by default. Returns when it runs again. */
void tty_suspend(void);

#endif
