/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endings with two and three pieces a second time: all positions with all their moves by slow_legal(), looked at over
 * and over until nothing changes. Shares no code with the solver that it checks. */
#ifndef BUSHKA_SUPPORT_SLOW_ENDINGS_H
#define BUSHKA_SUPPORT_SLOW_ENDINGS_H

#include "core/position.h"

typedef struct SlowEndings SlowEndings;

/* What a position is worth to the side to move: an odd number is a win in so many plies, an even one a loss. */
enum { SLOW_ENDING_DRAW = -1 };

/* Solves all endings of two to `pieces` pieces, at most three; freed by slow_endings_free(). */
SlowEndings *slow_endings_new(const Variant *v, int pieces);
void slow_endings_free(SlowEndings *s);

/* The plies to the end, or SLOW_ENDING_DRAW. */
int slow_endings_value(const SlowEndings *s, const Position *p);

#endif
