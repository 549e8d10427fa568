/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The progress bar on a terminal, and the speed of the match. Nothing of it is standard output. */
#ifndef BUSHKA_MATCH_PROGRESS_H
#define BUSHKA_MATCH_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>

/* A bar over the games of a match. */
typedef struct Progress {
    bool terminal; /* the error output is one; else no bar is drawn */
    bool shown;
    uint64_t total, first; /* games in all; those that were there at the start */
    int64_t began, drawn;  /* ns of the monotonic clock */
} Progress;

/* Begins to measure. */
void progress_init(Progress *p, uint64_t total, uint64_t first);

/* Draws the bar with the time left, unless it was drawn just before. */
void progress_show(Progress *p, uint64_t done);

/* Takes the bar away, to make room for a line. */
void progress_clear(Progress *p);

/* Prints time and speed on the error output. plies are those of all games. */
void progress_end(Progress *p, uint64_t done, uint64_t plies);

#endif
