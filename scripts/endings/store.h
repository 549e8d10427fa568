/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solved classes of one board in memory, and the values of positions by them. */
#ifndef BUSHKA_ENDINGS_STORE_H
#define BUSHKA_ENDINGS_STORE_H

#include "tables/numbering.h"
#include "tables/value.h"

/* One solved class. */
typedef struct StoreClass {
    Numbering numbering;
    bool plies;      /* one byte for each number, a value (value.h); else two bits, a Wdl */
    size_t bytes;    /* of values */
    uint8_t *values; /* owned, of memory_new(); in a class just solved, VALUE_NONE where the side to move must capture
                        or the number is unused; in one that was read, anything */
} StoreClass;

/* The classes by table_class_id(), NULL where not there. Zeroed with the board set it is empty; store_free() frees it.
 */
typedef struct Store {
    const NumberingBoard *board;
    StoreClass *classes[TABLE_CLASS_IDS];
} Store;

/* Bytes that a class of that many numbers takes. */
size_t store_class_bytes(uint64_t count, bool plies);

/* Adds a class that is not there yet, all values 0. NULL when memory runs out. */
StoreClass *store_add(Store *s, TableClass c, bool plies);

/* Removes a class, there or not. */
void store_remove(Store *s, TableClass c);

/* Removes all. */
void store_free(Store *s);

/* The bytes of all values. */
uint64_t store_bytes(const Store *s);

/* What stands at a number. */
static inline int store_get(const StoreClass *c, uint64_t number)
{
    return c->plies ? c->values[number] : value_of_wdl(wdl_get(c->values, number));
}

/* The value of a position, when its class and those that its captures lead to are there. The side to move may have no
 * pieces left. */
int store_value(const Store *s, const Position *p);

#endif
