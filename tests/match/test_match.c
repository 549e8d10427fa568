/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The match runner as a program: faults, repeatability, resuming, shards, its command line. */
#include <stdlib.h>
#include <string.h>

#include "support/engine_process.h"
#include "support/match_process.h"
#include "support/test.h"

/* Two engines that play legal moves at once; the second sends info lines too. */
#define FAKE_B ENGINE_B "args='--seed 5 --info' "
#define FAKES ENGINE_A FAKE_B

enum { GAMES_WITH_FAULT = 4 };

SUITE(.with = {&WITH_PLACE});

/* A fault of an engine in each of its four games, and how it must be judged: the JSON counter, the termination, how
 * many games it loses, and how often it is started, which shows whether it was killed. */
static const struct {
    const char *fault, *counter, *termination;
    int lost, starts;
    int grace_ms; /* the late engine answers within 1000 */
} FAULTS[] = {
    {"illegal", "illegal_moves", "illegal move", 4, 4, 1000},
    {"stuck", "illegal_moves", "illegal move", 4, 4, 1000}, /* its previous move again, in one answer */
    {"crash", "crashes", "abandoned", 4, 4, 1000},
    {"close", "crashes", "abandoned", 4, 4, 1000},
    {"silence", "stalls", "stalled connection", 4, 4, 1000},
    {"noeol", "stalls", "stalled connection", 4, 4, 1000},
    {"late", "time_losses", "time forfeit", 4, 1, 1000},
    {"late", "stalls", "stalled connection", 4, 4, 1},
    {"flood", "protocol_errors", "rules infraction", 4, 4, 1000},
    {"endless", "protocol_errors", "rules infraction", 4, 4, 1000},
    {"nonsense", "protocol_errors", "rules infraction", 4, 4, 1000},
    {"nomove", "protocol_errors", "rules infraction", 4, 4, 1000},
    {"twomoves", "protocol_errors", "rules infraction", 4, 4, 1000},
    {"badline", "illegal_lines", "normal", 0, 1, 1000},
};

TEST_EACH(fault, ROWS(FAULTS))
{
    match_ends(0,
               ENGINE_A ENGINE_B "args='--fault %s --pids @/pids' -each st=0.2 grace=%d timeout=20 timemargin=100 "
                                 "-rounds 2 -pdnout @/games -json @/json -incidents @/incidents",
               FAULTS[_i].fault, FAULTS[_i].grace_ms);
    match_faults(FAULTS[_i].counter, GAMES_WITH_FAULT);
    match_has(GAMES_WITH_FAULT, "games", "[Termination \"%s\"]", FAULTS[_i].termination);
    if (FAULTS[_i].lost > 0) {
        match_has(1, "json", "\"wins\": %d", FAULTS[_i].lost);
    }
    match_has(FAULTS[_i].starts, "pids", "\n");
    match_shell(0, "test $(ls @/incidents | wc -l) = %d", GAMES_WITH_FAULT);
    match_ends(0, "-merge @/games"); /* which replays them by the rules */
    match_has(1, "out", "\n%d games, ", GAMES_WITH_FAULT);
}

/* An incident file holds what is needed to reproduce the fault. It is a new file: one of that name, such as that of
 * another match, stays. */
TEST(incident)
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
                                        "setoption name UCI_Variant value bushka\n",
                                        "setoption name Seed value 3\n",
                                        "ucinewgame\n",
                                        "info depth 1\ninfo dep\n",
                                        "fake engine: crashing\n"};
    match_shell(0, "ln -s other @/000001.2-crash-B.txt");
    match_ends(0, ENGINE_A ENGINE_B
               "args='--fault crash' -each nodes=5 option.Hash=16 option.Seed=3 -seed 9 -incidents @");
    match_ends(0, ENGINE_A ENGINE_B "args='--fault crash' -each nodes=5 -seed 8 -incidents @");
    match_has(MATCH_SOME, "000001.1-crash-B.2.txt", "seed: 8\n");
    match_has(MATCH_SOME, "000001.2-crash-B.2.txt", "seed: 9\n");
    for (int i = 0; i < ROWS(LINES); i++) {
        match_has(MATCH_SOME, "000001.1-crash-B.txt", "%s", LINES[i]);
    }
    match_has(0, "000001.1-crash-B.txt", "Hash"); /* which it does not have */
}

