/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of the engine: what they take, in which form, and that each engine has its own. What they refuse is in
 * test_refusals.c. */
#include "support/engine_process.h"
#include "support/heard_lines.h"
#include "support/test.h"

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
static const char *const FORGETTING[] = {"ucinewgame\n", "setoption name Clear Hash\n",
                                         "setoption name UCI_Variant value bushka\n",
                                         "setoption name Evaluation value pace-tempo\n"
                                         "setoption name Evaluation value learned\n"};

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

SUITE(.with = {&RUNNING_ENGINE});
