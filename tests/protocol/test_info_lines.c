/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a search prints on its way: always something, not the same for ever, and in a long search the current move. */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "support/engine_process.h"
#include "support/test.h"

#define COMPLETE "info depth * seldepth * multipv * score * nodes * nps * hashfull * time * pv *"
#define CURRENT "info depth * currmove * currmovenumber *"
#define MATE_IN_1 "W:We3:Be5"
#define MATE_IN_2 "W:Wd5,e5:Ba5"
#define LOSS_IN_1 "B:We2,e4,f3,g6:Bf6"
#define KINGS "W:WKe1:BKa5"

enum {
    ROUNDS = 5,
    FEW = 30,             /* lines that are not a flood, */
    INTERVAL = 100,       /* and ms for each further one */
    SEEN = 5,             /* plies that every search reaches */
    QUIET = 150,          /* ms in which more lines would come */
    CURRENT_AFTER = 3000, /* ms */
    IDLE_US = 40000,      /* of processor time, in which hardly anything can be done */
    MOVE_SIZE = 160,
    COMMAND_SIZE = 256
};

/* The lines of a search. */
typedef struct Heard {
    int infos;             /* complete ones */
    int depth;             /* of the last of them */
    char first[MOVE_SIZE]; /* first move of its principal variation */
    char best[MOVE_SIZE];
} Heard;

/* How many lines may have come of a search begun at that time. */
static int allowed(int64_t begun)
{
    return FEW + (int)((clock_us() - begun) / US_PER_MS / INTERVAL);
}

/* Takes a line; returns false when it is bestmove. Any other must be complete, unless it names the current move. */
static bool take(Heard *h, const char *line)
{
    ck_assert_ptr_nonnull(line);
    if (sscanf(line, "bestmove %159s", h->best) == 1) {
        return false;
    }
    if (matches(CURRENT, line)) {
        return true;
    }
    ck_assert_msg(matches(COMPLETE, line), "%s", line);
    h->infos++;
    h->depth = number_after(line, "info depth ");
    ck_assert_int_eq(sscanf(strstr(line, " pv "), " pv %159s", h->first), 1);
    return true;
}

/* Sends the commands and listens until bestmove. */
static Heard ask(EngineProcess *p, const char *commands)
{
    Heard h = {.infos = 0};
    ck_assert(process_send(p, commands));
    while (take(&h, process_line(p, PATIENCE))) {
    }
    return h;
}

/* Sends the command and takes lines until no more come for a while, then stop and the rest; bestmove must not come
 * before stop. */
static Heard ask_infinite(EngineProcess *p, const char *command)
{
    Heard h = {.infos = 0};
    const char *line;
    const int64_t begun = clock_us();
    ck_assert(process_send(p, command));
    while ((line = process_line(p, h.depth < SEEN ? PATIENCE : QUIET)) != NULL) {
        ck_assert_msg(take(&h, line), "%s", line);
        ck_assert_int_le(h.infos, allowed(begun));
    }
    ck_assert(process_send(p, "stop\n"));
    while (take(&h, process_line(p, PATIENCE))) {
        ck_assert_int_le(h.infos, allowed(begun));
    }
    return h;
}

/* Searches that hardly begin, and settings of the engine. */
static const char *const SHORT[] = {"go nodes 1\n",
                                    "go nodes 2\n",
                                    "go nodes 30\n",
                                    "go movetime 0\n",
                                    "go wtime -5 btime -5\n",
                                    "go infinite\nstop\n",
                                    "go infinite searchmoves g5f5\nstop\n",
                                    "go ponder movetime 1\nstop\n",
                                    "go ponder movetime 0\nponderhit\n",
                                    "go mate 1 nodes 1\n"};

static const char *const SETTINGS[] = {"setoption name Threads value 1\n", "setoption name Threads value 4\n",
                                       "setoption name Variety value 50\n", "setoption name MultiPV value 5\n",
                                       "setoption name Skill Level value 1\n"};
enum { PLAYS_FIRST_LINE = 3 }; /* so many of the settings play the first move of the last line */

TEST_EACH(something_is_always_printed, ROWS(SETTINGS))
{
    ck_assert(process_send(&running, SETTINGS[_i]));
    for (int i = 0; i < ROUNDS * ROWS(SHORT); i++) {
        const Heard h = ask(&running, SHORT[i % ROWS(SHORT)]);
        ck_assert_msg(h.infos > 0, "%s", SHORT[i % ROWS(SHORT)]);
        ck_assert_int_ge(h.depth, 0);
        ck_assert_msg(_i >= PLAYS_FIRST_LINE || strcmp(h.first, h.best) == 0, "%s", h.first);
    }
}

