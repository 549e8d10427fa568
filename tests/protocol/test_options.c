/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options of the engine: what they take, in which form, and that each engine has its own. What they refuse is in
 * test_refusals.c. */
#include <stdio.h>

#include "support/engine_process.h"
#include "support/heard_lines.h"
#include "support/test.h"

/* Lines of the main search that `go depth 3` prints for that engine, by the rank of each. */
static int ranks_shown(HeardLines *h)
{
    int ranks = 0;
    heard_send(h, "go depth 3");
    ck_assert_int_eq(bushka_wait(h->engine, PATIENCE), BUSHKA_OK);
    while (ranks < 3) {
        char pattern[64];
        snprintf(pattern, sizeof pattern, "info depth 3 * multipv %d *", ranks + 1);
        if (heard_count(h, pattern) == 0) {
            break;
        }
        ranks++;
    }
    return ranks;
}

TEST(test_two_engines)
{
    HeardLines a, b;
    heard_engine(&a);
    heard_engine(&b);
    heard_send(&a, "setoption  name  mULTIpv \t value  2");                   /* blanks and capitals do not matter */
    heard_talk(&a, "> setoption name MultiPV value 0\ninfo string error: *"); /* which changes nothing */
    heard_send(&b, "setoption name UCI_Variant value BUSHKA9x11");
    ck_assert_int_eq(ranks_shown(&a), 2);
    ck_assert_int_eq(ranks_shown(&b), 1);
    heard_talk(&b, "info string variant bushka9x11 *");
    ck_assert_int_eq(heard_count(&a, "info string variant*"), 0);
    heard_send(&b, "go infinite");
    bushka_free(a.engine);
    heard_free(&a);
    heard_end(&b); /* in mid-search */
}

/* Nodes of a search of the start position. */
static int search_nodes(EngineProcess *p)
{
    ck_assert(process_send(p, "go depth 11\n"));
    const int nodes = number_after(process_expect(p, "info depth 11 seldepth *"), " nodes ");
    process_expect(p, "bestmove *");
    return nodes;
}

/* After these a search is as the first one was. */
static const char *const FORGETTING[] = {"ucinewgame\n", "setoption name Clear Hash\n",
                                         "setoption name UCI_Variant value bushka\n",
                                         "setoption name Evaluation value pace-tempo\n"
                                         "setoption name Evaluation value learned\n"};

TEST_EACH(test_forgetting, ROWS(FORGETTING))
{
    EngineProcess p;
    process_start(&p, NULL, 0);
    const int first = search_nodes(&p);
    ck_assert_int_lt(search_nodes(&p), first); /* it remembers */
    ck_assert(process_send(&p, FORGETTING[_i]));
    ck_assert_int_eq(search_nodes(&p), first);
    process_quit(&p);
}

TEST_EACH(test_hash_that_cannot_be_had,
          SANITIZED ? 0 : 1) /* sanitizers need more address space than any limit leaves */
{
    EngineProcess p;
    process_start(&p, NULL, UINT64_C(1) << 30);
    process_talk(&p, "> setoption name Hash value 65536\n" ERROR_LINE
                     "cannot allocate a hash table of 65536 MiB*; keeping the old one of 16 MiB\n"
                     "> isready\nreadyok\n> go depth 5\n...\nbestmove *\n"
                     "> perft 5 hash 65536\n" ERROR_LINE "*perft*\n"
                     "> perft 3 hash 1024\n" /* as much as the limit, and the program */
                 ERROR_LINE "not enough memory for this perft; give it a smaller hash table\n"
                     "> bench hash 65536\n" ERROR_LINE "*bench*\n> setoption name Hash value 64");
    process_sync(&p);
    process_quit(&p);
}
