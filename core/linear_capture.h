/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the linear captures (RULES "Captures", 1) of all lines at once, and those that take the most pieces (3). A
 * capture is identified by its front, the vacant square in front of the line's head. Private to core/; inline, see
 * sides.h. */
#ifndef BUSHKA_CORE_LINEAR_CAPTURE_H
#define BUSHKA_CORE_LINEAR_CAPTURE_H

#include "core/sides.h"

/* Narrows the fronts of captures by men in each direction to those in front of a line of two or more men. Returns false
 * when none is left: there is no linear capture. */
INLINE_HOT bool linear_capture_fronts(const Sides *s, Bitboard fronts[DIRECTION_COUNT])
{
    Bitboard any = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        fronts[d] &= step(s->men & step(s->men, (Direction)d), (Direction)d);
        any |= fronts[d];
    }
    return any != 0;
}

/* Linear majority: narrows the fronts of linear captures, at least one, to those whose capture takes the greatest
 * number of pieces, and returns that number. A capture takes the first piece beyond its front and, if that is a man,
 * all further men right behind it. */
INLINE_HOT int linear_capture_majority(const Sides *s, Bitboard fronts[DIRECTION_COUNT])
{
    Bitboard longer[DIRECTION_COUNT]; /* fronts before an unbroken row of more than `taken` enemy men */
    Bitboard more = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        const Direction back = opposite((Direction)d);
        longer[d] = fronts[d] & step(s->enemy_men & step(s->enemy_men, back), back);
        more |= longer[d];
    }
    int taken = 1;
    for (; more != 0; taken++) {
        more = 0;
        for (int d = 0; d < DIRECTION_COUNT; d++) {
            fronts[d] = longer[d];
            longer[d] &= step_n(s->enemy_men, opposite((Direction)d), taken + 2);
            more |= longer[d];
        }
    }
    return taken;
}

#endif
