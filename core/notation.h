/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moves written as text, in the three forms of RULES "Notation"; notation_parse.h reads them. */
#ifndef BUSHKA_CORE_NOTATION_H
#define BUSHKA_CORE_NOTATION_H

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

/* Writes a legal move of p and returns the length of the text, which is always the same for a move and position, and
 * which notation_parse() reads as this very move.
 * The coordinate and formal forms name every landing square of a piece capture (of several routes, the first one of
 * piece_capture_routes()); these determine what it takes. The short form names start and end, along one line only what
 * changes; where another legal move has the same start and end, the formal form is written instead. */
int notation_print(const Position *p, Move m, NotationStyle style, char text[NOTATION_SIZE]);

#endif
