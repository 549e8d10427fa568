/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Merges the record files of shards. */
#ifndef BUSHKA_TRAIN_MERGE_RECORDS_H
#define BUSHKA_TRAIN_MERGE_RECORDS_H

#include "train/datagen.h"

/* Merges the files of all shards into the one that a single shard would have written, the games in order. Before it
 * writes anything it refuses: a missing shard, games of other settings, a game that occurs twice, and an output that
 * cannot be written, is one of the files, or holds games that are in none of them. Ends with ERROR_INTERRUPTED, and the
 * output unchanged, when *stop becomes true. */
ErrorCode merge_records(char **paths, int count, const char *output, const atomic_bool *stop, DatagenTotals *totals,
                        Error *e);

#endif
