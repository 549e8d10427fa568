/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/schedule.h"

enum { PAIR_GAMES = 2 };

int schedule_pairings(const Schedule *s)
{
    return s->kind == TOURNAMENT_GAUNTLET ? s->engines - 1 : s->engines * (s->engines - 1) / 2;
}

Pairing schedule_pairing(const Schedule *s, int number)
{
    int first = 0;
    while (s->kind == TOURNAMENT_ROUND_ROBIN && number >= s->engines - 1 - first) {
        number -= s->engines - 1 - first;
        first++;
    }
    return (Pairing){first, first + 1 + number};
}

/* Games of one pairing in the whole match. */
static uint64_t pairing_games(const Schedule *s)
{
    return s->rounds * s->games;
}

/* How many of the pairs 0 to count - 1 belong to the shard. */
static uint64_t shard_share(const Schedule *s, uint64_t count)
{
    const uint64_t first = (uint64_t)s->shard.part - 1;
    return count > first ? (count - first - 1) / (uint64_t)s->shard.parts + 1 : 0;
}

/* Number of pairs with two games; the pairs after them, one for each pairing or none, have one game. */
static uint64_t full_pairs(const Schedule *s)
{
    return pairing_games(s) / PAIR_GAMES * (uint64_t)schedule_pairings(s);
}

static uint64_t all_pairs(const Schedule *s)
{
    return full_pairs(s) + pairing_games(s) % PAIR_GAMES * (uint64_t)schedule_pairings(s);
}

uint64_t schedule_count(const Schedule *s)
{
    return shard_share(s, full_pairs(s)) + shard_share(s, all_pairs(s));
}

uint64_t schedule_openings(const Schedule *s)
{
    const uint64_t games = pairing_games(s);
    return s->repeat ? (games + 1) / PAIR_GAMES : games;
}

Fixture schedule_at(const Schedule *s, uint64_t index)
{
    const uint64_t full = shard_share(s, full_pairs(s));
    const bool single = index >= PAIR_GAMES * full;
    const uint64_t place = single ? index - full : index / PAIR_GAMES;
    const uint64_t pairings = (uint64_t)schedule_pairings(s);
    Fixture f = {.pair = (uint64_t)s->shard.part - 1 + place * (uint64_t)s->shard.parts,
                 .game = single ? 0 : (int)(index % PAIR_GAMES)};
    f.pairing = (int)(f.pair % pairings);
    const Pairing p = schedule_pairing(s, f.pairing);
    /* In a single game the pairing decides the colours, so that no engine always has the same one. */
    const bool swapped = single ? (p.first + p.second) % 2 == 0 : f.game == 1;
    f.white = swapped ? p.second : p.first;
    f.black = swapped ? p.first : p.second;
    const uint64_t cycle = f.pair / pairings;
    f.opening = s->repeat ? cycle : PAIR_GAMES * cycle + (uint64_t)f.game;
    return f;
}
