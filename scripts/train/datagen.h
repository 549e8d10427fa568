/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The generator: games of the engine against itself on several threads, written in the order of their numbers. */
#ifndef BUSHKA_TRAIN_DATAGEN_H
#define BUSHKA_TRAIN_DATAGEN_H

#include <stdatomic.h>

#include "evaluation/evaluation.h"
#include "tools/option_table.h"
#include "train/selfplay.h"

enum { DATAGEN_SHARDS_MAX = 100000 };

/* What to generate. The games of a seed are the same with any threads, shards and interruptions. */
typedef struct DatagenConfig {
    SelfplayRules rules;
    const EvaluationChoice *players; /* their evaluation */
    const Tablebase *tables;         /* that end games where they know them; NULL: none */
    const char *output;
    uint64_t games;     /* of all shards together; UINT64_MAX: no limit */
    uint64_t positions; /* stop after the game with which all shards would reach it; UINT64_MAX: no limit */
    Shard shard;
    int threads;
    bool quiet;              /* no progress */
    const atomic_bool *stop; /* when it becomes true, the work ends with ERROR_INTERRUPTED */
} DatagenConfig;

/* What the output file holds in the end. */
typedef struct DatagenTotals {
    uint64_t games, positions;
    uint64_t white_wins, draws, black_wins;
    uint64_t plies;
} DatagenTotals;

/* Plays the games and writes them to the output, after those that are there already: a torn end is cut off first. A
 * file that is not a record file, holds other games (board, seed, nodes, rules, weights, shard), or is being written by
 * another generator is refused. */
ErrorCode datagen_run(const DatagenConfig *config, DatagenTotals *totals, Error *e);

/* Adds a game to the totals. */
void datagen_add(DatagenTotals *t, const RecordsGame *game);

#endif
