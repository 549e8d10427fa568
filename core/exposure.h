/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds, all at once, the non-capturing moves of men after which the enemy's men can capture. Private to core/. */
#ifndef BUSHKA_CORE_EXPOSURE_H
#define BUSHKA_CORE_EXPOSURE_H

#include "core/sides.h"

/* What opens captures to the enemy's men, in a position where the side to move has no capture. A piece that a man could
 * capture could also capture that man, so the enemy's men have no capture either; a move gives them one only by the
 * square that it vacates or the square that it occupies. */
typedef struct Exposure {
    Bitboard fronts[DIRECTION_COUNT]; /* the enemy's men moved one step in each direction */
    Bitboard attacked;                /* where a piece that arrives can be captured across a square already vacant */
    Bitboard exposed;                 /* pieces that expose others when they leave */
} Exposure;

/* The exposure of the side to move. */
INLINE_HOT Exposure exposure_of(const Sides *s)
{
    Exposure x; /* not cleared as a whole: see find_replies() in count.c */
    x.attacked = x.exposed = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        x.fronts[d] = step(s->enemy_men, (Direction)d);
        x.attacked |= step(x.fronts[d] & s->vacant, (Direction)d);
        x.exposed |= x.fronts[d] & step(s->men | s->kings, opposite((Direction)d));
    }
    return x;
}

/* Of the ends of men's moves of `length` steps in direction d, those after which the enemy's men can capture across the
 * vacated square; after a single step this may be the very man that left it. */
INLINE_HOT Bitboard exposure_by_vacating(const Exposure *x, Bitboard ends, Direction d, int length)
{
    return ends & step_n(length == 1 ? x->exposed | x->fronts[d] : x->exposed, d, length);
}

/* Of these ends, those after which the enemy's men can capture at all. */
INLINE_HOT Bitboard exposure_ends(const Exposure *x, Bitboard ends, Direction d, int length)
{
    return (ends & x->attacked) | exposure_by_vacating(x, ends, d, length);
}

#endif
