/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a match stands: results of every pairing and what each engine did wrong. */
#ifndef BUSHKA_MATCH_STANDING_H
#define BUSHKA_MATCH_STANDING_H

#include "match/config.h"
#include "match/fault.h"

/* What a finished game adds. */
typedef struct GameOutcome {
    Fixture fixture;
    GameResult result; /* not GAME_ONGOING */
    PdnTermination termination;
    uint64_t plies; /* opening included */
    Tally tallies[COLOR_COUNT];
    bool timed; /* they hold times */
} GameOutcome;

/* What is known of a match, whether played here or read from files. Owns its arrays. */
typedef struct Standing {
    Schedule schedule; /* engines, kind and repeat hold */
    uint64_t games, plies;
    StatsCounts *pairings; /* each as seen by its first engine */
    Tally *tallies;        /* one for each engine */
    StatsCounts white;     /* all games as seen by White; without pairs */
    bool half_pair;        /* a pair lacks its second game */
    uint64_t last_pair;
    StatsResult last_result; /* of the first game of that pair */
} Standing;

/* An empty standing. Returns ERROR_MEMORY when memory runs out; nothing to free then. */
ErrorCode standing_init(Standing *s, const Schedule *schedule);

/* Frees what the standing owns. */
void standing_free(Standing *s);

/* Adds a game. The games of a pair must follow each other. */
void standing_add(Standing *s, const GameOutcome *game);

/* All games of one engine, seen by it. */
StatsCounts standing_of(const Standing *s, int engine);

/* What all engines did, added up. */
Tally standing_total(const Standing *s);

#endif
