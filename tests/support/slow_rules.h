/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A second move generator: slow, straight from RULES "Non-capturing moves" and "Captures", over a plain array of
 * squares. It shares no code with the one that it checks. */
#ifndef BUSHKA_SUPPORT_SLOW_RULES_H
#define BUSHKA_SUPPORT_SLOW_RULES_H

#include "core/position.h"

/* Sorts the moves by from, to and taken. */
void sort_moves(MoveList *list);

/* Fills the list, which must be initialised, with every legal move, each once, in that order. It follows every route of
 * a capture to its end, and a swarm of kings can have too many for that. */
void slow_legal(const Position *p, MoveList *list);

#endif
