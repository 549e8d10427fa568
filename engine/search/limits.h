/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits of a search and its clock: what may end it (depth, nodes, time, a forced end, a command), when to look,
 * and how long its result is held back. All of that is decided here and nowhere else; the rest of the search asks. */
#ifndef BUSHKA_SEARCH_LIMITS_H
#define BUSHKA_SEARCH_LIMITS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/move.h"
#include "core/variant.h"
#include "evaluation/score.h"
#include "search/strength.h"

enum { SEARCH_FOREVER = -1 }; /* for times in milliseconds: without a limit */

/* When to stop. A zeroed struct sets no limit: the search then continues until search_stop(). */
typedef struct SearchLimits {
    int depth;                      /* plies; 0: no limit */
    uint64_t nodes;                 /* positions, all threads together; 0: no limit */
    int mate;                       /* stop when a forced end in that many moves is found; 0: no limit */
    bool use_movetime;              /* movetime holds */
    int64_t movetime;               /* ms for this move; negative counts as 0 */
    bool use_clock;                 /* time and increment hold */
    int64_t time[COLOR_COUNT];      /* ms on each clock; may be negative */
    int64_t increment[COLOR_COUNT]; /* ms added after each move */
    int moves_to_go;                /* moves to the next time control; 0: the rest of the game */
    bool infinite;                  /* report the result only after search_stop() */
    bool ponder;                    /* the same until search_ponderhit(), from when on the limits count */
    int64_t overhead;               /* ms lost between engine and clock for each move */
    int multipv;                    /* best lines to report, at least 1 (0 counts as 1) */
    const Move *moves;              /* search only these; copied by search_prepare() */
    int move_count;                 /* 0: all legal moves */
    int variety;                    /* points by which the move may be worse than the best, 0 to STRENGTH_VARIETY_MAX;
                                       of no effect on infinite and mate, and on levels that choose by themselves */
    const StrengthLevel *level;     /* weaker play; NULL: full strength. Ignored by infinite and mate */
    uint64_t seed;                  /* of the choices of level and variety */
    int64_t received;               /* clock_ms() when the command came in; the clock runs from here */
} SearchLimits;

/* Two bounds in ms since the clock began to run: after the soft one no new iteration begins, at the hard one the search
 * stops wherever it is. */
typedef struct TimeBounds {
    bool limited; /* by a clock or movetime; else neither counts */
    int64_t soft;
    int64_t hard;
} TimeBounds;

/* The limits of the search under way. What is atomic is for every thread; the rest is settled before the threads
 * begin. Zeroed, it is that of a search that was never prepared. */
typedef struct ActiveLimits {
    SearchLimits wanted; /* as asked for, and lowered to the level's */
    Move *moves;         /* what wanted.moves points to; owned */
    TimeBounds bounds;
    int64_t started_us; /* us; when the search was prepared */

    atomic_bool stop;            /* every thread is to end */
    atomic_bool asked;           /* by a command, not by a limit: the result is wanted at once */
    atomic_bool pondering;       /* the limits of time do not count yet */
    _Atomic int64_t clock_start; /* ms; when they began to count */
} ActiveLimits;

/* What a finished iteration found, as far as it bears on whether another one is worth it. */
typedef struct IterationSummary {
    int depth;        /* plies */
    Score best;       /* of the best line */
    int forced_plies; /* the longest end among the lines to be shown when all of them are forced, else -1 */
    int stable;       /* iterations since the best move changed */
    Score fall;       /* points that `best` is below that of the iteration before */
    int choices;      /* moves searched at the root */
} IterationSummary;

/* Takes over what was asked for, for that side to move. False when memory runs out; limits_begin() must not follow. */
bool limits_take(ActiveLimits *l, const SearchLimits *wanted, Color side);

/* From now on the limits count, and limits_ask() and limits_ponderhit() too. */
void limits_begin(ActiveLimits *l);

/* Frees what the limits own. */
void limits_free(ActiveLimits *l);

/* True when every thread is to end; for every node. */
static inline bool limits_stopping(const ActiveLimits *l)
{
    return atomic_load_explicit(&l->stop, memory_order_relaxed);
}

/* Ends every thread, since a limit was reached or there is nothing more to find. */
void limits_stop(ActiveLimits *l);

/* The same since a command wants the result at once. */
void limits_ask(ActiveLimits *l);

/* The expected move was played: the clock runs from now. */
void limits_ponderhit(ActiveLimits *l);

/* The awaited move does not matter any more. */
void limits_end_pondering(ActiveLimits *l);

/* True until limits_ponderhit() or limits_end_pondering(), if the search is one that ponders. */
bool limits_pondering(const ActiveLimits *l);

/* True when, with so many moves at the root, nothing but a command ends the search at the moment. */
bool limits_endless(const ActiveLimits *l, int choices);

/* Looks at the nodes of all threads and at the clock, and ends the search if it is time to. Returns at how many `own`
 * nodes, those of the thread that looks, to look again. The first look belongs at its first node. */
uint64_t limits_check(ActiveLimits *l, uint64_t nodes, uint64_t own);

/* The depth of the last iteration that may be searched, 1 to SEARCH_PLY_MAX - 1. */
int limits_last_depth(const ActiveLimits *l);

/* True when the finished iteration makes another one needless or leaves no time for it. */
bool limits_enough(const ActiveLimits *l, const IterationSummary *found);

/* How long the result is to be held back from now, with so many moves at the root: ms, SEARCH_FOREVER until a command
 * comes, 0 no longer. */
int64_t limits_hold(const ActiveLimits *l, int choices);

/* Milliseconds since the command came in, at least 0. */
int64_t limits_elapsed(const ActiveLimits *l);

#endif
