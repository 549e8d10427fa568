/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results in two bits each. */
#ifndef BUSHKA_TABLES_RESULT_H
#define BUSHKA_TABLES_RESULT_H

#include <stddef.h>
#include <stdint.h>

/* What the side to move has. The numbers are those of the files. */
typedef enum Wdl {
    WDL_DRAW = 0,
    WDL_WIN = 1,
    WDL_LOSS = 2,
    WDL_NONE = 3 /* not known, or not stored */
} Wdl;

enum { TABLE_RESULTS_IN_BYTE = 4, TABLE_RESULT_BITS = 2 };

/* The n-th result of an array. */
static inline Wdl table_result_get(const uint8_t *results, uint64_t n)
{
    const unsigned shift = TABLE_RESULT_BITS * (unsigned)(n % TABLE_RESULTS_IN_BYTE);
    return (Wdl)(results[n / TABLE_RESULTS_IN_BYTE] >> shift & WDL_NONE);
}

/* Sets it, where it was 0. */
static inline void table_result_add(uint8_t *results, uint64_t n, Wdl r)
{
    const unsigned shift = TABLE_RESULT_BITS * (unsigned)(n % TABLE_RESULTS_IN_BYTE);
    results[n / TABLE_RESULTS_IN_BYTE] = (uint8_t)(results[n / TABLE_RESULTS_IN_BYTE] | (unsigned)r << shift);
}

#endif
