/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the program ends: what it finishes first, its exit code, and what happens when its output is not read. */
/* F_SETPIPE_SZ */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "support/engine_process.h"
#include "support/test.h"
#include "support/tool_process.h"
#include "system/clock.h"
#include "system/version.h"

enum {
    LINE_SIZE = 1024,
    BEGIN_MS = 20,                             /* after which a command has begun */
    AT_ONCE_MS = SANITIZED ? PATIENCE : 15000, /* against commands that take minutes, on a busy machine too */
    SIGNAL_LIMIT = SANITIZED ? PATIENCE : 1000,
    SIGNAL_CODE = 128
};

#define BEST "...\nbestmove *"

/* A script, its whole answer (process_talk()), and the least time that it takes. Commands with a limit are finished in
 * order; a search without one is not, but has its answer. */
static const struct {
    const char *text, *answer;
    int least; /* ms */
} SCRIPTS[] = {
    {"perft 5\nposition startpos moves g5f5\nperft 4\nbench depth 1\n",
     "...\nNodes searched: 6462815\n...\nNodes searched: *\n...\nNodes/second    : *", 0},
    {"perft 4\nposition startpos\n", "...\nNodes searched: 312334\n\n", 0},
    {"go depth 6\n", "...\ninfo depth 6 *\n" BEST, 0},
    {"go nodes 100000\n", "...\ninfo depth 5 *\n" BEST, 0},
    {"go movetime 60\n", BEST, 55},
    {"go movetime 60 wtime 20 btime 20\n", BEST, 55},
    {"go wtime 2000 btime 2000\n", BEST, 20},
    {"position fen W:Wd5,e5:Ba5\ngo mate 2\n", "...\ninfo depth * score mate 2 *\n" BEST, 0},
    {"setoption name Skill Level value 3\ngo\n", "...\ninfo depth 1 *\n" BEST, 0},
    {"go ponder movetime 60\nponderhit\n", BEST, 55},
    {"perft 4\ngo movetime 60\n", "...\nNodes searched: *\n" BEST, 55},
    {"perft 4\ngo infinite\nposition startpos\n",
     "...\nNodes searched: *\n\n" ERROR_LINE "a search is running; send stop first\n" BEST, 0},
    {"go infinite\n", BEST, 0},
    {"go infinite\nposition startpos\n", "...\n" ERROR_LINE "a search is running; send stop first\n" BEST, 0},
    {"go movetime 30\nposition startpos\ngo movetime 50\n", BEST "\n" BEST, 75},
    {"position fen W:W:Bc6\ngo infinite\n", "info string the game is over: *\nbestmove (none)", 0},
    {"position fen W:W:Bc6\ngo ponder movetime 50\n", "info string the game is over: *\nbestmove (none)", 0},
    /* With many more threads than processors. */
    {"setoption name Threads value 64\ngo infinite\n", BEST, 0},
    {"setoption name Threads value 64\ngo movetime 50\n", BEST, 45},
};

/* Scripts end by the end of input, every other one by quit, behind which nothing is executed. */
TEST_EACH(test_scripts, ROWS(SCRIPTS))
{
    const int64_t begun = clock_us();
    ck_assert(process_send(&running, SCRIPTS[_i].text) && process_send(&running, _i % 2 == 0 ? "" : "quit\nisready\n"));
    process_close_input(&running);
    process_talk(&running, SCRIPTS[_i].answer);
    const char *const more = process_line(&running, PATIENCE);
    ck_assert_msg(more == NULL, "%s", more);
    ck_assert_int_eq(process_wait(&running, PATIENCE), 0);
    ck_assert_int_ge((clock_us() - begun) / US_PER_MS, SCRIPTS[_i].least);
}

/* The end of input at a terminal ends the program at once, even if the output goes elsewhere. */
static const char *const ENDLESS[] = {"go movetime 100000", "perft 14", "perft 14\\nperft 14\\nperft 14"};

TEST_EACH(test_terminal_ends_at_once, ROWS(ENDLESS))
{
    char text[LINE_SIZE];
    snprintf(text, sizeof text, "printf '%s\\n' | script -qec '" BUSHKA_BINARY " | cat' /dev/null >/dev/null",
             ENDLESS[_i]);
    const int64_t begun = clock_us();
    ck_assert_int_eq(shell_run(text), 0);
    ck_assert_int_lt((clock_us() - begun) / US_PER_MS, AT_ONCE_MS);
}

/* The reader of the output goes away: during a command, also of the command line, before a command that answers, and
 * while the program is idle. */
static const struct {
    const char *arguments[3], *text;
} READERLESS[] = {{{NULL}, "go infinite\n"},
                  {{NULL}, "isready\n"},
                  {{NULL}, "go infinite depth 1\n"},
                  {{NULL}, "perft 14\n"},
                  {{NULL}, "perft 14\nposition startpos\n"},
                  {{NULL}, "bench depth 60\n"},
                  {{NULL}, "go movetime 100000\nquit\n"},
                  {{NULL}, ""},
                  {{"perft", "14"}, ""}};

TEST_EACH(test_reader_is_gone, ROWS(READERLESS))
{
    EngineProcess p;
    process_start(&p, READERLESS[_i].arguments, 0);
    ck_assert(process_send(&p, READERLESS[_i].text));
    clock_sleep(BEGIN_MS * NS_PER_MS);
    close(p.output);
    p.output = -1;
    process_send(&p, "uci\n");
    ck_assert_int_eq(process_wait(&p, PATIENCE), 1);
    process_end(&p);
}

