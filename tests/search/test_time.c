/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Time management without a search: what ends one, when the limits are checked, and how long an answer is delayed. */
#include "search/time.h"

#include <string.h>

#include "support/heard_search.h"
#include "support/test.h"
#include "system/clock.h"

enum { LONG_AGO = 100000 /* ms; more than every limit of these tests */ };

/* Puts the limits in force. */
static void begin(TimeManager *t, SearchLimits limits)
{
    memset(t, 0, sizeof *t);
    t->poll = heard_poll;
    time_set_limits(t, &limits, WHITE);
    time_begin(t);
}

/* The bounds are in order and within the time left, whatever the clock shows. */
TEST(bounds_lie_on_the_clock)
{
    static const int64_t times[] = {-5000, 0, 1, 9, 50, 149, 150, 151, 400, 1000, 60000, 3600000};
    static const int64_t increments[] = {0, 10, 1000, 60000};
    static const int moves[] = {0, 1, 2, 30, 200};
    static const int64_t overheads[] = {0, 10, 5000};
    for (int i = 0; i < ROWS(times) * ROWS(increments) * ROWS(moves) * ROWS(overheads); i++) {
        const int64_t time = times[i % ROWS(times)];
        const int64_t overhead = overheads[i / ROWS(times) / ROWS(increments) / ROWS(moves)];
        const SearchLimits limits = {.use_clock = true,
                                     .time = {[WHITE] = time, [BLACK] = 1},
                                     .increment = {[WHITE] = increments[i / ROWS(times) % ROWS(increments)]},
                                     .moves_to_go = moves[i / ROWS(times) / ROWS(increments) % ROWS(moves)],
                                     .overhead = overhead};
        const int64_t left = time - overhead > 1 ? time - overhead : 1;
        TimeManager t;
        begin(&t, limits);
        ck_assert(t.bounds.limited);
        ck_assert_int_ge(t.bounds.soft, 1);
        ck_assert_int_le(t.bounds.soft, t.bounds.hard);
        ck_assert_int_le(t.bounds.hard, left);
    }
}

/* How long a move may take by the clock of either side, in ms; the other side's does not matter. */
static const struct {
    int64_t time, increment, overhead;
    int moves_to_go;
    int64_t soft, hard;
} BOUNDS[] = {
    {60000, 0, 0, 0, 2992, 11968}, {60000, 0, 0, 40, 1995, 7980}, {10000, 1000, 0, 0, 1242, 4968},
    {10000, 0, 0, 2, 4925, 5910},  {10000, 0, 0, 1, 8865, 8865}, /* the last move before the control */
    {1000, 0, 500, 0, 17, 68},     {100, 1000, 0, 0, 15, 15},    /* of so little only a part, increment or not */
};

TEST_EACH(bounds_of_a_clock, ROWS(BOUNDS) * COLOR_COUNT)
{
    const int row = _i / COLOR_COUNT;
    const Color side = (Color)(_i % COLOR_COUNT);
    SearchLimits limits = {.use_clock = true,
                           .time = {5000, 5000},
                           .increment = {300, 300},
                           .overhead = BOUNDS[row].overhead,
                           .moves_to_go = BOUNDS[row].moves_to_go};
    TimeManager t;
    limits.time[side] = BOUNDS[row].time;
    limits.increment[side] = BOUNDS[row].increment;
    time_set_limits(&t, &limits, side);
    ck_assert_int_eq(t.bounds.soft, BOUNDS[row].soft);
    ck_assert_int_eq(t.bounds.hard, BOUNDS[row].hard);
}

/* The limit of nodes ends the search when it is reached, not before and not later. */
static const uint64_t NODE_LIMITS[] = {1, 2, 1023, 1024, 1025, 5000};

TEST_EACH(nodes_end_it, ROWS(NODE_LIMITS))
{
    const uint64_t limit = NODE_LIMITS[_i];
    TimeManager t;
    begin(&t, (SearchLimits){.nodes = limit});
    uint64_t nodes = 1; /* the first check */
    while (!time_is_up(&t)) {
        ck_assert_uint_le(nodes, limit);
        const uint64_t next = time_check(&t, nodes, nodes, 1);
        ck_assert_int_eq(time_is_up(&t), nodes == limit);
        ck_assert_uint_gt(next, nodes);
        nodes = next;
    }
}

