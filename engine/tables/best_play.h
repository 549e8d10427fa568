/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Best play by the tables: what each move of a position comes to, and how the game goes on from there. */
#ifndef BUSHKA_TABLES_BEST_PLAY_H
#define BUSHKA_TABLES_BEST_PLAY_H

#include "tables/tablebase.h"

/* A legal move and what the side that makes it has with it. */
typedef struct BestPlayMove {
    Move move;
    TablebaseValue value; /* the plies count the move itself */
} BestPlayMove;

/* All legal moves of a position. best_play_moves_free() frees what it owns. */
typedef struct BestPlayMoves {
    BestPlayMove *moves; /* best first: the fastest win, wins of unknown plies, draws, such losses, the slowest loss;
                         what the tables do not know comes last */
    int count;
} BestPlayMoves;

/* How far a line goes. */
typedef enum BestPlayEnd {
    BEST_PLAY_WHOLE,  /* to the end of the game, the winner hurrying and the loser delaying */
    BEST_PLAY_JOINED, /* to the end too, but at first the winner hurries to where plies are known */
    BEST_PLAY_NONE    /* there is none: the position is drawn or not known, or known plies were not in reach */
} BestPlayEnd;

/* A line of best play. best_play_line_free() frees what it owns. */
typedef struct BestPlayLine {
    MoveList moves;
    BestPlayEnd end;
} BestPlayLine;

/* Lists the moves of a position with what they are worth. ERROR_MEMORY, with nothing to be freed. */
ErrorCode best_play_moves(TablebaseCache *r, const Position *p, BestPlayMoves *moves, Error *e);

/* Frees them; zeroed ones too. */
void best_play_moves_free(BestPlayMoves *moves);

/* Finds a line from a won or lost position. Where plies are not known it looks at `effort` positions at most for the
 * shortest way to such whose plies are. ERROR_MEMORY, with nothing to be freed. */
ErrorCode best_play_line(TablebaseCache *r, const Position *p, int effort, BestPlayLine *line, Error *e);

/* Frees it. */
void best_play_line_free(BestPlayLine *line);

#endif
