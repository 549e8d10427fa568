/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that wait for perft, bench or the end of a search, those that do not, and what little memory leaves. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/engine_process.h"
#include "support/test.h"

#define START_FEN "W:Wd2,e1,e2,e3,f2,f3,f4,g3,g4,g5,h4,h5,h6,i5,i6:Ba5,a6,b5,b6,b7,c6,c7,c8,d7,d8,d9,e8,e9,e0,f9"

enum { LINE_SIZE = 1024, AT_ONCE = SANITIZED ? PATIENCE : 1000 /* ms, on a busy machine */ };

/* Sends a line that must be answered within AT_ONCE, before anything else. */
static void expect_at_once(EngineProcess *p, const char *command, const char *answer)
{
    const int64_t begun = clock_us();
    ck_assert(process_send(p, command));
    process_expect_next(p, answer);
    ck_assert_int_lt((clock_us() - begun) / US_PER_MS, AT_ONCE);
}

/* isready, stop and quit are not held up by a command that waits. */
TEST_EACH(test_overtaking, 3)
{
    static const char *const works[] = {"perft 14\n", "go perft 14\n", "bench depth 100\n"};
    static const char *const names[] = {"perft", "perft", "bench"};
    char stopped[LINE_SIZE];
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, works[_i]));
    if (strcmp(names[_i], "bench") == 0) {
        process_expect_next(&p, "info string bench *");
    }
    ck_assert(
        process_send(&p, "position startpos moves g5f5\nsetoption name Hash value 1\nmove d8d6\nd\nundo\nmoves\n"));
    expect_at_once(&p, "isready\n", "readyok");
    expect_at_once(&p, "isready\n", "readyok");
    ck_assert(process_send(&p, "undo 2\nxyzzy\n"));
    expect_at_once(&p, "isready\n", "readyok");
    snprintf(stopped, sizeof stopped, "info string %s stopped", names[_i]);
    expect_at_once(&p, "stop\n", stopped);
    /* What waited is executed in its order. */
    process_expect(&p, "Side to move: White");
    process_expect_next(&p, "Legal moves (*");
    process_expect_next(&p, "Legal moves (24): *");
    process_expect_next(&p, ERROR_LINE "undo takes a whole number from 1 to 1, not \"2\"");
    process_expect_next(&p, ERROR_LINE "unknown command \"xyzzy\"; help lists the commands");
    process_quit(&p);
}

/* Commands that show something wait behind those that will change it, and only then. */
TEST(test_order)
{
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, "perft 14\nmoves\n"));
    process_expect_next(&p, "Legal moves (24): *");
    ck_assert(process_send(&p, "position fen W:We3:Be5\nmoves\nuci\nponderhit\nisready\n"));
    process_expect_next(&p, "readyok");
    ck_assert(process_send(&p, "stop\n"));
    process_expect_next(&p, "info string perft stopped");
    process_expect_next(&p, "Legal moves (1): e3e4");
    process_expect_next(&p, "id name *");
    process_expect(&p, "uciok");
    process_expect_next(&p, ERROR_LINE "no search is running; ponderhit follows go ponder");
    process_quit(&p);
}

/* stop holds for all that came before it: nothing that waited runs on after it, and every go is answered. */
TEST(test_stop_holds_for_what_waits)
{
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, "perft 14\nperft 13\ngo infinite\nbench depth 60\nposition startpos\nstop\nmoves\n"));
    process_expect_next(&p, "info string perft stopped");
    process_expect_next(&p, "info string perft stopped");
    process_expect(&p, "bestmove *");
    process_expect_next(&p, "info string bench depth 60 *");
    process_expect_next(&p, "info string bench stopped");
    process_expect_next(&p, "Legal moves (24): *");
    process_sync(&p);
    /* A client need not wait for the answer to stop. */
    for (int i = 0; i < 50; i++) {
        ck_assert(process_send(&p, "go infinite\nstop\nposition startpos moves g5f5\ngo infinite\nisready\nstop\n"));
        process_expect(&p, "bestmove *");
        process_expect(&p, "bestmove *");
    }
    ck_assert(process_send(&p, "stop\n"));
    process_expect(&p, ERROR_LINE "no search is running, so there is nothing to stop");
    process_quit(&p);
}

/* A client that has read the last line takes readyok as a sign that what it has sent since is done. */
TEST(test_ready_after_the_end)
{
    enum { ROUNDS = 300 };
    static const char *const works[] = {"go depth 1\n", "perft 1\n", "go infinite\nstop\n",
                                        "setoption name Threads value 8\ngo nodes 5000\n"};
    static const char *const last[] = {"bestmove *", "Nodes searched: *", "bestmove *", "bestmove *"};
    EngineProcess p;
    process_start(&p, NULL, 0);
    for (int i = 0; i < ROUNDS; i++) {
        ck_assert(process_send(&p, works[i % 4]));
        process_expect(&p, last[i % 4]);
        if (i % 4 == 1) {
            process_expect_next(&p, "");
        }
        ck_assert(process_send(&p, "position startpos moves g5f5\nmoves\nisready\nposition startpos\n"));
        process_expect_next(&p, "Legal moves (24): *");
        process_expect_next(&p, "readyok");
    }
    process_quit(&p);
}

