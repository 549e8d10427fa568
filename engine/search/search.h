/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search as a library: iterative deepening with alpha-beta, on the caller's thread and on helpers. Knows nothing of
 * text. */
#ifndef BUSHKA_SEARCH_SEARCH_H
#define BUSHKA_SEARCH_SEARCH_H

#include "core/error.h"
#include "core/game.h"
#include "evaluation/evaluation.h"
#include "evaluation/score.h"
#include "search/listener.h"
#include "search/strength.h"
#include "search/time.h"
#include "tables/tablebase.h"

enum {
    SEARCH_HASH_MIN = 1,     /* MiB */
    SEARCH_HASH_MAX = 65536, /* MiB */
    SEARCH_HASH_DEFAULT = 16,
    SEARCH_THREADS_MAX = 256,
    SEARCH_MULTIPV_MAX = 500,
    SEARCH_OVERHEAD_DEFAULT = 10, /* ms */
    SEARCH_OVERHEAD_MAX = 5000    /* ms */
};

/* A searcher: the hash table, the threads and what they remember. Several can work side by side. */
typedef struct Search Search;

/* A new searcher with SEARCH_HASH_DEFAULT MiB and one thread, or NULL when memory runs out. */
Search *search_new(void);

/* Frees everything. NULL is allowed. Not during a search. */
void search_free(Search *s);

/* Sets the size of the hash table in MiB (it is empty afterwards). On failure returns ERROR_MEMORY and the
 * old table is kept. Not during a search. */
ErrorCode search_set_hash(Search *s, int mib, Error *e);

/* Sets the number of threads, which wait for searches until it is set again. On failure returns ERROR_MEMORY and the
 * old number is kept. Not during a search. */
ErrorCode search_set_threads(Search *s, int threads, Error *e);

/* Replaces the evaluation, at first the learned one with the built-in networks, and clears the hash table and the
 * histories. The networks chosen must outlive it. On failure returns ERROR_MEMORY and the old one is kept. Not during a
 * search. */
ErrorCode search_set_evaluation(Search *s, const EvaluationChoice *choice, Error *e);

/* The evaluation in use, prepared for that board; valid until it is replaced. During a search only for the board that
 * is searched. NULL, with ERROR_MEMORY, when memory runs out. */
const Evaluation *search_evaluation(Search *s, const Variant *v, Error *e);

/* Probes these tablebases from now on, which must stay open as long; NULL: none. On failure returns ERROR_MEMORY and
 * changes nothing. Not during a search. */
ErrorCode search_set_tables(Search *s, const Tablebase *tables, Error *e);

/* Clears the hash table and the histories. Not during a search. */
void search_clear(Search *s);

/* Prepares a search of the game's current position. The game is copied as far as needed (positions since the last
 * irreversible move). From now on search_stop() and search_ponderhit() take effect. Not during a search. On
 * ERROR_MEMORY no search is prepared. */
ErrorCode search_prepare(Search *s, const Game *game, const SearchLimits *limits, const SearchListener *listener,
                         Error *e);

/* Runs the prepared search on the calling thread, which needs a stack of a megabyte, and on helpers; returns when all
 * of them are done. `poll` is called now and then, and to wait while the result is held back. In a finished game
 * there is nothing to search, but the result is held back as the limits say. */
SearchResult search_run(Search *s, SearchPoll poll);

/* Asks the search to stop and report; returns at once. Harmless when none runs. Any thread may call it. */
void search_stop(Search *s);

/* Tells a pondering search that the expected move was played. Harmless when none runs. This and the two below are for
 * the thread of search_run(), before it and when it polls. */
void search_ponderhit(Search *s);

/* True while the search awaits search_ponderhit(). */
bool search_pondering(const Search *s);

/* True when the prepared search has no limit at the moment, so that search_stop() alone (or search_ponderhit())
 * brings its end. */
bool search_unlimited(const Search *s);

#endif
