/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The positions of record files for the training of a network: from the mover's point of view, each once. If they do
 * not all fit into memory they are read in pieces, one at a time, each from all files. */
#ifndef BUSHKA_TRAIN_SAMPLES_H
#define BUSHKA_TRAIN_SAMPLES_H

#include <stdatomic.h>
#include <stddef.h>

#include "evaluation/network.h"
#include "train/records.h"

enum { SAMPLES_TRAINING, SAMPLES_VALIDATION, SAMPLES_PARTS, SAMPLES_VALIDATION_PERCENT = 5, SAMPLES_KINDS = 4 };

/* A position; if Black is to move its colours are swapped and the board is turned. */
typedef struct Sample {
    Bitboard pieces[SAMPLES_KINDS]; /* the mover's men and kings, then the enemy's */
    float score;    /* of the search, in points, for the mover; the mean over all positions merged here */
    float result;   /* of the game, -1 to 1, for the mover; the mean likewise */
    uint16_t count; /* number of positions merged here */
    uint8_t part;   /* that of the first game in which it occurred */
} Sample;

/* One piece of the positions. A position is in one piece only, with everything known about it. The positions of a game
 * are all in the training part or all in the validation part, except for those that also occurred in an earlier game,
 * which are merged with that. */
typedef struct Samples {
    const Variant *variant;
    char *const *files;
    int file_count;
    int pieces, piece;       /* number of pieces, and the one in memory */
    const atomic_bool *stop; /* when it becomes true, reading ends; may be NULL */
    Sample *samples;
    size_t count, capacity;
    uint32_t *table; /* hash table: number of a sample plus 1, or 0 if free; its size is twice the capacity */
    uint32_t *part[SAMPLES_PARTS]; /* numbers of the samples in each part of this piece */
    size_t part_count[SAMPLES_PARTS];
    size_t games, positions; /* in all pieces */
    size_t solved;           /* positions left out because the evaluation has them from solved endings */
    uint64_t digest;         /* of the games, in the order read */
} Samples;

/* Makes an empty set for that board and those files, which stay the caller's. */
void samples_init(Samples *s, const Variant *v, char *const *files, int file_count, int pieces);

/* Reads a piece instead of the one in memory. The seed and the number of a game decide which part it belongs to.
 * Errors: those of records_read(); ERROR_INTERRUPTED when s->stop becomes true; ERROR_MEMORY; ERROR_SYNTAX if there is
 * no position to train with. */
ErrorCode samples_load(Samples *s, int piece, Error *e);

/* Frees what was read. */
void samples_free(Samples *s);

#endif
