/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Commands that wait for perft, bench or the end of a search, those that do not, and what works with little memory. */
#include "support/engine_process.h"
#include "support/test.h"

#define READY "> isready\nreadyok\n"
#define RUNNING ERROR_LINE "a search is running; send stop first\n"
#define NOTHING_TO_STOP ERROR_LINE "no search is running, so there is nothing to stop"
#define NO_MOVE ERROR_LINE "no move to take back\n"
#define ALL "Legal moves (24): *\n"

/* isready and stop overtake commands that wait; these are executed in order afterwards. */
#define OVERTAKING(work, begun, stopped)                                                                               \
    "> " work "\n" begun "> position startpos moves g5f5\n> setoption name Hash value 1\n> move d8d6\n> d\n> undo\n"   \
    "> moves\n" READY READY "> undo 2\n> xyzzy\n" READY "> stop\n" stopped "\n...\nSide to move: White\n"              \
    "Legal moves (*\n" ALL ERROR_LINE "undo takes a whole number from 1 to 1, not \"2\"\n" ERROR_LINE                  \
    "unknown command \"xyzzy\"; help lists the commands"

/* Commands that change something wait, in order, for the end of a search that has a limit. */
#define WAITS_FOR(search)                                                                                              \
    "> " search "\n> move g5f5\n> d\n> undo\n...\nbestmove *\n...\nSide to move: Black\nLegal moves (*\n> moves\n" ALL \
    "> undo\n" NO_MOVE

static const char *const TALKS[] = {
    OVERTAKING("perft 14", "", "info string perft stopped"),
    OVERTAKING("go perft 14", "", "info string perft stopped"),
    OVERTAKING("bench depth 100", "info string bench *\n", "info string bench stopped"),

    /* Commands that show something wait only behind those that will change it. */
    "> perft 14\n> moves\n" ALL "> position fen W:We3:Be5\n> moves\n> uci\n> ponderhit\n" READY
    "> stop\ninfo string perft stopped\nLegal moves (1): e3e4\nid name *\n...\nuciok\n" ERROR_LINE
    "no search is running; ponderhit follows go ponder",

    /* A search of bench has no clock for ponderhit to start. */
    "> bench depth 100\n> ponderhit\n...\n" ERROR_LINE "no search is running; ponderhit follows go ponder\n> stop\n"
    "info string bench stopped",

    /* stop holds for all that came before it: nothing that waited runs on after it, and every go is answered. */
    "> perft 14\n> perft 13\n> go infinite\n> bench depth 60\n> position startpos\n> stop\n> moves\n"
    "info string perft stopped\ninfo string perft stopped\n...\nbestmove *\ninfo string bench depth 60 *\n"
    "info string bench stopped\n" ALL "> stop\n" NOTHING_TO_STOP,
    "> go depth 100\n> undo\n> go depth 100\n> position startpos moves g5f5\n> isready\n...\nreadyok\n> stop\n...\n"
    "bestmove *\n" NO_MOVE "...\nbestmove *\n> undo\n> undo\n" NO_MOVE,
    "> stop\n" NOTHING_TO_STOP "\n> go depth 1\n...\nbestmove *\n" READY "> stop\n" NOTHING_TO_STOP,
    "> perft 14\n> stop\ninfo string perft stopped\n> perft 2\n...\nNodes searched: 576\n\n",

    WAITS_FOR("go nodes 100000"),
    WAITS_FOR("go depth 6"),
    WAITS_FOR("go movetime 100"),
    WAITS_FOR("go wtime 2000 btime 2000"),
    WAITS_FOR("go ponder movetime 100\n> ponderhit"),
    "> perft 5\n> position startpos moves g5f5\n> moves\n...\nNodes searched: 6462815\n\n" ALL,

    /* A search without a limit does not end by itself, so nothing waits for it: what changes something is refused, and
     * what only shows something is executed. */
    "> position startpos moves g5f5\n> go infinite\n> ucinewgame\n> setoption name Hash value 32\n> position startpos\n"
    "> go depth 1\n> move d8d6\n> undo\n> perft 1\n> bench depth 1\n> go perft 2\n> endings\n...\n" RUNNING
    "...\n" RUNNING "...\n" RUNNING "...\n" RUNNING "...\n" RUNNING "...\n" RUNNING "...\n" RUNNING "...\n" RUNNING
    "...\n" RUNNING "...\n" RUNNING "> ponderhit\n...\n" ERROR_LINE
    "the search is not pondering; ponderhit follows go ponder\n> uci\n...\nuciok\n"
    "> moves\n...\n" ALL
    "> eval\n...\nFinal evaluation: * (white side)\n> help\n...\n    print this list\n> stop\n...\n"
    "bestmove *\n> d\n...\nSide to move: Black\n" ALL,
    "> go ponder movetime 100\n> position startpos\n...\n" RUNNING
    "> ponderhit\n> move g5f5\n> moves\n...\nbestmove *\n" ALL,
};

