/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The match runner as a program: faults, repeatability, resuming, shards, its command line. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "games/pdn_read.h"
#include "support/engine_process.h"
#include "support/match_process.h"
#include "support/test.h"
#include "system/clock.h"

/* Two engines that play legal moves at once; the second has something to say too. */
#define FAKE_A "-engine cmd=" FAKE_ENGINE " name=A "
#define FAKE_B "-engine cmd=" FAKE_ENGINE " name=B args='--seed 5 --info' "
#define FAKES FAKE_A FAKE_B

enum { ARGUMENTS_SIZE = 1024, GAMES_WITH_FAULT = 4 };

static Place place;

static void set_up(void)
{
    place = place_make();
}

static void tear_down(void)
{
    place_remove(&place);
}

/* Every game of the file replays legally to its result; returns their number. */
static int replay(const char *name)
{
    Error e;
    PdnGame game;
    PdnRead read;
    int count = 0;
    PdnReader *const reader = pdn_reader_open(in(&place, name).text, PDN_STRICT, &e);
    ck_assert_msg(reader != NULL, "%s", e.text);
    while ((read = pdn_reader_next(reader, &game, &e)) == PDN_READ_GAME) {
        pdn_game_free(&game);
        count++;
    }
    ck_assert_msg(read == PDN_READ_END, "%s", e.text);
    pdn_reader_close(reader);
    return count;
}

/* What an engine does wrong, and how it must be judged: the JSON counter, the termination, and the result. */
static const struct {
    const char *fault, *counter, *termination;
    bool loses;
} FAULTS[] = {
    {"illegal", "illegal_moves", "illegal move", true},
    {"crash", "crashes", "abandoned", true},
    {"close", "crashes", "abandoned", true},
    {"silence", "stalls", "stalled connection", true},
    {"noeol", "stalls", "stalled connection", true},
    {"late", "time_losses", "time forfeit", true},
    {"flood", "protocol_errors", "rules infraction", true},
    {"endless", "protocol_errors", "rules infraction", true},
    {"nonsense", "protocol_errors", "rules infraction", true},
    {"nomove", "protocol_errors", "rules infraction", true},
    {"twomoves", "protocol_errors", "rules infraction", true},
    {"badline", "illegal_lines", "normal", false},
};

TEST_EACH(test_fault, ROWS(FAULTS))
{
    char text[ARGUMENTS_SIZE];
    snprintf(text, sizeof text,
             FAKE_A "-engine cmd=" FAKE_ENGINE " name=B args='--fault %s' -each st=0.2 grace=1000 timeout=20 "
                    "timemargin=100 -rounds 2 -pdnout @/games -json @/json -incidents @/incidents",
             FAULTS[_i].fault);
    ck_assert_int_eq(match_run(&place, text), 0);
    snprintf(text, sizeof text, "\"%s\": %d", FAULTS[_i].counter, GAMES_WITH_FAULT);
    ck_assert_int_eq(match_count(&place, "json", text), 1);
    /* No other counter of B, and none of A. */
    const char *const others[] = {"crashes",       "stalls",          "time_losses",
                                  "illegal_moves", "protocol_errors", "illegal_lines"};
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        snprintf(text, sizeof text, "\"%s\": 0", others[i]);
        ck_assert_int_eq(match_count(&place, "json", text), strcmp(others[i], FAULTS[_i].counter) == 0 ? 1 : 2);
    }
    snprintf(text, sizeof text, "[Termination \"%s\"]", FAULTS[_i].termination);
    ck_assert_int_eq(match_count(&place, "games", text), GAMES_WITH_FAULT);
    if (FAULTS[_i].loses) {
        ck_assert_int_eq(match_count(&place, "json", "\"wins\": 4"), 1);
    }
    ck_assert_int_eq(match_files(&place, "incidents"), GAMES_WITH_FAULT);
    ck_assert_int_eq(replay("games"), GAMES_WITH_FAULT);
}

