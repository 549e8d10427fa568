/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The schedule of a match: the players and the opening of each game follow from its number alone.
 *
 * A pair is two games from one opening with the colours swapped. Pairs are numbered from 0 through the whole
 * match, the pairings taking turns; shard i of n has the pairs whose number mod n is i - 1. */
#ifndef BUSHKA_MATCH_SCHEDULE_H
#define BUSHKA_MATCH_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/option_table.h"

enum { SCHEDULE_ROUNDS_MAX = 10000000, SCHEDULE_GAMES_MAX = 1000, SCHEDULE_SHARDS_MAX = 100000 };

typedef enum TournamentKind {
    TOURNAMENT_ROUND_ROBIN = 0, /* all against all */
    TOURNAMENT_GAUNTLET         /* the first against all others */
} TournamentKind;

/* The settings from which all games follow. */
typedef struct Schedule {
    int engines; /* 2 or more */
    TournamentKind kind;
    uint64_t rounds; /* from 1 */
    uint64_t games;  /* of each pairing in a round, from 1 */
    bool repeat;     /* both games of a pair have the same opening */
    Shard shard;     /* 1 of 1 for the whole match */
} Schedule;

/* One game. */
typedef struct Fixture {
    uint64_t pair;    /* number of the pair in the whole match, from 0 */
    int game;         /* 0 or 1 in its pair */
    int white, black; /* engines */
    int pairing;      /* 0 to schedule_pairings() - 1 */
    uint64_t opening; /* from 0 */
} Fixture;

/* Two engines that play each other, in the order of the command line. */
typedef struct Pairing {
    int first, second;
} Pairing;

/* Number of pairings; the pairing of that number. */
int schedule_pairings(const Schedule *s);
Pairing schedule_pairing(const Schedule *s, int number);

/* Number of games of the schedule's shard. */
uint64_t schedule_count(const Schedule *s);

/* Number of openings that the whole match uses. */
uint64_t schedule_openings(const Schedule *s);

/* The game of that number, 0 to schedule_count() - 1. */
Fixture schedule_at(const Schedule *s, uint64_t index);

#endif
