/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of the engine: what they take, in which form, and that each engine has its own; weaker and varied play.
 * What they refuse is in test_refusals.c. */
#include <stdio.h>
#include <string.h>

#include "support/engine_process.h"
#include "support/heard_lines.h"
#include "support/test.h"

enum { RUNS = 40, LINE_SIZE = 256 };

TEST(test_two_engines)
{
    HeardLines a, b;
    heard_engine(&a);
    heard_engine(&b);
    /* Spaces and capitals do not matter, and what is refused changes nothing. */
    heard_talk(&a, "> setoption  name  mULTIpv \t value  2\n> setoption name MultiPV value 0\n" ERROR_LINE "*");
    heard_talk(&b,
               "> setoption name UCI_Variant value BUSHKA9x11\ninfo string variant bushka9x11 *\n> go depth 3\n...\n"
               "info depth 3 * multipv 1 *\nbestmove *");
    heard_talk(&a, "> go depth 3\n...\ninfo depth 3 * multipv 1 *\ninfo depth 3 * multipv 2 *\nbestmove *");
    ck_assert_int_eq(heard_count(&a, "info string variant*"), 0);
    heard_send(&b, "go infinite");
    bushka_free(a.engine);
    heard_free(&a);
    heard_end(&b); /* in mid-search */
}

/* Nodes of a search of the start position. */
static int search_nodes(void)
{
    ck_assert(process_send(&running, "go depth 11\n"));
    const int nodes = number_after(process_expect(&running, "info depth 11 seldepth *"), " nodes ");
    process_expect(&running, "bestmove *");
    return nodes;
}

/* After these a search is the same as the first one. */
static const char *const FORGETTING[] = {
    "ucinewgame\n",
    "setoption name Clear Hash\n",
    "setoption name UCI_Variant value bushka\n",
    "setoption name Evaluation value pace-tempo\nsetoption name Evaluation value learned\n",
};

TEST_EACH(test_forgetting, ROWS(FORGETTING))
{
    const int first = search_nodes();
    ck_assert_int_ne(search_nodes(), first); /* it remembers */
    ck_assert(process_send(&running, FORGETTING[_i]));
    ck_assert_int_eq(search_nodes(), first);
}

TEST_EACH(test_hash_without_memory, SANITIZED ? 0 : 1) /* sanitizers need more address space than any limit leaves */
{
    EngineProcess p;
    process_start(&p, NULL, UINT64_C(1) << 30);
    process_talk(&p, "> setoption name Hash value 65536\n" ERROR_LINE
                     "cannot allocate a hash table of 65536 MiB*; keeping the old one of 16 MiB\n"
                     "> isready\nreadyok\n> go depth 5\n...\nbestmove *\n"
                     "> perft 5 hash 65536\n" ERROR_LINE "*perft*\n"
                     "> perft 3 hash 1024\n" /* as much as the limit, besides the program */
                 ERROR_LINE "not enough memory for this perft; give it a smaller hash table\n"
                     "> bench hash 65536\n" ERROR_LINE "*bench*\n> setoption name Hash value 64");
    process_sync(&p);
    process_quit(&p);
}

/* Sends the commands and copies the next bestmove to text. */
static void ask(EngineProcess *p, const char *commands, char text[LINE_SIZE])
{
    ck_assert(process_send(p, commands));
    snprintf(text, LINE_SIZE, "%s", process_expect(p, "bestmove *"));
}

/* Weaker play. */
static const char *const TALKS[] = {
    /* UCI_Elo counts, not the level; its limit ends a search. */
    "> setoption name UCI_LimitStrength value true\n> setoption name Skill Level value 20\n"
    "> setoption name UCI_Elo value 800\n> go\n...\nbestmove *",
    /* A level waits for ponderhit even when it has reached its limit, and does not weaken analysis. */
    "> setoption name Skill Level value 0\n> go ponder movetime 1\ninfo depth *\n(quiet)\n> ponderhit\n...\nbestmove "
    "*\n"
    "> go infinite\n...\ninfo depth 5 *\n> stop\n...\nbestmove *",
};

TEST_TALKS(TALKS)

