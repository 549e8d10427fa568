/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions as text, PDN style (RULES "Positions as text"): W:Wf2,f3,Kg5:Bc6,Kd7 */
#ifndef BUSHKA_CORE_FEN_H
#define BUSHKA_CORE_FEN_H

#include "core/error.h"
#include "core/position.h"

/* Room for the longest FEN (fifty kings) and a NUL. */
enum { FEN_SIZE = 256 };

/* Reads `text`, a NUL-terminated word without spaces, as the FEN of a position on board v into *p. On error *p is
 * unchanged, *e says why, and the code is returned: ERROR_SYNTAX, ERROR_SQUARE, ERROR_DUPLICATE or ERROR_PROMOTION. A
 * side may be empty. Sides may come in either order, but each exactly once; nothing may follow them. v must be a board
 * of variant.h. */
ErrorCode fen_parse(const Variant *v, const char *text, Position *p, Error *e);

/* Writes the position as FEN, squares in the order of their names, and returns the length. */
int fen_print(const Position *p, char text[FEN_SIZE]);

#endif
