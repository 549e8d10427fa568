/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress of a long job: a line on the error output, redrawn in place on a terminal, printed at intervals elsewhere.
 * Not thread-safe. */
#ifndef BUSHKA_TOOLS_PROGRESS_H
#define BUSHKA_TOOLS_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

#include "system/clock.h"

/* Where a line of progress is shown. */
typedef enum ProgressPlace { PROGRESS_NOWHERE, PROGRESS_TERMINAL, PROGRESS_ANYWHERE } ProgressPlace;

/* What is counted, and since when. */
typedef struct Progress {
    const char *unit;         /* "positions" */
    uint64_t first, total;    /* done at the beginning; wanted in all */
    Nanoseconds began, shown; /* moments of the clock */
    ProgressPlace place;
    bool terminal; /* the error output is one */
    bool drawn;    /* a line is shown there */
} Progress;

/* Begins to measure. */
void progress_begin(Progress *p, const char *unit, uint64_t first, uint64_t total, ProgressPlace place);

/* Shows count, speed and time left, on a terminal with a bar, unless that was done a moment ago. */
void progress_show(Progress *p, uint64_t done);

/* Erases the line from the terminal, to make room for another one or because the job ends in silence. */
void progress_clear(Progress *p);

/* Prints the final count, the speed and the time taken, except for PROGRESS_NOWHERE. */
void progress_end(Progress *p, uint64_t done);

/* Seconds since the beginning. */
double progress_seconds(const Progress *p);

/* Estimated seconds left, at the speed so far; something must have been done. */
double progress_left(const Progress *p, uint64_t done);

/* A time as text. */
typedef struct ProgressTime {
    char text[32];
} ProgressTime;

/* Seconds as hours, minutes and seconds: "1:02:03". */
ProgressTime progress_time(double seconds);

#endif