/* An incident file holds what is needed to see the fault again. */
TEST(test_incident)
{
    static const char *const LINES[] = {"incident: crash\n",
                                        "engine: B (Black)\n",
                                        "exit code 7\n",
                                        "seed: 9\n",
                                        "start: W:W",
                                        "moves: ",
                                        "position: B:W",
                                        "go: go nodes 5\n",
                                        "--- input of the engine: last ",
                                        "ucinewgame\n",
                                        "info depth 1\ninfo dep\n",
                                        "fake engine: crashing\n"};
    ck_assert_int_eq(match_run(&place, FAKE_A "-engine cmd=" FAKE_ENGINE
                                              " name=B args='--fault crash' -each nodes=5 -seed 9 -incidents @"),
                     0);
    for (size_t i = 0; i < sizeof LINES / sizeof LINES[0]; i++) {
        ck_assert_msg(match_count(&place, "000001.1-crash-B.txt", LINES[i]) >= 1, "no %s", LINES[i]);
    }
}

/* The depth in the game file belongs to the score, not to what the engine has only begun. */
TEST(test_depth_of_a_score)
{
    ck_assert_int_eq(match_run(&place, FAKES "-each nodes=1 -pdnout @/games"), 0);
    ck_assert_int_gt(match_count(&place, "games", "/1}"), 0);
    ck_assert_int_eq(match_count(&place, "games", "/2}"), 0);
}

TEST(test_engine_that_never_starts)
{
    ck_assert_int_eq(
        match_run(&place, FAKE_A "-engine cmd=" FAKE_ENGINE " name=B args='--fault nostart' -each nodes=5 timeout=0.3"),
        1);
    ck_assert_int_eq(match_count(&place, "err", "engine B cannot play: stall: no uciok"), 1);
    ck_assert_int_eq(match_run(&place, FAKE_A "-engine cmd=@/none -each nodes=5"), 1);
    ck_assert_int_eq(match_count(&place, "err", "No such file"), 1);
    ck_assert_int_eq(match_run(&place, FAKE_A "-engine cmd=false name=B -each nodes=5"), 1);
    ck_assert_int_eq(match_count(&place, "err", "exit code 1"), 1);
}

/* An engine that does not take its option is told of, once, and plays without. */
TEST(test_refused_engine_option)
{
    ck_assert_int_eq(match_run(&place, "-engine cmd=" BUSHKA_BINARY " name=A option.EvalFile=@/none " FAKE_B
                                       "-each nodes=5 -rounds 2"),
                     0);
    ck_assert_int_eq(match_count(&place, "err", "warning: engine A says: "), 1);
    ck_assert_int_eq(match_count(&place, "err", "/none: No such file or directory"), 1);
}

/* An engine without the option is not sent it. */
TEST(test_unknown_engine_option)
{
    ck_assert_int_eq(match_run(&place, FAKES "-each nodes=1 option.Hash=16 option.Seed=3 -pdnout @/a"), 0);
    ck_assert_int_eq(match_count(&place, "err", "has no option \"Hash\""), 2);
    ck_assert_int_eq(match_count(&place, "err", "Seed"), 0);
    ck_assert_int_eq(match_run(&place, FAKES "-each nodes=1 -pdnout @/b"), 0);
    char *const with = match_read(&place, "a");
    char *const without = match_read(&place, "b");
    ck_assert_str_ne(with, without);
    free(with);
    free(without);
}

static const char *const BOARDS[] = {"bushka", "bushka9x11"};

/* The number of games at a time changes nothing, on either board. */
TEST_EACH(test_concurrency, ROWS(BOARDS))
{
    char text[ARGUMENTS_SIZE];
    for (int games = 1; games <= 3; games++) {
        snprintf(text, sizeof text, FAKES "-each nodes=1 -rounds 25 -variant %s -concurrency %d -pdnout @/games%d",
                 BOARDS[_i], games, games);
        ck_assert_int_eq(match_run(&place, text), 0);
        snprintf(text, sizeof text, "out%d", games);
        match_rename(&place, "out", text);
    }
    ck_assert_int_eq(replay("games1"), 50);
    match_same(&place, "games1", "games2");
    match_same(&place, "games1", "games3");
    match_same(&place, "out1", "out2");
    match_same(&place, "out1", "out3");
}

