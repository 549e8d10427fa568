/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs searches and checks what they report. An illegal principal variation, lines out of order or with the same first
 * move, and an illegal best move fail the test. */
#ifndef BUSHKA_SUPPORT_HEARD_SEARCH_H
#define BUSHKA_SUPPORT_HEARD_SEARCH_H

#include "search/search.h"
#include "support/positions.h"
#include "support/test.h"

/* What a search reported, and its result. */
typedef struct Heard {
    const Game *game;
    int infos;                      /* lines reported */
    int lines;                      /* of the last iteration */
    Move begun[SEARCH_MULTIPV_MAX]; /* their first moves */
    Score first, last;              /* scores of the first and of the last of these lines */
    int hashfull;                   /* per mille */
    bool tables;                    /* the search had tablebases */
    uint64_t tablebase_hits;
    bool bad_line;
    SearchResult result;
} Heard;

/* A searcher with a hash table of 1 MiB, which is quick to clear. The caller frees it with search_free(). */
Search *heard_searcher(void);

/* For a suite in which each test has such a searcher, and a game that is freed after it. */
extern const TestFixture HEARD_SEARCH;
extern Search *searcher;
extern Game game;

/* Prepares a search of the game's position, received now unless the limits say otherwise, and clears *h. */
void heard_prepare(Search *s, const Game *g, SearchLimits limits, Heard *h);

/* For search_run() where no commands come in. */
void heard_poll(void *context, int milliseconds);

/* Prepares a search and runs it to its end. */
Heard heard_run(Search *s, const Game *g, SearchLimits limits);

#endif
