/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bitboards: sets of squares in one 64-bit word; a step in any direction is one shift.
 *
 * Both boards share one layout of the dark squares. A pair of rows takes 13 bits: up to six squares of
 * the odd row, a ghost, up to five squares of the even row, a ghost:
 *
 *     row 2n      +7  +8  +9  +10 +11  (+12 ghost)
 *     row 2n-1  +0  +1  +2  +3  +4  +5 (+6 ghost)
 *
 * A step changes the index by +-6 or +-7 on every row, and a step off the board lands on a ghost bit or outside the
 * word, never on a real square. So a step needs no edge test, only `& board` where the result is not intersected with a
 * set of real squares anyway. */
#ifndef BUSHKA_CORE_BITBOARD_H
#define BUSHKA_CORE_BITBOARD_H

#include <stdbool.h>
#include <stdint.h>

/* A set of squares, bit i being square i. */
typedef uint64_t Bitboard;

/* A square's bit index, 0 to 63; ghost indices are not squares. See square.h for names. */
typedef uint8_t Square;

/* Marks "no square" where a Square is expected. */
#define SQUARE_NONE ((Square)64)

/* The four oblique directions as seen by White. NE and SW run along a letter line (the number changes),
 * NW and SE along a number line (the letter changes). opposite(d) is 3 - d. */
typedef enum Direction { DIR_NW = 0, DIR_NE = 1, DIR_SW = 2, DIR_SE = 3 } Direction;

enum { DIRECTION_COUNT = 4, STEP_LETTER = 7, STEP_NUMBER = 6 };

/* Bits of a pair of rows, and the offset of its even row. */
enum { ROW_PAIR_BITS = 13, EVEN_ROW = 7 };

/* Longest run of squares on one line of either board. */
enum { LINE_SQUARES = 10 };

/* The set that holds square s alone. */
static inline Bitboard bit(Square s)
{
    return (Bitboard)1 << s;
}

/* The direction that undoes d. */
static inline Direction opposite(Direction d)
{
    return (Direction)(3 - (int)d);
}

/* Every square of b moved n steps in direction d; steps off the board land on ghosts or vanish.
 * n > 1 is safe only where the squares passed over are known to be on the board. */
static inline Bitboard step_n(Bitboard b, Direction d, int n)
{
    switch (d) {
    case DIR_NW:
        return b << (STEP_NUMBER * n);
    case DIR_NE:
        return b << (STEP_LETTER * n);
    case DIR_SW:
        return b >> (STEP_LETTER * n);
    default:
        return b >> (STEP_NUMBER * n);
    }
}

/* Every square of b moved one step in direction d. */
static inline Bitboard step(Bitboard b, Direction d)
{
    return step_n(b, d, 1);
}

/* Number of squares in b, 0 to 64. */
static inline int popcount(Bitboard b)
{
    return __builtin_popcountll(b);
}

/* Lowest square of b, which must not be empty. */
static inline Square lowest(Bitboard b)
{
    return (Square)__builtin_ctzll(b);
}

/* Highest square of b, which must not be empty. */
static inline Square highest(Bitboard b)
{
    return (Square)(63 - __builtin_clzll(b));
}

/* Removes the lowest square from *b, which must not be empty, and returns it. */
static inline Square pop_lowest(Bitboard *b)
{
    const Square s = lowest(*b);
    *b &= *b - 1;
    return s;
}

/* True when b holds two squares or more. */
static inline bool has_several(Bitboard b)
{
    return (b & (b - 1)) != 0;
}

#endif
