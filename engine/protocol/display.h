/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions and evaluations drawn for people. */
#ifndef BUSHKA_PROTOCOL_DISPLAY_H
#define BUSHKA_PROTOCOL_DISPLAY_H

#include "core/game.h"
#include "core/notation.h"
#include "evaluation/eval.h"
#include "system/text.h"

/* Why the game is over, for the end of a sentence; "it is not over" otherwise. */
const char *display_result(GameResult r);

/* Appends the board with the names of the squares, FEN, key, side to move, and the lines of display_moves(). */
void display_game(Text *t, const Game *g, NotationStyle style);

/* Appends the line "Legal moves (N): ...". In a finished game there are none, and a line "Result: ..." comes first. */
void display_moves(Text *t, const Game *g, NotationStyle style);

/* Appends the evaluation: by groups, with every term that counts something on either side. */
void display_evaluation(Text *t, const Eval *e, const Position *p);

#endif
