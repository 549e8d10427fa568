/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Best play by the tablebases: the values of the moves of a position, and the moves that follow. */
#ifndef BUSHKA_TABLES_BEST_PLAY_H
#define BUSHKA_TABLES_BEST_PLAY_H

#include "tables/tablebase.h"

/* A legal move and its value for the side that makes it. */
typedef struct BestPlayMove {
    Move move;
    TablebaseValue value; /* the plies count the move itself */
} BestPlayMove;

/* All legal moves of a position; best_play_moves_free() frees them. */
typedef struct BestPlayMoves {
    BestPlayMove *moves; /* best first: the fastest win, wins of unknown plies, draws, losses of unknown plies, the
                            slowest loss; last the moves whose result is not known */
    int count;
} BestPlayMoves;

/* How far a line goes. */
typedef enum BestPlayEnd {
    BEST_PLAY_WHOLE,  /* to the end of the game, with the fastest win and the longest defence */
    BEST_PLAY_JOINED, /* to the end too, but first by the fastest way to a position whose plies are known */
    BEST_PLAY_NONE    /* not to the end, or not at all: the position is drawn or not known, or known plies were too far
                         away */
} BestPlayEnd;

/* A line of best play; best_play_line_free() frees it. */
typedef struct BestPlayLine {
    MoveList moves;
    BestPlayEnd end;
} BestPlayLine;

/* Lists the moves of a position with their values. ERROR_MEMORY, with nothing to be freed. */
ErrorCode best_play_moves(TablebaseCache *cache, const Position *p, BestPlayMoves *moves, Error *e);

/* Frees them; zeroed ones too. */
void best_play_moves_free(BestPlayMoves *moves);

/* Finds a line of best play from a won or lost position. If its plies are not known, at most `effort` positions are
 * searched for the fastest way to one whose plies are. ERROR_MEMORY, with nothing to be freed. */
ErrorCode best_play_line(TablebaseCache *cache, const Position *p, int effort, BestPlayLine *line, Error *e);

/* Frees it. */
void best_play_line_free(BestPlayLine *line);

#endif