#define NO_MORE "-norecover -incidents @/incidents -pdnout @/games -json @/json"
#define NO_B ENGINE_A "-engine cmd=@/none name=B "

/* Runs, and what they leave behind. */
static const MatchRun RUNS[] = {
    /* The depth in the game file is that of the score, not of an iteration that has only begun. */
    {FAKES "-each nodes=1 -pdnout @/games", {{MATCH_SOME, "games", "/1}"}, {0, "games", "/2}"}}},
    /* An engine that refuses an option is reported, once, and plays without it; options that it does not have are not
       sent. */
    {"-engine cmd=" BUSHKA_BINARY " name=A option.EvalFile=@/none " FAKE_B "-each nodes=5 -rounds 2",
     {{1, "err", "warning: engine A says: "}, {1, "err", "/none: No such file or directory"}}},
    {FAKES "-each nodes=1 option.Hash=16 option.Seed=3", {{2, "err", "has no option \"Hash\""}, {0, "err", "Seed"}}},
    {FAKES "-each nodes=1 option.seed=3 -maxmoves 5 -rounds 1", {{0, "err", "has no option"}}},
    /* Negative depths and times are ignored. */
    {ENGINE_A ENGINE_B "args='--fault negative' -each nodes=1 -maxmoves 5 -rounds 1 -pdnout @/games -json @/json",
     {{0, "games", "/-1"}, {0, "json", "18446744073709551615"}, {0, "json", "-1"}}},
    /* Moves of 20 ms soon use up 0.3 s; an increment, or a new period every few moves, leaves enough time. */
    {ENGINE_A ENGINE_B "args='--delay 20' -each tc=0.3 -rounds 1 -incidents @/incidents -pdnout @/games",
     {{MATCH_SOME, "games", "time forfeit"},
      {0, "games", "[Date \"????.??.??\"]"},
      {2, "games", "[TimeControl \"0.3\"]"}}},
    {ENGINE_A ENGINE_B "args='--delay 5' tc=4/60 -each tc=30+1 -rounds 1 -json @/json -pdnout @/games -maxmoves 20",
     {{2, "json", "\"time_losses\": 0"}, {1, "games", "[WhiteTimeControl \"4/60\"]"}}},
    /* The file of a repeatable match has dates and times only if they are asked for. */
    {FAKES "-each nodes=1 -maxmoves 5 -rounds 1 -date -pdnout @/games",
     {{0, "games", "????"}, {4, "games", "; timed="}, {MATCH_SOME, "games", "/1 0.0"}}},
    {FAKES "-each nodes=1 -maxmoves 5 -rounds 1 -pdnout @/games", {{0, "games", "/1 "}, {0, "games", "s}"}}},
    /* An engine's own option overrides that of -each. */
    {ENGINE_A FAKE_B "option.Seed=5 -each nodes=1 option.Seed=3 -maxmoves 5 -rounds 1 -pdnout @/games",
     {{2, "games", "option.Seed=3\"]"}, {2, "games", "; option.Seed=5\"]"}, {2, "games", "option.Seed=3"}}},
    /* Each opening is played once with -repeat 1, and twice without. */
    {FAKES "-each nodes=1 -maxmoves 5 -rounds 2 -repeat 1 -pdnout @/games", {{1, "games", "[Opening \"random:4\"]"}}},
    {FAKES "-each nodes=1 -maxmoves 5 -rounds 2 -pdnout @/games", {{2, "games", "[Opening \"random:2\"]"}}},
    /* Adjudication. */
    {FAKES "-each nodes=1 -rounds 3 -maxmoves 10 -pdnout @/games",
     {{6, "games", "[PlyCount \"20\"]"}, {6, "games", "adjudication: moves"}}},
    {FAKE_B ENGINE_C "args='--info' -each nodes=1 -rounds 3 -draw movenumber=12 movecount=2 score=100 "
                     "-pdnout @/games",
     {{6, "games", "adjudication: draw"}, {6, "games", "[PlyCount \"24\"]"}}},
    {FAKE_B ENGINE_C "args='--info' -each nodes=1 -rounds 3 -resign movecount=1 score=1 -pdnout @/games",
     {{6, "games", "adjudication: resign"}}},
    /* Random openings are also made for the numbers that start= skips. */
    {FAKES "-each nodes=1 -maxmoves 5 -rounds 1 -openings format=random start=3 -pdnout @/games",
     {{2, "games", "[Opening \"random:3\"]"}}},
    /* An engine that ends after its last move of a game loses neither this one nor the next. It plays the last move but
       one, so that it is gone when the next game begins. */
    {ENGINE_B "args='--fault leave --at 1' " ENGINE_A "args='--delay 200' -each nodes=1 -maxmoves 5 -rounds 1 "
              "-json @/json -incidents @/incidents",
     {{1, "err", "warning: engine B ended after a game: exit code 7\n"}, {2, "json", "\"crashes\": 0"}}},
    /* With fewer openings than games, engines without a clock would repeat their games. */
    {FAKES "-each nodes=1 -maxmoves 2 -rounds 60 -openings format=random plies=1",
     {{1, "err", "warning: with limits of depth or nodes the games repeat after "}}},
    /* With -norecover, too, the match goes on after other faults than a crash or a stall. */
    {ENGINE_A ENGINE_B "args='--fault illegal' -each nodes=5 " NO_MORE, {{2, "games", "[Event "}}},
    /* Where all games are won, or the interval of the score reaches that, there is no figure to print. */
    {ENGINE_A ENGINE_B "args='--fault illegal' -each nodes=5 -rounds 2 -json @/json -incidents @/incidents",
     {{MATCH_SOME, "out", "Elo n/a (95 %), nElo n/a, LOS 100.0 %"},
      {0, "out", "inf"},
      {1, "json", "\"elo\": null,"},
      {0, "json", "inf"}}},
    {FAKES "-each nodes=1 -maxmoves 5 -rounds 1", {{MATCH_SOME, "out", "Elo +0.00 +- "}, {0, "out", "inf"}}},
    /* A long match says how far it is, unless it has no clock. */
    {FAKES "-each st=1 -maxmoves 5 -rounds 6",
     {{1, "out", "\n10 of 12 games, less than a minute left\n"}, {1, "out", " left\n"}}},
    {FAKES "-each nodes=1 -maxmoves 5 -rounds 6", {{0, "out", " left\n"}}},
    /* With -quiet the final result alone; otherwise ratings at the interval asked for. */
    {FAKES "-each nodes=1 -maxmoves 5 -rounds 6 -quiet",
     {{0, "out", "Game "}, {0, "out", "Match on "}, {1, "out", "A against B: "}, {1, "out", "\nResult: A vs B, "}}},
    {FAKES "-each nodes=1 -maxmoves 5 -rounds 3 -ratinginterval 4", {{2, "out", "A against B: "}}},
    {FAKES "-each nodes=1 -maxmoves 5 -rounds 6 -ratinginterval 0", {{1, "out", "A against B: "}}},
/* The line of the result has the decision of the SPRT. */
#define LOSING "args='--fault illegal --at 1' "
#define TESTED "-each nodes=1 -sprt elo0=0 elo1=200 alpha=0.4 beta=0.4 -rounds 20 -incidents @/incidents -json @/json"
    {ENGINE_A ENGINE_B LOSING TESTED,
     {{1, "out", "[0.00, 200.00] H1 accepted, games "},
      {0, "out", "H0"},
      {1, "json", "\"games_planned\": 40,"},
      {1, "json", "\"state\": \"finished\""}}},
    {ENGINE_A LOSING ENGINE_B TESTED, {{1, "out", "[0.00, 200.00] H0 accepted, games "}, {0, "out", "H1"}}},
    {FAKES "-each nodes=1 -maxmoves 2 -rounds 1 -sprt elo0=0 elo1=5",
     {{1, "out", "[0.00, 5.00] undecided, games "}, {0, "out", "accepted"}}},
    /* Tournaments of more than two engines. */
    {ENGINE_A FAKE_B ENGINE_C LOSING "-each nodes=1 -maxmoves 6 -quiet -incidents @/incidents",
     {{1, "out", "\nA against all: 4 games, +2 -0 =2, "},
      {1, "out", "\nB against all: 4 games, +2 -0 =2, "},
      {1, "out", "\nC against all: 4 games, +0 -4 =0, "},
      {0, "out", "Result: "}}},
#define FOUR FAKES "-engine cmd=" FAKE_ENGINE " args='--seed 7' -engine cmd=" FAKE_ENGINE " args='--seed 8' "
    {FOUR "-each nodes=1 -json @/json -concurrency 2",
     {{1, "json", "\"games\": 12"}, {6, "json", "\"games\": 2,"}, {1, "json", "\"name\": \"fake-engine-2\""}}},
    {FOUR "-each nodes=1 -json @/json -concurrency 2 -tournament gauntlet", {{1, "json", "\"games\": 6"}}},
    /* Options as other match runners write them. */
    {"--engine cmd=" FAKE_ENGINE " name=A --engine cmd=" FAKE_ENGINE
     " name=B --each nodes=1 --concurrency 2 --rounds 2 --repeat 2 --recover --pdnout file=@/games --srand 4",
     {{4, "games", "[Event "}}},
    {"--h",
     {{1, "out", "\n-concurrency N "},
      {1, "out", "\n  option.NAME="},
      {1, "out", "\n  movenumber=M "},
      {0, "err", "\n"}}},
    {"--version", {{1, "out", "bushka-match (Bushka"}, {1, "out", "\ncompiled by "}, {0, "err", "\n"}}},
    /* A crash is noticed although another process keeps the engine's output open. */
    {ENGINE_A "-engine cmd=sh name=B args='-c \"sleep 1000 & exec " FAKE_ENGINE " --fault crash\"' -each nodes=1 "
              "-incidents @/incidents -json @/json",
     {{1, "json", "\"crashes\": 2"}, {2, "err", "crash in its search: exit code 7"}}},
};

