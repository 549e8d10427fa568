/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legal moves with all that a program needs to draw them: the answer of `moves full`. */
#ifndef BUSHKA_PROTOCOL_MOVE_DETAILS_H
#define BUSHKA_PROTOCOL_MOVE_DETAILS_H

#include "core/game.h"
#include "system/text.h"

/* Appends the words of a legal move, "move ... promotes", in the form that protocol.md describes, without a line
 * break. */
void move_details_line(Text *t, const Position *p, Move m);

/* Appends the lines "Fen: ...", "Result: ..." if the game is over, "Legal moves (N):", and a line for each move. With
 * words, of the moves only those that they mean; the errors of play_read_move(), with the number of the word, when one
 * means none. */
ErrorCode move_details(Text *t, const Game *g, Words *words, Error *e);

#endif
