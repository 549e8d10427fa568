/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time management: the limits of a search and its clock. What may end it (depth, nodes, time, a mate score, a command),
 * when to check, and how long its result is held back is decided here and nowhere else. */
#ifndef BUSHKA_SEARCH_TIME_H
#define BUSHKA_SEARCH_TIME_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/move.h"
#include "core/variant.h"
#include "evaluation/score.h"
#include "search/strength.h"

enum { SEARCH_FOREVER = -1 }; /* for times in milliseconds: without a limit */

/* When to stop. A zeroed struct sets no limit: the search then continues until search_stop(), or to
 * the greatest depth. */
typedef struct SearchLimits {
    int depth;                      /* plies; 0: no limit */
    uint64_t nodes;                 /* positions, all threads together; 0: no limit */
    int mate;                       /* stop when a mate score of at most that many moves is found; 0: no limit */
    bool use_movetime;              /* movetime holds */
    int64_t movetime;               /* ms for this move; negative counts as 0 */
    bool use_clock;                 /* time and increment hold, unless movetime does */
    int64_t time[COLOR_COUNT];      /* ms on each clock; may be negative */
    int64_t increment[COLOR_COUNT]; /* ms added after each move */
    int moves_to_go;                /* moves to the next time control; 0: the rest of the game */
    bool infinite;                  /* report the result only after search_stop() */
    bool ponder;                    /* the same until search_ponderhit(), from which on the limits of time count */
    int64_t overhead;               /* ms lost between engine and clock for each move */
    int multipv;                    /* best lines to report, at least 1 (0 counts as 1) */
    const Move *moves;              /* search only these; read by search_prepare() alone */
    int move_count;                 /* 0: all legal moves */
    int variety;                    /* points by which the move may be worse than the best, 0 to STRENGTH_VARIETY_MAX;
                                       of no effect on infinite and mate, and on levels that choose by themselves */
    const StrengthLevel *level;     /* weaker play; NULL: full strength. Ignored by infinite and mate */
    uint64_t seed;                  /* of the choices of level and variety */
    int64_t received;               /* clock_ms() when the command came in; the clock runs from here */
} SearchLimits;

/* Does the other work of the thread of search_run(), such as calling search_stop(). Waits for some at most that long
 * (ms; SEARCH_FOREVER: without a limit). Gets the listener's context. */
typedef void (*SearchPoll)(void *context, int milliseconds);

/* Two bounds in ms since the clock began to run. After the soft one no new iteration begins; with a clock, the course
 * of the search shortens or extends it. At the hard one the search stops wherever it is. */
typedef struct TimeBounds {
    bool limited; /* by a clock or movetime; else neither counts */
    int64_t soft;
    int64_t hard;
} TimeBounds;

/* The limits of the search under way. The atomic members are for every thread, those after them for the main thread
 * alone; the rest is settled before the threads begin. */
typedef struct TimeManager {
    SearchLimits limits; /* as given, and lowered to the level's; multipv is at least 1; without the moves */
    TimeBounds bounds;
    int64_t started_us; /* us; when the search was prepared */
    SearchPoll poll;    /* called at each check, and to wait */
    void *context;      /* of poll */

    atomic_bool stop;           /* every thread is to end */
    atomic_bool stop_requested; /* by a command, not by a limit: the result is wanted at once */

    bool pondering;      /* the limits of time do not count yet */
    int64_t clock_start; /* ms; when they began to count */
    int64_t end;         /* ms since then at which the iteration under way is ended */
} TimeManager;

/* What a finished iteration found, as far as the decision on another one needs it. */
typedef struct IterationSummary {
    int depth;             /* plies */
    Score before;          /* of the best line, in the iteration before; -SCORE_INFINITE in the first */
    Score best;            /* in this one */
    int mate_plies;        /* the longest among the lines to be shown when all of them have mate scores, else -1 */
    int stable_iterations; /* iterations since the best move changed */
    int root_count;        /* moves searched at the root */
} IterationSummary;

/* Takes over the limits of a search for that side to move. */
void time_set_limits(TimeManager *t, const SearchLimits *limits, Color side);

/* Starts the clock. From now on time_request_stop() and time_ponderhit() take effect. */
void time_begin(TimeManager *t);

/* True when every thread is to end; for every node. */
static inline bool time_is_up(const TimeManager *t)
{
    return atomic_load_explicit(&t->stop, memory_order_relaxed);
}

/* Ends every thread, since a limit was reached or there is nothing more to find. */
void time_stop(TimeManager *t);

/* Ends every thread, since a command wants the result at once. Any thread. */
void time_request_stop(TimeManager *t);

/* The expected move was played: the clock runs from now. This and the two below are for the main thread. */
void time_ponderhit(TimeManager *t);

/* True until time_ponderhit() or the end of time_wait_to_answer(), if the search is one that ponders. */
bool time_pondering(const TimeManager *t);

/* True when, with that many moves at the root, nothing but a command ends the search at the moment. */
bool time_unlimited(const TimeManager *t, int root_count);

/* Checks the nodes of all threads and the clock, and ends the search when a limit is reached. `thread_nodes` are the
 * nodes of the calling thread; returns how many of these call for the next check. The first check is due at its first
 * node. `threads` is the number of threads that search. Main thread. */
uint64_t time_check(TimeManager *t, uint64_t nodes, uint64_t thread_nodes, int threads);

/* The same for the nodes alone, for the other threads of a search with a limit of nodes: the main thread may have to
 * wait for a processor. Each checks again after its share of what is left, so the limit is exceeded only when threads
 * have to wait, and by less than the limit itself and a node for each thread. */
uint64_t time_check_nodes(TimeManager *t, uint64_t nodes, uint64_t thread_nodes, int threads);

/* The depth of the last iteration that may be searched, 1 to SEARCH_PLY_MAX. */
int time_last_depth(const TimeManager *t);

/* True when the finished iteration makes another one needless or leaves no time for it. The next one may run to the
 * hard bound or, if it begins before time_ponderhit(), only until this would have become true. */
bool time_should_stop_iterating(TimeManager *t, const IterationSummary *found);

/* How long to delay the answer from now on, with that many moves at the root: ms; SEARCH_FOREVER: until a command
 * comes; 0: no longer. */
int64_t time_answer_delay(const TimeManager *t, int root_count);

/* Waits until time_answer_delay() is over, polling for commands meanwhile. Then the search no longer ponders. */
void time_wait_to_answer(TimeManager *t, int root_count);

/* Milliseconds since the command came in, at least 0. */
int64_t time_elapsed(const TimeManager *t);

#endif
