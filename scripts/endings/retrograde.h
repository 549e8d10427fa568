/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Solves a pair of classes by retrograde analysis, given those that its captures and promotions lead to. A position
 * from which neither side can force a win is a draw (by repetition). */
#ifndef BUSHKA_ENDINGS_RETROGRADE_H
#define BUSHKA_ENDINGS_RETROGRADE_H

#include "endings/store.h"
#include "system/thread.h"

/* Called from time to time by the calling thread of retrograde_solve(), with the share of the pair's work that is done,
 * 0 to 1. */
typedef void (*RetrogradeProgress)(void *context, double done);

/* The bytes that solving a pair takes in addition to the store and to the pair's own values there. */
uint64_t retrograde_bytes(uint64_t numbers);

/* Solves a class and the one with the sides swapped, and adds both to the store. With plies, all classes in the store
 * must have them. The result does not depend on the number of threads. Errors: ERROR_MEMORY; ERROR_SYNTAX if a win
 * takes more plies than a value holds; ERROR_INTERRUPTED when the pool is stopped. The store is unchanged then. */
ErrorCode retrograde_solve(Store *s, TableClass c, bool plies, ThreadPool *pool, RetrogradeProgress progress,
                           void *context, Error *e);

#endif
