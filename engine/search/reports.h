/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a search says about itself while it runs: to whom, and when it would be too much. */
#ifndef BUSHKA_SEARCH_REPORTS_H
#define BUSHKA_SEARCH_REPORTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/move.h"
#include "evaluation/score.h"

struct SearchThread;

/* A principal variation found by the search, and figures about the search so far. */
typedef struct SearchInfo {
    int depth;           /* plies of the finished iteration; of an interrupted one, if it found the line; 0: nothing
                            searched, the score is the evaluation */
    int seldepth;        /* greatest ply reached */
    int multipv;         /* rank of the line, from 1 */
    Score score;         /* from the side of the player to move at the root */
    uint64_t nodes;      /* positions visited, all threads */
    int64_t time;        /* ms since the command came, at least 0 */
    uint64_t nps;        /* positions per second */
    int hashfull;        /* per mille */
    bool tables;         /* there are tablebases for the board in folders */
    uint64_t table_hits; /* positions found in them, all threads */
    const Move *pv;      /* legal moves from the root on; valid during the call only */
    int pv_length;
} SearchInfo;

/* What a long search is looking at. */
typedef struct SearchCurrent {
    int depth;  /* plies of the iteration under way */
    Move move;  /* at the root */
    int number; /* its place in the order of search, from 1; lines already found count */
} SearchCurrent;

/* The end of a search. */
typedef struct SearchResult {
    Move best;   /* kind is MOVE_NONE when the game is over */
    Move ponder; /* expected reply; kind is MOVE_NONE when there is none */
    Score score;
    uint64_t nodes;
    int depth;    /* last finished iteration */
    int64_t time; /* ms */
} SearchResult;

/* Callbacks, called by the thread of search_run(). */
typedef struct SearchListener {
    void (*info)(void *context, const SearchInfo *info); /* may be NULL */
    /* Exactly once, and nothing after it. May be NULL. */
    void (*done)(void *context, const SearchResult *result);
    /* A root move is about to be searched, in a search that takes seconds; ten times a second at most, except for the
     * first move after an iteration was reported. May be NULL. */
    void (*current)(void *context, const SearchCurrent *current);
    void *context;
} SearchListener;

/* The listener of a search, and what it was last told. */
typedef struct SearchReports {
    SearchListener listener;
    int depth;           /* of the last iteration reported; -1: none */
    uint64_t digest;     /* of what it found */
    int64_t reported_us; /* when */
    int64_t current_us;  /* when the move being searched was last reported */
} SearchReports;

/* Begins the reports of a search to that listener; NULL: nobody listens. */
void reports_begin(SearchReports *r, const SearchListener *listener);

/* Reports the line with that index (rank less one), found at that depth. */
void reports_line(const struct SearchThread *t, int index, int depth);

/* Reports the first lines of the main thread. */
void reports_lines(const struct SearchThread *main, int lines, int depth);

/* Reports a finished iteration, unless it would flood the screen: in an endgame without progress, or with a mate score,
 * dozens can take no time at all. */
void reports_iteration(const struct SearchThread *main, int lines, int depth);

/* Reports that a root move is about to be searched, if the search takes long. */
void reports_root_move(const struct SearchThread *main, int index, int depth);

#endif
