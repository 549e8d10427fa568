/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the match runner ends: by signals at any point of its work, by an output that is lost, by another runner on its
 * file. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "support/engine_process.h"
#include "support/match_process.h"
#include "support/sanitizers.h"
#include "support/test.h"
#include "support/tool_process.h"

#define FAKES ENGINE_A ENGINE_B "args='--seed 5' -each nodes=5 "
#define SLOW ENGINE_A ENGINE_B "args='--delay 5' -each nodes=5 "

enum {
    TEXT_SIZE = 1024,
    PAIRS = 8000 /* games of a large file, made of one pair */
};

SUITE(.with = {&WITH_PLACE});

static const int SIGNALS[] = {SIGINT, SIGTERM, SIGHUP};

/* Writes the large game file @/large, as a match of PAIRS rounds with one opening would. */
static void make_large_file(void)
{
    set_text(in(&place, "opening").text, "startpos\n");
    match_ends(0, FAKES "-openings file=@/opening -pdnout @/pair");
    match_shell(0,
                "awk -v ORS= '{pair = pair $0 \"\\n\"} END {for (i = 1; i <= %d; i++) {all = pair; "
                "gsub(/Round \"1/, \"Round \\\"\" i, all); print all}}' @/pair >@/large",
                PAIRS);
}

/* Long tasks: making openings, merging games, reading games. */
static const char *const WORKS[] = {FAKES "-rounds 1000000 -pdnout @/games",
                                    "-merge @/large -pdnout @/all -json @/json",
                                    FAKES "-openings file=@/opening -rounds 17000 -pdnout @/large -resume"};
enum { MAKES_OPENINGS, MERGES, READS };

TEST_EACH(signals_end_the_work, ROWS(WORKS) * ROWS(SIGNALS))
{
    const int work = _i / ROWS(SIGNALS), signal = SIGNALS[_i % ROWS(SIGNALS)];
    make_large_file();
    match_shell(0, "cp @/large @/before");
    const pid_t pid = match_start("%s", WORKS[work]);
    if (work == MERGES && signal == SIGTERM) { /* once while it is writing: the first pass takes long */
        char part[TEXT_SIZE];
        snprintf(part, sizeof part, "all.%ld-0.part", (long)pid);
        wait_for_file(part);
    } else {
        shell_wait_for_work(pid);
    }
    tool_interrupt(pid, signal);
    match_has(1, "err", "bushka-match: interrupted");
    match_has(work == READS ? 2 : 1, "err", "\n"); /* and a warning that the games repeat */
    expect_same_files("large", "before");
    expect_files(work == MAKES_OPENINGS ? "before err games large opening out pair "
                                        : "before err large opening out pair ");
    /* A game file that the runner had already made is unlocked and empty now. */
    match_ends(0, FAKES "-pdnout @/games");
}

/* Commands whose standard output blocks: all they can do is to end. */
static const char *const WRITERS[] = {"-merge @/games", FAKES "-rounds 4"};

/* Makes the FIFO @/pipe, which is full, and never read while the test runs. */
static void fill_pipe(void)
{
    static const char full[4096];
    const FilePath path = in(&place, "pipe");
    ck_assert_int_eq(mkfifo(path.text, S_IRUSR | S_IWUSR), 0);
    const int pipe = open(path.text, O_RDWR | O_NONBLOCK | O_CLOEXEC);
    ck_assert_int_ge(pipe, 0);
    while (write(pipe, full, sizeof full) > 0) {
    }
}

/* The thread sanitizer flushes the output even at _exit(), and would block. */
TEST_EACH(signals_end_a_blocked_output, SANITIZED_THREADS ? 0 : ROWS(SIGNALS) * ROWS(WRITERS))
{
    match_ends(0, FAKES "-pdnout @/games");
    fill_pipe();
    const pid_t pid = match_start("%s >@/pipe", WRITERS[_i % ROWS(WRITERS)]);
    shell_wait_for_work(pid);
    tool_interrupt(pid, SIGNALS[_i / ROWS(WRITERS)]);
}

