/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search as a library: what it finds. Forced ends, repetition, several lines, threads, hash tables. */
#include <string.h>

#include "core/movegen.h"
#include "core/notation.h"
#include "support/heard_search.h"
#include "support/random_positions.h"
#include "support/test.h"

/* The last man is taken by the only capture: the end in one move. */
TEST(win_in_one)
{
    Heard h;
    Search *const s = search_new();
    Game g = heard_game(&VARIANT_10X10, "W:We3:Be5");
    heard_run(s, &g, (SearchLimits){.depth = 4}, &h);
    ck_assert_int_eq(h.result.score, SCORE_WIN - 1);
    ck_assert_int_eq(score_mate_moves(h.result.score), 1);
    ck_assert_int_eq(h.result.best.kind, MOVE_MAN_CAPTURE);
    ck_assert_int_eq(h.result.ponder.kind, MOVE_NONE);
    game_free(&g);
    search_free(s);
}

/* Black's only move steps before a white man, which takes it. */
TEST(loss_in_one)
{
    Heard h;
    Search *const s = search_new();
    Game g = heard_game(&VARIANT_10X10, "B:We2,e4,f3,g6:Bf6");
    heard_run(s, &g, (SearchLimits){.depth = 8}, &h);
    ck_assert_int_eq(h.result.score, -(SCORE_WIN - 2));
    ck_assert_int_eq(score_mate_moves(h.result.score), -1);
    ck_assert_int_ne(h.result.ponder.kind, MOVE_NONE);
    game_free(&g);
    search_free(s);
}

TEST(no_move_in_a_lost_position)
{
    Heard h;
    Search *const s = search_new();
    Game g = heard_game(&VARIANT_10X10, "B:We3:B");
    heard_run(s, &g, (SearchLimits){.depth = 4}, &h);
    ck_assert_int_eq(h.result.best.kind, MOVE_NONE);
    game_free(&g);
    search_free(s);
}

/* A king against two can only draw; it must see the repetition that is on offer. */
TEST(repetition_is_a_draw)
{
    Heard h;
    Search *const s = search_new();
    Game g = heard_game(&VARIANT_10X10, "W:WKe1:BKa5");
    heard_run(s, &g, (SearchLimits){.depth = 10}, &h);
    ck_assert(!score_is_mate(h.result.score));
    heard_play(&g, "e1e2");
    heard_play(&g, "a5a6");
    heard_play(&g, "e2e1");
    heard_play(&g, "a6a5");
    heard_run(s, &g, (SearchLimits){.depth = 6}, &h);
    ck_assert(h.result.best.kind != MOVE_NONE);
    game_free(&g);
    search_free(s);
}

/* One thread, the same limits: the same search to the node, also on a second run of one searcher. */
TEST_EACH(deterministic, VARIANT_COUNT)
{
    Heard first, second;
    Search *const s = search_new();
    Search *const other_search = search_new();
    Game g = heard_game(variant_at(_i), NULL);
    heard_run(s, &g, (SearchLimits){.depth = 7}, &first);
    search_clear(s);
    heard_run(s, &g, (SearchLimits){.depth = 7}, &second);
    ck_assert_uint_eq(first.result.nodes, second.result.nodes);
    heard_run(other_search, &g, (SearchLimits){.depth = 7}, &second);
    ck_assert_uint_eq(first.result.nodes, second.result.nodes);
    ck_assert(move_equal(first.result.best, second.result.best));
    game_free(&g);
    search_free(other_search);
    search_free(s);
}

/* As many lines as asked for, or as there are moves, ranked and sorted. */
TEST_EACH(several_lines, VARIANT_COUNT)
{
    const int wanted[] = {1, 3, 500};
    Heard h;
    Search *const s = search_new();
    Game g = heard_game(variant_at(_i), NULL);
    MoveList list;
    move_list_init(&list);
    movegen_legal(game_position(&g), &list);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        heard_run(s, &g, (SearchLimits){.depth = 4, .multipv = wanted[i]}, &h);
        ck_assert_int_eq(h.lines, wanted[i] < list.count ? wanted[i] : list.count);
        for (int k = 0; k < h.lines; k++) {
            ck_assert_int_eq(h.rank[k], k + 1);
            ck_assert(k == 0 || h.score[k] <= h.score[k - 1]);
        }
    }
    move_list_free(&list);
    game_free(&g);
    search_free(s);
}