TEST_EACH(run, ROWS(RUNS))
{
    match_check(0, &RUNS[_i]);
}

/* Runs that fail. */
static const MatchRun FAILED[] = {
    /* An engine that never starts ends the match. */
    {ENGINE_A ENGINE_B "args='--fault nostart' timeout=0.3 -each nodes=5",
     {{1, "err", "engine B cannot play: stall: no uciok"}}},
    {ENGINE_A ENGINE_B "args='--fault notready' timeout=0.3 -each nodes=5",
     {{1, "err", "engine B cannot play: stall: no readyok"}}},
    {ENGINE_A "-engine cmd=@/none -each nodes=5", {{1, "err", "No such file"}}},
    {ENGINE_A "-engine cmd=false name=B -each nodes=5", {{1, "err", "exit code 1"}}},
    /* An engine is started in its directory, which has a file of that name, but not an executable one. */
    {ENGINE_A "-engine cmd=./err dir=@ name=B -each nodes=1",
     {{1, "err", "cannot start ./err in "}, {1, "err", ": Permission denied\n"}}},
    {FAKES "-each nodes=1 -openings format=random plies=1 start=1000",
     {{1, "err", "-openings start=1000: there are only "}}},
    /* With -norecover a crash or a stall ends the match. */
    {ENGINE_A ENGINE_B "args='--fault crash' -each nodes=5 -rounds 5 " NO_MORE,
     {{1, "games", "[Event "}, {1, "json", "broken off"}}},
    /* The second game, which B begins, is over before the first one, which ends the match: it does not count. */
    {ENGINE_A "args='--delay 300' " ENGINE_B "args='--fault crash' -each nodes=5 -rounds 5 -concurrency 2 " NO_MORE,
     {{1, "games", "[Event "}, {1, "json", "broken off"}}},
    {ENGINE_A ENGINE_B "args='--fault silence' -each st=2 grace=100 -rounds 5 " NO_MORE,
     {{1, "games", "[Event "}, {1, "json", "broken off"}}},
    /* A long match says how long its limits let it take; not without a clock or with -quiet. An engine that cannot be
       started ends these at once. */
    {NO_B "-each st=1 -rounds 120", {{1, "out", "games: A (st=1), B (st=1)\nThis will take about 7 hours\n"}}},
    {NO_B "-each st=1 -rounds 100 -concurrency 4", {{1, "out", "\nThis will take about 83 minutes\n"}}},
    {NO_B "-each tc=600+5 -rounds 300 -sprt elo0=0 elo1=5",
     {{1, "out", "\nThis will take about 12 days, or less if the test ends it\n"}}},
    {NO_B "-each st=1 -rounds 17", {{0, "out", "take"}}},
    {NO_B "-each nodes=1000 -rounds 1000", {{0, "out", "take"}}},
    {NO_B "-each st=1 -rounds 120 -quiet", {{0, "out", "take"}}},
};

