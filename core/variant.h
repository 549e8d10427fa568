/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The two boards as constant data (RULES "Board and coordinates"). */
#ifndef BUSHKA_CORE_VARIANT_H
#define BUSHKA_CORE_VARIANT_H

#include "core/bitboard.h"

/* The side a piece belongs to. White sits at the bottom and moves up (NW, NE). */
typedef enum Color { WHITE = 0, BLACK = 1 } Color;

enum { COLOR_COUNT = 2, VARIANT_COUNT = 2 };

/* Everything that differs between the boards. All instances are constants, never freed. */
typedef struct Variant {
    const char *name; /* "bushka" or "bushka9x11" */
    int columns, rows;
    bool has_mirror;                   /* true when left and right are mirror images (9x11) */
    Bitboard board;                    /* the dark squares in use */
    Bitboard start[COLOR_COUNT];       /* the men of the start position */
    Bitboard promotion[COLOR_COUNT];   /* the row on which men of that colour promote */
    Square last;                       /* the highest square; turning the board maps s to last - s */
    Bitboard ray[DIRECTION_COUNT][64]; /* squares from a square (excluded) to the edge */
    uint64_t salt;                     /* makes the Zobrist keys of the boards differ */
} Variant;

/* Today's board, ten columns by ten rows, fifteen men a side. */
extern const Variant VARIANT_10X10;

/* The board of the 1990s, eleven columns by nine rows, seventeen men a side. */
extern const Variant VARIANT_9X11;

/* The i-th board, 0 to VARIANT_COUNT - 1; the default comes first. */
static inline const Variant *variant_at(int i)
{
    return i == 0 ? &VARIANT_10X10 : &VARIANT_9X11;
}

/* The names of the boards in that order; NULL at the end. */
extern const char *const VARIANT_NAMES[VARIANT_COUNT + 1];

/* The place of a board in that order: variant_at(variant_index(v)) == v. */
static inline int variant_index(const Variant *v)
{
    return v == &VARIANT_9X11;
}

/* The board of that name, or NULL. */
const Variant *variant_by_name(const char *name);

/* The other side. */
static inline Color other(Color c)
{
    return (Color)(1 - (int)c);
}

/* The board turned by 180 degrees: White's view of a square becomes Black's. */
static inline Bitboard variant_turn(const Variant *v, Bitboard b)
{
    /* bit i becomes bit 63 - i, and the board is moved back to bit 0 */
    const Bitboard ones = 0x5555555555555555u, twos = 0x3333333333333333u, fours = 0x0F0F0F0F0F0F0F0Fu;
    b = __builtin_bswap64(b);
    b = ((b >> 1) & ones) | ((b & ones) << 1);
    b = ((b >> 2) & twos) | ((b & twos) << 2);
    b = ((b >> 4) & fours) | ((b & fours) << 4);
    return b >> (63 - v->last);
}

/* The board with left and right exchanged; call it only where has_mirror holds. */
Bitboard variant_mirror(const Variant *v, Bitboard b);

#endif
