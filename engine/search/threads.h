/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The threads of a search: what they share, what each has for itself, and the vote on their results. */
#ifndef BUSHKA_SEARCH_THREADS_H
#define BUSHKA_SEARCH_THREADS_H

#include "core/game.h"
#include "evaluation/evaluation.h"
#include "search/listener.h"
#include "search/time.h"
#include "search/tt.h"
#include "system/thread.h"
#include "tables/tablebase.h"

enum {
    STACK_BELOW = 1, /* entries below the root, for code that reads the ply before */
    STACK_PLIES = SEARCH_PLY_MAX + STACK_BELOW + 2,
    SURROUNDINGS_BITS = 13, /* of the hash of what stands around the end of a move */
    /* earlier occurrences of a position with which it ends the game as a draw */
    REPETITIONS = GAME_DRAW_OCCURRENCES - 1
};

/* A principal variation. */
typedef struct Pv {
    Move moves[SEARCH_PLY_MAX];
    int length;
} Pv;

/* A move at the root and what is known about it. */
typedef struct RootMove {
    Move move;
    int bonus;         /* points that make it likelier to be chosen (strength_bonus) */
    Score score;       /* with its bonus; -SCORE_INFINITE: not known, or only known not to be a best one */
    Score previous;    /* of the iteration before */
    Score upper_bound; /* in the iteration under way, with its bonus */
    Pv pv;             /* begins with the move */
    int seldepth;
} RootMove;

/* What the search of one ply leaves for other plies to see. */
typedef struct StackEntry {
    uint64_t key;
    int reversible_plies;     /* consecutive king moves without capture that led here, those of the game included */
    Score value;              /* of the evaluation, the mover's view; SCORE_NONE: not known */
    const Position *position; /* the position of that value; valid while it is searched */
    Square to;                /* end of the move made from here */
    int cutoffs;              /* nodes of this ply that a move cut off, since the node two plies before was entered */
} StackEntry;

/* A node of the tree: what is searched, within which window, how deep. It is passed by address, and the called function
 * may narrow it: a copy would wait for the stores that have just filled it, which costs a twentieth of the speed. */
typedef struct Node {
    const Position *position;
    Score alpha, beta; /* the window, for the side to move */
    int depth;         /* plies left */
    int ply;           /* distance from the root */
    bool pv;           /* not a null window: scores may lie inside, and have a principal variation */
} Node;

struct Search;

/* A thread's own data; while it searches, the others read only what is atomic. */
typedef struct SearchThread {
    struct Search *shared;
    int id; /* 0: the main thread, which keeps time and reports */
    _Atomic uint64_t nodes;
    _Atomic uint64_t tablebase_hits;
    _Atomic int depth;                 /* last finished iteration */
    uint64_t next_check;               /* node count at which to check the limits */
    int seldepth;                      /* greatest ply reached since the current root move began */
    int stable_iterations;             /* iterations since the best move changed */
    TablebaseCache *tablebase;         /* NULL without tablebases */
    EvaluationStack *evaluation_stack; /* what the evaluation knows of the positions by ply */
    RootMove *root_moves;              /* with one element more, as room for sorting */
    int root_count;
    int multipv_index;                    /* rank of the line being searched, from 0 */
    StackEntry stack[STACK_PLIES];        /* stack[i + STACK_BELOW] is the position at ply i of the search */
    Pv pv[STACK_PLIES];                   /* pv[i] is the principal variation from ply i on */
    int16_t history[COLOR_COUNT][64][64]; /* by side, start and end of a move */
    int16_t surroundings[COLOR_COUNT][1 << SURROUNDINGS_BITS]; /* by side, and what stands around the end of a move */
    int16_t continuation[COLOR_COUNT][64][64];                 /* by side, the end of the move before, and its own */
} SearchThread;

/* The searcher (search.h): what all threads share. */
typedef struct Search {
    TranspositionTable tt;
    TimeManager time;
    Evaluation *evaluation;
    const Tablebase *tablebase; /* not owned, or NULL */

    /* The search under way. */
    Position root;
    uint64_t *game_keys; /* keys of the game's positions since the last irreversible move, oldest first, without the
                            root */
    int game_key_count;
    int probe_limit; /* greatest number of pieces probed; 0: nothing is */
    Wdl root_wdl;    /* what the tablebases say about the root; WDL_NONE: nothing */
    int root_plies;  /* to the end of a won or lost root; -1: not known */
    bool converting; /* the root is won or lost, in an unknown number of plies: the search has to find the way */

    SearchReports reports;

    SearchThread *threads[THREAD_POOL_MAX];
    int thread_count;
    ThreadPool *pool; /* its first member is the caller */
} Search;

/* The position at a ply of the search. */
static inline StackEntry *threads_stack(SearchThread *t, int ply)
{
    return &t->stack[ply + STACK_BELOW];
}

/* True when the search is to stop. */
static inline bool threads_stopping(const SearchThread *t)
{
    return time_is_up(&t->shared->time);
}

/* Sets the number of threads, 1 to THREAD_POOL_MAX; those that stay keep their histories. Returns false, and keeps the
 * old ones, when the system lacks memory or threads. */
bool threads_resize(Search *s, int count);

/* Probes these tablebases from now on; NULL: none. Returns false, and changes nothing, when memory runs out. */
bool threads_set_tablebase(Search *s, const Tablebase *tablebase);

/* Ends and frees the threads. */
void threads_free(Search *s);

/* Clears the histories of the threads. */
void threads_clear(Search *s);

/* How often the position with that key occurred in the game since the last irreversible move, the root not counted. A
 * root move to a position that occurred REPETITIONS times ends the game, which neither leaves nor tablebases notice. */
int threads_game_occurrences(const Search *s, uint64_t key);

/* Gives the threads the moves to search from s->root. Returns false when memory runs out. */
bool threads_prepare(Search *s, const Move *moves, int count);

/* The thread with the shortest win; without a win, the one whose best move gets the most votes, which weigh more the
 * deeper the search and the better the score. The main thread when there is no result. */
const SearchThread *threads_vote(const Search *s);

/* Positions visited by all threads. */
uint64_t threads_nodes(const Search *s);

/* Positions found in tablebases by all threads. */
uint64_t threads_tablebase_hits(const Search *s);

#endif
