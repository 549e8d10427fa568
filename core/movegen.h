/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legal moves of a position (RULES "Non-capturing moves" and "Captures"). */
#ifndef BUSHKA_CORE_MOVEGEN_H
#define BUSHKA_CORE_MOVEGEN_H

#include "core/position.h"

/* Fills the list, which must be empty, with every legal move, each once, in an order that depends on
 * the position alone. Captures when there is one, else non-capturing moves. On lack of memory the list is
 * marked as failed. */
void movegen_legal(const Position *p, MoveList *list);

/* The same for a side to move that is known to have no capture. `exposing`: those moves alone that may let the other
 * side, which must have no kings, capture: moves of men after which it can, and all moves of kings. */
void movegen_quiet(const Position *p, bool exposing, MoveList *list);

/* The non-capturing move from one square to another, for a side to move that has no capture pending; its kind is
 * MOVE_NONE when there is no such move. Any squares may be asked for. */
Move movegen_quiet_move(const Position *p, Square from, Square to);

/* True when the side to move has a legal move; otherwise it has lost (RULES "Turn and end of the game"). */
bool movegen_any(const Position *p);

/* True when it is plain that men of side c have moves to two squares or more, so that one is left after any quiet move
 * of the other side; captures are not looked at. */
bool movegen_has_choice(const Position *p, Color c);

/* True when side c could capture if it were to move. */
bool movegen_can_capture(const Position *p, Color c);

/* True when neither side could capture if it were to move: a quiet position. */
bool movegen_is_quiet(const Position *p);

#endif
