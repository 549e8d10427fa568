/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board drawn for a player at a terminal: the pieces, the names of the squares, and the last move. */
#ifndef BUSHKA_TERMINAL_BOARD_PICTURE_H
#define BUSHKA_TERMINAL_BOARD_PICTURE_H

#include "core/game.h"
#include "core/notation.h"
#include "system/text.h"

/* The colours that the terminal has. */
typedef enum BoardColours {
    BOARD_PLAIN = 0, /* none: marks beside the squares show the last move */
    BOARD_BASIC,     /* bold, dim, inverse and the first eight colours, on a background of any colour */
    BOARD_RICH       /* 256 colours: the squares are painted */
} BoardColours;

/* How to draw. */
typedef struct BoardLook {
    BoardColours colours;
    bool symbols; /* discs and crowns instead of letters, with BOARD_RICH; the text is UTF-8 then */
    bool turned;  /* Black sits at the bottom */
    int columns;  /* of the screen; 0: unknown */
} BoardLook;

/* Appends the board of the current position: a line for each row, and to the right of them the players with their
 * pieces, the last move in that style, and who is to move. On a narrow screen these come below the board; on a very
 * narrow one, light squares are narrower too. */
void board_picture(Text *t, const Game *g, NotationStyle style, const BoardLook *look);

#endif