/* Time ends a search, except an infinite one and one that ponders; from ponderhit on the clock runs anew. */
static const struct {
    SearchLimits limits;
    bool ends;
} TIMED[] = {{{.use_movetime = true, .movetime = LONG_AGO / 2}, true},
             {{.use_movetime = true, .movetime = LONG_AGO * 2}, false},
             {{.use_movetime = true, .movetime = LONG_AGO / 2, .infinite = true}, false},
             {{.use_movetime = true, .movetime = LONG_AGO / 2, .ponder = true}, false},
             {{.use_clock = true, .time = {LONG_AGO / 2, LONG_AGO / 2}}, true}};

TEST_EACH(time_ends_it, ROWS(TIMED))
{
    const IterationSummary found = {.depth = 9, .mate_plies = -1, .root_count = 5};
    SearchLimits limits = TIMED[_i].limits;
    limits.received = clock_ms() - LONG_AGO;
    TimeManager t;
    begin(&t, limits);
    time_check(&t, 1, 1, 1);
    ck_assert_int_eq(time_is_up(&t), TIMED[_i].ends);
    ck_assert_int_eq(time_should_stop_iterating(&t, &found), TIMED[_i].ends);
    ck_assert_int_ge(time_elapsed(&t), LONG_AGO);
    time_ponderhit(&t);
    ck_assert(!time_pondering(&t));
    ck_assert(!time_should_stop_iterating(&t, &found));
}

/* When no other iteration begins: after a mate score that is confirmed, or is the one wanted; after a forced move with
 * a clock; and after a part of the soft bound, which is larger while the best move changes or its score falls. */
#define CLOCK .use_clock = true, .time = {60 * LONG_AGO, 0}
#define OPEN .best = 300, .mate_plies = -1
#define WON .best = SCORE_WIN - 5, .mate_plies = 5
#define LOST .best = 4 - SCORE_WIN, .mate_plies = 4
static const struct {
    SearchLimits limits;
    IterationSummary found;
    int spent; /* per cent of the soft bound */
    bool enough;
} ITERATIONS[] = {
    {{.nodes = 1}, {OPEN, .depth = 20, .root_count = 5}, 0, false},
    {{.nodes = 1}, {OPEN, .depth = 20, .root_count = 1}, 0, false},
    {{.nodes = 1}, {WON, .depth = 5, .root_count = 5}, 0, false}, /* a shorter win may yet be found */
    {{.nodes = 1}, {WON, .depth = 30, .root_count = 5}, 0, true},
    {{.depth = 40}, {WON, .depth = 30, .root_count = 5}, 0, false}, /* that depth was asked for */
    {{.mate = 3}, {WON, .depth = 5, .root_count = 5}, 0, true},
    {{.mate = 2}, {WON, .depth = 5, .root_count = 5}, 0, false},
    {{.mate = 2}, {LOST, .depth = 5, .root_count = 5}, 0, true},
    {{.mate = 1}, {LOST, .depth = 5, .root_count = 5}, 0, false},
    {{CLOCK}, {WON, .depth = 5, .root_count = 5}, 0, true},
    {{CLOCK}, {OPEN, .depth = 20, .root_count = 1}, 0, true},
    {{CLOCK}, {OPEN, .depth = 9, .stable_iterations = 9, .root_count = 5}, 50, false},
    {{CLOCK}, {OPEN, .depth = 9, .stable_iterations = 9, .root_count = 5}, 90, true},
    {{CLOCK}, {OPEN, .depth = 9, .stable_iterations = 0, .root_count = 5}, 90, false},
    {{CLOCK}, {OPEN, .depth = 9, .stable_iterations = 9, .before = 500, .root_count = 5}, 90, false},
    {{CLOCK}, {OPEN, .depth = 9, .stable_iterations = 9, .before = 100, .root_count = 5}, 90, true},
    {{CLOCK}, {OPEN, .depth = 1, .stable_iterations = 9, .before = -SCORE_INFINITE, .root_count = 5}, 90, true},
    {{CLOCK}, {OPEN, .depth = 9, .stable_iterations = 0, .root_count = 5}, 400, true},
    {{CLOCK}, {OPEN, .depth = 9, .stable_iterations = 9, .before = 500, .root_count = 5}, 400, true},
};

TEST_EACH(iterations_end, ROWS(ITERATIONS))
{
    TimeManager t;
    begin(&t, ITERATIONS[_i].limits);
    t.clock_start = clock_ms() - t.bounds.soft * ITERATIONS[_i].spent / 100;
    ck_assert_int_eq(time_should_stop_iterating(&t, &ITERATIONS[_i].found), ITERATIONS[_i].enough);
}