/* A runner that is started with SIGHUP ignored, as by nohup, keeps playing. */
TEST(hang_up_is_ignored_under_nohup)
{
    match_shell(0, "trap '' HUP; exec " MATCH_BINARY " " SLOW "-rounds 2 -maxmoves 20 >@/out 2>@/err & pid=$!; "
                   "sleep 0.3; kill -HUP $pid && wait $pid");
    match_has(1, "out", "\n4 games, ");
}

/* While one runner has the file, begun or resumed, no other may write to it; afterwards it is free, however the first
 * ended. */
TEST(second_runner_is_refused)
{
    pid_t pid = match_start(SLOW "-rounds 100 -pdnout @/games");
    wait_for_file("games");
    for (int resumed = 0; resumed <= 1; resumed++) {
        match_shell(1, MATCH_BINARY " " SLOW "-rounds 100 -pdnout @/games -resume >@/out2 2>@/err2");
        match_has(1, "err2", "games is in use by another match\n");
        match_has(1, "err2", "\n");
        match_shell(1, MATCH_BINARY " " FAKES "-pdnout @/games >@/out2 2>@/err2");
        match_has(1, "err2", "games is in use by another match\n");
        if (resumed == 0) {
            shell_end(pid, SIGKILL);
            pid = match_start(SLOW "-rounds 100 -pdnout @/games -json @/json -resume");
            shell_wait_for_work(pid);
            wait_for_file("out");
        }
    }
    tool_interrupt(pid, SIGTERM);
    match_has(1, "err", "-resume continues the match");
    match_has(1, "json", "\"state\": \"interrupted\"");
}

/* A runner whose output cannot be written fails. */
static const char *const COMMANDS[] = {
    "-help", "-version", "-merge @/games -json @/json", FAKES, FAKES "-quiet -pdnout @/more", FAKES "-json @/json"};
static const char *const REDIRECTIONS[] = {">&-", ">/dev/full"};

TEST_EACH(lost_output_is_an_error, ROWS(COMMANDS) * ROWS(REDIRECTIONS))
{
    match_ends(0, FAKES "-pdnout @/games");
    match_shell(1, MATCH_BINARY " %s %s 2>@/err", COMMANDS[_i / ROWS(REDIRECTIONS)],
                REDIRECTIONS[_i % ROWS(REDIRECTIONS)]);
    match_has(1, "err", "bushka-match: standard output");
    const int speed = match_count("err", " games in ");
    match_has(1 + speed, "err", "\n");
}

/* The match ends when its output is no longer read. */
TEST(lost_reader_ends_the_match)
{
    match_shell(0, "{ " MATCH_BINARY " " SLOW "-rounds 500 -pdnout @/games 2>@/err; echo $? >@/code; } | head -n 2 "
                   ">/dev/null");
    match_has(1, "code", "1\n");
    match_has(1, "err", "bushka-match: standard output: Broken pipe\n");
    ck_assert_int_lt(match_count("games", "[Event "), 10);
}

/* A full disk ends the match, too, and leaves whole games. */
TEST(full_disk_ends_the_match)
{
    match_ends(0, FAKES "-rounds 10 -pdnout @/whole");
    match_shell(1, "ulimit -f 24; " MATCH_BINARY " -quiet " FAKES "-rounds 10 -pdnout @/games >@/out 2>@/err");
    match_has(1, "err", "bushka-match: the game file cannot be written: File too large\n");
    const int games = match_count("games", "[Event ");
    ck_assert_int_gt(games, 0);
    ck_assert_int_lt(games, 20);
    match_ends(0, "-merge @/games");
    match_has(1, "out", "\n%d games, ", games);
    match_ends(0, FAKES "-rounds 10 -pdnout @/games -resume");
    match_has(0, "err", "cut off");
    expect_same_files("games", "whole");
    match_shell(1, "ulimit -f 8; " MATCH_BINARY " -merge @/games -pdnout @/all >/dev/null 2>@/err");
    match_has(1, "err", "File too large\n");
    match_shell(0, "! ls @/all* >/dev/null 2>&1");
}