TEST_TALKS(TALKS)

/* To a client that has read the last line, readyok means that what it has sent since is done; and after stop it need
 * not wait for the answer. */
static const char *const REPEATED[] = {
    "> go depth 1\n...\nbestmove *\n> perft 1\n...\nNodes searched: 24\n> go nodes 50\n...\nbestmove *\n> perft "
    "0\n...\n"
    "Nodes searched: 1\n\n",
    "> go infinite\n> stop\n...\nbestmove *\n",
    "> setoption name Threads value 8\n> go nodes 5000\n...\nbestmove *\n",
    "> go infinite\n> stop\n> position startpos moves g5f5\n> go infinite\n> stop\n...\nbestmove *\n...\nbestmove *\n",
};

TEST_EACH(test_ready_after_the_end, ROWS(REPEATED))
{
    enum { ROUNDS = 50 };
    for (int i = 0; i < ROUNDS; i++) {
        process_talk(&running, REPEATED[_i]);
        process_talk(&running,
                     "> position startpos moves g5f5\n> moves\n> isready\n> position startpos\n" ALL "readyok\n");
    }
    process_talk(&running, "> stop\n" NOTHING_TO_STOP);
}

/* However many commands wait, none is lost and their order is kept. */
TEST(test_many_wait)
{
    enum { LINES = 5000, STEP = 100 };
    process_talk(&running, "> perft 6");
    for (int i = 0; i < LINES; i++) {
        process_talk(&running, i % 2 == 0 ? "> position startpos moves g5f5" : "> undo");
        process_talk(&running, i % STEP == STEP - 1 ? "> undo" : "");
    }
    process_talk(&running, "> quit\n...\nNodes searched: 122564710\n\n");
    for (int i = 0; i < LINES / STEP; i++) {
        process_talk(&running, NO_MOVE);
    }
    ck_assert_ptr_null(process_line(&running, PATIENCE));
    ck_assert_int_eq(process_wait(&running, PATIENCE), 0);
}

/* A conversation, and how long its searches must take in all, in ms. */
static const struct {
    const char *talk;
    int searches, least, most;
} TIMED[] = {
    /* A search has its full time, however long it waited. */
    {"> perft 6\n> go movetime 300\n> position startpos\n> go movetime 300", 2, 600, PATIENCE},
    /* The increment of the side to move counts: without it the hard bound is less than half of this. */
    {"> go wtime 800 btime 800 winc 60000 binc 0", 1, 200, PATIENCE},
    {"> position startpos moves g5f5\n> go wtime 800 btime 800 winc 0 binc 60000", 1, 200, PATIENCE},
    /* The overhead leaves hardly any time: without it the soft bound is more than four seconds. */
    {"> setoption name Move Overhead value 5000\n> go wtime 5100 btime 5100 movestogo 1", 1, 0, 2000},
};

TEST_EACH(test_times, ROWS(TIMED))
{
    process_sync(&running);
    const int64_t begun = clock_us();
    process_talk(&running, TIMED[_i].talk);
    for (int i = 0; i < TIMED[_i].searches; i++) {
        process_expect(&running, "bestmove *");
    }
    const int64_t taken = (clock_us() - begun) / US_PER_MS;
    ck_assert_int_ge(taken, TIMED[_i].least);
    ck_assert_int_le(taken, TIMED[_i].most);
}

/* Fails unless, within this limit of memory, commands either work or are refused and go is answered with a move.
 * Returns false if the program did not start. */
static bool check_with_memory(uint64_t memory)
{
    EngineProcess p;
    process_start(&p, NULL, memory);
    process_send(&p, "isready\ngo depth 4\n");
    const char *line = process_line(&p, PATIENCE);
    ck_assert_ptr_nonnull(line);
    if (matches("bushka: not enough memory *to start", line)) {
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

SUITE(.with = {&RUNNING_ENGINE});
