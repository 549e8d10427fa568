/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board drawn for a player at a terminal: squares with their names, pieces, and where the last move went. */
#ifndef BUSHKA_TERMINAL_BOARD_PICTURE_H
#define BUSHKA_TERMINAL_BOARD_PICTURE_H

#include "core/game.h"
#include "core/notation.h"
#include "system/text.h"

/* How much colour the terminal has. */
typedef enum BoardColours {
    BOARD_PLAIN = 0, /* none: marks stand beside the squares */
    BOARD_BASIC,     /* bold, dim, inverse and the first eight colours, on a background of any colour */
    BOARD_RICH       /* 256 colours: the squares are painted */
} BoardColours;

/* How to draw. */
typedef struct BoardLook {
    BoardColours colours;
    bool symbols; /* discs and crowns instead of letters, where the squares are painted; the text is UTF-8 then */
    bool turned;  /* Black sits at the bottom */
    int columns;  /* of the screen; 0: any */
} BoardLook;

/* Appends the board of the current position: a line for each row, and at its right the players with their pieces, the
 * last move in that style, and who is to move; on a narrow screen these come below it, and on a very narrow one squares
 * that are not played on are narrower. */
void board_picture(Text *t, const Game *g, NotationStyle style, const BoardLook *look);

#endif