/* Every line that is printed can be played, in positions of many kinds, with windows that fail high and low;
 * heard_run() sees to that. */
TEST_EACH(lines_are_legal, VARIANT_COUNT)
{
    enum { POSITIONS = 600, NODES = 6000, PLIES = 100 };
    RandomPlay r = {.state = (uint64_t)_i + 5};
    Search *const s = search_new();
    int lines = 0;
    for (int i = 0; i < POSITIONS; i++) {
        Heard h;
        Game g;
        const Position p = random_game_position(&r, variant_at(_i), PLIES);
        ck_assert_int_eq(game_init(&g, &p), ERROR_NONE);
        heard_run(s, &g, (SearchLimits){.nodes = NODES, .multipv = 1 + i % 2}, &h);
        ck_assert(!h.bad_line);
        lines += h.infos;
        game_free(&g);
    }
    ck_assert_int_gt(lines, POSITIONS);
    search_free(s);
}

TEST(only_the_wanted_moves)
{
    Heard h;
    Search *const s = search_new();
    Game g = heard_game(&VARIANT_10X10, NULL);
    Move wanted;
    ck_assert_int_eq(notation_parse(game_position(&g), "h6h7", 4, &wanted, NULL), ERROR_NONE);
    heard_run(s, &g, (SearchLimits){.depth = 5, .moves = &wanted, .move_count = 1}, &h);
    ck_assert(move_equal(h.result.best, wanted));
    game_free(&g);
    search_free(s);
}

TEST_EACH(several_threads, VARIANT_COUNT)
{
    Heard h;
    Search *const s = search_new();
    Game g = heard_game(variant_at(_i), NULL);
    ck_assert_int_eq(search_set_threads(s, 4, NULL), ERROR_NONE);
    for (int i = 0; i < 5; i++) {
        heard_run(s, &g, (SearchLimits){.depth = 7}, &h);
        ck_assert(h.result.best.kind != MOVE_NONE);
        ck_assert_int_ge(h.result.depth, 7);
    }
    ck_assert_int_eq(search_set_threads(s, 1, NULL), ERROR_NONE);
    ck_assert_int_eq(search_set_threads(s, SEARCH_THREADS_MAX + 1, NULL), ERROR_MEMORY);
    heard_run(s, &g, (SearchLimits){.depth = 5}, &h);
    game_free(&g);
    search_free(s);
}

/* A table that cannot be had is refused, and the old one still works. */
TEST(hash_sizes)
{
    Heard h;
    Error e;
    Search *const s = search_new();
    Game g = heard_game(&VARIANT_10X10, NULL);
    ck_assert_int_eq(search_set_hash(s, 0, &e), ERROR_MEMORY);
    ck_assert_int_eq(search_set_hash(s, SEARCH_HASH_MAX + 1, &e), ERROR_MEMORY);
    ck_assert(strstr(e.text, "keeping the old one of 16 MiB") != NULL);
    heard_run(s, &g, (SearchLimits){.depth = 5}, &h);
    for (int mib = 1; mib <= 256; mib *= 4) {
        ck_assert_int_eq(search_set_hash(s, mib, &e), ERROR_NONE);
        heard_run(s, &g, (SearchLimits){.depth = 5}, &h);
    }
    game_free(&g);
    search_free(s);
}

/* Lines stay legal, and results sane, on positions of every kind. */
TEST_EACH(random_positions, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    RandomPlay r = {77};
    Search *const s = search_new();
    for (int i = 0; i < 300; i++) {
        Heard h;
        const Position p = random_scatter(&r, v, (Scatter)(i % SCATTER_COUNT));
        Game g;
        ck_assert_int_eq(game_init(&g, &p), ERROR_NONE);
        heard_run(s, &g, (SearchLimits){.depth = 3, .nodes = 3000}, &h);
        ck_assert(movegen_any(&p) == (h.result.best.kind != MOVE_NONE));
        game_free(&g);
    }
    search_free(s);
}
