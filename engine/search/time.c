/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/time.h"

#include <stdlib.h>

#include "system/clock.h"

enum {
    CHECK_INTERVAL = 1024, /* nodes between two checks of the clock */
    FORCED_DEPTH = 6,      /* plies searched when there is only one move and the clock runs */

    /* Iterations beyond the length of a forced win or loss before it counts as final. Reductions hide a shorter one for
     * a while: in 949 endings of random pieces 37 lengths changed after that depth, all within six plies. */
    SETTLED_PLIES = 8,

    /* How the time on the clock is spent. */
    MOVES_LEFT = 20,        /* moves that the rest of a game without time controls is planned for */
    MOVES_TO_GO_MAX = 30,   /* more moves to the control than this are planned for as this many */
    HARD_FACTOR = 4,        /* the hard bound as a multiple of the soft one */
    INCREMENT_PERCENT = 75, /* part of the increment spent at once */
    CLOCK_PERCENT = 60,     /* greatest part of the clock for one move */
    LAST_MOVE_PERCENT = 90, /* the same for the last move before a control */
    RESERVE = 150,          /* ms not planned for: a busy system may hold a program up that long */
    RESERVE_PERCENT = 75,   /* greatest part of the clock for the reserve */
    PERCENT = 100,

    /* The soft bound is multiplied by a percentage. */
    UNSTABLE_PERCENT = 150, /* when the best move has just changed */
    STABLE_PERCENT = 15,    /* less for each iteration that it has stayed the same */
    STABLE_MAX = 6,         /* iterations that count */
    FALL_MAX = 60           /* points of a falling score that count, each adding 1 % */
};

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

