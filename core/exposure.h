/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The non-capturing moves of men after which the enemy's men can capture, found all at once. Private to core/. */
#ifndef BUSHKA_CORE_EXPOSURE_H
#define BUSHKA_CORE_EXPOSURE_H

#include "core/sides.h"

/* What opens captures to the enemy's men, in a position where the side to move has none. Where a man could capture a
 * piece, that piece could capture it, so the enemy's men have none either, and after a move only by way of the squares
 * that it leaves or comes to. */
typedef struct Exposure {
    Bitboard fronts[DIRECTION_COUNT]; /* the enemy's men moved one step */
    Bitboard attacked;                /* where a piece that comes can be captured, across a square that was vacant */
    Bitboard exposed;                 /* pieces that leave others open to capture when they go */
} Exposure;

/* That of the pieces as the side to move sees them. */
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

/* Of the squares where moves of men end that begin `length` steps behind, as seen in direction d, those after which the
 * enemy's men can capture across the square that the move has left: also the man itself that has just left it. */
INLINE_HOT Bitboard exposure_left(const Exposure *x, Bitboard ends, Direction d, int length)
{
    return ends & step_n(length == 1 ? x->exposed | x->fronts[d] : x->exposed, d, length);
}

/* Of these squares those after which the enemy's men can capture. */
INLINE_HOT Bitboard exposure_ends(const Exposure *x, Bitboard ends, Direction d, int length)
{
    return (ends & x->attacked) | exposure_left(x, ends, d, length);
}

#endif
