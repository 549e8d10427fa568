/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ends the program soon after SIGINT, SIGTERM or SIGHUP, whatever it is doing: reading, writing to a pipe that nobody
 * reads, making openings. A thread waits for these signals, which are blocked everywhere. While games are played they
 * are left to the runner, which ends the match in order; only when that fails does the thread step
 * in. */
#ifndef BUSHKA_MATCH_WATCH_H
#define BUSHKA_MATCH_WATCH_H

#include <stdbool.h>

#include "core/error.h"

enum {
    WATCH_GRACE_MS = 900 /* for the runner to end the match in order */
};

typedef struct Watch Watch;

/* Blocks the signals, except a SIGHUP that is ignored (nohup), and starts the thread, before any other. When a signal
 * comes it writes "PROGRAM: interrupted" to the error output and ends the process with that exit code. Lives as long as
 * the process. Where no thread can be started, signals end the process as they do by default until watch_leave(). NULL
 * with *e filled when memory runs out. */
Watch *watch_start(const char *program, int exit_code, Error *e);

/* From now on the signals are the runner's business: they are blocked. Before any other thread is started. */
void watch_leave(Watch *w);

/* This file, if it is there, is removed when a signal ends the process; NULL: none. */
void watch_file(Watch *w, const char *path);

/* True when the user wants to end: one of the signals, which must be blocked, is pending. Any thread may ask. */
bool watch_interrupted(void);

#endif
