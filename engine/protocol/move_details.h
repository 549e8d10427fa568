/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legal moves with all that a program needs to draw them, for `moves full`. */
#ifndef BUSHKA_PROTOCOL_MOVE_DETAILS_H
#define BUSHKA_PROTOCOL_MOVE_DETAILS_H

#include "core/game.h"
#include "system/text.h"

/* Appends the words of a legal move, "move ... promotes", as protocol.md describes them, without a newline. */
void move_details_line(Text *t, const Position *p, Move m);

/* Appends the lines "Fen: ...", "Result: ..." if the game is over, "Legal moves (N):", and a line for each legal move
 * or, if there are words, for each move that these name. Errors: those of play_read_move(), with the number of the
 * word. */
ErrorCode move_details(Text *t, const Game *g, Words *words, Error *e);

#endif
