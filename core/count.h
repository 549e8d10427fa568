/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting legal moves without listing them, except where piece captures are pending: the fast path of perft. */
#ifndef BUSHKA_CORE_COUNT_H
#define BUSHKA_CORE_COUNT_H

#include "core/position.h"

/* A count of this or more means that memory ran out: no position has that many moves. */
#define COUNT_FAILED (UINT64_C(1) << 40)

/* The number of legal moves: perft of depth 1. */
uint64_t count_one_ply(const Position *p);

/* The number of sequences of two legal moves: perft of depth 2. */
uint64_t count_two_plies(const Position *p);

#endif
