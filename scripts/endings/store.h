/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solved classes of one board in memory, and the values of positions from them. */
#ifndef BUSHKA_ENDINGS_STORE_H
#define BUSHKA_ENDINGS_STORE_H

#include "tables/numbering.h"
#include "tables/value.h"

/* One solved class. */
typedef struct StoreClass {
    Numbering numbering;
    bool plies;      /* one byte for each number, a value (value.h); else two bits, a Wdl */
    size_t bytes;    /* of values */
    uint8_t *values; /* owned, from memory_new(); VALUE_NONE where the side to move must capture or the number is
                        unused, if the class was just solved; arbitrary there if it was read from a file */
} StoreClass;

/* The classes by table_class_id(), NULL where absent. A zeroed store with its board set is empty; store_free() frees
 * its classes. */
typedef struct Store {
    const NumberingBoard *board;
    StoreClass *classes[TABLE_CLASS_IDS];
} Store;

/* Bytes that a class of that many numbers takes. */
size_t store_class_bytes(uint64_t count, bool plies);

/* Adds a class that is not there yet, with all values 0. NULL when memory runs out. */
StoreClass *store_add(Store *s, TableClass c, bool plies);

/* Removes a class if it is there. */
void store_remove(Store *s, TableClass c);

/* Removes all classes. */
void store_free(Store *s);

/* The bytes of all values. */
uint64_t store_bytes(const Store *s);

/* The value at a number. */
static inline int store_get(const StoreClass *c, uint64_t number)
{
    return c->plies ? c->values[number] : value_of_wdl(wdl_get(c->values, number));
}

/* The value of a position whose class, and the classes that its captures lead to, are in the store. The side to move
 * may have no pieces left. */
int store_value(const Store *s, const Position *p);

#endif
