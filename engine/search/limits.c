/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/limits.h"

#include <stdlib.h>
#include <string.h>

#include "system/clock.h"

enum {
    CHECK_INTERVAL = 1024, /* nodes between two looks at the clock */
    FORCED_DEPTH = 6,      /* plies looked at when there is only one move and the clock runs */

    /* Iterations beyond the length of a forced end before it counts as final. Reductions hide a shorter one for a
     * while: in 949 endings of random pieces 37 lengths changed after that depth, all within six plies. */
    SETTLED_PLIES = 8,

    /* How the time on the clock is spent. */
    MOVES_LEFT = 30,        /* moves that the rest of a game without time controls is planned for */
    MOVES_TO_GO_MAX = 30,   /* more moves to the control than this are planned for as this many */
    HARD_FACTOR = 4,        /* the hard bound as a multiple of the soft one */
    INCREMENT_PERCENT = 75, /* part of the increment spent at once */
    CLOCK_PERCENT = 60,     /* part of the clock that one move may take at the most */
    LAST_MOVE_PERCENT = 90, /* the same for the last move before a control */
    RESERVE = 150,          /* ms not planned with: a busy system may hold a program up that long */
    RESERVE_PERCENT = 75,   /* part of the clock that the reserve is at the most */
    PERCENT = 100,

    /* The soft bound is multiplied by a percentage. */
    UNSTABLE_PERCENT = 150, /* when the best move has just changed */
    STABLE_PERCENT = 15,    /* less for each iteration that it has stayed */
    STABLE_MAX = 6,         /* iterations that count */
    FALL_MAX = 60           /* points of a falling score that count, each adding one per cent */
};

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The bounds for the side to move. The hard one never exceeds what is on the clock less the overhead, but for one
 * millisecond. */
static TimeBounds bounds_of(const SearchLimits *limits, Color side)
{
    TimeBounds b = {.limited = limits->use_movetime || limits->use_clock, .soft = 0, .hard = 0};
    if (limits->use_movetime) {
        b.hard = larger(limits->movetime, 1);
        b.soft = b.hard;
        return b;
    }
    if (!limits->use_clock) {
        return b;
    }
    const int64_t clock = larger(limits->time[side] - limits->overhead, 1);
    const int64_t reserve = smaller(RESERVE, clock * RESERVE_PERCENT / PERCENT);
    const int64_t left = larger(clock - reserve, 1);
    const int64_t moves = limits->moves_to_go > 0 ? smaller(limits->moves_to_go, MOVES_TO_GO_MAX) : MOVES_LEFT;
    /* The less there is beyond the reserve, the more of the increment is saved up. */
    const int64_t increment = larger(limits->increment[side], 0) * INCREMENT_PERCENT / PERCENT;
    const int64_t share = left / moves + increment * smaller(clock - reserve, RESERVE) / RESERVE;
    const int64_t most = left * (moves == 1 ? LAST_MOVE_PERCENT : CLOCK_PERCENT) / PERCENT;
    b.soft = larger(smaller(share, most), 1);
    b.hard = larger(smaller(share * HARD_FACTOR, most), 1);
    return b;
}

/* The soft bound in the light of the search so far, at most the hard one: shorter while the best move stays the same,
 * longer when its score has fallen. */
static int64_t soft_bound(const TimeBounds *b, int stable, Score fall)
{
    const int calm = stable < STABLE_MAX ? stable : STABLE_MAX;
    const int worse = fall < 0 ? 0 : fall < FALL_MAX ? fall : FALL_MAX;
    const int percent = UNSTABLE_PERCENT - STABLE_PERCENT * calm + worse;
    return smaller(larger(b->soft * percent / PERCENT, 1), b->hard);
}

bool limits_take(ActiveLimits *l, const SearchLimits *wanted, Color side)
{
    Move *const moves = realloc(l->moves, ((size_t)wanted->move_count + 1) * sizeof *moves);
    if (moves == NULL) {
        return false;
    }
    if (wanted->move_count > 0) {
        memcpy(moves, wanted->moves, (size_t)wanted->move_count * sizeof *moves);
    }
    l->moves = moves;
    l->wanted = *wanted;
    l->wanted.moves = moves;
    if (wanted->infinite || wanted->mate > 0) { /* analysis, which nobody wants weak */
        l->wanted.level = NULL;
        l->wanted.variety = 0;
    }
    if (l->wanted.level != NULL) {
        l->wanted.variety = strength_chooses(l->wanted.level) ? 0 : l->wanted.variety;
        strength_limit(l->wanted.level, &l->wanted.depth, &l->wanted.nodes);
    }
    l->bounds = bounds_of(wanted, side);
    return true;
}

