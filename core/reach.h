/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Set-wise building blocks of move generation: what men and kings reach. Private to core/ and the evaluation; every
 * function is pure and works on sets of squares. */
#ifndef BUSHKA_CORE_REACH_H
#define BUSHKA_CORE_REACH_H

#include "core/position.h"

/* The two directions in which men of a colour move forward: reach_forward(c, 0) and (c, 1). */
static inline Direction reach_forward(Color c, int i)
{
    return (Direction)(c == WHITE ? DIR_NW + i : DIR_SW + i);
}

/* The men from which an unbroken row of men leads in direction d to a vacant square: each has one move, alone (the
 * front one) or with a line (RULES "Non-capturing moves"). Kogge-Stone fill: three doublings cover runs of eight, one
 * more step the only possible run of nine. */
static inline Bitboard reach_runs(Bitboard men, Bitboard vacant, Direction d)
{
    const Direction back = opposite(d);
    Bitboard run = men & step(vacant, back);
    Bitboard through = men & step(men, back);
    run |= men & step(run, back);
    run |= through & step_n(run, back, 2);
    through &= step_n(through, back, 2);
    run |= through & step_n(run, back, 4);
    return run | (men & step(run, back));
}

/* Vacant squares with a piece of `targets` right behind them in direction d: where an approach in
 * direction d ends. */
static inline Bitboard reach_approach(Bitboard vacant, Bitboard targets, Direction d)
{
    return vacant & step(targets, opposite(d));
}

/* The fronts of captures by men in direction d: the vacant squares right in front of a man, alone or the head of a
 * line, with an enemy piece right beyond. */
static inline Bitboard reach_man_fronts(Bitboard men, Bitboard vacant, Bitboard enemies, Direction d)
{
    return step(men, d) & reach_approach(vacant, enemies, d);
}

/* One more than the index of the highest square of b, 0 for an empty set. b must not hold square 63, which is on no
 * downward ray. */
static inline int reach_bit_length(Bitboard b)
{
    return highest(b << 1 | 1);
}

/* The first occupied square on the ray from s in direction d, as a set; empty when there is none. Branches on the
 * position would be hard to predict, so there are none. */
static inline Bitboard reach_blocker(const Variant *v, Bitboard occupied, Square s, Direction d)
{
    const Bitboard blockers = v->ray[d][s] & occupied;
    return d <= DIR_NE ? blockers & (~blockers + 1) : (Bitboard)1 << reach_bit_length(blockers) >> 1;
}

/* The vacant squares that a king on s reaches in direction d. */
static inline Bitboard reach_slide(const Variant *v, Bitboard occupied, Square s, Direction d)
{
    const Bitboard ray = v->ray[d][s];
    const Bitboard blockers = ray & occupied;
    return ray & (d <= DIR_NE ? (blockers & (~blockers + 1)) - 1 : ~(Bitboard)0 << reach_bit_length(blockers));
}

/* The square where a king on s ends a capture in direction d, as a set: the last vacant one before an enemy piece that
 * does not stand next to the king. Empty when there is no capture. */
static inline Bitboard reach_king_front(const Variant *v, Bitboard occupied, Bitboard enemies, Square s, Direction d)
{
    const Bitboard blocker = reach_blocker(v, occupied, s, d) & enemies;
    return step(blocker, opposite(d)) & ~bit(s);
}

#endif
