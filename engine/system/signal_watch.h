/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signals that end a program: INT, TERM and HUP. A thread waits for them and asks the work to end. When the work
 * does not end soon, even while it reads, or writes to a pipe that is not read, the process ends where it is:
 * a file written beside its destination stays then. */
#ifndef BUSHKA_SYSTEM_SIGNAL_WATCH_H
#define BUSHKA_SYSTEM_SIGNAL_WATCH_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum {
    SIGNAL_WATCH_GRACE = 600,  /* ms from the signal to the end of the process that are enough for most work */
    SIGNAL_WATCH_EXIT_CODE = 3 /* of a program that a signal has ended */
};

/* One for each process. To stay in place between signal_watch_begin() and signal_watch_end(). */
typedef struct SignalWatch {
    const char *program; /* its name, for the line on the error output */
    atomic_bool requested;
    atomic_bool over;
    atomic_int grace; /* ms that the work has; may be changed meanwhile */
    /* The rest is POSIX's alone. */
    unsigned handled; /* bit i: the i-th of these signals */
    pthread_t thread;
    bool watching; /* false when there is no thread: signals end the process then as they do by default */
} SignalWatch;

/* Begins to wait for the signals. To be called before other threads are started: they must not get the signals. Those
 * that are ignored (nohup, jobs in the background) stay so; but with `always`, for a program that scripts start in the
 * background and end, INT and TERM count all the same. The flag w->requested is set by the first signal; the work
 * looks at it, and has w->grace milliseconds to end, at first SIGNAL_WATCH_GRACE. When they are over, the process says
 * "PROGRAM: interrupted" on the error output and ends with SIGNAL_WATCH_EXIT_CODE. */
void signal_watch_begin(SignalWatch *w, const char *program, bool always);

/* True once one of the signals has come since signal_watch_begin(). Any thread may ask. POSIX's alone, for matches. */
bool signal_watch_pending(void);

/* Ends that. From then on the work is done: a signal that comes now waits for the end of the process. */
void signal_watch_end(SignalWatch *w);

#endif