TEST_EACH(failed_run, ROWS(FAILED))
{
    match_check(1, &FAILED[_i]);
}

static const char *const BOARDS[] = {"bushka", "bushka9x11"};

/* Concurrency changes no game, on either board. */
TEST_EACH(concurrency, ROWS(BOARDS))
{
    for (int games = 1; games <= 3; games++) {
        match_ends(0, FAKES "-each nodes=1 -rounds 10 -variant %s -concurrency %d -pdnout @/games%d", BOARDS[_i], games,
                   games);
        match_shell(0, "cp @/out @/%s", games == 1 ? "out1" : "other");
        expect_same_files("out1", "out");
    }
    match_ends(0, "-merge @/games1");
    match_has(1, "out", "\n20 games, ");
    expect_same_files("games1", "games2");
    expect_same_files("games1", "games3");
}

/* An SPRT ends at the same game with any concurrency, and resuming it plays no more. */
TEST(sprt)
{
#define SPRT ENGINE_A ENGINE_B "args='--fault illegal' -each nodes=1 -rounds 500 -sprt elo0=0 elo1=100 -json @/json "
    for (int games = 1; games <= 2; games++) {
        match_ends(0, SPRT "-incidents @/incidents -concurrency %d -pdnout @/games%d", games, games);
        match_has(1, "json", "\"decision\": \"H1\"");
    }
    expect_same_files("games1", "games2");
    match_ends(0, SPRT "-pdnout @/games1 -resume");
    expect_same_files("games1", "games2");
    ck_assert_int_lt(match_count("games1", "[Event "), 500);
}