/* A test ends at the same game, however many are under way. */
TEST(test_sprt)
{
    static const char MATCH[] = FAKE_A "-engine cmd=" FAKE_ENGINE " name=B args='--fault illegal' -each nodes=1 "
                                       "-rounds 500 -sprt elo0=0 elo1=50 -incidents @/incidents -json @/json ";
    char text[ARGUMENTS_SIZE];
    for (int games = 1; games <= 2; games++) {
        snprintf(text, sizeof text, "%s -concurrency %d -pdnout @/games%d", MATCH, games, games);
        ck_assert_int_eq(match_run(&place, text), 0);
        ck_assert_int_eq(match_count(&place, "json", "\"decision\": \"H1\""), 1);
    }
    match_same(&place, "games1", "games2");
    ck_assert_int_lt(replay("games1"), 500);
}

TEST(test_shards_and_merge)
{
    char text[ARGUMENTS_SIZE];
    ck_assert_int_eq(match_run(&place, FAKES "-each nodes=1 -games 1 -rounds 43 -pdnout @/whole"), 0);
    for (int i = 1; i <= 4; i++) {
        snprintf(text, sizeof text, FAKES "-each nodes=1 -games 1 -rounds 43 -shard %d/4 -pdnout @/s%d", i, i);
        ck_assert_int_eq(match_run(&place, text), 0);
    }
    ck_assert_int_eq(match_run(&place, "-merge @/s3 @/s1 @/s4 @/s2 -pdnout @/merged -sprt elo0=0 elo1=5"), 0);
    match_same(&place, "whole", "merged");
    ck_assert_int_eq(replay("merged"), 43);
    ck_assert_int_eq(match_run(&place, "-merge @/s3 @/s1 @/s4 -pdnout @/other"), 1);
    ck_assert_int_eq(match_count(&place, "err", "is missing: a shard is incomplete"), 1);
    ck_assert_int_eq(match_run(&place, "-merge @/s3 @/s1 @/s4 @/s2 @/s1"), 1);
    ck_assert_int_eq(match_count(&place, "err", "occurs twice"), 1);
    ck_assert_int_eq(match_run(&place, FAKES "-each nodes=1 -seed 2 -shard 2/4 -games 1 -rounds 43 -pdnout @/alien"),
                     0);
    ck_assert_int_eq(match_run(&place, "-merge @/s3 @/s1 @/s4 @/alien"), 1);
    ck_assert_int_eq(match_count(&place, "err", "is of another match"), 1);
}

/* Killed again and again, the match ends with the very games of one that was left alone. */
TEST(test_resume_after_kill)
{
    static const char MATCH[] = FAKES "-each nodes=1 -rounds 200 -concurrency 2 -pdnout @/games -resume";
    ck_assert_int_eq(match_run(&place, FAKES "-each nodes=1 -rounds 200 -pdnout @/whole"), 0);
    for (int ms = 5; ms <= 60; ms += 5) {
        const pid_t pid = match_start(&place, MATCH);
        clock_sleep(ms * NS_PER_MS);
        match_signal(pid, SIGKILL);
    }
    ck_assert_int_eq(match_run(&place, MATCH), 0);
    match_same(&place, "whole", "games");
}

/* A signal ends the match in order; it can be resumed, and a cut last game is replaced. */
TEST(test_interrupt_and_resume)
{
    static const char MATCH[] = FAKES "-each nodes=1 -rounds 20 -pdnout @/games";
    char text[ARGUMENTS_SIZE];
    const pid_t pid = match_start(&place, FAKE_A "-engine cmd=" FAKE_ENGINE
                                                 " name=B args='--delay 5' -each nodes=1 -rounds 100 -pdnout @/slow");
    clock_sleep(200 * NS_PER_MS);
    ck_assert_int_eq(match_signal(pid, SIGTERM), 3);
    ck_assert_int_eq(match_count(&place, "err", "-resume continues the match"), 1);

    ck_assert_int_eq(match_run(&place, MATCH), 0);
    match_rename(&place, "games", "whole");
    match_copy(&place, "whole", "games", 9);
    ck_assert_int_eq(match_run(&place, MATCH), 1);
    ck_assert_int_eq(match_count(&place, "err", "holds games already"), 1);
    ck_assert_int_eq(match_run(&place, "-merge @/games"), 1);
    snprintf(text, sizeof text, "%s -resume", MATCH);
    ck_assert_int_eq(match_run(&place, text), 0);
    ck_assert_int_eq(match_count(&place, "err", "cut off"), 1);
    match_same(&place, "games", "whole");
    snprintf(text, sizeof text, "%s -resume -seed 77", MATCH);
    ck_assert_int_eq(match_run(&place, text), 1);
    ck_assert_int_eq(match_count(&place, "err", "is not of this match: game 1"), 1);
    match_same(&place, "games", "whole");
}

