/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a search reports while it runs, and to whom. */
#ifndef BUSHKA_SEARCH_LISTENER_H
#define BUSHKA_SEARCH_LISTENER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/move.h"
#include "evaluation/score.h"

/* A principal variation found by the search, and figures about the search so far. */
typedef struct SearchInfo {
    int depth;               /* plies of the finished iteration; of an interrupted one, if it found the line; 0: nothing
                                searched, the score is the evaluation */
    int seldepth;            /* greatest ply reached */
    int multipv;             /* rank of the line, from 1 */
    Score score;             /* for the side to move at the root */
    uint64_t nodes;          /* positions visited, all threads */
    int64_t time;            /* ms since the command came, at least 0 */
    uint64_t nps;            /* positions per second */
    int hashfull;            /* per mille */
    bool tables;             /* tablebases for the board were found in folders */
    uint64_t tablebase_hits; /* positions found in these or the built-in ones, all threads */
    const Move *pv;          /* legal moves from the root on; valid during the call only */
    int pv_length;
} SearchInfo;

/* The root move that a long search is working on. */
typedef struct SearchCurrentMove {
    int depth;  /* plies of the iteration under way */
    Move move;  /* at the root */
    int number; /* its place in the order of search, from 1; lines already found count */
} SearchCurrentMove;

/* The result of a search. */
typedef struct SearchResult {
    Move best;   /* kind is MOVE_NONE when the game is over */
    Move ponder; /* expected reply; kind is MOVE_NONE when there is none */
    Score score;
    uint64_t nodes;
    int depth; /* last finished iteration */
} SearchResult;

/* Callbacks, called by the thread of search_run(). */
typedef struct SearchListener {
    void (*info)(void *context, const SearchInfo *info); /* may be NULL */
    /* A root move is about to be searched, in a search that takes seconds; ten times a second at most, except for the
     * first move after an iteration was reported. May be NULL. */
    void (*current)(void *context, const SearchCurrentMove *current);
    void *context;
} SearchListener;

/* The listener of a search, and what was last reported to it. */
typedef struct SearchReports {
    SearchListener listener;
    int depth;           /* of the last iteration reported; -1: none */
    uint64_t digest;     /* of what that iteration found */
    int64_t reported_us; /* when */
    int64_t current_us;  /* when the move being searched was last reported */
} SearchReports;

#endif
