/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endings with few pieces, solved exactly: win, draw or loss and the plies to the end with best play. A position from
 * which neither side can force a win is a draw (by repetition). */
#ifndef BUSHKA_ENDINGS_SOLVE_H
#define BUSHKA_ENDINGS_SOLVE_H

#include <stdatomic.h>

#include "core/error.h"
#include "endings/classes.h"

/* The solved endings of one board. */
typedef struct Endings Endings;

typedef enum EndingResult { ENDING_DRAW = 0, ENDING_WIN, ENDING_LOSS } EndingResult;

/* What the side to move has. The winner ends the game as soon as possible, the loser as late as possible. */
typedef struct EndingValue {
    EndingResult result;
    int plies; /* until the loser is to move and has no move: odd for a win, even for a loss; 0 for a draw */
} EndingValue;

/* Solves all endings of 2 to `pieces` (ENDING_PIECES_LEAST to ENDING_PIECES_MOST) pieces of a board. On success
 * *endings must be freed with endings_free(). Errors: ERROR_MEMORY; ERROR_SYNTAX for other numbers of pieces, or if a
 * win took more plies than a table can hold; ERROR_INTERRUPTED when *stop becomes true. *endings is NULL then. `stop`
 * may be NULL, and outlives the endings. */
ErrorCode endings_solve(const Variant *v, int pieces, const atomic_bool *stop, Endings **endings, Error *e);

/* True once the flag that they were solved with is: work on them may end with no result. */
bool endings_stopped(const Endings *endings);

/* Frees them. NULL is allowed. */
void endings_free(Endings *endings);

/* The greatest number of pieces. */
int endings_pieces(const Endings *endings);

/* The numbering of the positions, which belongs to the endings. */
const EndingIndex *endings_index(const Endings *endings);

/* The value of a position with at most endings_pieces() pieces. The side to move may have none left; its enemy has a
 * piece. */
EndingValue endings_value(const Endings *endings, const Position *p);

/* The value of the position of that number, which must be one (ending_position()). */
EndingValue endings_value_at(const Endings *endings, EndingClass c, size_t number);

#endif
