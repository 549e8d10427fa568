/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search as a library: how it is limited, held back and ended. */
#include <stdatomic.h>

#include "support/heard_search.h"
#include "support/test.h"
#include "system/clock.h"

enum { SHORT_WHILE = 50 /* ms in which a search that does not wait would end */ };

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

/* What else the thread has to do is done during the search, and while its result is held back: here a command is given
 * after some waits, or after some looks of a search that has none. */
typedef struct Chores {
    Heard heard;
    void (*command)(Search *s);
    int looks, waits;
    bool given; /* before it was answered */
} Chores;

static void do_chores(void *context, int milliseconds)
{
    enum { WAITS = 3, LOOKS = 100 };
    Chores *const c = context;
    c->looks += milliseconds == 0;
    c->waits += milliseconds != 0;
    if (c->waits == WAITS || (milliseconds == 0 && c->looks == LOOKS)) {
        c->command(c->heard.search);
        c->command = search_stop;
        c->given = true;
    }
}

/* The result is held back until the command, even when the search is long over or its clock has run out; the command
 * ends what would go on. */
static const struct {
    const char *fen;
    SearchLimits limits;
    void (*command)(Search *s);
} HELD[] = {{NULL, {.infinite = true, .depth = 5}, search_stop},
            {"W:We3:Be5", {.infinite = true, .depth = 2}, search_stop},
            {NULL, {.infinite = true, .nodes = 2}, search_stop},
            {NULL, {.infinite = true}, search_stop},
            {NULL, {.ponder = true, .nodes = 2}, search_ponderhit},
            {NULL, {.ponder = true, .use_movetime = true, .movetime = 20}, search_ponderhit},
            {NULL, {.ponder = true, .use_movetime = true, .movetime = 1 << 30}, search_stop}};

TEST_EACH(results_wait_for_commands, ROWS(HELD) * VARIANT_COUNT)
{
    const SearchLimits limits = HELD[_i / VARIANT_COUNT].limits;
    Chores c = {.command = HELD[_i / VARIANT_COUNT].command};
    game = game_of(variant_at(_i % VARIANT_COUNT), HELD[_i / VARIANT_COUNT].fen);
    heard_prepare(searcher, &game, limits, &c.heard);
    c.heard.result = search_run(searcher, do_chores);
    ck_assert(c.given && c.looks > 0 && c.heard.result.best.kind != MOVE_NONE);
    ck_assert(limits.depth == 0 || c.heard.result.depth == limits.depth);
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
