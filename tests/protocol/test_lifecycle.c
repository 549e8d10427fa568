/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Start, answers and end of the program: the suite lifecycle asks whether they come soon on any machine, the suite
 * latency (make latency) whether they come as fast as is promised, which only a quiet machine can tell. What the end
 * waits for is in test_ends.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "support/engine_process.h"
#include "support/test.h"

enum {
    SLOWER = SANITIZED ? 50 : 1,
    ATTEMPTS = 10,
    BUSY = 10,
    SAMPLES_MOST = 200,
    PERCENTILE = 99,
    PERCENT = 100,
};

/* Microseconds within which something must have happened, and how often answers are tried. Other programs on the
 * machine take their time slices from the one under test: there are several attempts, and a machine with more to run
 * than it has processors gets a longer limit. */
typedef struct Limits {
    int64_t start, answer, end;
    int samples;
} Limits;

static const Limits PROMISED = {10000 * SLOWER, 5000 * SLOWER, 20000 * SLOWER, SAMPLES_MOST};
static const Limits GENEROUS = {2000 * US_PER_MS, 1000 * US_PER_MS, 2000 * US_PER_MS, 20};
static const Limits *limits;

static void ask_for_promised(void)
{
    limits = &PROMISED;
}

static void ask_for_generous(void)
{
    limits = &GENEROUS;
}

/* The limit, or a longer one when the machine is busy. */
static int64_t allowed(int64_t limit)
{
    FILE *const file = fopen("/proc/loadavg", "r");
    char text[32] = "0";
    if (file != NULL) {
        if (fgets(text, sizeof text, file) == NULL) {
            text[0] = '\0';
        }
        fclose(file);
    }
    return strtod(text, NULL) > (double)sysconf(_SC_NPROCESSORS_ONLN) ? limit * BUSY : limit;
}

/* Lets the program think for a while. */
static void pause_ms(EngineProcess *p, int milliseconds)
{
    const int64_t end = clock_us() + (int64_t)milliseconds * US_PER_MS;
    while (clock_us() < end) {
        process_line(p, (int)((end - clock_us()) / US_PER_MS) + 1);
    }
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

TEST(test_start)
{
    int64_t best = INT64_MAX;
    for (int i = 0; i < ATTEMPTS && best > allowed(limits->start); i++) {
        EngineProcess p;
        const int64_t begun = clock_us();
        process_start(&p, NULL, 0);
        process_sync(&p);
        const int64_t time = clock_us() - begun;
        best = time < best ? time : best;
        process_quit(&p);
    }
    ck_assert_int_le(best, allowed(limits->start));
}

/* The time from isready to readyok during a search, 99th percentile of many. */
static int64_t measure_isready(EngineProcess *p)
{
    int64_t samples[SAMPLES_MOST] = {0};
    ck_assert(process_send(p, "go infinite\n"));
    for (int i = 0; i < limits->samples; i++) {
        pause_ms(p, 1);
        const int64_t begun = clock_us();
        ck_assert(process_send(p, "isready\n"));
        process_expect(p, "readyok");
        samples[i] = clock_us() - begun;
    }
    ck_assert(process_send(p, "stop\n"));
    process_expect(p, "bestmove *");
    return percentile(samples);
}

/* The time from stop to bestmove, likewise. */
static int64_t measure_stop(EngineProcess *p)
{
    int64_t samples[SAMPLES_MOST] = {0};
    for (int i = 0; i < limits->samples; i++) {
        ck_assert(process_send(p, "go infinite\n"));
        pause_ms(p, 1 + i % 10);
        const int64_t begun = clock_us();
        ck_assert(process_send(p, "stop\n"));
        process_expect(p, "bestmove *");
        samples[i] = clock_us() - begun;
    }
    return percentile(samples);
}

static void check_latency(int64_t (*measure)(EngineProcess *p))
{
    int64_t best = INT64_MAX;
    EngineProcess p;
    process_start(&p, NULL, 0);
    for (int i = 0; i < ATTEMPTS && best > allowed(limits->answer); i++) {
        const int64_t time = measure(&p);
        best = time < best ? time : best;
    }
    ck_assert_int_le(best, allowed(limits->answer));
    process_quit(&p);
}

TEST(test_isready_during_search)
{
    check_latency(measure_isready);
}

TEST(test_stop)
{
    check_latency(measure_stop);
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

/* The time from the end of input, or quit, to the end of the process. */
static int64_t measure_end(const char *command, bool by_quit)
{
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, command));
    pause_ms(&p, 20);
    const int64_t begun = clock_us();
    if (by_quit) {
        ck_assert(process_send(&p, "quit\n"));
    } else {
        process_close_input(&p);
    }
    ck_assert_int_eq(process_wait(&p, PATIENCE), 0);
    const int64_t time = clock_us() - begun;
    process_end(&p);
    return time;
}

TEST_EACH(test_end, ROWS(LONG_COMMANDS))
{
    for (int by_quit = 0; by_quit < 2; by_quit++) {
        int64_t best = INT64_MAX;
        for (int i = 0; i < ATTEMPTS && best > allowed(limits->end); i++) {
            const int64_t time = measure_end(LONG_COMMANDS[_i], by_quit == 1);
            best = time < best ? time : best;
        }
        ck_assert_msg(best <= allowed(limits->end), "%s: %d us", LONG_COMMANDS[_i], (int)best);
    }
}

SUITE(.set_up = ask_for_generous);
SUITE(.name = "latency", .apart = true, .set_up = ask_for_promised);
