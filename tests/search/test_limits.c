/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The limits of a search by themselves: what ends it, when they look, and how long a result is held back. */
#include <string.h>

#include "search/time.h"
#include "support/test.h"
#include "system/clock.h"

enum { LONG_AGO = 100000 /* ms; more than every limit of these tests */ };

/* Limits in force. */
static TimeManager active(SearchLimits wanted)
{
    TimeManager l;
    memset(&l, 0, sizeof l);
    time_init(&l);
    ck_assert(time_set_limits(&l, &wanted, WHITE));
    time_begin(&l);
    return l;
}

static SearchLimits clock_of(int64_t time, int64_t increment, int moves_to_go, int64_t overhead)
{
    return (SearchLimits){.use_clock = true,
                          .time = {[WHITE] = time, [BLACK] = 1},
                          .increment = {[WHITE] = increment},
                          .moves_to_go = moves_to_go,
                          .overhead = overhead,
                          .received = clock_ms()};
}

/* No clock is overstepped, whatever stands on it, and the bounds keep their order. */
TEST(bounds_lie_on_the_clock)
{
    static const int64_t times[] = {-5000, 0, 1, 9, 50, 149, 150, 151, 400, 1000, 60000, 3600000};
    static const int64_t increments[] = {0, 10, 1000, 60000};
    static const int moves[] = {0, 1, 2, 30, 200};
    static const int64_t overheads[] = {0, 10, 5000};
    enum { TIMES = sizeof times / sizeof times[0], INCREMENTS = 4, MOVES = 5, OVERHEADS = 3 };
    for (int i = 0; i < TIMES * INCREMENTS * MOVES * OVERHEADS; i++) {
        const int64_t time = times[i % TIMES];
        const int64_t increment = increments[i / TIMES % INCREMENTS];
        const int64_t overhead = overheads[i / TIMES / INCREMENTS / MOVES];
        TimeManager l = active(clock_of(time, increment, moves[i / TIMES / INCREMENTS % MOVES], overhead));
        const int64_t left = time - overhead > 1 ? time - overhead : 1;
        ck_assert(l.bounds.limited);
        ck_assert_int_ge(l.bounds.soft, 1);
        ck_assert_int_le(l.bounds.soft, l.bounds.hard);
        ck_assert_int_le(l.bounds.hard, left);
        time_free(&l);
    }
}

/* The limit of nodes ends the search when it is reached and not before, and no look comes after it. */
TEST_EACH(nodes_end_it, 6)
{
    static const uint64_t most[] = {1, 2, 1023, 1024, 1025, 5000};
    const uint64_t limit = most[_i];
    TimeManager l = active((SearchLimits){.nodes = limit});
    uint64_t nodes = 1; /* the first look */
    while (!time_is_up(&l)) {
        ck_assert_uint_le(nodes, limit);
        const uint64_t next = time_check(&l, nodes, nodes);
        ck_assert_int_eq(time_is_up(&l), nodes == limit);
        ck_assert_uint_gt(next, nodes);
        nodes = next;
    }
    time_free(&l);
}

/* Time ends it, but neither in an analysis nor before the awaited move; from that on the clock runs anew. */
TEST(time_ends_it)
{
    const int64_t received = clock_ms() - LONG_AGO;
    const SearchLimits timed = {.use_movetime = true, .movetime = LONG_AGO / 2, .received = received};
    SearchLimits infinite = timed, ponder = timed, patient = timed;
    infinite.infinite = true;
    ponder.ponder = true;
    patient.movetime = 2 * LONG_AGO;
    const struct {
        SearchLimits limits;
        bool ends;
    } cases[] = {{timed, true}, {infinite, false}, {ponder, false}, {patient, false}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const IterationSummary found = {.depth = 9, .mate_plies = -1, .choices = 5};
        TimeManager l = active(cases[i].limits);
        time_check(&l, 1, 1);
        ck_assert_int_eq(time_is_up(&l), cases[i].ends);
        ck_assert_int_eq(time_should_stop_iterating(&l, &found), cases[i].ends);
        ck_assert_int_ge(time_elapsed(&l), LONG_AGO);
        time_ponderhit(&l);
        ck_assert(!time_pondering(&l));
        ck_assert(!time_should_stop_iterating(&l, &found));
        time_free(&l);
    }
}

