/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves read from text (RULES "Notation"). */
#ifndef BUSHKA_CORE_NOTATION_PARSE_H
#define BUSHKA_CORE_NOTATION_PARSE_H

#include <stddef.h>

#include "core/error.h"
#include "core/position.h"

/* Finds the legal move of p that the word `text` of `length` bytes means. Any of the three forms will do. A '-' or 'x'
 * between the squares is optional, and so is an 'x' at the end (but f6x needs it). A '-' means nothing; an 'x' anywhere
 * means that the move is a capture, and a move that takes nothing is then refused. '!' and '?' marks at the end are
 * ignored. Capital letters are refused. Three or more squares name every landing square of a piece capture, by any of
 * its routes; two name its start and end.
 *
 * On success fills *m. On error *m is unchanged, and *e says why and what would be right:
 * - ERROR_SYNTAX: the word does not look like a move;
 * - ERROR_SQUARE: it names a square that the board does not have;
 * - ERROR_ILLEGAL: it is not legal, with the reason: no piece of the side to move there, a capture is compulsory, a
 *   linear capture has precedence, more pieces can be taken, the way is blocked, an 'x' where nothing is taken, ...;
 * - ERROR_AMBIGUOUS: several legal moves have that start and end; the message names them in formal notation;
 * - ERROR_GAME_OVER: the side to move has no legal move at all;
 * - ERROR_MEMORY: memory ran out. */
ErrorCode notation_parse(const Position *p, const char *text, size_t length, Move *m, Error *e);

#endif