/* In each game Black has two moves and White one, so that B, illegal at its second, loses with Black and draws with
 * White. By hand: s = 3/4, the deviation of a game 1/4, of the mean of eight 1/4 / sqrt(8). */
TEST(figures)
{
    static const char *const LINES[] = {
        "\nA against B: 8 games, +4 -0 =4, score 75.00 %\n",
        "\n  Elo +190.85 +- 189.15 (95 %), nElo +347.44 +- 240.76, LOS 99.8 %, draws 50.0 %\n",
        "\n  pairs 0: LL 0, LD 0, DD+WL 0, WD 0, WW 0; drawn 0.0 %\n",
        "\nResult: A vs B, bushka, nodes=1: Elo +190.85 +- 189.15 (95 %), LOS 99.8 %, games 8 W 4 L 0 D 4, pairs ["};
    static const struct {
        const char *text;
        int times; /* in the summary: White's figures are the same */
    } FIGURES[] = {{"\"score\": 0.75,", 2},         {"\"score_error\": 0.173238,", 2}, {"\"draw_ratio\": 0.5", 2},
                   {"\"elo\": 190.849,", 1},        {"\"elo_error\": 189.151,", 1},    {"\"nelo\": 347.436,", 1},
                   {"\"nelo_error\": 240.756,", 1}, {"\"los\": 0.997661,", 1},         {"\"pair_draw_ratio\": 0\n", 1},
                   {"\"games_planned\": 8,", 1}};
    set_text(in(&place, "opening").text, "startpos moves f4f5\n");
    match_ends(0, ENGINE_A ENGINE_B "args='--fault illegal --at 2' -each nodes=1 -norepeat -rounds 4 -maxmoves 2 "
                                    "-openings file=@/opening -json @/json -incidents @/incidents");
    for (int i = 0; i < ROWS(LINES); i++) {
        match_has(1, "out", "%s", LINES[i]);
    }
    for (int i = 0; i < ROWS(FIGURES); i++) {
        match_has(FIGURES[i].times, "json", "%s", FIGURES[i].text);
    }
}

