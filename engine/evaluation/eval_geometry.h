/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sets of squares that the terms of the evaluation ask for, as constants of each board. Private to the evaluation. */
#ifndef BUSHKA_EVALUATION_EVAL_GEOMETRY_H
#define BUSHKA_EVALUATION_EVAL_GEOMETRY_H

#include "core/variant.h"

/* Rows and columns in the layout of bitboard.h, as constant expressions. Squares that the board lacks do not matter,
 * since men and kings stand on the board. */
#define EVAL_ROW_BEGIN(r) (((r)-1) / 2 * 13 + ((r)-1) % 2 * 7)
#define EVAL_ROW(r) (((r) % 2 != 0 ? (Bitboard)0x3F : (Bitboard)0x1F) << EVAL_ROW_BEGIN(r))
#define EVAL_ROWS_BELOW(r) (((Bitboard)1 << EVAL_ROW_BEGIN(r)) - 1)
#define EVAL_COLUMN(c)                                                                                                 \
    (((Bitboard)1 | (Bitboard)1 << 13 | (Bitboard)1 << 26 | (Bitboard)1 << 39 | (Bitboard)1 << 52)                     \
     << ((c) % 2 != 0 ? ((c)-1) / 2 : 6 + (c) / 2))
#define EVAL_SQUARE(c, r) (EVAL_COLUMN(c) & EVAL_ROW(r))

/* A set for White in lane WHITE and one for Black in lane BLACK, each seen from the side's own end of the board
 * (Black's is turned), so that own men move NW and NE in both. Every operation works on both sides at once. */
typedef uint64_t BoardPair __attribute__((vector_size(16)));

/* The same set for both sides, as a constant. */
#define EVAL_BOTH(set)                                                                                                 \
    {                                                                                                                  \
        (set), (set)                                                                                                   \
    }

enum { EVAL_ROWS_MAX = 10 };

/* The sets of one board, from the own side. */
typedef struct EvalGeometry {
    BoardPair left;      /* the columns left of the middle */
    BoardPair right;     /* and right of it */
    BoardPair centre;    /* the columns around the middle */
    BoardPair corners;   /* the outermost squares of the first two rows: one left, one right */
    BoardPair edge;      /* the border */
    BoardPair long_line; /* lines of nine squares or more */
} EvalGeometry;

#define EVAL_LINES_10X10                                                                                               \
    (EVAL_SQUARE(1, 1) | EVAL_SQUARE(2, 2) | EVAL_SQUARE(3, 3) | EVAL_SQUARE(4, 4) | EVAL_SQUARE(5, 5) |               \
     EVAL_SQUARE(6, 6) | EVAL_SQUARE(7, 7) | EVAL_SQUARE(8, 8) | EVAL_SQUARE(9, 9) | EVAL_SQUARE(10, 10) |             \
     EVAL_SQUARE(1, 9) | EVAL_SQUARE(2, 8) | EVAL_SQUARE(3, 7) | EVAL_SQUARE(4, 6) | EVAL_SQUARE(6, 4) |               \
     EVAL_SQUARE(7, 3) | EVAL_SQUARE(8, 2) | EVAL_SQUARE(9, 1) | EVAL_SQUARE(2, 10) | EVAL_SQUARE(3, 9) |              \
     EVAL_SQUARE(4, 8) | EVAL_SQUARE(5, 7) | EVAL_SQUARE(7, 5) | EVAL_SQUARE(8, 4) | EVAL_SQUARE(9, 3) |               \
     EVAL_SQUARE(10, 2))
#define EVAL_LINES_9X11                                                                                                \
    (EVAL_SQUARE(1, 1) | EVAL_SQUARE(2, 2) | EVAL_SQUARE(3, 3) | EVAL_SQUARE(4, 4) | EVAL_SQUARE(5, 5) |               \
     EVAL_SQUARE(6, 6) | EVAL_SQUARE(7, 7) | EVAL_SQUARE(8, 8) | EVAL_SQUARE(9, 9) | EVAL_SQUARE(3, 1) |               \
     EVAL_SQUARE(4, 2) | EVAL_SQUARE(5, 3) | EVAL_SQUARE(6, 4) | EVAL_SQUARE(7, 5) | EVAL_SQUARE(8, 6) |               \
     EVAL_SQUARE(9, 7) | EVAL_SQUARE(10, 8) | EVAL_SQUARE(11, 9) | EVAL_SQUARE(1, 9) | EVAL_SQUARE(2, 8) |             \
     EVAL_SQUARE(3, 7) | EVAL_SQUARE(4, 6) | EVAL_SQUARE(6, 4) | EVAL_SQUARE(7, 3) | EVAL_SQUARE(8, 2) |               \
     EVAL_SQUARE(9, 1) | EVAL_SQUARE(3, 9) | EVAL_SQUARE(4, 8) | EVAL_SQUARE(5, 7) | EVAL_SQUARE(6, 6) |               \
     EVAL_SQUARE(7, 5) | EVAL_SQUARE(8, 4) | EVAL_SQUARE(9, 3) | EVAL_SQUARE(10, 2) | EVAL_SQUARE(11, 1))

