/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays a game of the engine against itself, and keeps its quiet positions. */
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
    int plies_max;  /* a game that lasts longer is a draw; fits into 16 bits, as in records */
    double kept;    /* share of the quiet positions to keep, 0 to 1 */
} SelfplayRules;

/* A digest of these rules and of those that are the same for every game, without seed and nodes. */
uint64_t selfplay_digest(const SelfplayRules *rules);

/* Called a thousand times a second; true if the game is to be abandoned. */
typedef bool (*SelfplayStop)(void *context);

/* Plays the game with the number game->number. It depends only on the rules, that number and the evaluation of the
 * search: the search, which must have one thread, is cleared first. The caller provides room for RECORDS_POSITIONS_MAX
 * positions in game->positions. The cache is that of the tablebases, or NULL. Returns ERROR_MEMORY when memory runs
 * out; ERROR_SYNTAX if no balanced opening was found; ERROR_INTERRUPTED once stop(context) is true. */
ErrorCode selfplay_game(Search *s, TablebaseCache *cache, const SelfplayRules *rules, RecordsGame *game,
                        SelfplayStop stop, void *context, Error *e);

#endif
