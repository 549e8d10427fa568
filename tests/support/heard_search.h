/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search whose reports are listened to. What goes wrong fails the test: illegal principal variations, lines that are
 * not ranked and sorted or begin alike, a best move that is not legal. */
#ifndef BUSHKA_SUPPORT_HEARD_SEARCH_H
#define BUSHKA_SUPPORT_HEARD_SEARCH_H

#include "search/search.h"
#include "support/positions.h"

/* What a search said, and the search. */
typedef struct Heard {
    const Game *game;
    int infos;                      /* lines reported */
    int lines;                      /* of the last iteration */
    Move begun[SEARCH_MULTIPV_MAX]; /* their first moves */
    Score first, last;              /* scores of the first and of the last of these lines */
    int hashfull;                   /* per mille */
    bool tables;                    /* the search had some */
    uint64_t table_hits;
    bool bad_line;
    SearchResult result;
} Heard;

/* A searcher with a hash table of 1 MiB, which is soon emptied; for search_free(). */
Search *heard_searcher(void);

/* The settings of a suite whose tests have such a searcher, and a game that is freed after them. */
#define HEARD_SEARCH .set_up = heard_set_up, .tear_down = heard_tear_down

extern Search *searcher;
extern Game game;

void heard_set_up(void);
void heard_tear_down(void);

/* Prepares a search of the game's position, received now unless the limits say when; nothing has been heard of it. */
void heard_prepare(Search *s, const Game *g, SearchLimits limits, Heard *h);

/* For search_run() where nothing comes in. */
void heard_attend(void *context, int milliseconds);

/* Prepares a search and runs it to its end. */
Heard heard_run(Search *s, const Game *g, SearchLimits limits);

#endif
