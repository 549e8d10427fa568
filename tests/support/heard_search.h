/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search whose lines and result are listened to. What goes wrong fails the test. */
#ifndef BUSHKA_SUPPORT_HEARD_SEARCH_H
#define BUSHKA_SUPPORT_HEARD_SEARCH_H

#include <pthread.h>
#include <stdatomic.h>

#include "core/game.h"
#include "search/search.h"

enum { HEARD_LINES = 64 }; /* that are kept */

/* What a search said, and the search. */
typedef struct Heard {
    const Game *game;
    int infos;
    int rank[HEARD_LINES]; /* of the last iteration */
    Score score[HEARD_LINES];
    int lines;
    bool tables; /* the search had some */
    uint64_t table_hits;
    bool bad_line; /* a principal variation with an illegal move */
    atomic_int done;
    SearchResult result;
    Search *search;
    pthread_t thread;
} Heard;

/* A game that begins with a position, or with the start position of the board when it is NULL; for game_free(). */
Game heard_game(const Variant *v, const char *fen);

/* Plays a move. */
void heard_play(Game *g, const char *text);

/* Prepares a search of the game's position, received now; nothing has been heard of it yet. */
void heard_prepare(Search *s, const Game *g, SearchLimits limits, Heard *h);

/* Prepares a search and runs it to its end, which must come once, and all its lines must be legal. */
void heard_run(Search *s, const Game *g, SearchLimits limits, Heard *h);

/* Prepares a search and starts it on a thread of its own; and waits for its end. */
void heard_start(Search *s, const Game *g, SearchLimits limits, Heard *h);
void heard_finish(Heard *h);

#endif
