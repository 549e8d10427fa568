/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solved classes of one board in memory, and what a position comes to by them. */
#ifndef BUSHKA_ENDINGS_STORE_H
#define BUSHKA_ENDINGS_STORE_H

#include "tables/numbering.h"
#include "tables/result.h"

/* A value in one number, for comparing: 0 is a draw, else the plies to the end plus one, so that a loss is odd and a
 * win even. Where only results are known, each loss is STORE_LOSS and each win STORE_WIN. */
enum { STORE_DRAW = 0, STORE_LOSS = 1, STORE_WIN = 2, STORE_VALUE_MOST = 254 };

/* In place of a value: the side to move must capture, or the number is unused. */
enum { STORE_NONE = 255 };

/* One solved class. */
typedef struct StoreClass {
    Numbering numbering;
    bool plies;      /* one byte for each number, a value; else two bits, a Wdl */
    size_t bytes;    /* of values */
    uint8_t *values; /* owned, large_memory */
} StoreClass;

/* The classes by table_class_id(), NULL where not there. Zeroed but for the board it is empty; store_free() frees it.
 */
typedef struct Store {
    const NumberingBoard *board;
    StoreClass *classes[TABLE_CLASS_IDS];
} Store;

/* Bytes that a class of so many numbers takes. */
size_t store_class_bytes(uint64_t count, bool plies);

/* Adds a class that is not there yet, all values 0. NULL when memory runs out. */
StoreClass *store_add(Store *s, TableClass c, bool plies);

/* Removes a class, there or not. */
void store_remove(Store *s, TableClass c);

/* Removes all. */
void store_free(Store *s);

/* The bytes of all values. */
uint64_t store_bytes(const Store *s);

static inline bool store_is_win(int value)
{
    return value != STORE_DRAW && value % 2 == 0;
}

static inline bool store_is_loss(int value)
{
    return value % 2 != 0;
}

/* The result that a value stands for, WDL_NONE for STORE_NONE. */
static inline Wdl store_result(int value)
{
    return value == STORE_NONE ? WDL_NONE : store_is_win(value) ? WDL_WIN : store_is_loss(value) ? WDL_LOSS : WDL_DRAW;
}

/* What stands at a number. */
static inline int store_get(const StoreClass *c, uint64_t number)
{
    static const uint8_t VALUES[] = {
        [WDL_DRAW] = STORE_DRAW, [WDL_WIN] = STORE_WIN, [WDL_LOSS] = STORE_LOSS, [WDL_NONE] = STORE_NONE};
    return c->plies ? c->values[number] : VALUES[table_result_get(c->values, number)];
}

/* The value of a position, White to move, all of whose classes are there: that of its pieces and those that captures
 * lead to. The side to move may have no pieces left. */
int store_value(const Store *s, const Position *p);

#endif
