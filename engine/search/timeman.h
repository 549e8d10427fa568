/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time management: how long to think about a move. */
#ifndef BUSHKA_SEARCH_TIMEMAN_H
#define BUSHKA_SEARCH_TIMEMAN_H

#include "search/search.h"

/* Two bounds in ms since the command came in: after the soft one no new iteration begins, at the hard one
 * the search stops wherever it is. */
typedef struct TimeBounds {
    bool limited;
    int64_t soft;
    int64_t hard;
} TimeBounds;

/* The bounds for the side to move. Not limited when neither clock nor movetime is given. The hard bound never
 * exceeds what is on the clock less the overhead, but for one millisecond. */
TimeBounds timeman_bounds(const SearchLimits *limits, Color side);

/* The soft bound in the light of the search so far, in ms, at most the hard one: shorter while the best move has
 * stayed the same for `stable` iterations, longer when its score has fallen by `fall` points since the iteration
 * before the last. */
int64_t timeman_soft(const TimeBounds *b, int stable, Score fall);

#endif
