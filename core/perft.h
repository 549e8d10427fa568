/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Perft: the number of move sequences of a given length. Leaves are counted without listing their moves. A
 * move is counted once however many routes it has (RULES "Decision: what one move is"). */
#ifndef BUSHKA_CORE_PERFT_H
#define BUSHKA_CORE_PERFT_H

#include <stdatomic.h>
#include <stddef.h>

#include "core/error.h"
#include "core/position.h"

/* Depths are 0 to PERFT_DEPTH_MAX plies. */
enum { PERFT_DEPTH_MAX = 64, PERFT_THREADS_MAX = 512 };

/* Called many times a second during a count from the calling thread. */
typedef void (*PerftAttend)(void *context);

/* How to count. A zeroed struct with depth set is a plain count with one thread. */
typedef struct PerftOptions {
    int depth;               /* plies, 0 to PERFT_DEPTH_MAX */
    int threads;             /* 0 or 1: only the calling one; at most PERFT_THREADS_MAX */
    size_t hash_bytes;       /* memory for a hash table of counts; 0: none */
    bool make_leaves;        /* make every leaf's move instead of counting a position's moves */
    const atomic_bool *stop; /* when it becomes true the count is given up; may be NULL */
    PerftAttend attend;      /* may be NULL */
    void *context;           /* passed to it */
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
    bool stopped; /* the wish to stop came before the end: the counts may be incomplete */
} PerftResult;

/* Counts. On success the result must be freed with perft_free(). Errors: ERROR_MEMORY (also when the table is
 * lacking; with fewer threads than wanted it goes on), ERROR_SYNTAX for options out of range, and for more leaves than
 * 64 bits count; nothing needs to be freed then. */
ErrorCode perft_run(const Position *p, const PerftOptions *options, PerftResult *result, Error *e);

/* Frees the result's array. */
void perft_free(PerftResult *result);

#endif
