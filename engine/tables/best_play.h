/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Best play by the tables: what each move of a position comes to, and how the game goes on from there. */
#ifndef BUSHKA_TABLES_BEST_PLAY_H
#define BUSHKA_TABLES_BEST_PLAY_H

#include "tables/tables.h"

/* A legal move and what the side that makes it has with it. */
typedef struct TableMove {
    Move move;
    TableValue value; /* the plies count the move itself */
} TableMove;

/* All legal moves of a position. table_moves_free() frees what it owns. */
typedef struct TableMoves {
    TableMove *moves; /* best first: the fastest win, wins of unknown plies, draws, such losses, the slowest loss; what
                         the tables do not know comes last */
    int count;
} TableMoves;

/* How far a line goes. */
typedef enum TableLineEnd {
    TABLE_LINE_WHOLE,  /* to the end of the game, the winner hurrying and the loser delaying */
    TABLE_LINE_JOINED, /* to the end too, but at first the winner hurries to where plies are known */
    TABLE_LINE_NONE    /* there is none: the position is drawn or not known, or known plies were not in reach */
} TableLineEnd;

/* A line of best play. table_line_free() frees what it owns. */
typedef struct TableLine {
    MoveList moves;
    TableLineEnd end;
} TableLine;

/* Lists the moves of a position with what they are worth. ERROR_MEMORY, with nothing to be freed. */
ErrorCode table_moves(TableReader *r, const Position *p, TableMoves *moves, Error *e);

/* Frees them; zeroed ones too. */
void table_moves_free(TableMoves *moves);

/* Finds a line from a won or lost position. Where plies are not known it looks at `effort` positions at most for the
 * shortest way to such whose plies are. ERROR_MEMORY, with nothing to be freed. */
ErrorCode table_line(TableReader *r, const Position *p, int effort, TableLine *line, Error *e);

/* Frees it. */
void table_line_free(TableLine *line);

#endif
