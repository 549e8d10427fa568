/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/standing.h"

#include <stdlib.h>

const FaultNames STANDING_FAULTS[FAULT_COUNT] = {
    [FAULT_CRASH] = {"crash", "crashes", PDN_CRASH},
    [FAULT_STALL] = {"stall", "stalls", PDN_STALL},
    [FAULT_TIME] = {"time loss", "time_losses", PDN_TIME_FORFEIT},
    [FAULT_ILLEGAL] = {"illegal move", "illegal_moves", PDN_ILLEGAL_MOVE},
    [FAULT_PROTOCOL] = {"protocol error", "protocol_errors", PDN_PROTOCOL_ERROR},
};

Fault standing_fault_of(PdnTermination t)
{
    for (int f = FAULT_NONE + 1; f < FAULT_COUNT; f++) {
        if (STANDING_FAULTS[f].termination == t) {
            return (Fault)f;
        }
    }
    return FAULT_NONE;
}

/* Adds the counts of *more to *t. */
static void add_tally(Tally *t, const Tally *more)
{
    for (int f = 0; f < FAULT_COUNT; f++) {
        t->faults[f] += more->faults[f];
    }
    t->moves += more->moves;
    t->lines += more->lines;
    t->illegal_lines += more->illegal_lines;
    t->kept_waiting += more->kept_waiting;
    t->timed += more->timed;
    t->measured_ms += more->measured_ms;
    t->reported_ms += more->reported_ms;
    t->worst_ms = more->worst_ms > t->worst_ms ? more->worst_ms : t->worst_ms;
}

ErrorCode standing_init(Standing *s, const Schedule *schedule)
{
    *s = (Standing){.schedule = *schedule};
    s->pairings = calloc((size_t)schedule_pairings(schedule), sizeof *s->pairings);
    s->tallies = calloc((size_t)schedule->engines, sizeof *s->tallies);
    if (s->pairings == NULL || s->tallies == NULL) {
        standing_free(s);
        return ERROR_MEMORY;
    }
    return ERROR_NONE;
}

void standing_free(Standing *s)
{
    free(s->pairings);
    free(s->tallies);
    s->pairings = NULL;
    s->tallies = NULL;
}

static StatsResult seen_by(Color side, GameResult result)
{
    const GameResult win = side == WHITE ? GAME_WHITE_WINS : GAME_BLACK_WINS;
    return result == GAME_DRAW ? STATS_DRAW : result == win ? STATS_WIN : STATS_LOSS;
}

void standing_add(Standing *s, const GameOutcome *game)
{
    const Fixture *const f = &game->fixture;
    StatsCounts *const counts = &s->pairings[f->pairing];
    const bool is_first = f->white == schedule_pairing(&s->schedule, f->pairing).first;
    const StatsResult result = seen_by(is_first ? WHITE : BLACK, game->result);
    stats_add_game(counts, result);
    stats_add_game(&s->white, seen_by(WHITE, game->result));
    if (f->game == 0) {
        s->first_result = result;
    } else if (s->schedule.repeat) {
        stats_add_pair(counts, s->first_result, result);
    }
    add_tally(&s->tallies[f->white], &game->tallies[WHITE]);
    add_tally(&s->tallies[f->black], &game->tallies[BLACK]);
    s->games++;
    s->plies += game->plies;
}

StatsCounts standing_of(const Standing *s, int engine)
{
    StatsCounts all = {.wins = 0};
    const int pairings = schedule_pairings(&s->schedule);
    for (int i = 0; i < pairings; i++) {
        const Pairing p = schedule_pairing(&s->schedule, i);
        if (p.first == engine) {
            stats_merge(&all, &s->pairings[i]);
        } else if (p.second == engine) {
            const StatsCounts flipped = stats_flipped(&s->pairings[i]);
            stats_merge(&all, &flipped);
        }
    }
    return all;
}
