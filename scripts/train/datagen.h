/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data generator: games of the engine against itself on several threads, written in the order of their numbers. */
#ifndef BUSHKA_TRAIN_DATAGEN_H
#define BUSHKA_TRAIN_DATAGEN_H

#include <stdatomic.h>

#include "evaluation/evaluation.h"
#include "tools/option_table.h"
#include "train/selfplay.h"

enum { DATAGEN_SHARDS_MAX = 100000 };

/* What to generate. The games of a seed are the same for any number of threads and shards, and with interruptions. */
typedef struct DatagenConfig {
    SelfplayRules rules;
    const EvaluationChoice *players; /* the evaluation of both players */
    const Tablebase *tables;         /* tablebases that adjudicate games; NULL: none */
    const char *output;
    uint64_t games;     /* of all shards together; UINT64_MAX: no limit */
    uint64_t positions; /* stop after the game with which all shards together would reach it; UINT64_MAX: no limit */
    Shard shard;
    int threads;
    bool quiet;              /* show no progress */
    const atomic_bool *stop; /* when it becomes true, the work ends with ERROR_INTERRUPTED */
} DatagenConfig;

/* What the finished output file holds. */
typedef struct DatagenTotals {
    uint64_t games, positions;
    uint64_t white_wins, draws, black_wins;
    uint64_t plies;
} DatagenTotals;

/* Plays the games and appends them to the output, after cutting off an incomplete game at its end. Refuses a file that
 * is not a record file, holds other games (board, seed, nodes, rules, weights, shard), or is being written by another
 * generator. */
ErrorCode datagen_run(const DatagenConfig *config, DatagenTotals *totals, Error *e);

/* Adds a game to the totals. */
void datagen_add(DatagenTotals *t, const RecordsGame *game);

#endif
