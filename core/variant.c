/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/variant.h"

#include <string.h>

/* Rows in the layout of bitboard.h. The macros below are constant expressions, so that the tables need no
 * initialisation and can live in read-only memory. */
#define PAIR(n) ((Bitboard)(n)*ROW_PAIR_BITS)
#define ODD_FIVE ((Bitboard)0x1F)
#define ODD_SIX ((Bitboard)0x3F)
#define EVEN_FIVE (ODD_FIVE << EVEN_ROW)

#define FOUR_PAIRS(rows) (((rows) << PAIR(0)) | ((rows) << PAIR(1)) | ((rows) << PAIR(2)) | ((rows) << PAIR(3)))
#define BOARD_10X10 (FOUR_PAIRS(ODD_FIVE | EVEN_FIVE) | ((ODD_FIVE | EVEN_FIVE) << PAIR(4)))
#define BOARD_9X11 (FOUR_PAIRS(ODD_SIX | EVEN_FIVE) | (ODD_SIX << PAIR(4)))

/* One step from the set b on the board m; and the ray from s: steps from s and from what has been reached. */
#define STEP_NW(b, m) (((b) << STEP_NUMBER) & (m))
#define STEP_NE(b, m) (((b) << STEP_LETTER) & (m))
#define STEP_SW(b, m) (((b) >> STEP_LETTER) & (m))
#define STEP_SE(b, m) (((b) >> STEP_NUMBER) & (m))
#define STEPS_3(S, s, b, m) S((s) | S((s) | S((s) | (b), m), m), m)
#define STEPS_9(S, s, m) STEPS_3(S, s, STEPS_3(S, s, STEPS_3(S, s, 0, m), m), m)
#define RAY_1(S, i, m) STEPS_9(S, ((Bitboard)1 << (i)) & (m), m)
#define RAY_4(S, i, m) RAY_1(S, i, m), RAY_1(S, (i) + 1, m), RAY_1(S, (i) + 2, m), RAY_1(S, (i) + 3, m)
#define RAY_16(S, i, m) RAY_4(S, i, m), RAY_4(S, (i) + 4, m), RAY_4(S, (i) + 8, m), RAY_4(S, (i) + 12, m)
#define RAY_64(S, m) RAY_16(S, 0, m), RAY_16(S, 16, m), RAY_16(S, 32, m), RAY_16(S, 48, m)
#define RAYS(m)                                                                                                        \
    {                                                                                                                  \
        {RAY_64(STEP_NW, m)}, {RAY_64(STEP_NE, m)}, {RAY_64(STEP_SW, m)},                                              \
        {                                                                                                              \
            RAY_64(STEP_SE, m)                                                                                         \
        }                                                                                                              \
    }

#define NAME_10X10 "bushka"
#define NAME_9X11 "bushka9x11"

const char *const VARIANT_NAMES[VARIANT_COUNT + 1] = {NAME_10X10, NAME_9X11, NULL};

const Variant VARIANT_10X10 = {
    .name = NAME_10X10,
    .columns = 10,
    .rows = 10,
    .has_mirror = false,
    .board = BOARD_10X10,
    .start = {ODD_FIVE | EVEN_FIVE | (ODD_FIVE << PAIR(1)),
              (EVEN_FIVE << PAIR(3)) | ((ODD_FIVE | EVEN_FIVE) << PAIR(4))},
    .promotion = {EVEN_FIVE << PAIR(4), ODD_FIVE},
    .last = 63,
    .ray = RAYS(BOARD_10X10),
    .salt = 0,
};

const Variant VARIANT_9X11 = {
    .name = NAME_9X11,
    .columns = 11,
    .rows = 9,
    .has_mirror = true,
    .board = BOARD_9X11,
    .start = {ODD_SIX | EVEN_FIVE | (ODD_SIX << PAIR(1)), ((ODD_SIX | EVEN_FIVE) << PAIR(3)) | (ODD_SIX << PAIR(4))},
    .promotion = {ODD_SIX << PAIR(4), ODD_SIX},
    .last = 57,
    .ray = RAYS(BOARD_9X11),
    .salt = 0x6A09E667F3BCC908u,
};

const Variant *variant_by_name(const char *name)
{
    for (int i = 0; i < VARIANT_COUNT; i++) {
        if (strcmp(variant_at(i)->name, name) == 0) {
            return variant_at(i);
        }
    }
    return NULL;
}

Bitboard variant_mirror(const Variant *v, Bitboard b)
{
    const int even = v->columns / 2; /* squares of an even row; an odd one has one more */
    Bitboard mirrored = 0;
    while (b != 0) {
        const Square s = pop_lowest(&b);
        const int place = s % ROW_PAIR_BITS;
        mirrored |= bit((Square)(s - 2 * place + (place < EVEN_ROW ? even : 2 * EVEN_ROW + even - 1)));
    }
    return mirrored;
}
