/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bench: fixed searches whose node counts are a signature of the search, and whose speed can be compared. */
#ifndef BUSHKA_PROTOCOL_BENCH_H
#define BUSHKA_PROTOCOL_BENCH_H

#include "evaluation/evaluation.h"
#include "protocol/activity.h"
#include "system/output.h"
#include "system/words.h"
#include "tables/tablebase.h"

enum { BENCH_DEPTH_DEFAULT = 9 };

/* How to run it. With one thread the result depends on depth, hash, evaluation and tables alone; with more it varies.
 */
typedef struct BenchOptions {
    int depth;   /* plies for each position */
    int threads; /* of the search */
    int hash;    /* MiB */
} BenchOptions;

/* Reads `[depth D] [threads N] [hash M]` into *options, with the defaults for what is missing. */
ErrorCode bench_parse(Words *arguments, BenchOptions *options, Error *e);

/* Work that searches every bench position, by the evaluation chosen (which is copied), with those tables of
 * endings (which outlive it; NULL: none) and with an empty hash table, and writes a line for each, and at the end the
 * signature, nodes and speed. NULL, with *e set, when memory runs out. */
Work *bench_work_new(const BenchOptions *options, const EvaluationChoice *choice, const Tablebase *tables,
                     Output *output, Error *e);

#endif
