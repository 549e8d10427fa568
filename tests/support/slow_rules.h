/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legal moves a second time: slow, straight from RULES "Non-capturing moves" and "Captures", over a plain array
 * of squares. Shares no code with the move generator that it checks. */
#ifndef BUSHKA_SUPPORT_SLOW_RULES_H
#define BUSHKA_SUPPORT_SLOW_RULES_H

#include "core/position.h"

/* Puts the moves into the order of their squares: by from, to and taken. */
void sort_moves(MoveList *list);

/* Fills the list, which must be initialised, with every legal move, each once, in that order. Every route of a capture
 * is followed to its end: a swarm of kings can have more than anybody waits for. */
void slow_legal(const Position *p, MoveList *list);

#endif
