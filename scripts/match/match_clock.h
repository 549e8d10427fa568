/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A player's clock: the time that a move may take, what it took, and what is left. The one place where time is judged;
 * what the clock is for stands in the limits of the engine. */
#ifndef BUSHKA_MATCH_MATCH_CLOCK_H
#define BUSHKA_MATCH_MATCH_CLOCK_H

#include "core/variant.h"
#include "match/engine_config.h"
#include "system/clock.h"
#include "system/text.h"

/* The clock of one side in one game. */
typedef struct MatchClock {
    const EngineConfig *engine;
    Nanoseconds left; /* holds where the engine has a clock */
    int moves_to_go;  /* up to the next period; 0 without periods */
} MatchClock;

/* The clock of that engine at the beginning of a game. */
MatchClock match_clock_new(const EngineConfig *engine);

/* The time that the next move has; NS_NEVER without a limit of time. */
Nanoseconds match_clock_allowed(const MatchClock *c);

/* True when a move may have taken that long, with what is forgiven. */
bool match_clock_in_time(const MatchClock *c, Nanoseconds spent);

/* Takes the time of a move from the clock, and adds the increment and the next period. Returns false, with the clock as
 * it was, when the move is too late. */
bool match_clock_spend(MatchClock *c, Nanoseconds spent);

/* The moment when an engine that began to search at `now` is given up. */
Nanoseconds match_clock_deadline(const MatchClock *c, Nanoseconds now);

/* Seconds that a player with these limits may be expected to spend on that many moves; 0 without a limit of time. */
double match_clock_expected(const Limits *l, int moves);

/* Appends the limits of the side to move as words of a go line. A side without a clock is shown the mover's. */
void match_clock_print(const MatchClock clocks[COLOR_COUNT], Color side, Text *go);

#endif
