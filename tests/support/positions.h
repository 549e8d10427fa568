/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions, moves and games for tests, from text; text that cannot be read fails the test. */
#ifndef BUSHKA_SUPPORT_POSITIONS_H
#define BUSHKA_SUPPORT_POSITIONS_H

#include "core/game.h"

/* The start position of 10x10. */
#define START_FEN "W:Wd2,e1,e2,e3,f2,f3,f4,g3,g4,g5,h4,h5,h6,i5,i6:Ba5,a6,b5,b6,b7,c6,c7,c8,d7,d8,d9,e8,e9,e0,f9"

/* The position of that FEN; the start position when it is NULL. */
Position position_of(const Variant *v, const char *fen);

/* The legal move of p that the word stands for, in any notation; the word ends at a space or with the text. */
Move move_of(const Position *p, const char *word);

/* Lists the legal moves. The caller frees the list with move_list_free(). */
void legal_moves(const Position *p, MoveList *list);

/* True when the move is one of them. */
bool is_legal(const Position *p, Move m);

/* A game that begins with that position, or that of a FEN (position_of()). The caller frees it with game_free(). */
Game game_from(const Position *start);
Game game_of(const Variant *v, const char *fen);

/* Plays moves, separated by spaces. */
void game_play_words(Game *g, const char *words);

#endif