/* An iteration begun while pondering ends when the next one would not begin, any other at the hard bound. */
static const struct {
    bool ponder;
    int root_count;
    int64_t spent; /* ms; the soft bound is 2992, of which 60 % are used while the best move stays */
    bool ended;
} UNDER_WAY[] = {{true, 5, 1000, false},  {true, 5, 2000, true},    {true, 1, 0, true},
                 {false, 5, 2000, false}, {false, 5, 11000, false}, {false, 5, 12000, true}};

TEST_EACH(iterations_under_way_end, ROWS(UNDER_WAY))
{
    const IterationSummary found = {
        .depth = 20, .best = 300, .mate_plies = -1, .stable_iterations = 9, .root_count = UNDER_WAY[_i].root_count};
    TimeManager t;
    begin(&t, (SearchLimits){
                  .use_clock = true, .time = {60000, 60000}, .ponder = UNDER_WAY[_i].ponder, .received = clock_ms()});
    ck_assert(!time_should_stop_iterating(&t, &found));
    time_ponderhit(&t);
    t.clock_start = clock_ms() - UNDER_WAY[_i].spent;
    time_check(&t, 1, 1, 1);
    ck_assert_int_eq(time_is_up(&t), UNDER_WAY[_i].ended);
}

/* How long an answer is delayed: until a command, or as long as a weak level pretends to think; and whether the search
 * has no limit, so that only a command can end it. */
static const struct {
    SearchLimits limits;
    int root_count;
    bool weak, unlimited, after; /* before and after the command */
    int64_t shortest, longest;   /* ms */
    void (*command)(TimeManager *t);
} DELAYS[] = {
    {{.infinite = true, .depth = 3}, 5, true, true, true, SEARCH_FOREVER, SEARCH_FOREVER, time_request_stop},
    {{.ponder = true}, 5, false, true, true, SEARCH_FOREVER, SEARCH_FOREVER, time_ponderhit},
    {{.ponder = true, .depth = 3}, 5, false, true, false, SEARCH_FOREVER, SEARCH_FOREVER, time_ponderhit},
    {{.use_movetime = true, .movetime = LONG_AGO}, 5, true, false, false, 1, STRENGTH_PAUSE_MAX, time_request_stop},
    {{.use_movetime = true, .movetime = LONG_AGO}, 1, true, false, false, 0, 0, time_request_stop},
    {{.use_movetime = true, .movetime = LONG_AGO}, 5, false, false, false, 0, 0, time_request_stop},
    {{.depth = 1}, 5, false, false, false, 0, 0, time_request_stop},
    {{.nodes = 1}, 5, false, false, false, 0, 0, time_request_stop},
    {{.mate = 1}, 5, false, false, false, 0, 0, time_request_stop},
    {{.depth = 0}, 5, false, true, true, 0, 0, time_request_stop},
    {{.depth = 0}, 0, false, false, false, 0, 0, time_request_stop}, /* a game that is over */
};

TEST_EACH(answers_are_delayed, ROWS(DELAYS))
{
    SearchLimits limits = DELAYS[_i].limits;
    limits.received = clock_ms();
    limits.level = DELAYS[_i].weak ? strength_level(0) : NULL;
    TimeManager t;
    begin(&t, limits);
    ck_assert_int_ge(time_answer_delay(&t, DELAYS[_i].root_count), DELAYS[_i].shortest);
    ck_assert_int_le(time_answer_delay(&t, DELAYS[_i].root_count), DELAYS[_i].longest);
    ck_assert_int_eq(time_unlimited(&t, DELAYS[_i].root_count), DELAYS[_i].unlimited);
    ck_assert(limits.infinite ? t.limits.level == NULL : t.limits.level == limits.level); /* analysis is never weak */
    ck_assert(t.limits.level == NULL || t.limits.depth == t.limits.level->depth);
    DELAYS[_i].command(&t);
    ck_assert_int_eq(time_answer_delay(&t, DELAYS[_i].root_count), 0);
    ck_assert_int_eq(time_unlimited(&t, DELAYS[_i].root_count), DELAYS[_i].after);
    ck_assert(!time_pondering(&t));
    ck_assert_int_eq(time_is_up(&t), DELAYS[_i].command == time_request_stop);
}