TEST(test_clocks)
{
    /* Twenty moves of 20 ms do not fit half a second. */
    ck_assert_int_eq(match_run(&place, FAKE_A "-engine cmd=" FAKE_ENGINE " name=B args='--delay 20' -each tc=0.3 "
                                              "-rounds 1 -json @/json -incidents @/incidents -pdnout @/games"),
                     0);
    ck_assert_int_ge(match_count(&place, "games", "time forfeit"), 1);
    ck_assert_int_eq(match_count(&place, "games", "[Date \"????.??.??\"]"), 0);
    ck_assert_int_eq(match_count(&place, "games", "[TimeControl \"0.3\"]"), 2);
    /* With an increment they do, and so with a period of few moves. */
    ck_assert_int_eq(match_run(&place, FAKE_A "-engine cmd=" FAKE_ENGINE
                                              " name=B args='--delay 5' tc=4/60 -each tc=30+1 -rounds 1 -json @/json "
                                              "-pdnout @/other -maxmoves 20"),
                     0);
    ck_assert_int_eq(match_count(&place, "json", "\"time_losses\": 0"), 2);
    ck_assert_int_eq(match_count(&place, "other", "[WhiteTimeControl \"4/60\"]"), 1);
}

TEST(test_adjudication)
{
    ck_assert_int_eq(match_run(&place, FAKES "-each nodes=1 -rounds 3 -maxmoves 10 -pdnout @/limit"), 0);
    ck_assert_int_eq(match_count(&place, "limit", "[PlyCount \"20\"]"), 6);
    ck_assert_int_eq(match_count(&place, "limit", "adjudication: moves"), 6);
    ck_assert_int_eq(match_run(&place, FAKE_B "-engine cmd=" FAKE_ENGINE " name=C args='--info' -each nodes=1 "
                                              "-rounds 3 -draw movenumber=12 movecount=2 score=100 -pdnout @/draw"),
                     0);
    ck_assert_int_eq(match_count(&place, "draw", "adjudication: draw"), 6);
    ck_assert_int_eq(match_count(&place, "draw", "[PlyCount \"24\"]"), 6);
    ck_assert_int_eq(match_run(&place, FAKE_B "-engine cmd=" FAKE_ENGINE " name=C args='--info' -each nodes=1 "
                                              "-rounds 3 -resign movecount=1 score=1 -pdnout @/resign"),
                     0);
    ck_assert_int_eq(match_count(&place, "resign", "adjudication: resign"), 6);
    /* Without scores nobody agrees. */
    ck_assert_int_eq(match_run(&place, FAKES "-each nodes=1 -rounds 3 -resign movecount=1 score=1 -pdnout @/none"), 0);
    ck_assert_int_eq(match_count(&place, "none", "adjudication: resign"), 0);
}

TEST(test_tournaments)
{
    static const char FOUR[] = FAKES "-engine cmd=" FAKE_ENGINE " args='--seed 7' -engine cmd=" FAKE_ENGINE
                                     " args='--seed 8' -each nodes=1 -json @/json -concurrency 2 ";
    char text[ARGUMENTS_SIZE];
    ck_assert_int_eq(match_run(&place, FOUR), 0);
    ck_assert_int_eq(match_count(&place, "json", "\"games\": 12"), 1);
    ck_assert_int_eq(match_count(&place, "json", "\"games\": 2,"), 6);
    ck_assert_int_eq(match_count(&place, "json", "\"name\": \"fake-engine-2\""), 1);
    snprintf(text, sizeof text, "%s -tournament gauntlet", FOUR);
    ck_assert_int_eq(match_run(&place, text), 0);
    ck_assert_int_eq(match_count(&place, "json", "\"games\": 6"), 1);
}

