/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signals that end a program: INT, TERM and HUP. A thread waits for them and asks the work to end. When the work
 * does not end soon, the process ends where it is: a file written beside its destination stays then. */
#ifndef BUSHKA_SYSTEM_SIGNAL_WATCH_H
#define BUSHKA_SYSTEM_SIGNAL_WATCH_H

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

enum {
    SIGNAL_WATCH_GRACE = 600,  /* ms from the signal to the end of the process, whatever it does */
    SIGNAL_WATCH_EXIT_CODE = 3 /* of a program that a signal has ended */
};

/* One for each process. To stay in place between signal_watch_begin() and signal_watch_end(). */
typedef struct SignalWatch {
    const char *program; /* its name, for the line on the error output */
    atomic_bool requested;
    atomic_bool over;
    sigset_t signals;
    pthread_t thread;
    bool watching; /* false when there is no thread: signals end the process then as they do by default */
} SignalWatch;

/* Begins to wait for the signals, but for those that are ignored (nohup). To be called before other threads are
 * started: they must not get the signals. The flag w->requested is set by the first one; the work looks at it. */
void signal_watch_begin(SignalWatch *w, const char *program);

/* Ends that. From then on the work is done: a signal that comes now waits for the end of the process. */
void signal_watch_end(SignalWatch *w);

#endif