/* Words for five openings, which of them each game has, and how many of their plies are in the game file. */
static const struct {
    const char *words, *order;
    int plies;
} FILES[] = {
    {"", "12345", 10},
    {"start=3", "34512", 10},
    {"plies=1", "12345", 5},
    {"order=random", "32541", 10},
    {"order=random -seed 2", "24531", 10},
    {"order=random start=2", "25413", 10},
};

TEST_EACH(openings_of_a_file, ROWS(FILES))
{
    char order[ROWS(FILES) * 2] = "";
    set_text(in(&place, "openings").text,
             "startpos moves f4f5 c6c5\nstartpos moves f3f5 c6c5\nstartpos moves f2f5 c6c5\n"
             "startpos moves e3e4 c6c5\nstartpos moves e2e4 c6c5\n");
    match_ends(
        0, FAKES "-each nodes=1 -games 1 -rounds 5 -norepeat -maxmoves 2 -openings file=@/openings %s -pdnout @/games",
        FILES[_i].words);
    char *const games = text_of("games");
    for (const char *at = games; (at = strstr(at, "[Opening \"file:")) != NULL; at++) {
        const size_t length = strlen(order);
        ck_assert_uint_lt(length + 1, sizeof order);
        order[length] = at[strlen("[Opening \"file:")];
        order[length + 1] = '\0';
    }
    free(games);
    ck_assert_str_eq(order, FILES[_i].order);
    match_has(FILES[_i].plies, "games", "{book}");
}

/* Another seed makes other openings; the same one makes the same, in whichever option it is given. */
static const char *const SEEDS[] = {"-srand 2", "-openings format=random seed=2"};

TEST_EACH(the_seed_chooses_random_openings, ROWS(SEEDS))
{
    const char *const seeds[] = {"-seed 1", "-seed 2", SEEDS[_i]};
    for (int i = 0; i < ROWS(seeds); i++) {
        match_ends(0, FAKES "-each nodes=1 -maxmoves 5 -rounds 1 %s -pdnout @/games%d", seeds[i], i);
        match_shell(0, "grep '^[0-9]' @/games%d >@/moves%d", i, i);
    }
    match_shell(1, "cmp -s @/moves0 @/moves1");
    expect_same_files("moves1", "moves2");
}

/* A last game that is cut off is played again; without -resume a match does not touch the file. */
TEST(resume)
{
#define MATCH FAKES "-each nodes=1 -rounds 20 -pdnout @/games"
    static const MatchRun HELD = {MATCH, {{1, "err", "holds games already"}}};
    static const MatchRun MERGED = {"-merge @/games", {{1, "err", "\n"}}};
    static const MatchRun RESUMED = {MATCH " -resume", {{1, "err", "cut off"}}};
    match_ends(0, MATCH);
    match_shell(0, "mv @/games @/whole; head -c -9 @/whole >@/games");
    match_check(1, &HELD);
    match_check(1, &MERGED);
    match_check(0, &RESUMED);
    expect_same_files("games", "whole");
    /* It is also removed where no more games are to be played. */
    match_shell(0, "printf '[Event ' >>@/games");
    match_check(0, &RESUMED);
    expect_same_files("games", "whole");
}

/* A protocol error after the move that ends a game does not change how the game ended. */
TEST(breach_after_the_end)
{
#define WON                                                                                                            \
    ENGINE_A ENGINE_B "args='--fault twomoves' -each nodes=1 -openings file=@/opening -pdnout @/games -json @/json"
    match_shell(0, "echo W:Wf4:Bf6 >@/opening");
    match_ends(0, WON);
    match_has(2, "games", "[Result \"1-0\"]");
    match_has(2, "games", "[Termination \"normal\"]");
    match_ends(0, WON " -resume");
}

