/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Squares: their column and row, and their names after the two oblique lines that cross in them
 * (RULES "Board and coordinates"). */
#ifndef BUSHKA_CORE_SQUARE_H
#define BUSHKA_CORE_SQUARE_H

#include "core/variant.h"

/* Room for a square's name and the terminating NUL. */
enum { SQUARE_NAME_SIZE = 3 };

/* Column of a square, 1 (left) to 11. */
int square_column(Square s);

/* Row of a square, 1 (White's side) to 10. */
int square_row(Square s);

/* The dark square in that column and row of the board, or SQUARE_NONE. */
Square square_at(const Variant *v, int column, int row);

/* Writes the name, such as "e1" or "f0" (the tenth line is written 0), and a NUL to name. */
void square_name(Square s, char name[SQUARE_NAME_SIZE]);

/* The square named by the two characters at text, or SQUARE_NONE when they name none of this board. */
Square square_parse(const Variant *v, const char *text);

#endif
