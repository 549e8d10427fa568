/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting moves without listing them: the fast path of perft. Private to core/. */
#ifndef BUSHKA_CORE_COUNT_H
#define BUSHKA_CORE_COUNT_H

#include "core/position.h"

/* The number of sequences of two legal moves: perft of depth 2. */
uint64_t count_two_plies(const Position *p);

#endif
