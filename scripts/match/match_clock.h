/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A player's clock: how long a move may take, and how much time is left, by the limits of its engine. Time is judged
 * here and nowhere else. */
#ifndef BUSHKA_MATCH_MATCH_CLOCK_H
#define BUSHKA_MATCH_MATCH_CLOCK_H

#include "core/variant.h"
#include "match/engine_config.h"
#include "system/clock.h"
#include "system/text.h"

/* The clock of one side in one game. */
typedef struct MatchClock {
    const EngineConfig *engine;
    Nanoseconds left; /* meaningful only if the engine has a clock */
    int moves_to_go;  /* until the next period; 0 without periods */
} MatchClock;

/* The clock of that engine at the beginning of a game. */
MatchClock match_clock_new(const EngineConfig *engine);

/* The time allowed for the next move; NS_NEVER without a time limit. */
Nanoseconds match_clock_allowed(const MatchClock *c);

/* True if a move that took that long is in time, margin included. */
bool match_clock_in_time(const MatchClock *c, Nanoseconds spent);

/* Takes the time of a move off the clock and adds the increment and, where a period ends, the time of the next. Returns
 * false, with the clock unchanged, if the move is too late. */
bool match_clock_spend(MatchClock *c, Nanoseconds spent);

/* The moment at which an engine that begins to search at `now` is given up. */
Nanoseconds match_clock_deadline(const MatchClock *c, Nanoseconds now);

/* Estimated seconds that a player with these limits spends on that many moves; 0 without a time limit. */
double match_clock_expected(const Limits *l, int moves);

/* Appends the limits of the side to move to a go line. For an opponent without a clock the mover's clock is given. */
void match_clock_print(const MatchClock clocks[COLOR_COUNT], Color side, Text *go);

#endif
