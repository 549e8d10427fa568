/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Start, answers and end of the program: the suite lifecycle checks that they come soon on any machine, the suite
 * latency (make latency) that they come as fast as promised, which only a quiet machine can show. What the end waits
 * for is in test_ends.c. */
/* getloadavg() */
#define _DEFAULT_SOURCE
#include <stdlib.h>
#include <unistd.h>

#include "support/engine_process.h"
#include "support/test.h"

enum {
    SLOWER = SANITIZED ? 50 : 1,
    ATTEMPTS = 10,
    BUSY = 10,
    BEGIN_MS = 20, /* after which a command has begun */
    SAMPLES_MOST = 200,
    PERCENTILE = 99,
    PERCENT = 100,
};

/* Limits in microseconds, and how many answers are measured. Other programs on the machine take processor time from the
 * one under test: there are several attempts, and a machine with more to run than it has processors gets a longer
 * limit. */
typedef struct Limits {
    int64_t start, answer, end;
    int samples;
} Limits;

static const Limits PROMISED = {10000 * SLOWER, 5000 * SLOWER, 20000 * SLOWER, SAMPLES_MOST};
static const Limits GENEROUS = {2000 * US_PER_MS, 1000 * US_PER_MS, 2000 * US_PER_MS, 20};
static const Limits *limits = &GENEROUS;

static void ask_for_promised(void)
{
    limits = &PROMISED;
}

/* The limit, or a longer one when the machine is busy. */
static int64_t allowed(int64_t limit)
{
    double load = 0;
    getloadavg(&load, 1);
    return load > (double)sysconf(_SC_NPROCESSORS_ONLN) ? limit * BUSY : limit;
}

static int compare(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

static int64_t percentile(int64_t *samples)
{
    qsort(samples, (size_t)limits->samples, sizeof *samples, compare);
    ck_assert_int_le(samples[limits->samples / 2], limits->answer); /* half of them even on a busy machine */
    return samples[limits->samples * PERCENTILE / PERCENT - 1];
}

/* Measures that row of a table until the limit is kept or all attempts have failed. */
static void expect_within(int64_t limit, int64_t (*measure)(int row), int row)
{
    int64_t best = INT64_MAX;
    for (int i = 0; i < ATTEMPTS && best > allowed(limit); i++) {
        const int64_t time = measure(row);
        best = time < best ? time : best;
    }
    ck_assert_msg(best <= allowed(limit), "row %d: %d us", row, (int)best);
}

static int64_t measure_start(int row)
{
    EngineProcess p;
    (void)row;
    const int64_t begun = clock_us();
    process_start(&p, NULL, 0);
    process_sync(&p);
    const int64_t time = clock_us() - begun;
    process_quit(&p);
    return time;
}

TEST(test_start)
{
    expect_within(limits->start, measure_start, _i);
}

/* What is asked during a search, and answered. */
static const struct {
    const char *question, *answer;
} ANSWERS[] = {{"isready\n", "readyok"}, {"stop\n", "bestmove *"}};

/* The time until the answer, 99th percentile of many. */
static int64_t measure_answer(int row)
{
    int64_t samples[SAMPLES_MOST] = {0};
    EngineProcess p;
    process_start(&p, NULL, 0);
    for (int i = 0; i < limits->samples; i++) {
        ck_assert(process_send(&p, "go infinite\n")); /* refused while one runs */
        clock_sleep((1 + i % 10) * NS_PER_MS);
        const int64_t begun = clock_us();
        ck_assert(process_send(&p, ANSWERS[row].question));
        process_expect(&p, ANSWERS[row].answer);
        samples[i] = clock_us() - begun;
    }
    process_quit(&p);
    return percentile(samples);
}

TEST_EACH(test_answers, ROWS(ANSWERS))
{
    expect_within(limits->answer, measure_answer, _i);
}

/* What the end does not wait for. */
static const char *const LONG_COMMANDS[] = {"go infinite\n",
                                            "go\n",
                                            "go infinite depth 100\n",
                                            "go ponder wtime 60000 btime 60000\n",
                                            "setoption name Threads value 2\ngo infinite\n",
                                            "isready\n",
                                            "go movetime 60000\nstop\n",
                                            "perft 14\nstop\n"};

/* The time from quit, or in every other row from the end of input, to the end of the process. */
static int64_t measure_end(int row)
{
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, LONG_COMMANDS[row / 2]));
    clock_sleep(BEGIN_MS * NS_PER_MS);
    const int64_t begun = clock_us();
    if (row % 2 == 1) {
        ck_assert(process_send(&p, "quit\n"));
    } else {
        process_close_input(&p);
    }
    ck_assert_int_eq(process_wait(&p, PATIENCE), 0);
    const int64_t time = clock_us() - begun;
    process_end(&p);
    return time;
}

TEST_EACH(test_end, 2 * ROWS(LONG_COMMANDS))
{
    expect_within(limits->end, measure_end, _i);
}

SUITE(.name = "lifecycle");
SUITE(.name = "latency", .apart = true, .set_up = ask_for_promised);
