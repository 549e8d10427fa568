/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions and moves of tests as texts; one that cannot be read fails the running test. */
#ifndef BUSHKA_SUPPORT_POSITIONS_H
#define BUSHKA_SUPPORT_POSITIONS_H

#include "core/position.h"

/* The position of that FEN; the start position when it is NULL. */
Position position_of(const Variant *v, const char *fen);

/* The legal move of p that the word means, in any notation. */
Move move_of(const Position *p, const char *word);

#endif
