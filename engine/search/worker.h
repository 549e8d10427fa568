/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One searching thread: its position stack, what it has learnt about move ordering, and its results.
 * Private to the search (search.c, search_run.c, iterate.c, alphabeta.c, order.c). */
#ifndef BUSHKA_SEARCH_WORKER_H
#define BUSHKA_SEARCH_WORKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "evaluation/evaluation.h"
#include "search/limits.h"
#include "search/params.h"
#include "search/search.h"
#include "search/tt.h"

enum {
    KILLERS = 2,
    STACK_BELOW = 2, /* entries below the root, so that the move two plies before one can always be asked for */
    STACK_PLIES = SEARCH_PLY_MAX + 4,
    HISTORY_MAX = 16384,
    REDUCTIONS = 64 /* depths and move counts told apart by the reductions */
};

/* A line of play. */
typedef struct Line {
    Move moves[SEARCH_PLY_MAX];
    int length;
} Line;

/* A move at the root and what is known about it. */
typedef struct RootMove {
    Move move;
    int bonus;      /* points that make it likelier to be chosen (strength_bonus) */
    Score score;    /* of the last finished search of this move as a best one, with its bonus */
    Score previous; /* of the iteration before */
    Score most;     /* what the iteration under way knows it to be worth at most, with its bonus */
    Line line;      /* begins with the move */
    int seldepth;
} RootMove;

/* What the search found the move to be worth. */
static inline Score root_move_score(const RootMove *r)
{
    return score_is_mate(r->score) ? r->score : r->score - r->bonus;
}

/* What the search of one ply leaves for others to see. */
typedef struct StackEntry {
    uint64_t key;
    int reversible; /* king moves without capture that led here, one after the other */
    Score value;    /* of the evaluation, the mover's view; SCORE_NONE: not known */
    Square to;      /* end of the move made from here */
    PackedMove killers[KILLERS];
} StackEntry;

/* A thread's own data; nothing in it is shared but `nodes`. */
typedef struct Worker {
    struct Search *search;
    int id; /* 0 is the one that keeps time and reports */
    pthread_t thread;
    bool started;
    bool finished; /* a helper is; guarded by the lock of the search */
    bool votes;    /* its result counts: for the thread of search_run() alone */
    _Atomic uint64_t nodes;
    _Atomic uint64_t table_hits;
    TablebaseCache *reader; /* NULL without tables */
    Wdl root_result;        /* what the tables say about the root; WDL_NONE: nothing */
    int root_plies;         /* to the end of a won or lost root; -1: not known */
    bool converting;        /* the root is won or lost, nobody knows how fast: the search is for the way */
    uint64_t next_check;    /* node count at which to look at the limits */
    int seldepth;
    _Atomic int depth;    /* last finished iteration; the helpers look at worker 0's */
    int stable;           /* iterations since the best move changed */
    Score fall;           /* points that the last iteration's score is below that of the one before */
    int told_depth;       /* of the last iteration reported; -1: none */
    uint64_t told_digest; /* of what it found */
    int64_t told_us;      /* when */
    int64_t current_us;   /* when the move being searched was last reported */
    RootMove *root_moves;
    int root_count;
    int multipv_index;
    Position root;
    StackEntry *stack;                         /* stack[i + STACK_BELOW] is the position at ply i of the search */
    EvaluationStack *evaluated;                /* what the evaluation knows of the positions by ply */
    Line *lines;                               /* lines[i] is the best line from ply i on */
    int16_t history[COLOR_COUNT][64][64];      /* by side, start and end of a move */
    int16_t continuation[STACK_BELOW][64][64]; /* by the end of the move one or two plies before, and its own */
} Worker;

/* The searcher. */
struct Search {
    TranspositionTable tt;
    Evaluation *evaluation;
    const Tablebase *tables; /* not owned, or NULL */
    int table_pieces;        /* of the tables for the board of the search under way; 0: it asks none */
    Worker **workers;
    int worker_count;
    int16_t reductions[REDUCTIONS][REDUCTIONS]; /* by depth and move count, hundredths of a ply */

    /* The search under way. */
    ActiveLimits limits;
    SearchListener listener;
    uint64_t *game_keys; /* keys of the game's positions since the last irreversible move, oldest first,
                            without the root */
    int game_key_count;
    Position root;
    SearchAttend attend;
    int helping; /* helpers at work; guarded by the lock */