/* In the order of variant_at(). */
static const EvalGeometry EVAL_GEOMETRY[VARIANT_COUNT] = {
    {.left = EVAL_BOTH(EVAL_COLUMN(1) | EVAL_COLUMN(2) | EVAL_COLUMN(3) | EVAL_COLUMN(4) | EVAL_COLUMN(5)),
     .right = EVAL_BOTH(EVAL_COLUMN(6) | EVAL_COLUMN(7) | EVAL_COLUMN(8) | EVAL_COLUMN(9) | EVAL_COLUMN(10)),
     .centre = EVAL_BOTH(EVAL_COLUMN(4) | EVAL_COLUMN(5) | EVAL_COLUMN(6) | EVAL_COLUMN(7)),
     .corners = EVAL_BOTH(EVAL_SQUARE(1, 1) | EVAL_SQUARE(10, 2)),
     .edge = EVAL_BOTH(EVAL_COLUMN(1) | EVAL_COLUMN(10) | EVAL_ROW(1) | EVAL_ROW(10)),
     .long_line = EVAL_BOTH(EVAL_LINES_10X10)},
    {.left = EVAL_BOTH(EVAL_COLUMN(1) | EVAL_COLUMN(2) | EVAL_COLUMN(3) | EVAL_COLUMN(4) | EVAL_COLUMN(5)),
     .right = EVAL_BOTH(EVAL_COLUMN(7) | EVAL_COLUMN(8) | EVAL_COLUMN(9) | EVAL_COLUMN(10) | EVAL_COLUMN(11)),
     .centre = EVAL_BOTH(EVAL_COLUMN(4) | EVAL_COLUMN(5) | EVAL_COLUMN(6) | EVAL_COLUMN(7) | EVAL_COLUMN(8)),
     .corners = EVAL_BOTH(EVAL_SQUARE(1, 1) | EVAL_SQUARE(11, 1)),
     .edge = EVAL_BOTH(EVAL_COLUMN(1) | EVAL_COLUMN(11) | EVAL_ROW(1) | EVAL_ROW(9)),
     .long_line = EVAL_BOTH(EVAL_LINES_9X11)}};

/* The rows below row r, r from 0, which stands for "none", on. */
static const Bitboard EVAL_BELOW[EVAL_ROWS_MAX + 1] = {
    0,
    EVAL_ROWS_BELOW(1),
    EVAL_ROWS_BELOW(2),
    EVAL_ROWS_BELOW(3),
    EVAL_ROWS_BELOW(4),
    EVAL_ROWS_BELOW(5),
    EVAL_ROWS_BELOW(6),
    EVAL_ROWS_BELOW(7),
    EVAL_ROWS_BELOW(8),
    EVAL_ROWS_BELOW(9),
    EVAL_ROWS_BELOW(10),
};

/* The row of each square; see square_row(). */
#define EVAL_PAIR_ROWS(n)                                                                                              \
    2 * (n) + 1, 2 * (n) + 1, 2 * (n) + 1, 2 * (n) + 1, 2 * (n) + 1, 2 * (n) + 1, 2 * (n) + 1, 2 * (n) + 2,            \
        2 * (n) + 2, 2 * (n) + 2, 2 * (n) + 2, 2 * (n) + 2, 2 * (n) + 2
static const uint8_t EVAL_ROW_OF[] = {EVAL_PAIR_ROWS(0), EVAL_PAIR_ROWS(1), EVAL_PAIR_ROWS(2), EVAL_PAIR_ROWS(3),
                                      EVAL_PAIR_ROWS(4)};

/* The board's place in the order of variant_at(). */
static inline int eval_board_index(const Variant *v)
{
    return v == &VARIANT_9X11;
}

#endif
