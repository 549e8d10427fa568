/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The positions of record files as the fit sees them: their features, sparse, and what became of the game. */
#ifndef BUSHKA_TUNE_DATASET_H
#define BUSHKA_TUNE_DATASET_H

#include <stdatomic.h>
#include <stddef.h>

#include "evaluation/eval_weights.h"
#include "tune/records.h"

/* A feature that is not zero. */
typedef struct DatasetEntry {
    uint16_t feature; /* an EvalFeature */
    int16_t count;    /* White's minus Black's */
} DatasetEntry;

/* A position. Its entries are entries[first] to entries[first + length - 1] of the dataset. */
typedef struct DatasetSample {
    uint64_t first;
    uint16_t length;
    uint16_t phase; /* 0 to EVAL_PHASE_MAX */
    int16_t score;  /* of the search, points, White's view */
    int8_t result;  /* 1, 0, -1, White's view */
} DatasetSample;

/* All positions; those of one game are all in the training part or all in the validation part. */
typedef struct Dataset {
    const Variant *variant;
    const atomic_bool *stop; /* when it becomes true, reading ends; may be NULL */
    DatasetSample *samples;
    size_t count, capacity;
    DatasetEntry *entries;
    size_t entry_count, entry_capacity;
    uint32_t *part[2]; /* numbers of the samples of training and validation */
    size_t part_count[2];
    size_t games;
    size_t solved;   /* positions left out: the evaluation takes them from solved endings, not from its terms */
    uint64_t digest; /* of the games, in the order read */
} Dataset;

enum { DATASET_TRAINING, DATASET_VALIDATION, DATASET_VALIDATION_PERCENT = 10 };

/* An empty set for that board. */
void dataset_init(Dataset *d, const Variant *v);

/* Adds one position, to that part. ERROR_MEMORY; ERROR_SYNTAX when there are 2^32. */
ErrorCode dataset_add(Dataset *d, const EvalFeatures *f, int score, int result, int part, Error *e);

/* Adds the positions of a file. The number of a game and the seed decide the part that it belongs to. The errors of
 * records_read(); ERROR_INTERRUPTED when d->stop becomes true. */
ErrorCode dataset_read(Dataset *d, const char *path, Error *e);

/* Frees what the set owns. */
void dataset_free(Dataset *d);

#endif
