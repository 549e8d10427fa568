/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The pieces as the side to move sees them, and where its men and kings capture. Private to core/. The functions are
 * inline so that movegen.c and count.c compile them once for each colour, with the directions as constants. */
#ifndef BUSHKA_CORE_SIDES_H
#define BUSHKA_CORE_SIDES_H

#include "core/cpu.h"
#include "core/reach.h"

/* The pieces of the side to move and of its enemy, without the key. */
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
    return (Sides){.variant = p->variant,
                   .men = p->men[us],
                   .kings = p->kings[us],
                   .enemy_men = p->men[other(us)],
                   .enemy_kings = p->kings[other(us)],
                   .vacant = position_vacant(p)};
}

/* Finds the fronts of all captures by men, alone or as the head of a line, in each direction: the vacant squares right
 * in front of a man with an enemy piece right beyond. Returns false when there is none. */
INLINE_HOT bool sides_man_fronts(const Sides *s, Bitboard fronts[DIRECTION_COUNT])
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
    const Bitboard occupied = sides_occupied(s), enemies = sides_enemies(s);
    for (Bitboard kings = s->kings; kings != 0;) {
        const Square from = pop_lowest(&kings);
        for (int d = 0; d < DIRECTION_COUNT; d++) {
            if (reach_king_front(s->variant, occupied, enemies, from, (Direction)d) != 0) {
                return true;
            }
        }
    }
    return false;
}

/* True when a man that captures onto one of the fronts could go on to take a second piece. None of the fronts may be
 * that of a linear capture. The square that the man leaves counts as vacant. */
INLINE_HOT bool sides_man_continues(const Sides *s, const Bitboard fronts[DIRECTION_COUNT])
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
