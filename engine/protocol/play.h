/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands that change the game: position, move, undo. All or nothing: on error the game stands as it was. */
#ifndef BUSHKA_PROTOCOL_PLAY_H
#define BUSHKA_PROTOCOL_PLAY_H

#include "protocol/state.h"
#include "system/text.h"

/* Reads a word as a FEN of that board. Errors: those of fen_parse(), and ERROR_SYNTAX for a word that is too long or
 * has a zero byte. */
ErrorCode play_read_fen(const Variant *v, Word word, Position *p, Error *e);

/* Reads a legal move, in any notation. Errors: those of notation_parse(), and ERROR_GAME_OVER in a finished game. */
ErrorCode play_read_move(const Game *g, Word word, Move *m, Error *e);

/* Plays a move, in any notation. Errors: those of play_read_move(), with the game unchanged. Without until_over a game
 * goes on after a third repetition. */
ErrorCode play_move(Game *g, Word word, bool until_over, Error *e);

/* `position startpos|fen F [moves M...]`. Takes time linear in the number of moves. */
ErrorCode play_position(Engine *engine, Words *arguments, Error *e);

/* `move M...`: plays the moves. In a finished game none is accepted. */
ErrorCode play_moves(Engine *engine, Words *arguments, Error *e);

/* `undo [N]`: takes back N moves, one without a number. */
ErrorCode play_undo(Engine *engine, Words *arguments, Error *e);

#endif
