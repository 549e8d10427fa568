/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/match_clock.h"

#include <inttypes.h>

MatchClock match_clock_new(const EngineConfig *engine)
{
    return (MatchClock){
        .engine = engine, .left = engine->limits.base_ms * NS_PER_MS, .moves_to_go = engine->limits.moves};
}

Nanoseconds match_clock_allowed(const MatchClock *c)
{
    const Limits *const l = &c->engine->limits;
    const Nanoseconds time = l->has_clock ? c->left : NS_NEVER;
    const Nanoseconds for_move = l->movetime_ms > 0 ? l->movetime_ms * NS_PER_MS : NS_NEVER;
    return for_move < time ? for_move : time;
}

bool match_clock_in_time(const MatchClock *c, Nanoseconds spent)
{
    const Nanoseconds time = match_clock_allowed(c);
    return time == NS_NEVER || spent <= time + c->engine->margin_ms * NS_PER_MS;
}

bool match_clock_spend(MatchClock *c, Nanoseconds spent)
{
    const Limits *const l = &c->engine->limits;
    if (!match_clock_in_time(c, spent)) {
        return false;
    }
    if (l->has_clock) {
        c->left = c->left > spent ? c->left - spent : 0;
        c->left += l->increment_ms * NS_PER_MS;
        if (c->moves_to_go > 0 && --c->moves_to_go == 0) {
            c->moves_to_go = l->moves;
            c->left += l->base_ms * NS_PER_MS;
        }
    }
    return true;
}

Nanoseconds match_clock_deadline(const MatchClock *c, Nanoseconds now)
{
    const Nanoseconds time = match_clock_allowed(c);
    return now + (time == NS_NEVER ? c->engine->timeout_ms * NS_PER_MS
                                   : time + (c->engine->margin_ms + c->engine->grace_ms) * NS_PER_MS);
}

double match_clock_expected(const Limits *l, int moves)
{
    const double periods = l->moves > 0 ? (double)moves / l->moves : 1;
    const double clock = (double)l->base_ms * periods + (double)l->increment_ms * moves;
    const double each = (double)l->movetime_ms * moves;
    const double ms = !l->has_clock ? each : l->movetime_ms == 0 || clock < each ? clock : each;
    return ms / MS_PER_S;
}

/* The time left as given in a go line, in ms; at least 1. */
static int64_t shown_left(const MatchClock *c)
{
    const int64_t ms = c->left / NS_PER_MS;
    return ms > 0 ? ms : 1;
}

void match_clock_print(const MatchClock clocks[COLOR_COUNT], Color side, Text *go)
{
    const Limits *const l = &clocks[side].engine->limits;
    if (l->has_clock) {
        const MatchClock *const white = &clocks[clocks[WHITE].engine->limits.has_clock ? WHITE : side];
        const MatchClock *const black = &clocks[clocks[BLACK].engine->limits.has_clock ? BLACK : side];
        text_add(go, " wtime %" PRId64 " btime %" PRId64 " winc %" PRId64 " binc %" PRId64, shown_left(white),
                 shown_left(black), white->engine->limits.increment_ms, black->engine->limits.increment_ms);
        if (clocks[side].moves_to_go > 0) {
            text_add(go, " movestogo %d", clocks[side].moves_to_go);
        }
    }
    if (l->movetime_ms > 0) {
        text_add(go, " movetime %" PRId64, l->movetime_ms);
    }
    if (l->depth > 0) {
        text_add(go, " depth %d", l->depth);
    }
    if (l->nodes > 0) {
        text_add(go, " nodes %" PRId64, l->nodes);
    }
}