    pthread_mutex_t lock;
    pthread_cond_t changed; /* a command came in for the limits, or helping changed */
};

/* True when the search is to stop. */
static inline bool search_stopping(const Worker *w)
{
    return limits_stopping(&w->search->limits);
}

/* The position at a ply of the search. */
static inline StackEntry *stack_at(const Worker *w, int ply)
{
    return &w->stack[ply + STACK_BELOW];
}

/* What the position at that ply, at least 1, is worth at least, but for rare cases: a quiet move, which led to it,
 * hardly changes the value for the worse of the side that did not make it, since having the move is worth something.
 * -SCORE_INFINITE where the value before is not known. */
static inline Score worker_lazy_least(const Worker *w, int ply)
{
    const Score before = stack_at(w, ply - 1)->value;
    return before == SCORE_NONE ? -SCORE_INFINITE : -before - LAZY_MARGIN;
}

/* What it is worth at most, but for rare cases: who has lost pieces by the capture that led to it is worse off than
 * when he was to move before. SCORE_INFINITE where that value is not known. */
static inline Score worker_lazy_most(const Worker *w, int ply)
{
    const Score before = ply > 1 ? stack_at(w, ply - 2)->value : SCORE_NONE;
    return before == SCORE_NONE || stack_at(w, ply - 1)->value != SCORE_NONE ? SCORE_INFINITE
                                                                             : before + LAZY_CAPTURE_MARGIN;
}

/* Positions visited by all threads. */
uint64_t search_nodes(const struct Search *s);

/* Positions found in tables by all threads. */
uint64_t search_table_hits(const struct Search *s);

/* Looks a position at that ply of the search up. Returns true when it need not be searched: the move that led to it
 * cannot be taken back, or a side has spoilt a result that is to be converted (endings.c). */
bool worker_probe(Worker *w, const Position *p, int ply, bool irreversible, Score *score);

/* Leaves of the root moves those that keep the result that the tables know: where the plies are known the fastest wins
 * or the slowest losses, else of the wins those that repeat no position of the game (endings.c). */
void worker_ask_root(Worker *w);

/* The score of a root move to be told: what the tables know of the root counts (endings.c). */
Score worker_shown(const Worker *w, const RootMove *r);

/* Does what else the thread has to do, looks at the limits, and notes when to look again; worker 0 alone
 * (search_run.c). */
void worker_check(Worker *w);

/* Counts the node and, on worker 0, looks at the limits now and then. Returns false when the search ends. */
static inline bool worker_enter(Worker *w, int ply)
{
    if (search_stopping(w)) {
        return false;
    }
    const uint64_t nodes = atomic_load_explicit(&w->nodes, memory_order_relaxed) + 1;
    atomic_store_explicit(&w->nodes, nodes, memory_order_relaxed);
    if (ply > w->seldepth) {
        w->seldepth = ply;
    }
    if (nodes >= w->next_check) {
        worker_check(w);
        return !search_stopping(w);
    }
    return true;
}

/* Tells the listener the best line of a worker (iterate.c). */
void worker_report(const Worker *w);

/* Tells the listener that the root move of that index is about to be searched, if that takes long (iterate.c). */
void worker_report_current(Worker *w, int index, int depth);

/* Searches the root with iterative deepening until a limit is reached (iterate.c). Worker 0 reports. */
void worker_iterate(Worker *w);

/* Fills the table of reductions (alphabeta.c). */
void worker_fill_reductions(struct Search *s);

/* The best line at a ply becomes the move followed by the best line of the next ply. */
void worker_extend_line(Worker *w, Move m, int ply);

/* Follows forced captures to their end and evaluates the quiet positions behind them (quiescence.c). The position's
 * key and the stack are not looked at. */
Score quiescence(Worker *w, const Position *p, Score alpha, Score beta, int ply);

/* The index of the root move to play, among the moves of the last finished iteration (iterate.c). */
int worker_choose(const Worker *w);

/* Searches the root position within the window, the moves from w->multipv_index on (alphabeta.c). */
Score worker_search_root(Worker *w, Score alpha, Score beta, int depth);

#endif
