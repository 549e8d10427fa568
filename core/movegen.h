/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legal moves of a position (RULES "Non-capturing moves" and "Captures"). */
#ifndef BUSHKA_CORE_MOVEGEN_H
#define BUSHKA_CORE_MOVEGEN_H

#include "core/position.h"

/* Fills the empty list with every legal move, each once, in an order that depends on the position alone: the captures
 * if there are any, else the non-capturing moves. If memory runs out the list is marked as failed. */
void movegen_legal(const Position *p, MoveList *list);

/* The same for a side to move that is known to have no capture. `exposing`: only the moves that may let the other side,
 * which must have no kings, capture: the moves of men after which it can, and all moves of kings. */
void movegen_quiet(const Position *p, bool exposing, MoveList *list);

/* The non-capturing move from one square to another, for a side to move that has no capture pending; its kind is
 * MOVE_NONE when there is no such move. Both squares may be any indices from 0 to 63. */
Move movegen_quiet_move(const Position *p, Square from, Square to);

/* True when the side to move has a legal move; otherwise it has lost (RULES "Turn and end of the game"). */
bool movegen_has_move(const Position *p);

/* True when men of side c can step to two or more squares, so that they keep a move after any quiet move of the other
 * side. Lines, kings and captures are not considered. */
bool movegen_has_choice(const Position *p, Color c);

/* True when side c could capture if it were to move. */
bool movegen_can_capture(const Position *p, Color c);

/* True when neither side could capture if it were to move: a quiet position. */
bool movegen_is_quiet(const Position *p);

#endif
