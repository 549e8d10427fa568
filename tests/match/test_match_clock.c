/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The clocks of a match: what moves take from them, what is forgiven, and what engines are sent. */
#include <sys/wait.h>
#include <unistd.h>

#include "match/engine_config.h"
#include "match/match_clock.h"
#include "match/run_delay.h"
#include "support/test.h"

enum { MOVES = 4, MARGIN_MS = 10, GRACE_MS = 2000, PATIENCE_MS = 60000 };

/* An engine with those limits. */
static EngineConfig engine_of(const Limits *l)
{
    return (EngineConfig){.limits = *l, .margin_ms = MARGIN_MS, .grace_ms = GRACE_MS, .timeout_ms = PATIENCE_MS};
}

/* The ms that moves take, and what is left after each of them; -1: it was too late, and the clock is as before. */
static const struct {
    Limits limits;
    int64_t spent[MOVES], left[MOVES];
} GAMES[] = {
    {{.has_clock = true, .base_ms = 1000}, {300, 300, 400, 11}, {700, 400, 0, -1}},
    {{.has_clock = true, .base_ms = 1000}, {1010, 11, 10, 0}, {0, -1, 0, 0}},
    {{.has_clock = true, .base_ms = 1000, .increment_ms = 100}, {300, 0, 910, 101}, {800, 900, 100, 100}},
    {{.has_clock = true, .base_ms = 1000, .moves = 2}, {300, 300, 1000, 0}, {700, 1400, 400, 1400}},
    {{.has_clock = true, .base_ms = 1000, .moves = 1, .increment_ms = 5}, {5, 5, 5, 5}, {2000, 3000, 4000, 5000}},
    {{.has_clock = true, .base_ms = 1000, .movetime_ms = 200}, {210, 211, 100, 200}, {790, -1, 690, 490}},
    {{.movetime_ms = 200}, {200, 210, 211, 0}, {0, 0, -1, 0}},
    {{.nodes = 5}, {1000000, 1000000, 1000000, 1000000}, {0, 0, 0, 0}},
};

TEST_EACH(moves_take_time, ROWS(GAMES))
{
    const EngineConfig engine = engine_of(&GAMES[_i].limits);
    MatchClock clock = match_clock_new(&engine);
    for (int i = 0; i < MOVES; i++) {
        const Nanoseconds before = clock.left;
        const Nanoseconds spent = GAMES[_i].spent[i] * NS_PER_MS;
        const bool in_time = GAMES[_i].left[i] >= 0;
        ck_assert_int_eq(match_clock_in_time(&clock, spent), in_time);
        ck_assert_int_eq(match_clock_spend(&clock, spent), in_time);
        ck_assert_int_eq(clock.left, in_time ? GAMES[_i].left[i] * NS_PER_MS : before);
    }
}

/* The limits of White and Black, the first go line of each, and when an engine is given up. */
static const struct {
    Limits white, black;
    const char *words[COLOR_COUNT];
    int64_t deadline_ms; /* of White */
} LINES[] = {
    {{.has_clock = true, .base_ms = 1000, .increment_ms = 10},
     {.has_clock = true, .base_ms = 2000, .increment_ms = 20, .moves = 40},
     {" wtime 1000 btime 2000 winc 10 binc 20", " wtime 1000 btime 2000 winc 10 binc 20 movestogo 40"},
     1000 + MARGIN_MS + GRACE_MS},
    {{.has_clock = true, .base_ms = 1000, .increment_ms = 10},
     {.nodes = 5},
     {" wtime 1000 btime 1000 winc 10 binc 10", " nodes 5"},
     1000 + MARGIN_MS + GRACE_MS},
    {{.depth = 3, .nodes = 7},
     {.has_clock = true, .base_ms = 500, .movetime_ms = 50},
     {" depth 3 nodes 7", " wtime 500 btime 500 winc 0 binc 0 movetime 50"},
     PATIENCE_MS},
    {{.movetime_ms = 50}, {.movetime_ms = 60}, {" movetime 50", " movetime 60"}, 50 + MARGIN_MS + GRACE_MS},
    /* Nothing left is shown as a millisecond. */
    {{.has_clock = true, .increment_ms = 100},
     {.has_clock = true, .base_ms = 9},
     {" wtime 1 btime 9 winc 100 binc 0", " wtime 1 btime 9 winc 100 binc 0"},
     MARGIN_MS + GRACE_MS},
};

TEST_EACH(engines_are_sent_their_limits, ROWS(LINES))
{
    const EngineConfig engines[COLOR_COUNT] = {
        [WHITE] = engine_of(&LINES[_i].white), [BLACK] = engine_of(&LINES[_i].black)};
    const MatchClock clocks[COLOR_COUNT] = {match_clock_new(&engines[WHITE]), match_clock_new(&engines[BLACK])};
    for (int side = 0; side < COLOR_COUNT; side++) {
        Text text;
        text_init(&text);
        match_clock_print(clocks, (Color)side, &text);
        ck_assert_str_eq(text.data, LINES[_i].words[side]);
        text_free(&text);
    }
    ck_assert_int_eq(match_clock_deadline(&clocks[WHITE], 5), 5 + LINES[_i].deadline_ms * NS_PER_MS);
}

/* What a player may be expected to spend on 40 moves. */
static const struct {
    Limits limits;
    double seconds;
} EXPECTED[] = {
    {{.has_clock = true, .base_ms = 60000, .increment_ms = 500}, 80},
    {{.has_clock = true, .base_ms = 60000, .moves = 20}, 120},
    {{.has_clock = true, .base_ms = 60000, .movetime_ms = 1000}, 40},
    {{.has_clock = true, .base_ms = 10000, .movetime_ms = 1000}, 10},
    {{.movetime_ms = 2000}, 80},
    {{.nodes = 5, .depth = 9}, 0},
};

TEST_EACH(expected_time, ROWS(EXPECTED))
{
    ck_assert_double_eq_tol(match_clock_expected(&EXPECTED[_i].limits, 40), EXPECTED[_i].seconds, 1e-9);
}

static void work_until(Nanoseconds end)
{
    while (clock_now() < end) {
    }
}

/* With more busy processes than processors a thread has to wait, where the system counts that; never longer than the
 * time passed. */
TEST(busy_systems_keep_waiting)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const Nanoseconds begun = clock_now();
    const Nanoseconds end = begun + 200 * NS_PER_MS;
    const Nanoseconds before = run_delay_thread();
    for (long i = 0; i <= processors; i++) {
        const pid_t pid = fork();
        ck_assert_int_ge(pid, 0);
        if (pid == 0) {
            work_until(end);
            _exit(0);
        }
    }
    work_until(end);
    const Nanoseconds waited = run_delay_thread() - before;
    while (wait(NULL) > 0) {
    }
    if (access("/proc/thread-self/schedstat", R_OK) == 0) {
        ck_assert_int_gt(waited, 0);
        ck_assert_int_ge(run_delay_process(getpid()), waited);
    }
    ck_assert_int_ge(waited, 0);
    ck_assert_int_le(waited, clock_now() - begun);
    ck_assert_int_eq(run_delay_process(-1), 0);
}