static const char *const WRONG[] = {
    "",
    "-nonsense",
    "nonsense",
    "---rounds 3",
    "-engine",
    "-engine cmd=a",
    "-engine name=a -engine cmd=b -each st=1",
    "-engine cmd=a -engine cmd=b",
    "-engine cmd=a -engine cmd=b -each cmd",
    "-engine cmd=a -engine cmd=b -each colour=red st=1",
    "-engine cmd=a name=x -engine cmd=b name=x -each st=1",
    "-engine cmd=a -engine cmd=b -each tc=abc",
    "-engine cmd=a -engine cmd=b -each st=0",
    "-engine cmd=a -engine cmd=b -each depth=-1",
    "-engine cmd=a -engine cmd=b -each nodes=10x",
    "-engine cmd=a -engine cmd=b -each st=1 args='\"'",
    "-engine cmd=a -engine cmd=b -each st=1 -rounds",
    "-engine cmd=a -engine cmd=b -each st=1 -rounds 0",
    "-engine cmd=a -engine cmd=b -each st=1 -rounds 1 2",
    "-engine cmd=a -engine cmd=b -each st=1 -rounds 1 -rounds 1",
    "-engine cmd=a -engine cmd=b -each st=1 -variant chess",
    "-engine cmd=a -engine cmd=b -each st=1 -concurrency 99999999999999999999",
    "-engine cmd=a -engine cmd=b -each st=1 -sprt elo0=0",
    "-engine cmd=a -engine cmd=b -each st=1 -sprt elo0=5 elo1=0",
    "-engine cmd=a -engine cmd=b -each st=1 -sprt elo0=0 elo1=nan",
    "-engine cmd=a -engine cmd=b -each st=1 -sprt elo0=0 elo1=5 alpha=0.7",
    "-engine cmd=a -engine cmd=b -engine cmd=c -each st=1 -sprt elo0=0 elo1=5",
    "-engine cmd=a -engine cmd=b -each st=1 -sprt elo0=0 elo1=5 -shard 1/2",
    "-engine cmd=a -engine cmd=b -each st=1 -shard 3/2",
    "-engine cmd=a -engine cmd=b -each st=1 -shard 0/2",
    "-engine cmd=a -engine cmd=b -each st=1 -shard 1",
    "-engine cmd=a -engine cmd=b -each st=1 -openings order=random",
    "-engine cmd=a -engine cmd=b -each st=1 -openings file=x format=random",
    "-engine cmd=a -engine cmd=b -each st=1 -resign movecount=3",
    "-engine cmd=a -engine cmd=b -each st=1 -draw movecount=3 score=x",
    "-engine cmd=a -engine cmd=b -each st=1 -resume",
    "-engine cmd=a -engine cmd=b -each st=1 -quiet yes",
    "-merge x -engine cmd=a",
};

/* One line says what is wrong, and nothing is played. */
TEST_EACH(test_command_line, ROWS(WRONG))
{
    ck_assert_int_eq(match_run(&place, WRONG[_i]), 2);
    ck_assert_int_eq(match_count(&place, "err", "\n"), 1);
    ck_assert_int_eq(match_count(&place, "err", "bushka-match: "), 1);
    ck_assert_int_eq(match_count(&place, "out", "\n"), 0);
}

TEST(test_spellings)
{
    ck_assert_int_eq(match_run(&place, "--engine cmd=" FAKE_ENGINE " name=A --engine cmd=" FAKE_ENGINE
                                       " name=B --each nodes=1 --concurrency 2 --rounds 2 --repeat 2 --recover "
                                       "--pdnout file=@/games --srand 4"),
                     0);
    ck_assert_int_eq(replay("games"), 4);
    ck_assert_int_eq(match_run(&place, "--help"), 0);
    ck_assert_int_ge(match_count(&place, "out", "-engine"), 1);
}

SUITE(.set_up = set_up, .tear_down = tear_down);
