/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The positions of record files as the training of a network sees them: from the mover's side, each once. Where all of
 * them do not fit into memory they are read in pieces, one at a time, each from all files. */
#ifndef BUSHKA_TRAIN_SAMPLES_H
#define BUSHKA_TRAIN_SAMPLES_H

#include <stdatomic.h>
#include <stddef.h>

#include "evaluation/network.h"
#include "train/records.h"

enum { SAMPLES_TRAINING, SAMPLES_VALIDATION, SAMPLES_PARTS, SAMPLES_VALIDATION_PERCENT = 5, SAMPLES_KINDS = 4 };

/* A position; with Black to move its colours are swapped and the board is turned. */
typedef struct Sample {
    Bitboard pieces[SAMPLES_KINDS]; /* the mover's men and kings, then the enemy's */
    float score;                    /* of the search, points, the mover's view; the mean of all that are one position */
    float result;                   /* of the game, -1 to 1, the mover's view; the mean likewise */
    uint16_t count;                 /* positions that are this one */
    uint8_t part;                   /* that of its first game */
} Sample;

/* A piece of them. A position is in one piece alone, with all that is said about it. Those of one game are all in the
 * training part or all in the validation part, except for positions that stood in an earlier game too, which are merged
 * with it. */
typedef struct Samples {
    const Variant *variant;
    char *const *files;
    int file_count;
    int pieces, piece;       /* how many, and the one in memory */
    const atomic_bool *stop; /* when it becomes true, reading ends; may be NULL */
    Sample *samples;
    size_t count, capacity;
    uint32_t *table;               /* places of samples by hash, plus 1; 0 is free; twice the capacity of them */
    uint32_t *part[SAMPLES_PARTS]; /* numbers of the samples of each part; of the piece */
    size_t part_count[SAMPLES_PARTS];
    size_t games, positions; /* of all pieces */
    size_t solved;           /* positions left out: the evaluation takes them from solved endings */
    uint64_t digest;         /* of the games, in the order read */
} Samples;

/* An empty set for that board and those files, which stay the caller's. */
void samples_init(Samples *s, const Variant *v, char *const *files, int file_count, int pieces);

/* Reads a piece, instead of what was read before. The number of a game and its seed decide the part that it belongs
 * to. The errors of records_read(); ERROR_INTERRUPTED when s->stop becomes true; ERROR_MEMORY; ERROR_SYNTAX when there
 * is no position to train with. */
ErrorCode samples_load(Samples *s, int piece, Error *e);

/* Frees what was read. */
void samples_free(Samples *s);

#endif
