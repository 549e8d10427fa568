/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transposition table: what is found again, and what is replaced first. */
#include "search/tt.h"

#include "support/test.h"

/* Keys of one cluster: its number is in their high bits. */
#define KEY(i) (UINT64_C(0x0123456789ABC000) + (uint64_t)(i))

enum { CLUSTER_KEYS = 4, MOVE = 77, LATER_SEARCHES = 5 };

static TranspositionTable table;

static void set_up(void)
{
    ck_assert(tt_resize(&table, 1));
}

static void tear_down(void)
{
    tt_free(&table);
}

SUITE(.set_up = set_up, .tear_down = tear_down);

static void store(int key, int depth)
{
    tt_store(&table, KEY(key), 0, (TTData){.move = MOVE, .score = 10, .depth = depth, .bound = BOUND_EXACT});
}

static bool is_known(int key)
{
    TTData data;
    return tt_probe(&table, KEY(key), 0, &data);
}

/* Scores stored at one ply and probed at another: a mate score keeps its distance from the position. */
static const struct {
    Score stored;
    int ply, probed;
    Score found;
} SCORES[] = {
    {123, 3, 9, 123},
    {-123, 9, 3, -123},
    {SCORE_WIN - 10, 4, 4, SCORE_WIN - 10},
    {SCORE_WIN - 10, 4, 7, SCORE_WIN - 13},
    {SCORE_WIN - 10, 7, 4, SCORE_WIN - 7},
    {-(SCORE_WIN - 10), 4, 7, -(SCORE_WIN - 13)},
    {-(SCORE_WIN - 10), 7, 4, -(SCORE_WIN - 7)},
    /* So does a tablebase score. */
    {SCORE_TABLEBASE - 6, 4, 2, SCORE_TABLEBASE - 4},
    {6 - SCORE_TABLEBASE, 2, 4, 8 - SCORE_TABLEBASE},
    /* However far from the root, a score stays of its kind: mate or tablebase. */
    {SCORE_MATE + 3, 1, 9, SCORE_MATE},
    {-SCORE_SOLVED - 3, 1, 9, -SCORE_SOLVED},
    {SCORE_SOLVED - 1, 1, 9, SCORE_SOLVED - 1},
};

TEST_EACH(scores_count_from_the_probing_ply, ROWS(SCORES))
{
    TTData data;
    tt_store(&table, KEY(0), SCORES[_i].ply,
             (TTData){.move = MOVE, .score = SCORES[_i].stored, .depth = 6, .bound = BOUND_LOWER});
    ck_assert(tt_probe(&table, KEY(0), SCORES[_i].probed, &data));
    ck_assert_int_eq(data.score, SCORES[_i].found);
    ck_assert_int_eq(data.move, MOVE);
    ck_assert_int_eq(data.depth, 6);
    ck_assert_int_eq(data.bound, BOUND_LOWER);
}

TEST(move_stays_where_none_is_stored)
{
    TTData data;
    store(0, 6);
    tt_store(&table, KEY(0), 0, (TTData){.move = 0, .score = -20, .depth = 7, .bound = BOUND_UPPER});
    ck_assert(tt_probe(&table, KEY(0), 0, &data));
    ck_assert_int_eq(data.move, MOVE);
    ck_assert_int_eq(data.score, -20);
    ck_assert_int_eq(data.bound, BOUND_UPPER);
}

TEST(shallowest_is_replaced_first)
{
    for (int i = 0; i < CLUSTER_KEYS; i++) {
        store(i, i == 2 ? 3 : 8);
    }
    store(CLUSTER_KEYS, 5);
    for (int i = 0; i <= CLUSTER_KEYS; i++) {
        ck_assert_int_eq(is_known(i), i != 2);
    }
}

/* Searches before the first entry is stored. The table counts searches modulo 64. */
static const int EARLIER_SEARCHES[] = {0, 62};

TEST_EACH(entries_of_earlier_searches_are_replaced_first, ROWS(EARLIER_SEARCHES))
{
    for (int i = 0; i < EARLIER_SEARCHES[_i]; i++) {
        tt_new_search(&table);
    }
    store(0, 8);
    for (int i = 0; i < LATER_SEARCHES; i++) {
        tt_new_search(&table);
    }
    for (int i = 1; i <= CLUSTER_KEYS; i++) {
        store(i, 2);
    }
    for (int i = 0; i <= CLUSTER_KEYS; i++) {
        ck_assert_int_eq(is_known(i), i != 0);
    }
}

TEST(fullness_is_that_of_the_last_search)
{
    store(0, 8);
    store(1, 8);
    ck_assert_int_eq(tt_hashfull(&table), 2);
    tt_new_search(&table);
    store(1, 8);
    ck_assert_int_eq(tt_hashfull(&table), 1);
}
