/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Games as text in PDN shape, the form that the match runner writes and reads: tags, an empty line, the moves in formal
 * notation with their numbers, and the result.
 *
 *     [Event "Bushka Engine"]
 *     [White "somebody"]
 *     [Result "1-0"]
 *     [Variant "bushka"]
 *
 *     1. f2-f3 c7-c6 2. ... 1-0
 */
#ifndef BUSHKA_PROTOCOL_GAME_TEXT_H
#define BUSHKA_PROTOCOL_GAME_TEXT_H

#include "core/game.h"
#include "system/text.h"

/* How every text of game_text_write() begins: by this a file of this program is known. */
#define GAME_TEXT_BEGINS "[Event \"Bushka Engine\"]\n"

enum { GAME_TEXT_PLIES_MAX = 20000 /* longest game that is written or read, as the match runner has it */ };

/* Who plays, and when; printable ASCII. */
typedef struct GameTextNames {
    const char *player[COLOR_COUNT];
    const char *date; /* "2025.11.21", with ?? for what is unknown */
} GameTextNames;

/* Appends the game. ERROR_GAME_OVER when moves were played after its end, or more than GAME_TEXT_PLIES_MAX: nobody
 * would read it. */
ErrorCode game_text_write(Text *t, const Game *g, const GameTextNames *names, Error *e);

/* What game_text_read() found beside the moves. */
typedef struct GameTextFound {
    int count;         /* games in the text */
    GameResult result; /* as the text says; the game may have been broken off */
} GameTextFound;

/* Reads the game of that number, from 1, out of a text with one or several. Needs of the tags Variant, where the board
 * is not the usual one, and FEN, where the game does not begin in the start position. Moves may stand in any notation,
 * with numbers or without; comments ({...}, and from ; to the end of the line) and $1 are skipped. The other games are
 * only counted.
 * On success *g is a new game, which the caller frees. Otherwise ERROR_SYNTAX with "NAME:LINE: WHY" (name is that of
 * the file) or ERROR_MEMORY, and nothing to free. */
ErrorCode game_text_read(const char *name, const char *data, size_t length, int number, Game *g, GameTextFound *found,
                         Error *e);

#endif