static int64_t larger(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* The bounds for the side to move. The hard one never exceeds what is on the clock less the overhead, but is at least a
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
static int64_t soft_bound(const TimeBounds *b, int stable_iterations, Score fall)
{
    const int calm = stable_iterations < STABLE_MAX ? stable_iterations : STABLE_MAX;
    const int worse = fall < 0 ? 0 : fall < FALL_MAX ? fall : FALL_MAX;
    const int percent = UNSTABLE_PERCENT - STABLE_PERCENT * calm + worse;
    return smaller(larger(b->soft * percent / PERCENT, 1), b->hard);
}

void time_set_limits(TimeManager *t, const SearchLimits *limits, Color side)
{
    SearchLimits *const l = &t->limits;
    *l = *limits;
    l->moves = NULL; /* the caller's */
    l->use_clock = limits->use_clock && !limits->use_movetime;
    l->multipv = limits->multipv > 1 ? limits->multipv : 1;
    if (l->infinite || l->mate > 0) { /* analysis, which is never weak */
        l->level = NULL;
        l->variety = 0;
    }
    if (l->level != NULL) {
        const uint64_t nodes = (uint64_t)l->level->nodes;
        l->variety = strength_chooses(l->level) ? 0 : l->variety;
        /* The lower limit of the two, where 0 is none. */
        l->depth = l->depth == 0 || (l->level->depth > 0 && l->level->depth < l->depth) ? l->level->depth : l->depth;
        l->nodes = l->nodes == 0 || nodes < l->nodes ? nodes : l->nodes;
    }
    t->bounds = bounds_of(limits, side);
}

void time_begin(TimeManager *t)
{
    t->started_us = clock_us();
    t->clock_start = t->limits.received;
    atomic_store(&t->stop, false);
    atomic_store(&t->stop_requested, false);
    t->pondering = t->limits.ponder;
    t->end = t->bounds.hard;
}

void time_stop(TimeManager *t)
{
    atomic_store(&t->stop, true);
}

void time_request_stop(TimeManager *t)
{
    atomic_store(&t->stop_requested, true);
    atomic_store(&t->stop, true);
}

void time_ponderhit(TimeManager *t)
{
    t->clock_start = clock_ms();
    t->pondering = false;
}

bool time_pondering(const TimeManager *t)
{
    return t->pondering;
}

/* True when the result has to wait for a command. The time does not count until then. */
static bool awaits_command(const TimeManager *t)
{
    return t->limits.infinite || time_pondering(t);
}

bool time_unlimited(const TimeManager *t, int root_count)
{
    const bool limited = t->limits.depth > 0 || t->limits.nodes > 0 || t->limits.mate > 0 || t->bounds.limited;
    return awaits_command(t) || (root_count > 0 && !limited);
}

/* Milliseconds on the clock of the search. */
static int64_t clock_elapsed(const TimeManager *t)
{
    return clock_ms() - t->clock_start;
}

/* True when that many of them have passed, in a search limited by time. */
static bool has_passed(const TimeManager *t, int64_t bound)
{
    return t->bounds.limited && !awaits_command(t) && clock_elapsed(t) >= bound;
}

uint64_t time_check_nodes(TimeManager *t, uint64_t nodes, uint64_t thread_nodes, int threads)
{
    const uint64_t limit = t->limits.nodes;
    if (limit == 0) {
        return thread_nodes + CHECK_INTERVAL;
    }
    if (nodes >= limit) {
        time_stop(t);
        return thread_nodes + 1;
    }
    const uint64_t share = (limit - nodes) / (uint64_t)threads;
    return thread_nodes + (share < 1 ? 1 : share < CHECK_INTERVAL ? share : CHECK_INTERVAL);
}

uint64_t time_check(TimeManager *t, uint64_t nodes, uint64_t thread_nodes, int threads)
{
    t->poll(t->context, 0);
    if (has_passed(t, t->end)) {
        time_stop(t);
    }
    return time_check_nodes(t, nodes, thread_nodes, threads);
}

int time_last_depth(const TimeManager *t)
{
    const int depth = t->limits.depth;
    return depth > 0 && depth < SEARCH_PLY_MAX ? depth : SEARCH_PLY_MAX;
}

/* True when the lines to be shown have mate scores that are not expected to become shorter or longer. When a clock
 * runs, it is enough that they lie within the depth searched. */
static bool is_settled(const TimeManager *t, const IterationSummary *found)
{
    const int beyond = t->limits.use_clock ? 0 : SETTLED_PLIES;
    return found->mate_plies >= 0 && found->depth >= found->mate_plies + beyond;
}

bool time_should_stop_iterating(TimeManager *t, const IterationSummary *found)
{
    const bool forced = found->root_count == 1 && found->depth >= FORCED_DEPTH;
    const int64_t due = !t->limits.use_clock ? t->bounds.soft
                        : forced             ? 0
                                 : soft_bound(&t->bounds, found->stable_iterations, found->before - found->best);
    t->end = time_pondering(t) ? due : t->bounds.hard;
    if (t->limits.depth == 0 && is_settled(t, found)) {
        return true;
    }
    if (t->limits.mate > 0 && score_is_mate(found->best) && abs(score_mate_moves(found->best)) <= t->limits.mate) {
        return true;
    }
    return has_passed(t, due);
}

int64_t time_answer_delay(const TimeManager *t, int root_count)
{
    if (atomic_load(&t->stop_requested)) {
        return 0;
    }
    if (awaits_command(t)) {
        return SEARCH_FOREVER;
    }
    if (t->limits.level == NULL || !t->bounds.limited || root_count < 2) {
        return 0;
    }
    /* A weak level has soon searched what it may, and an answer at once would give away how little that is. */
    return larger(smaller(t->bounds.soft, STRENGTH_PAUSE_MAX) - clock_elapsed(t), 0);
}

void time_wait_to_answer(TimeManager *t, int root_count)
{
    for (int64_t left = time_answer_delay(t, root_count); left != 0; left = time_answer_delay(t, root_count)) {
        t->poll(t->context, (int)left);
    }
    t->pondering = false; /* the expected move does not matter any more */
}

int64_t time_elapsed(const TimeManager *t)
{
    return larger(clock_ms() - t->limits.received, 0);
}
