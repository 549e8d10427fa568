/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terminal that is standard input and output, read a line at a time as the system hands it out, and its signals.
 * The process has one terminal and one set of signals: this module's state is of the process. */
#ifndef BUSHKA_SYSTEM_TTY_H
#define BUSHKA_SYSTEM_TTY_H

#include <stdbool.h>
#include <stddef.h>

/* Signals, kept until they are taken. */
typedef enum TtySignal {
    TTY_INTERRUPT = 0, /* Ctrl-C; a second one before the first was taken ends the process */
    TTY_STOP,          /* Ctrl-Z */
    TTY_CONTINUE,      /* the process runs again */
    TTY_RESIZE,
    TTY_END, /* the process is to end: the terminal is gone, or somebody asks for it; it ends some seconds later anyhow
              */
    TTY_SIGNAL_COUNT
} TtySignal;

/* Makes it ready to be waited for and to show text in the user's language, and handles its signals from now on. Returns
 * false when memory or descriptors do not suffice. */
bool tty_begin(void);

/* Ends that, and gives terminal and signals back as they were. */
void tty_end(void);

/* The kind of terminal, as TERM names them: "xterm", "dumb"; NULL where it is not known. */
const char *tty_name(void);

/* Lets Ctrl-C and Ctrl-Z drop nothing that is on its way to the screen, until the terminal's settings are restored.
 * They do not drop what was typed either then. This and the next are POSIX's alone, for line editing. */
void tty_keep_output(void);

/* Drops what was typed and has not been read. */
void tty_drop_typed(void);

/* True when it shows symbols beyond ASCII, such as discs, after tty_begin(). */
bool tty_shows_symbols(void);

/* Its width in columns; 0 where it is not known. */
int tty_columns(void);

/* True when something was typed that has not been read, as far as is known. */
bool tty_has_typed(void);

/* Waits until something was typed (only with `keys`), a signal came or tty_wake() was called since the last wait; at
 * most that many milliseconds (negative: without a limit). Returns true when something was typed, or input has ended.
 */
bool tty_wait(bool keys, int milliseconds);

/* Ends the wait that lasts, or the next one. Any thread. */
void tty_wake(void);

/* Takes up to that many bytes of what was typed, after tty_wait(). Returns their number; 0 at the end of input; -1 when
 * there are none after all. */
int tty_read(char *bytes, size_t size);

/* True when that signal came since the last call. */
bool tty_take(TtySignal s);

/* Ends the process, as the signal of TTY_END does that is not handled; after tty_end(). */
void tty_end_process(void);

/* Stops the process, as Ctrl-Z does a program that does not handle it; returns when it runs again. */
void tty_suspend(void);

#endif
