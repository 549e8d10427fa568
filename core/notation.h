/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves as text, in the three forms of RULES "Notation". */
#ifndef BUSHKA_CORE_NOTATION_H
#define BUSHKA_CORE_NOTATION_H

#include <stddef.h>

#include "core/error.h"
#include "core/position.h"

/* The forms of notation. */
typedef enum NotationStyle {
    NOTATION_COORDINATE = 0, /* f2f5, h4e4, d6e6e5: every square where a capture turns or ends */
    NOTATION_FORMAL,         /* f2-f5, h4xe4, d6xe6xe5 */
    NOTATION_SHORT           /* f25, hxe4, g3x5, c54x, d6e5x, f6x */
} NotationStyle;

enum { NOTATION_STYLE_COUNT = 3 };

/* Room for the longest move (fifty-one squares, each with a separator) and a NUL. */
enum { NOTATION_SIZE = 160 };

/* Writes a legal move of p and returns its length. Always the same text for the same move and position, and
 * text that notation_parse() reads as this very move.
 * The coordinate and formal forms name every landing square of a piece capture (of several routes the one of
 * piece_capture_route()); these determine what it takes. The short form names start and end, along one line only
 * what changes; where another legal move has the same start and end it is the formal form instead. */
int notation_print(const Position *p, Move m, NotationStyle style, char text[NOTATION_SIZE]);

/* Finds the legal move of p that the word `text` of `length` bytes means. Any of the three forms will do. A '-' or 'x'
 * may stand or be left out between the squares, an 'x' at the end too (but f6x needs it). A '-' says nothing; an 'x'
 * anywhere says that the move is a capture, and one that takes nothing is refused.
 * '!' and '?' marks at the end are ignored. Letters may not be capitals. Three squares and more name every
 * landing square of a piece capture, by any of its routes; two name its start and end.
 *
 * On success fills *m. On error *m is unchanged, and *e says why and what would be right:
 * ERROR_SYNTAX     no form of a move
 * ERROR_SQUARE     a square that the board does not have
 * ERROR_ILLEGAL    no legal move, with the reason: no own piece there, a capture is compulsory, a linear
 *                  capture has precedence, more pieces can be taken, the way is blocked, an 'x' where nothing
 *                  is taken, ...
 * ERROR_AMBIGUOUS  several legal moves have that start and end; names them in formal notation
 * ERROR_GAME_OVER  the side to move has no legal move at all
 * ERROR_MEMORY     memory ran out */
ErrorCode notation_parse(const Position *p, const char *text, size_t length, Move *m, Error *e);

#endif
