/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search as a library: how it is limited, held back and ended. */
#include <stdatomic.h>

#include "core/movegen.h"
#include "core/notation.h"
#include "support/heard_search.h"
#include "support/test.h"
#include "system/clock.h"

/* What else the thread has to do is done during the search, and while its result is held back. */
typedef struct Chores {
    Heard heard;
    int calls;
    int waits;
    int stop_after; /* waits */
} Chores;

static void do_chores(void *context, int milliseconds)
{
    Chores *const c = context;
    c->calls++;
    if (milliseconds != 0) {
        c->waits++;
        if (c->waits == c->stop_after) {
            search_stop(c->heard.search);
        }
    }
}

TEST_EACH(attends_to_other_things, VARIANT_COUNT)
{
    Chores c;
    Search *const s = search_new();
    Game g = heard_game(variant_at(_i), NULL);
    heard_prepare(s, &g, (SearchLimits){.infinite = true, .depth = 7}, &c.heard);
    c.calls = c.waits = 0;
    c.stop_after = 3;
    search_run(s, do_chores);
    ck_assert_int_gt(c.calls, c.waits);
    ck_assert_int_eq(c.waits, c.stop_after);
    ck_assert_int_eq(c.heard.result.depth, 7);
    game_free(&g);
    search_free(s);
}

/* Without room for a search there is a move all the same, and in a finished game none. */
TEST(forgoes_the_search)
{
    Heard h;
    Move wanted;
    Search *const s = search_new();
    Game g = heard_game(&VARIANT_10X10, NULL);
    ck_assert_int_eq(notation_parse(game_position(&g), "h6h7", 4, &wanted, NULL), ERROR_NONE);
    heard_prepare(s, &g, (SearchLimits){.moves = &wanted, .move_count = 1}, &h);
    search_forgo(s);
    ck_assert(move_equal(search_run(s, NULL).best, wanted));
    ck_assert_int_eq(h.infos, 1);
    ck_assert(!h.bad_line);
    game_free(&g);
    g = heard_game(&VARIANT_10X10, "W:WKe1:BKf9");
    for (int i = 0; i < 2; i++) {
        heard_play(&g, "e1e2");
        heard_play(&g, "f9f8");
        heard_play(&g, "e2e1");
        heard_play(&g, "f8f9");
    }
    heard_prepare(s, &g, (SearchLimits){.depth = 3}, &h);
    ck_assert_int_eq(search_run(s, NULL).best.kind, MOVE_NONE);
    game_free(&g);
    search_free(s);
}

/* A search that has been stopped before it began, and what counts as one without end. */
TEST(endless_searches)
{
    static const SearchLimits endless[] = {
        {.depth = 0}, {.infinite = true, .depth = 3}, {.ponder = true, .use_movetime = true, .movetime = 5}};
    static const SearchLimits limited[] = {
        {.depth = 1}, {.nodes = 1}, {.use_movetime = true, .movetime = 1}, {.mate = 1}};
    Heard h;
    Search *const s = search_new();
    Game g = heard_game(&VARIANT_10X10, NULL);
    for (size_t i = 0; i < sizeof endless / sizeof endless[0]; i++) {
        heard_prepare(s, &g, endless[i], &h);
        ck_assert(search_unlimited(s));
        search_stop(s);
        ck_assert(search_run(s, NULL).best.kind != MOVE_NONE);
    }
    for (size_t i = 0; i < sizeof limited / sizeof limited[0]; i++) {
        heard_prepare(s, &g, limited[i], &h);
        ck_assert(!search_unlimited(s));
    }
    heard_prepare(s, &g, endless[2], &h);
    ck_assert(search_pondering(s));
    search_ponderhit(s);
    ck_assert(!search_pondering(s) && !search_unlimited(s));
    search_run(s, NULL);
    game_free(&g);
    search_free(s);
}

TEST_EACH(node_limit_is_kept, VARIANT_COUNT)
{
    Heard h;
    Search *const s = search_new();
    Game g = heard_game(variant_at(_i), NULL);
    for (uint64_t nodes = 1; nodes <= 100000; nodes *= 10) {
        heard_run(s, &g, (SearchLimits){.nodes = nodes}, &h);
        ck_assert_uint_ge(h.result.nodes, 1);
        ck_assert_uint_le(h.result.nodes, nodes + 1);
        ck_assert(h.result.best.kind != MOVE_NONE);
    }
    game_free(&g);
    search_free(s);
}

/* The result is held back until stop, even when the search is long over. */
TEST(infinite_waits_for_stop)
{
    Heard h;
    Search *const s = search_new();
    Game g = heard_game(&VARIANT_10X10, "W:We3:Be5");
    heard_start(s, &g, (SearchLimits){.infinite = true, .depth = 2}, &h);
    clock_sleep(50 * NS_PER_MS);
    ck_assert_int_eq(atomic_load(&h.done), 0);
    search_stop(s);
    heard_finish(&h);
    heard_start(s, &g, (SearchLimits){.infinite = true, .nodes = 2}, &h);
    clock_sleep(50 * NS_PER_MS);
    ck_assert_int_eq(atomic_load(&h.done), 0);
    search_stop(s);
    heard_finish(&h);
    heard_start(s, &g, (SearchLimits){.ponder = true, .nodes = 2}, &h);
    clock_sleep(50 * NS_PER_MS);
    ck_assert_int_eq(atomic_load(&h.done), 0);
    search_ponderhit(s);
    heard_finish(&h);
    game_free(&g);
    search_free(s);
}

/* Pondering continues beyond the clock; after the hit the clock counts. */
TEST(ponder_waits_for_the_hit)
{
    Heard h;
    Search *const s = search_new();
    Game g = heard_game(&VARIANT_10X10, NULL);
    heard_start(s, &g, (SearchLimits){.ponder = true, .use_movetime = true, .movetime = 20}, &h);
    clock_sleep(60 * NS_PER_MS);
    ck_assert_int_eq(atomic_load(&h.done), 0);
    search_ponderhit(s);
    heard_finish(&h);
    game_free(&g);
    search_free(s);
}

/* A clock that has all but run out, or has, still gets an answer at once. */
TEST_EACH(short_clocks, VARIANT_COUNT)
{
    const int64_t clocks[] = {-500, 0, 1, 5, 20};
    Heard h;
    Search *const s = search_new();
    Game g = heard_game(variant_at(_i), NULL);
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        const int64_t begin = clock_ms();
        heard_run(s, &g, (SearchLimits){.use_clock = true, .time = {clocks[i], clocks[i]}, .overhead = 10}, &h);
        ck_assert(h.result.best.kind != MOVE_NONE);
        ck_assert_int_lt(clock_ms() - begin, 200); /* generous: the machine may be busy */
    }
    game_free(&g);
    search_free(s);
}
