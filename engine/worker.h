/* One searching thread: its position stack, what it has learnt about move ordering, and its results.
 * Private to the search (search.c, iterate.c, alphabeta.c, order.c). */
#ifndef BUSHKA_ENGINE_WORKER_H
#define BUSHKA_ENGINE_WORKER_H

#include <pthread.h>
#include <stdatomic.h>

#include "search.h"
#include "timeman.h"
#include "tt.h"

enum { KILLERS = 2, STACK_PLIES = SEARCH_PLY_MAX + 4, HISTORY_MAX = 16384 };

/* A line of play. */
typedef struct Line {
    Move moves[SEARCH_PLY_MAX];
    int length;
} Line;

/* A move at the root and what is known about it. */
typedef struct RootMove {
    Move move;
    Score score;    /* of the last finished search of this move as a best one */
    Score previous; /* of the iteration before */
    Line line;      /* begins with the move */
    int selective;
} RootMove;

/* What the search of one ply leaves for others to see. */
typedef struct StackEntry {
    uint64_t key;
    int reversible; /* king moves without capture that led here, one after the other */
    PackedMove killers[KILLERS];
    Line line;
} StackEntry;

/* A thread's own data; nothing in it is shared but `nodes`. */
typedef struct Worker {
    struct Search *search;
    int id; /* 0 is the one that keeps time and reports */
    pthread_t thread;
    bool started;
    _Atomic uint64_t nodes;
    uint64_t next_check; /* node count at which to look at the clock */
    int selective;
    int depth; /* last finished iteration */
    RootMove *root_moves;
    int root_count;
    int multipv_index;
    Position root;
    StackEntry *stack; /* stack[i] is the position at ply i of the search */
    int16_t history[COLOR_COUNT][64][64];
} Worker;

/* The searcher. */
struct Search {
    TranspositionTable tt;
    Worker **workers;
    int worker_count;

    /* The search under way. */
    SearchLimits limits;
    SearchListener listener;
    Move *limit_moves;
    uint64_t *game_keys; /* keys of the game's positions since the last irreversible move, oldest first,
                            without the root */
    int game_key_count;
    Position root;
    TimeBounds bounds;

    atomic_bool stop;
    atomic_bool pondering;       /* the limits do not count yet */
    _Atomic int64_t clock_start; /* ms; when the limits began to count */
    int64_t started_us;          /* us; when the threads began to work */
    _Atomic bool running;
    bool joinable;
    pthread_t coordinator;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* stop, pondering or running changed */
};

/* True when the search is to stop. */
static inline bool search_stopping(const Worker *w)
{
    return atomic_load_explicit(&w->search->stop, memory_order_relaxed);
}

/* Adds one to the thread's node count. */
static inline void worker_count_node(Worker *w)
{
    atomic_store_explicit(&w->nodes, atomic_load_explicit(&w->nodes, memory_order_relaxed) + 1, memory_order_relaxed);
}

/* Positions visited by all threads. */
uint64_t search_nodes(const struct Search *s);

/* Looks at the limits on nodes and time and sets the stop flag; called by worker 0 every few nodes. */
void search_check_limits(Worker *w);

/* Searches the root with iterative deepening until a limit is reached (iterate.c). Worker 0 reports. */
void worker_iterate(Worker *w);

/* Searches the root position within the window, the moves from w->multipv_index on (alphabeta.c). */
Score worker_search_root(Worker *w, Score alpha, Score beta, int depth);

#endif
