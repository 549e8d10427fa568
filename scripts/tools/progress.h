/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far a long work is: a line on the error output, drawn over and over on a terminal, written now and then
 * elsewhere. One thread at a time. */
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
    uint64_t first, total;    /* there at the beginning; wanted in all */
    Nanoseconds began, shown; /* moments of the clock */
    ProgressPlace place;
    bool terminal; /* the error output is one */
    bool drawn;    /* a line stands on it */
} Progress;

/* Begins to measure. */
void progress_begin(Progress *p, const char *unit, uint64_t first, uint64_t total, ProgressPlace place);

/* Shows count, speed and time left, on a terminal with a bar, unless that was done just before. */
void progress_show(Progress *p, uint64_t done);

/* Takes the line off the terminal, to make room for another one or because the work ends without a word. */
void progress_clear(Progress *p);

/* Shows the last count and the time that it took, which stay; not on PROGRESS_NOWHERE. */
void progress_end(Progress *p, uint64_t done);

/* Seconds since the beginning. */
double progress_seconds(const Progress *p);

/* Seconds that what is left may be expected to take, at the speed so far; something must have been done. */
double progress_left(const Progress *p, uint64_t done);

/* A time as text. */
typedef struct ProgressTime {
    char text[32];
} ProgressTime;

/* Seconds as hours, minutes and seconds: "1:02:03". */
ProgressTime progress_time(double seconds);

#endif