/* With the clock, the time for a move grows while the best one changes or its score falls. */
TEST(doubt_takes_time)
{
    TimeManager l = active(clock_of(60 * LONG_AGO, 0, 0, 0));
    const IterationSummary calm = {.depth = 9, .mate_plies = -1, .stable = 9, .choices = 5};
    const IterationSummary changed = {.depth = 9, .mate_plies = -1, .stable = 0, .choices = 5};
    const IterationSummary falling = {.depth = 9, .mate_plies = -1, .stable = 9, .fall = 200, .choices = 5};
    atomic_store(&l.clock_start, clock_ms() - l.bounds.soft * 9 / 10);
    ck_assert(time_should_stop_iterating(&l, &calm));
    ck_assert(!time_should_stop_iterating(&l, &changed));
    ck_assert(!time_should_stop_iterating(&l, &falling));
    atomic_store(&l.clock_start, clock_ms() - l.bounds.hard);
    ck_assert(time_should_stop_iterating(&l, &changed));
    ck_assert(time_should_stop_iterating(&l, &falling));
    time_free(&l);
}

/* Forced ends, and a move without alternative, make deeper iterations needless. */
TEST(ends_are_enough)
{
    const IterationSummary open = {.depth = 20, .best = 300, .mate_plies = -1, .choices = 5};
    const IterationSummary won = {.depth = 5, .best = SCORE_WIN - 5, .mate_plies = 5, .choices = 5};
    IterationSummary settled = won, forced_reply = open;
    settled.depth = 30;
    forced_reply.choices = 1;
    TimeManager l = active((SearchLimits){.nodes = 1});
    ck_assert(!time_should_stop_iterating(&l, &open));
    ck_assert(!time_should_stop_iterating(&l, &won)); /* a shorter one may yet be found */
    ck_assert(time_should_stop_iterating(&l, &settled));
    ck_assert(!time_should_stop_iterating(&l, &forced_reply));
    time_free(&l);
    l = active(clock_of(LONG_AGO, 0, 0, 0));
    ck_assert(time_should_stop_iterating(&l, &won));
    ck_assert(time_should_stop_iterating(&l, &forced_reply));
    time_free(&l);
    l = active((SearchLimits){.depth = 40});
    ck_assert(!time_should_stop_iterating(&l, &settled)); /* the depth was asked for */
    time_free(&l);
    l = active((SearchLimits){.mate = 3});
    ck_assert(time_should_stop_iterating(&l, &won));
    time_free(&l);
    l = active((SearchLimits){.mate = 2});
    ck_assert(!time_should_stop_iterating(&l, &won));
    time_free(&l);
}

TEST(depths)
{
    static const int wanted[] = {0, 1, 7, SEARCH_PLY_MAX - 1, SEARCH_PLY_MAX};
    static const int last[] = {SEARCH_PLY_MAX - 1, 1, 7, SEARCH_PLY_MAX - 1, SEARCH_PLY_MAX - 1};
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        TimeManager l = active((SearchLimits){.depth = wanted[i]});
        ck_assert_int_eq(time_last_depth(&l), last[i]);
        time_free(&l);
    }
}

/* How long a result waits: for a command, or as long as a weak level pretends to think. */
TEST(results_are_held_back)
{
    const StrengthLevel *const level = strength_level(0);
    TimeManager l = active((SearchLimits){.infinite = true, .level = level});
    ck_assert_int_eq(time_answer_delay(&l, 5), SEARCH_FOREVER);
    ck_assert(time_unlimited(&l, 5));
    ck_assert_ptr_null(l.limits.level); /* analysis is never weak */
    time_request_stop(&l);
    ck_assert_int_eq(time_answer_delay(&l, 5), 0);
    ck_assert(time_is_up(&l));
    time_free(&l);
    l = active((SearchLimits){.ponder = true, .depth = 3});
    ck_assert_int_eq(time_answer_delay(&l, 5), SEARCH_FOREVER);
    ck_assert(time_unlimited(&l, 5));
    time_ponderhit(&l);
    ck_assert_int_eq(time_answer_delay(&l, 5), 0);
    ck_assert(!time_unlimited(&l, 5));
    time_free(&l);
    l = active((SearchLimits){.level = level, .use_movetime = true, .movetime = LONG_AGO, .received = clock_ms()});
    ck_assert_int_gt(time_answer_delay(&l, 5), 0);
    ck_assert_int_le(time_answer_delay(&l, 5), STRENGTH_PAUSE_MAX);
    ck_assert_int_eq(time_answer_delay(&l, 1), 0);
    ck_assert_int_eq(l.limits.depth, level->depth);
    time_free(&l);
    l = active((SearchLimits){0});
    ck_assert(time_unlimited(&l, 5));
    ck_assert(!time_unlimited(&l, 0)); /* a game that is over */
    time_free(&l);
}
