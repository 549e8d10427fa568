/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pair of classes solved, given those that its captures and promotions lead to. A position from which neither side
 * can force a win is a draw (by repetition). */
#ifndef BUSHKA_ENDINGS_RETROGRADE_H
#define BUSHKA_ENDINGS_RETROGRADE_H

#include "endings/store.h"
#include "system/thread.h"

/* Called now and then by the thread that solves, with the share of the work on the pair that is done, 0 to 1. */
typedef void (*RetrogradeProgress)(void *context, double done);

/* The bytes that solving a pair takes beside the store: its own values there are not among them. */
uint64_t retrograde_bytes(uint64_t numbers);

/* Adds a class and its swapped one to the store, whose classes must all have plies where these shall. Which threads do
 * what does not matter for the result. Errors: ERROR_MEMORY; ERROR_SYNTAX if a win takes more plies than a value holds;
 * ERROR_INTERRUPTED when the pool is stopped. The store is as it was then. */
ErrorCode retrograde_solve(Store *s, TableClass c, bool plies, ThreadPool *pool, RetrogradeProgress progress,
                           void *context, Error *e);

#endif