void limits_begin(ActiveLimits *l)
{
    l->started_us = clock_us();
    atomic_store(&l->clock_start, l->wanted.received);
    atomic_store(&l->stop, false);
    atomic_store(&l->asked, false);
    atomic_store(&l->pondering, l->wanted.ponder);
}

void limits_free(ActiveLimits *l)
{
    free(l->moves);
}

void limits_stop(ActiveLimits *l)
{
    atomic_store(&l->stop, true);
}

void limits_ask(ActiveLimits *l)
{
    atomic_store(&l->asked, true);
    atomic_store(&l->stop, true);
}

void limits_ponderhit(ActiveLimits *l)
{
    atomic_store(&l->clock_start, clock_ms());
    atomic_store(&l->pondering, false);
}

void limits_end_pondering(ActiveLimits *l)
{
    atomic_store(&l->pondering, false);
}

bool limits_pondering(const ActiveLimits *l)
{
    return atomic_load(&l->pondering);
}

/* True when the result has to wait for a command. The time does not count until then. */
static bool awaits_command(const ActiveLimits *l)
{
    return l->wanted.infinite || limits_pondering(l);
}

bool limits_endless(const ActiveLimits *l, int choices)
{
    const bool limited = l->wanted.depth > 0 || l->wanted.nodes > 0 || l->wanted.mate > 0 || l->bounds.limited;
    return awaits_command(l) || (choices > 0 && !limited);
}

/* Milliseconds on the clock of the search. */
static int64_t clock_elapsed(const ActiveLimits *l)
{
    return clock_ms() - atomic_load(&l->clock_start);
}

uint64_t limits_check(ActiveLimits *l, uint64_t nodes, uint64_t own)
{
    const uint64_t most = l->wanted.nodes;
    const uint64_t next = own + CHECK_INTERVAL;
    const bool spent = most != 0 && nodes >= most;
    if (spent || (l->bounds.limited && !awaits_command(l) && clock_elapsed(l) >= l->bounds.hard)) {
        limits_stop(l);
    }
    return own < most && most < next ? most : next;
}

int limits_last_depth(const ActiveLimits *l)
{
    const int depth = l->wanted.depth;
    return depth > 0 && depth < SEARCH_PLY_MAX ? depth : SEARCH_PLY_MAX - 1;
}

/* True when the ends of the lines to be shown are forced, and no shorter or longer ones are to be expected. Where a
 * clock runs it is enough that they are forced. */
static bool is_settled(const ActiveLimits *l, const IterationSummary *found)
{
    const int beyond = l->wanted.use_clock ? 0 : SETTLED_PLIES;
    return found->forced_plies >= 0 && found->depth >= found->forced_plies + beyond;
}

bool limits_enough(const ActiveLimits *l, const IterationSummary *found)
{
    if (l->wanted.depth == 0 && is_settled(l, found)) {
        return true;
    }
    if (l->wanted.mate > 0 && score_is_mate(found->best) && abs(score_mate_moves(found->best)) <= l->wanted.mate) {
        return true;
    }
    if (!l->bounds.limited || awaits_command(l)) {
        return false;
    }
    if (!l->wanted.use_clock) {
        return clock_elapsed(l) >= l->bounds.soft;
    }
    return clock_elapsed(l) >= soft_bound(&l->bounds, found->stable, found->fall) ||
           (found->choices == 1 && found->depth >= FORCED_DEPTH);
}

int64_t limits_hold(const ActiveLimits *l, int choices)
{
    if (atomic_load(&l->asked)) {
        return 0;
    }
    if (awaits_command(l)) {
        return SEARCH_FOREVER;
    }
    if (l->wanted.level == NULL || !l->bounds.limited || choices < 2) {
        return 0;
    }
    return larger(strength_pause(l->bounds.soft) - clock_elapsed(l), 0);
}

int64_t limits_elapsed(const ActiveLimits *l)
{
    return larger(clock_ms() - l->wanted.received, 0);
}
