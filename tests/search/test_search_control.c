/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search as a library: how it is limited, held back and ended. */
#include <stdatomic.h>

#include "support/heard_search.h"
#include "support/test.h"
#include "system/clock.h"

enum { SHORT_WHILE = 50 /* ms in which a search that does not wait would end */ };

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
    game = game_of(variant_at(_i), NULL);
    heard_prepare(searcher, &game, (SearchLimits){.infinite = true, .depth = 7}, &c.heard);
    c.calls = c.waits = 0;
    c.stop_after = 3;
    search_run(searcher, do_chores);
    ck_assert_int_gt(c.calls, c.waits);
    ck_assert_int_eq(c.waits, c.stop_after);
    ck_assert_int_eq(c.heard.result.depth, 7);
}

/* The greatest depth is searched to its end. */
TEST(greatest_depth)
{
    game = game_of(&VARIANT_10X10, "W:WKa5:BKi5");
    ck_assert_int_eq(heard_run(searcher, &game, (SearchLimits){.depth = SEARCH_PLY_MAX}).result.depth, SEARCH_PLY_MAX);
}

/* A move that lets a position stand for the third time is worth a draw at depth 1 too, and nothing is expected after
 * it. */
TEST(third_repetition_is_a_draw)
{
    game = game_of(&VARIANT_10X10, "W:WKe1,c3,d3:BKf9");
    /* The table knows a reply then. */
    ck_assert_int_gt(heard_run(searcher, &game, (SearchLimits){.depth = 5}).result.score, 0);
    game_play_words(&game, "e1e2 f9f8 e2e1 f8f9 e1e2 f9f8 e2e1");
    const Move back = move_of(game_position(&game), "f8f9");
    const SearchResult found =
        heard_run(searcher, &game, (SearchLimits){.depth = 1, .moves = &back, .move_count = 1}).result;
    ck_assert_int_eq(found.score, SCORE_DRAW);
    ck_assert_int_eq(found.ponder.kind, MOVE_NONE);
}

/* What counts as a search without a limit: it is the only kind that search_stop() alone can end. */
static const struct {
    SearchLimits limits;
    bool unlimited, after_hit; /* before and after search_ponderhit() */
} LIMITS[] = {{{.depth = 0}, true, true},
              {{.infinite = true, .depth = 3}, true, true},
              {{.ponder = true}, true, true},
              {{.ponder = true, .use_movetime = true, .movetime = 5}, true, false},
              {{.depth = 1}, false, false},
              {{.nodes = 1}, false, false},
              {{.use_movetime = true, .movetime = 1}, false, false},
              {{.mate = 1}, false, false}};

TEST_EACH(unlimited_searches, ROWS(LIMITS))
{
    Heard h;
    game = game_of(&VARIANT_10X10, NULL);
    heard_prepare(searcher, &game, LIMITS[_i].limits, &h);
    ck_assert_int_eq(search_unlimited(searcher), LIMITS[_i].unlimited);
    ck_assert_int_eq(search_pondering(searcher), LIMITS[_i].limits.ponder);
    search_ponderhit(searcher);
    ck_assert_int_eq(search_unlimited(searcher), LIMITS[_i].after_hit);
    ck_assert(!search_pondering(searcher));
    search_stop(searcher); /* before it begins */
    ck_assert_int_ne(search_run(searcher, NULL).best.kind, MOVE_NONE);
}

/* The result is held back until the command, even when the search is long over or its clock has run out; the command
 * ends what would go on. */
static const struct {
    const char *fen;
    SearchLimits limits;
    void (*command)(Search *s);
} HELD[] = {{"W:We3:Be5", {.infinite = true, .depth = 2}, search_stop},
            {NULL, {.infinite = true, .nodes = 2}, search_stop},
            {NULL, {.infinite = true}, search_stop},
            {NULL, {.ponder = true, .nodes = 2}, search_ponderhit},
            {NULL, {.ponder = true, .use_movetime = true, .movetime = 20}, search_ponderhit},
            {NULL, {.ponder = true, .use_movetime = true, .movetime = 1 << 30}, search_stop}};

TEST_EACH(results_wait_for_commands, ROWS(HELD))
{
    Heard h;
    game = game_of(&VARIANT_10X10, HELD[_i].fen);
    heard_start(searcher, &game, HELD[_i].limits, &h);
    clock_sleep(SHORT_WHILE * NS_PER_MS);
    ck_assert_int_eq(atomic_load(&h.done), 0);
    HELD[_i].command(searcher);
    heard_finish(&h);
}

/* A clock that has run out by the time of the first look gets an answer at once: after the first node, by its move. */
TEST_EACH(short_clocks, VARIANT_COUNT)
{
    static const int64_t clocks[] = {-500, 0, 1, 5, 20};
    game = game_of(variant_at(_i), NULL);
    for (int i = 0; i < ROWS(clocks); i++) {
        const SearchLimits limits = {
            .use_clock = true, .time = {clocks[i], clocks[i]}, .overhead = 10, .received = clock_ms() - SHORT_WHILE};
        const Heard h = heard_run(searcher, &game, limits);
        ck_assert(h.result.best.kind != MOVE_NONE);
        ck_assert_uint_eq(h.result.nodes, 1);
    }
}

SUITE(HEARD_SEARCH);
