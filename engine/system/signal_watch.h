/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The signals that end a program: INT, TERM and HUP. A thread waits for them and asks the work to end. If it does not
 * end soon, for example because a read, or a write to a full pipe, blocks it, the process exits; a temporary file
 * (AtomicFile) then stays behind. */
#ifndef BUSHKA_SYSTEM_SIGNAL_WATCH_H
#define BUSHKA_SYSTEM_SIGNAL_WATCH_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

enum {
    SIGNAL_WATCH_GRACE = 600,  /* ms that are enough for most work to end after a signal */
    SIGNAL_WATCH_EXIT_CODE = 3 /* of a program that a signal has ended */
};

/* One per process. It must not move between signal_watch_begin() and signal_watch_end(). */
typedef struct SignalWatch {
    const char *program; /* its name, for the message on standard error */
    atomic_bool requested;
    atomic_bool over;
    atomic_int grace; /* ms that the work has to end; may be changed at any time */
    /* For POSIX only. */
    unsigned handled; /* bit i: the i-th of these signals is handled */
    pthread_t thread;
    bool watching; /* false when there is no thread: the signals then end the process, as they do by default */
} SignalWatch;

/* Begins to wait for the signals. Call this before other threads are started, since they must not receive them. A
 * signal that is ignored (nohup, background jobs) stays ignored, except that `always` handles INT and TERM anyway, for
 * a program that scripts start in the background and end. The first signal sets w->requested. The work has to poll that
 * flag, and to end within w->grace milliseconds (SIGNAL_WATCH_GRACE unless changed); otherwise the process prints
 * "PROGRAM: interrupted" on standard error and exits with SIGNAL_WATCH_EXIT_CODE. */
void signal_watch_begin(SignalWatch *w, const char *program, bool always);

/* True once one of the signals has come since signal_watch_begin(). Any thread. POSIX only, for matches. */
bool signal_watch_pending(void);

/* Stops waiting, since the work is done. On POSIX, signals that come from now on stay blocked. */
void signal_watch_end(SignalWatch *w);

#endif
