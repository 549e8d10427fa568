/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pieces as the side to move sees them, and the captures by men that it has. Shared by movegen.c and
 * count.c; private to core/. The functions are inline so that each caller compiles them once for each
 * colour, with the directions as constants. */
#ifndef BUSHKA_CORE_SIDES_H
#define BUSHKA_CORE_SIDES_H

#include "core/reach.h"

/* The pieces of the side to move and of its enemy, without key and history. */
typedef struct Sides {
    const Variant *variant;
    Bitboard men, kings;
    Bitboard enemy_men, enemy_kings;
    Bitboard vacant;
} Sides;

static inline Bitboard sides_enemies(const Sides *s)
{
    return s->enemy_men | s->enemy_kings;
}

static inline Bitboard sides_occupied(const Sides *s)
{
    return s->men | s->kings | s->enemy_men | s->enemy_kings;
}

/* The pieces of p as `us` sees them. */
static inline Sides sides_of(const Position *p, Color us)
{
    const Sides s = {.variant = p->variant,
                     .men = p->men[us],
                     .kings = p->kings[us],
                     .enemy_men = p->men[other(us)],
                     .enemy_kings = p->kings[other(us)],
                     .vacant = position_vacant(p)};
    return s;
}

/* Finds the fronts of all captures by men, in each direction. Returns false when there is none. */
static inline bool sides_man_fronts(const Sides *s, Bitboard fronts[DIRECTION_COUNT])
{
    Bitboard any = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        fronts[d] = reach_man_fronts(s->men, s->vacant, sides_enemies(s), (Direction)d);
        any |= fronts[d];
    }
    return any != 0;
}

/* True when one of the kings has a capture. */
static inline bool sides_king_captures(const Sides *s)
{
    return reach_king_captures(s->variant, sides_occupied(s), sides_enemies(s), s->kings);
}

/* Narrows the fronts down to those of linear captures. Returns false when there is none. */
static inline bool sides_line_fronts(const Sides *s, Bitboard fronts[DIRECTION_COUNT])
{
    Bitboard any = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        fronts[d] = reach_line_fronts(fronts[d], s->men, (Direction)d);
        any |= fronts[d];
    }
    return any != 0;
}

/* Keeps of the fronts of linear captures, of which there must be one, those that take the greatest number of
 * pieces, and returns that number (RULES "Captures", 1 and 3). */
static inline int sides_linear_majority(const Sides *s, Bitboard fronts[DIRECTION_COUNT])
{
    Bitboard longer[DIRECTION_COUNT]; /* fronts with more enemy men in an unbroken row than `taken` */
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

/* True when a man that captured onto one of the fronts could take a second piece. Onto which of the fronts
 * no linear capture leads is the caller's business. The square that the man left counts as vacant. */
static inline bool sides_man_continues(const Sides *s, const Bitboard fronts[DIRECTION_COUNT])
{
    Bitboard launch[DIRECTION_COUNT]; /* squares from which a step in that direction captures */
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        const Direction back = opposite((Direction)d);
        launch[d] = step(reach_approach(s->vacant, sides_enemies(s), (Direction)d), back);
    }
    const Bitboard aside_of_letter = launch[DIR_NW] | launch[DIR_SE];
    const Bitboard aside_of_number = launch[DIR_NE] | launch[DIR_SW];
    Bitboard continues =
        ((fronts[DIR_NE] | fronts[DIR_SW]) & aside_of_letter) | ((fronts[DIR_NW] | fronts[DIR_SE]) & aside_of_number);
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        continues |= fronts[d] & step_n(sides_enemies(s), (Direction)d, 2);
    }
    return continues != 0;
}

#endif