/* The pipe is full and its reader does nothing; the end of input still ends the process. */
TEST(test_full_pipe)
{
    enum { FILLING_MS = 200 };
    ck_assert(process_send(&running, "setoption name MultiPV value 500\nposition fen W:WKe1,Ke2:BKf9\ngo infinite\n"));
    clock_sleep(FILLING_MS * NS_PER_MS); /* without reading */
    process_close_input(&running);
    ck_assert_int_eq(process_wait(&running, PATIENCE), 0);
}

/* Nor does it wait for room for the last line of a stopped command: here the first that the full pipe does not take. */
TEST(test_full_pipe_at_the_last_line)
{
    static const char READY[] = "isready\n", ANSWER[] = "readyok\n";
    const int room = fcntl(running.output, F_SETPIPE_SZ, BUFSIZ);
    ck_assert_int_ge(room, BUFSIZ);
    for (int i = 0; i < room; i += (int)strlen(ANSWER)) {
        ck_assert(process_send(&running, READY));
    }
    ck_assert(process_send(&running, "perft 14\nstop\n"));
    clock_sleep(BEGIN_MS * NS_PER_MS);
    process_close_input(&running);
    ck_assert_int_eq(process_wait(&running, PATIENCE), 0);
}

/* Output that cannot be written is an error, whatever the command. */
static const char *const FULL[] = {">/dev/full", ">&-"};

TEST_EACH(test_output_lost, ROWS(FULL))
{
    static const char *const commands[] = {"--help", "--version",  "-h", "bench depth 1", "perft 2",
                                           "moves",  "go depth 2", "d",  "no command",    "uci"};
    char text[LINE_SIZE];
    for (int i = 0; i < ROWS(commands); i++) {
        snprintf(text, sizeof text, BUSHKA_BINARY " %s %s 2>/dev/null", commands[i], FULL[_i]);
        ck_assert_msg(shell_run(text) == 1, "%s", text);
    }
    snprintf(text, sizeof text, "printf 'go depth 2\\nuci\\n' | " BUSHKA_BINARY " %s 2>/dev/null", FULL[_i]);
    ck_assert_msg(shell_run(text) == 1, "%s", text);
}

/* If it is known beforehand that the output cannot be written, nothing is begun. A closed standard input is an end of
 * input; test_files.c shows that nothing opened later takes its place. */
TEST(test_closed_streams)
{
    ck_assert_int_eq(shell_run(BUSHKA_BINARY " perft 14 2>/dev/null >&-"), 1);
    ck_assert_int_eq(shell_run(BUSHKA_BINARY " perft 14 2>/dev/null 1</dev/null"), 1);
    ck_assert_int_eq(shell_run(BUSHKA_BINARY " <&- >/dev/null"), 0);
    ck_assert_int_eq(shell_run(BUSHKA_BINARY " go depth 2 <&- 2>&- >/dev/null"), 0);
}

/* Signals that are to end a program end this one within a second, whatever it is doing: the first one is tried with all
 * these commands, the others with every other one. */
static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};

TEST_EACH(test_signals, ROWS(SIGNALS))
{
    static const char *const commands[] = {"",
                                           "isready\n",
                                           "go infinite\n",
                                           "perft 14\nperft 14\n",
                                           "bench depth 60\n",
                                           "setoption name Threads value 64\ngo infinite\n",
                                           "perft 14\nquit\n"};
    for (int i = 0; i < ROWS(commands); i += _i == 0 ? 1 : 2) {
        EngineProcess p;
        process_start(&p, NULL, 0);
        process_sync(&p); /* until then it has the signal handlers of the test program */
        ck_assert(process_send(&p, commands[i]));
        clock_sleep(BEGIN_MS * NS_PER_MS);
        kill(p.pid, SIGNALS[_i]);
        ck_assert_int_eq(process_wait(&p, SIGNAL_LIMIT), SIGNAL_CODE + SIGNALS[_i]);
        process_end(&p);
    }
}

static const struct {
    const char *words[6];
    int code;
    const char *line; /* that must come */
} ARGUMENTS[] = {
    {{"perft", "3"}, 0, "Nodes searched: 13920"},
    {{"perft 3 leaves"}, 0, "Nodes searched: 13920"},
    {{"go", "depth", "3"}, 0, "bestmove *"},
    {{"bench", "depth", "1"}, 0, "Nodes/second    : *"},
    {{"uci"}, 0, "uciok"},
    {{"perft"}, 1, ERROR_LINE "perft needs a whole number from 0 to 64"},
    {{"go", "searchmoves", "d8d6"}, 1, "bestmove (none)"},
    {{"no", "such", "thing"}, 1, ERROR_LINE "unknown command \"no\"; help lists the commands"},
    {{"--help"}, 0, "usage: bushka *"},
    {{"--help"}, 0, "bench *"},
    {{"-h"}, 0, "*protocol.md*"},
    {{"-help"}, 0, "*protocol.md*"},
    {{"-version"}, 0, "bushka (" BUSHKA_NAME ") " BUSHKA_VERSION},
    {{"--version"}, 0, "bushka (" BUSHKA_NAME ") " BUSHKA_VERSION},
    {{"--version"}, 0, "compiled by * for *; runs with *"},
    {{"--help", "me"}, 1, ERROR_LINE "unknown command \"--help\"; help lists the commands"},
    {{"-v"}, 1, ERROR_LINE "unknown command \"-v\"; help lists the commands"},
};

TEST_EACH(test_arguments, ROWS(ARGUMENTS))
{
    EngineProcess p;
    process_start(&p, ARGUMENTS[_i].words, 0);
    process_expect(&p, ARGUMENTS[_i].line);
    ck_assert_int_eq(process_wait(&p, PATIENCE), ARGUMENTS[_i].code);
    process_end(&p);
}

SUITE(.with = {&RUNNING_ENGINE});
