/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions and evaluations as text for people. */
#ifndef BUSHKA_PROTOCOL_DISPLAY_H
#define BUSHKA_PROTOCOL_DISPLAY_H

#include "core/game.h"
#include "core/notation.h"
#include "evaluation/evaluation.h"
#include "system/text.h"

/* The side's name, "White" or "Black". */
const char *display_side(Color c);

/* The letter of a piece: o and O for a man and a king of White's, x and X for Black's. */
char display_piece(Color c, bool king);

/* Why the game is over, for the end of a sentence; "it is not over" otherwise. */
const char *display_result(GameResult r);

/* Appends "cp N" or "mate N" (moves to the mate, negative when the mover loses). */
void display_score(Text *t, Score score);

/* Appends the board with the names of the squares, FEN, key, side to move, and the lines of display_moves(). The board
 * fits into that many columns, if there are at least 40 (0: any number). */
void display_game(Text *t, const Game *g, NotationStyle style, int columns);

/* Appends the line "Legal moves (N): ...". In a finished game there are none, and a line "Result: ..." comes first. */
void display_moves(Text *t, const Game *g, NotationStyle style);

/* Appends the evaluation: the value; the board with what each piece adds; by groups, every term of pace-tempo that
 * either side has; and the value again, in men, as the last line. Board and table fit into the columns as above. */
void display_evaluation(Text *t, const Evaluation *e, const Position *p, int columns);

#endif