#define TWO "-engine cmd=a -engine cmd=b -each st=1 "

/* Errors of command lines, beyond those that test_option_table.c tests for every program. */
static const struct {
    const char *arguments, *error;
} WRONG[] = {
    {"", "a match needs two engines: -engine cmd=A -engine cmd=B -each tc=10+0.1"},
    {"-engine cmd=a", "a match needs two engines: -engine cmd=A -engine cmd=B -each tc=10+0.1"},
    {"-engine name=a -engine cmd=b -each st=1", "-engine needs cmd=PROGRAM"},
    {"-engine cmd=a -engine cmd=b", "engine a has no limit: give it tc=, st=, depth= or nodes="},
    {"-engine cmd=a name=x -engine cmd=b name=x -each st=1", "two engines have the name \"x\""},
    {"-engine cmd=a -engine cmd=b -each tc=abc",
     "\"abc\" is not a time control; it looks like 10+0.1 (seconds+increment), 40/60 or 1:30+1"},
    {"-engine cmd=a -engine cmd=b -each st=0", "st= takes seconds, such as 0.5, not \"0\""},
    {"-engine cmd=a -engine cmd=b -each depth=-1", "depth= takes a whole number from 1 to 1000, not \"-1\""},
    {TWO "args='\"'", "args= has a quotation that does not end: \""},
    {TWO "-sprt elo0=0", "-sprt needs elo0= and elo1="},
    {TWO "-sprt elo0=5 elo1=0", "-sprt: elo0 must be less than elo1"},
    {TWO "-sprt elo0=0 elo1=0", "-sprt: elo0 must be less than elo1"},
    {TWO "-sprt elo0=-201 elo1=0", "elo0= takes a number from -200 to 200, not \"-201\""},
    {TWO "-sprt elo0=0 elo1=201", "elo1= takes a number from -200 to 200, not \"201\""},
    {TWO "-sprt elo0=0 elo1=5 alpha=0.7", "alpha= takes a number from 0 to 0.5, not \"0.7\""},
    {TWO "-sprt elo0=0 elo1=5 alpha=0.5", "-sprt: alpha and beta must lie between 0 and 0.5"},
    {TWO "-sprt elo0=0 elo1=5 beta=0", "-sprt: alpha and beta must lie between 0 and 0.5"},
    {TWO "-sprt elo0=0 elo1=5 model=bayesian", "model= takes logistic or normalized, not \"bayesian\""},
    {"-engine cmd=a -engine cmd=b -engine cmd=c -each st=1 -sprt elo0=0 elo1=5", "-sprt is for two engines, not 3"},
    {TWO "-sprt elo0=0 elo1=5 -shard 1/2", "-sprt cannot stop a shard: give it to -merge"},
    {TWO "-openings order=random", "-openings takes either file=FILE or format=random"},
    {TWO "-openings file=x plies=0", "-openings: plies=0 takes nothing from the file"},
    {TWO "-openings file=x format=random", "-openings takes either file=FILE or format=random"},
    {TWO "-resign movecount=3", "-resign needs movecount= and score="},
    {TWO "-resign movecount=3 score=0", "score= takes a whole number from 1 to 30000, not \"0\""},
    {TWO "-draw movecount=3 score=x", "score= takes a whole number from 0 to 30000, not \"x\""},
    {TWO "-resume", "-resume needs -pdnout file=FILE, the games played so far"},
    {"-resume -merge x", "-merge does not go with -resume; it takes -pdnout, -json, -sprt and -quiet beside it"},
    {"-merge x -engine cmd=a", "-merge does not go with -engine; it takes -pdnout, -json, -sprt and -quiet beside it"},
};

/* One line says what is wrong, and nothing is played. */
TEST_EACH(command_line, ROWS(WRONG))
{
    match_ends(2, "%s", WRONG[_i].arguments);
    match_says("bushka-match: %s\n", WRONG[_i].error);
    match_has(0, "out", "\n");
}
