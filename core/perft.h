/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Perft: the number of move sequences of a given length. Leaves are counted without listing their moves. A
 * move is counted once however many routes it has (RULES "Decision: what one move is"). */
#ifndef BUSHKA_CORE_PERFT_H
#define BUSHKA_CORE_PERFT_H

#include <stdatomic.h>
#include <stddef.h>

#include "core/error.h"
#include "core/position.h"

/* The greatest depth, in plies, and number of threads. */
enum { PERFT_DEPTH_MAX = 64, PERFT_THREADS_MAX = 512 };

/* Called from the calling thread many times a second during a count. */
typedef void (*PerftPoll)(void *context);

/* How to count. A zeroed struct with depth set is a plain count with one thread. */
typedef struct PerftOptions {
    int depth;               /* plies, 0 to PERFT_DEPTH_MAX */
    int threads;             /* 0 or 1: the calling one alone; at most PERFT_THREADS_MAX */
    size_t hash_bytes;       /* memory for a hash table of counts; 0: none */
    bool make_leaves;        /* make every leaf's move instead of counting a position's moves */
    const atomic_bool *stop; /* the count is interrupted when it becomes true; may be NULL */
    PerftPoll poll;          /* may be NULL */
    void *context;           /* passed to poll() */
} PerftOptions;

/* One legal move of the root and the leaves below it. */
typedef struct PerftMove {
    Move move;
    uint64_t leaves;
} PerftMove;

/* The counts of a perft. Owns its array; end it with perft_free(). */
typedef struct PerftResult {
    uint64_t leaves;  /* all together; 1 at depth 0 */
    PerftMove *moves; /* in the order of movegen_legal(); empty at depth 0 */
    int count;
    bool stopped; /* a stop was requested before the end: the counts may be incomplete */
} PerftResult;

/* Counts. On success free the result with perft_free(). Errors: ERROR_MEMORY, also for the hash table (but fewer
 * threads than wanted are not an error); ERROR_SYNTAX for options out of range or more leaves than 64 bits can count.
 * Then nothing needs to be freed. */
ErrorCode perft_run(const Position *p, const PerftOptions *options, PerftResult *result, Error *e);

/* Frees the result's array. */
void perft_free(PerftResult *result);

#endif