/* A mate score is printed again for some plies until it is confirmed; where nothing can be proved, and iterations take
 * no time, the same line is not printed again and again. The move played is that of the last line: two searches that
 * are stopped need not choose alike. */
static const char *const UNCHANGING[] = {MATE_IN_1, MATE_IN_2, LOSS_IN_1, KINGS};

TEST_EACH(the_same_is_not_printed_for_ever, 2 * ROWS(UNCHANGING))
{
    char command[COMMAND_SIZE];
    if (_i % 2 == 1) {
        process_expect_silence(&running, "setoption name Threads value 3");
    }
    snprintf(command, sizeof command, "position fen %s\ngo infinite\n", UNCHANGING[_i / 2]);
    const Heard infinite = ask_infinite(&running, command);
    ck_assert_int_ge(infinite.depth, SEEN);
    const Heard pondering = ask_infinite(&running, "ucinewgame\ngo ponder nodes 100000000\n");
    ck_assert_str_eq(infinite.best, infinite.first);
    ck_assert_str_eq(pondering.best, pondering.first);
    const int64_t begun = clock_us();
    const Heard limited = ask(&running, "ucinewgame\ngo nodes 200000\n");
    ck_assert_int_le(limited.infos, allowed(begun));
}

/* A search to a depth is printed to that depth, however clear its result. */
static const char *const CLEAR[] = {MATE_IN_1, LOSS_IN_1, KINGS};

TEST_EACH(depth_is_searched_to_its_end, ROWS(CLEAR))
{
    enum { DEPTH = 50 };
    char command[COMMAND_SIZE];
    snprintf(command, sizeof command, "position fen %s\ngo depth %d\n", CLEAR[_i], DEPTH);
    const Heard h = ask(&running, command);
    ck_assert_int_eq(h.infos, DEPTH);
    ck_assert_int_eq(h.depth, DEPTH);
}

/* Where there is nothing more to find, no thread keeps searching while the answer is held back. */
TEST(finished_searches_are_idle)
{
    enum { IDLE_MS = 400 };
    process_talk(&running, "> setoption name Threads value 3\n> position fen " MATE_IN_2 "\n> go infinite\n...\n"
                           "info depth 11 *");
    process_sync(&running);
    const int64_t before = process_used_us(running.pid);
    clock_sleep(IDLE_MS * NS_PER_MS);
    ck_assert_int_lt(process_used_us(running.pid) - before, IDLE_US);
    process_talk(&running, "> stop\n...\nbestmove e5c5 *");
}

/* After three seconds the current moves are printed, by one thread, in the notation that is set; not more than ten a
 * second, apart from the first after the lines of an iteration. */
TEST(long_searches_name_the_move)
{
    enum { LINES = 4, MOVES = 24, BEGUN = 100, RESUMED = 2800 /* ms */ };
    char move[MOVE_SIZE];
    int last_depth = 0, spaced = 0, shown = 0;
    bool reported = false; /* an iteration was reported since the last such line */
    ck_assert(process_send(&running, "setoption name Notation value formal\nsetoption name Threads value 2\n"));
    process_sync(&running);
    const int64_t begun = clock_us();
    ck_assert(process_send(&running, "go infinite\n"));
    /* Stopped for most of the three seconds, the program does not take the processor from other tests. */
    clock_sleep(BEGUN * NS_PER_MS);
    ck_assert_int_eq(kill(running.pid, SIGSTOP), 0);
    clock_sleep((RESUMED - BEGUN) * NS_PER_MS);
    ck_assert_int_eq(kill(running.pid, SIGCONT), 0);
    while (shown < LINES) {
        const char *const line = process_expect(&running, "info depth *");
        if (!matches(CURRENT, line)) {
            reported = true;
            continue;
        }
        const int depth = number_after(line, "info depth ");
        const int number = number_after(line, "currmovenumber ");
        ck_assert_int_eq(sscanf(strstr(line, "currmove "), "currmove %159s", move), 1);
        ck_assert_int_ge(depth, last_depth);
        ck_assert_int_ge(number, 1);
        ck_assert(shown == 0 || !reported || number == 1);
        ck_assert_int_le(number, MOVES);
        ck_assert(matches("*-*", move));
        spaced += shown > 0 && !reported;
        ck_assert_int_ge((clock_us() - begun) / US_PER_MS, CURRENT_AFTER + spaced * INTERVAL);
        last_depth = depth;
        reported = false;
        shown++;
    }
    process_talk(&running, "> stop\n...\nbestmove *");
}

SUITE(.with = {&RUNNING_ENGINE});
