/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legal moves a second time: slow, straight from RULES "Non-capturing moves" and "Captures", over a plain array
 * of squares. Shares no code with the move generator that it checks. */
#ifndef BUSHKA_SUPPORT_SLOW_RULES_H
#define BUSHKA_SUPPORT_SLOW_RULES_H

#include "core/position.h"

/* Steps of piece captures that are followed before a position is given up; a swarm of kings has routes without
 * end, as every one is followed to its end. */
enum { SLOW_STEPS_DEFAULT = 200000 };

/* Puts the moves into the order of their squares: by from, to and taken. */
void sort_moves(MoveList *list);

/* Fills the list, which must be initialised, with every legal move, each once, in that order. Returns false, with a
 * list of no use, when more than max_steps capturing steps would have to be followed or memory runs out. */
bool slow_legal(const Position *p, long max_steps, MoveList *list);

#endif