/* Asks for the same move many times; counts the answers that differ from the first. */
static int count_others(EngineProcess *p, const char *commands)
{
    char first[LINE_SIZE], line[LINE_SIZE];
    int others = 0;
    ask(p, commands, first);
    for (int i = 1; i < RUNS; i++) {
        ask(p, commands, line);
        others += strcmp(first, line) != 0;
    }
    return others;
}

/* Without a seed a level varies its moves; with one it plays the same in every run, whatever the clocks show, and other
 * seeds play other moves. */
TEST(games_vary_unless_seeded)
{
    enum { SEEDS_TRIED = 20 };
    char first[LINE_SIZE] = "", second[LINE_SIZE] = "", line[LINE_SIZE];
    EngineProcess other_run;
    int others = 0;
    process_start(&other_run, NULL, 0);
    process_expect_silence(&running, "setoption name Skill Level value 3");
    process_expect_silence(&other_run, "setoption name Skill Level value 3");
    ck_assert_int_gt(count_others(&running, "ucinewgame\nposition startpos\ngo\n"), 0);
    for (int seed = 1; seed <= SEEDS_TRIED; seed++) {
        snprintf(line, sizeof line, "setoption name Seed value %d\nucinewgame\ngo%s\n", seed,
                 seed <= 2 ? " wtime 60000 btime 9" : "");
        ask(&running, line, seed == 1 ? first : second);
        others += seed > 1 && strcmp(first, second) != 0;
        snprintf(line, sizeof line, "setoption name Seed value %d\nucinewgame\ngo\n", seed);
        ask(&other_run, line, line);
        ck_assert_str_eq(line, seed == 1 ? first : second);
    }
    ck_assert_int_gt(others, 0);
    process_expect_silence(&running, "setoption name Seed value 2147483647");
    process_talk(&running, "> setoption name Seed value 2147483648\n" ERROR_LINE
                           "option Seed takes a whole number from 0 to 2147483647, not *");
    process_quit(&other_run);
}

/* When a position recurs, a weak level chooses anew, also with a seed: it does not go back and forth for ever. */
TEST(choices_depend_on_the_game)
{
    enum { SEEDS_TRIED = 20 };
    char first[LINE_SIZE], again[LINE_SIZE], line[LINE_SIZE];
    int others = 0;
    process_expect_silence(&running, "setoption name Skill Level value 0");
    for (int seed = 1; seed <= SEEDS_TRIED; seed++) {
        snprintf(line, sizeof line, "setoption name Seed value %d\nucinewgame\nposition fen W:WKe1:BKf9\ngo\n", seed);
        ask(&running, line, first);
        ask(&running, "position fen W:WKe1:BKf9 moves e1e2 f9f8 e2e1 f8f9\ngo\n", again);
        others += strcmp(first, again) != 0;
    }
    ck_assert_int_gt(others, 0);
}

#define FIFTEEN_PLIES                                                                                                  \
    "ucinewgame\nposition startpos moves d2d3 e8f8 e3e4 c7e7 d3d4 c6c5 f4c4 a5d5 g4f4 d7d6 h6g6 c8c7 g3g4 b5b4 e2d2"

/* With Variety the first 16 plies vary, but neither later ones nor analysis; a seed fixes the moves. */
TEST(variety_over_the_protocol)
{
    ck_assert_int_eq(count_others(&running, "ucinewgame\nposition startpos\ngo depth 4\n"), 0);
    process_expect_silence(&running, "setoption name Variety value 60");
    ck_assert_int_gt(count_others(&running, "ucinewgame\nposition startpos\ngo depth 4\n"), 0);
    ck_assert_int_eq(count_others(&running, "ucinewgame\nposition startpos\ngo mate 64 depth 4\n"), 0);
    ck_assert_int_gt(count_others(&running, FIFTEEN_PLIES "\ngo depth 4\n"), 0);
    ck_assert_int_eq(count_others(&running, FIFTEEN_PLIES " d8d7\ngo depth 4\n"), 0);
    process_expect_silence(&running, "setoption name Seed value 12");
    ck_assert_int_eq(count_others(&running, "ucinewgame\nposition startpos\ngo depth 4\n"), 0);
}

SUITE(.with = {&RUNNING_ENGINE});
