/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One game of the engine against itself, and the quiet positions in it. */
#ifndef BUSHKA_TRAIN_SELFPLAY_H
#define BUSHKA_TRAIN_SELFPLAY_H

#include "search/search.h"
#include "tables/tablebase.h"
#include "train/records.h"

/* How games are played. */
typedef struct SelfplayRules {
    const Variant *variant;
    uint64_t seed;
    uint64_t nodes; /* searched for each move */
    int plies_max;  /* a game that lasts longer is a draw; of 16 bits, as in records */
    double kept;    /* share of the quiet positions that is kept, 0 to 1 */
} SelfplayRules;

/* Stands for all that those rules and those of every game make of it, except for seed and nodes. */
uint64_t selfplay_digest(const SelfplayRules *rules);

/* Looked at a thousand times a second: true when the game is to be given up. */
typedef bool (*SelfplayStop)(void *context);

/* Plays the game of game->number. It depends on rules, number and the searcher's evaluation alone: the searcher, which
 * must have one thread, forgets what it has learnt. Room for RECORDS_POSITIONS_MAX positions is the caller's, in
 * game->positions. The reader is that of the tables, or NULL. Returns ERROR_MEMORY when memory runs out; ERROR_SYNTAX
 * when no balanced opening turns up; ERROR_INTERRUPTED once stop(context) is true. */
ErrorCode selfplay_game(Search *s, TablebaseCache *reader, const SelfplayRules *rules, RecordsGame *game,
                        SelfplayStop stop, void *context, Error *e);

#endif
