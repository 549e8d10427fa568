/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a position is worth to the side to move: its result, and the plies to the end with best play (depth to win). */
#ifndef BUSHKA_TABLES_VALUE_H
#define BUSHKA_TABLES_VALUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Win, draw or loss. The numbers are those of the files. */
typedef enum Wdl {
    WDL_DRAW = 0,
    WDL_WIN = 1,
    WDL_LOSS = 2,
    WDL_NONE = 3 /* not known, or not stored */
} Wdl;

/* A value as one number: 0 is a draw, else the plies to the end plus one, so that a loss is odd and a win even. Where
 * only results are known, the parity alone has a meaning. VALUE_NONE: not known, or not stored. */
enum { VALUE_DRAW = 0, VALUE_LOSS = 1, VALUE_WIN = 2, VALUE_MAX = 254, VALUE_NONE = 255 };

/* The best of what the moves of a position lead to. Zeroed: no move was added yet. */
typedef struct BestValue {
    int win, loss;      /* the fastest win and the slowest loss; VALUE_DRAW: none */
    int draws, unknown; /* moves that lead to them */
} BestValue;

/* Results in bytes, WDL_BITS each. */
enum { WDL_PER_BYTE = 4, WDL_BITS = 2 };

static inline bool value_is_win(int value)
{
    return value % 2 == 0 && value != VALUE_DRAW;
}

static inline bool value_is_loss(int value)
{
    return value % 2 != 0 && value != VALUE_NONE;
}

/* The result that a value stands for. */
static inline Wdl value_wdl(int value)
{
    return value == VALUE_NONE ? WDL_NONE : value == VALUE_DRAW ? WDL_DRAW : value % 2 == 0 ? WDL_WIN : WDL_LOSS;
}

/* The value that stands for a result. */
static inline int value_of_wdl(Wdl result)
{
    static const uint8_t VALUES[] = {
        [WDL_DRAW] = VALUE_DRAW, [WDL_WIN] = VALUE_WIN, [WDL_LOSS] = VALUE_LOSS, [WDL_NONE] = VALUE_NONE};
    return VALUES[result];
}

/* Adds a move, given the value of the position after it for the other side. */
static inline void best_value_add(BestValue *b, int child)
{
    if (child == VALUE_NONE) {
        b->unknown++;
    } else if (value_is_loss(child)) {
        b->win = b->win == VALUE_DRAW || child + 1 < b->win ? child + 1 : b->win;
    } else if (value_is_win(child)) {
        b->loss = child + 1 > b->loss ? child + 1 : b->loss;
    } else {
        b->draws++;
    }
}

/* The value of a position all of whose moves, at least one, were added: VALUE_NONE when one of them is unknown. */
static inline int best_value(const BestValue *b)
{
    return b->unknown > 0 ? VALUE_NONE : b->win != VALUE_DRAW ? b->win : b->draws > 0 ? VALUE_DRAW : b->loss;
}

/* The n-th result of an array. */
static inline Wdl wdl_get(const uint8_t *results, uint64_t n)
{
    const unsigned shift = WDL_BITS * (unsigned)(n % WDL_PER_BYTE);
    return (Wdl)(results[n / WDL_PER_BYTE] >> shift & WDL_NONE);
}

/* Sets it; it must be 0 before. */
static inline void wdl_set(uint8_t *results, uint64_t n, Wdl r)
{
    const unsigned shift = WDL_BITS * (unsigned)(n % WDL_PER_BYTE);
    results[n / WDL_PER_BYTE] = (uint8_t)(results[n / WDL_PER_BYTE] | (unsigned)r << shift);
}

#endif
