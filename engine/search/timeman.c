/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/timeman.h"

enum {
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

TimeBounds timeman_bounds(const SearchLimits *limits, Color side)
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

int64_t timeman_soft(const TimeBounds *b, int stable, Score fall)
{
    const int calm = stable < STABLE_MAX ? stable : STABLE_MAX;
    const int worse = fall < 0 ? 0 : fall < FALL_MAX ? fall : FALL_MAX;
    const int percent = UNSTABLE_PERCENT - STABLE_PERCENT * calm + worse;
    return smaller(larger(b->soft * percent / PERCENT, 1), b->hard);
}