/* However many commands wait, none is lost and the order stays. */
TEST(test_many_wait)
{
    enum { LINES = 5000 };
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, "perft 6\n"));
    for (int i = 0; i < LINES; i++) {
        ck_assert(process_send(&p, i % 2 == 0 ? "position startpos moves g5f5\n" : "undo\n"));
        if (i % 100 == 99) {
            ck_assert(process_send(&p, "undo\n"));
        }
    }
    ck_assert(process_send(&p, "quit\n"));
    process_expect(&p, "Nodes searched: 122564710");
    process_expect_next(&p, "");
    for (int i = 0; i < LINES / 100; i++) {
        process_expect_next(&p, ERROR_LINE "no move to take back");
    }
    ck_assert_ptr_null(process_line(&p, PATIENCE));
    ck_assert_int_eq(process_wait(&p, PATIENCE), 0);
    process_end(&p);
}

/* What changes something waits for the end of a search that has one, in its order, and stop holds for it too. */
TEST(test_waiting_for_a_search)
{
    static const char *const limited[] = {"go nodes 200000", "go depth 6", "go movetime 200",
                                          "go wtime 4000 btime 4000", "go ponder movetime 200\nponderhit"};
    EngineProcess p;
    process_start(&p, NULL, 0);
    for (size_t i = 0; i < sizeof limited / sizeof limited[0]; i++) {
        ck_assert(process_send(&p, "ucinewgame\n"));
        ck_assert(process_send(&p, limited[i]));
        ck_assert(process_send(&p, "\nmove g5f5\nd\nundo\n"));
        process_expect(&p, "bestmove *");
        process_expect(&p, "Side to move: Black");
        process_expect_next(&p, "Legal moves (*");
        process_expect_fen(&p, START_FEN);
    }
    ck_assert(process_send(&p, "go depth 100\nundo\ngo depth 100\nposition startpos moves g5f5\nisready\n"));
    process_expect(&p, "readyok");
    ck_assert(process_send(&p, "stop\n"));
    process_expect(&p, "bestmove *");
    process_expect_next(&p, ERROR_LINE "no move to take back");
    process_expect(&p, "bestmove *");
    ck_assert(process_send(&p, "undo\nundo\n"));
    process_expect_next(&p, ERROR_LINE "no move to take back");
    /* It would not end by itself: refused, and nothing waits. */
    ck_assert(process_send(&p, "go ponder movetime 100\nposition startpos\n"));
    process_expect(&p, ERROR_LINE "a search is running; send stop first");
    ck_assert(process_send(&p, "ponderhit\nmove g5f5\nmoves\n"));
    process_expect(&p, "bestmove *");
    process_expect_next(&p, "Legal moves (24): *");
    process_quit(&p);
}

/* A search has its time for itself, however long it waited. */
TEST(test_time_of_a_search_that_waited)
{
    EngineProcess p;
    process_start(&p, NULL, 0);
    ck_assert(process_send(&p, "perft 6\ngo movetime 200\nposition startpos\ngo movetime 200\n"));
    process_expect(&p, "Nodes searched: *");
    for (int i = 0; i < 2; i++) {
        const int64_t begun = clock_us();
        process_expect(&p, "bestmove *");
        ck_assert_int_ge((clock_us() - begun) / US_PER_MS, 150);
    }
    process_quit(&p);
}

/* What is sent at this limit of memory either works or is refused; go is answered with a move. Returns false when the
 * program did not start. */
static bool check_with_memory(uint64_t memory)
{
    EngineProcess p;
    process_start(&p, NULL, memory);
    process_send(&p, "isready\ngo depth 4\n");
    const char *line = process_line(&p, PATIENCE);
    if (line == NULL) {
        ck_assert_int_eq(process_wait(&p, PATIENCE), 1);
        process_end(&p);
        return false;
    }
    ck_assert_str_eq(line, "readyok");
    process_expect(&p, "bestmove *");
    ck_assert(process_send(&p, "perft 2\n"));
    while (!matches("Nodes searched: 576", line) && !matches(ERROR_LINE "n*", line)) {
        line = process_line(&p, PATIENCE);
        ck_assert_msg(line != NULL, "no perft with %d KiB", (int)(memory >> 10));
    }
    ck_assert(process_send(&p, "setoption name Hash value 32\ngo movetime 30\n"));
    process_expect(&p, "bestmove *");
    process_quit(&p);
    return true;
}

TEST_EACH(test_little_memory, SANITIZED ? 0 : 1) /* sanitizers need more address space than any limit leaves */
{
    enum { KIB_FIRST = 25500, KIB_LAST = 35000, KIB_STEP = 500, KIB = 1024 };
    int started = 0, attempts = 0;
    for (uint64_t kib = KIB_FIRST; kib <= KIB_LAST; kib += KIB_STEP) {
        started += check_with_memory(kib * KIB);
        attempts++;
    }
    ck_assert_int_gt(started, 0);
    ck_assert_int_lt(started, attempts);
}
