/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scores: centipawn-like points from the mover's side, a man being about 100; and mate scores (forced wins, losses). */
#ifndef BUSHKA_EVALUATION_SCORE_H
#define BUSHKA_EVALUATION_SCORE_H

#include <stdbool.h>
#include <stdint.h>

/* Scores fit 16 bits. A win in n plies is SCORE_WIN - n, a loss in n plies -(SCORE_WIN - n). */
typedef int Score;

enum {
    SEARCH_PLY_MAX = 128, /* deepest line that a search follows */
    SCORE_DRAW = 0,
    SCORE_WIN = 30000,                       /* the mover has won */
    SCORE_INFINITE = 30001,                  /* above every score */
    SCORE_NONE = 30002,                      /* no score known */
    SCORE_MATE = SCORE_WIN - SEARCH_PLY_MAX, /* from here on a score is a mate score */
    SCORE_TABLEBASE = 25000, /* less the plies to it: a win known by a tablebase, far above any evaluation */
    SCORE_SOLVED = SCORE_TABLEBASE - SEARCH_PLY_MAX, /* from here on a win is forced, by a tablebase or a mate score */
    SCORE_EVAL_MAX = SCORE_SOLVED - 1                /* an evaluation lies within plus and minus this */
};

/* True when the score stands for a forced win or loss. */
static inline bool score_is_mate(Score s)
{
    return s >= SCORE_MATE || s <= -SCORE_MATE;
}

/* The same, or for one known by a tablebase. */
static inline bool score_is_solved(Score s)
{
    return s >= SCORE_SOLVED || s <= -SCORE_SOLVED;
}

/* An evaluation of that many points, cut off at plus and minus SCORE_EVAL_MAX. */
static inline Score score_of_eval(int64_t points)
{
    return points > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : points < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : (Score)points;
}

/* The moves of the winner, as UCI counts, that a mate score stands for: positive when the mover wins, negative when the
 * mover loses, 0 when the mover has lost already. Only for mate scores. */
static inline int score_mate_moves(Score s)
{
    return s > 0 ? (SCORE_WIN - s + 1) / 2 : -((SCORE_WIN + s) / 2);
}

#endif
