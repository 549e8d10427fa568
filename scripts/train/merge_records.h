/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the record files of shards together. */
#ifndef BUSHKA_TRAIN_MERGE_RECORDS_H
#define BUSHKA_TRAIN_MERGE_RECORDS_H

#include "train/datagen.h"

/* Puts the files of all shards together, the games in order: the file that one shard would have made. Refuses, before
 * anything is written: a missing shard, games of other settings, a game that occurs twice; and an output that cannot
 * be written, is one of the files, or holds games that are in none of them. Ends with ERROR_INTERRUPTED, and the output
 * as it was, when *stop becomes true. */
ErrorCode merge_records(char **paths, int count, const char *output, const atomic_bool *stop, DatagenTotals *totals,
                        Error *e);

#endif
