/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search as a library: mate scores, repetition, several lines, threads and hash tables; its limits; and what it
 * does when memory runs out. */
#include <string.h>

#include "core/movegen.h"
#include "search/root_moves.h"
#include "search/threads.h"
#include "support/address_space.h"
#include "support/heard_search.h"
#include "support/random_play.h"
#include "support/sanitizers.h"
#include "support/test.h"
#include "system/clock.h"

/* All men are blocked, and nothing can be captured; White's kings have the first two rows. */
#define SHUT_IN                                                                                                        \
    "W:WKf2,Ki5,Kg4,d2,e3,f4,g5,h6,d3,e4,f5,g6,h7,c3,d4,e5,f6,g7,c4,d5,e6,f7,g8,b4,c5,d6,e7,f8:BKa6,b5,c6,d7,e8,f9,"   \
    "b6,c7,d8,e9,b7,c8,d9,e0"

/* What a search finds after some moves of a game, by pace-tempo, which no new network changes. */
static const struct {
    const char *fen, *moves; /* of the game so far */
    const char *only;        /* the only move searched; NULL: all are */
    SearchLimits limits;
    Score lowest, highest;
    const char *best; /* NULL: none; "": any */
    bool ponders;
} FINDS[] = {
    /* The last man is taken by the only capture. */
    {"W:We3:Be5", "", NULL, {.depth = 4}, SCORE_WIN - 1, SCORE_WIN - 1, "e3e4", false},
    /* The only move steps before a man, which takes the last man. */
    {"B:We2,e4,f3,g6:Bf6", "", NULL, {.depth = 8}, 2 - SCORE_WIN, 2 - SCORE_WIN, "f6f5", true},
    /* Lost in six moves: no shorter loss is found, although the transposition table knows positions on the way from
     * other plies. */
    {"B:Wg6,f6,h5,i6:Bc4", "", NULL, {.depth = 10}, 12 - SCORE_WIN, -200, "", true},
    /* Interrupted in the first iteration, right after its first move, e3d3, was found to lose the man. */
    {"W:We3:Bd5", "", NULL, {.nodes = 4}, 1 - SCORE_MATE, SCORE_MATE - 1, "e3e4", false},
    /* Only a move that is not the best is searched. */
    {NULL, "", "h6h7", {.depth = 5}, -500, 500, "h6h7", true},
    /* Already lost. */
    {"B:We3:B", "", NULL, {.depth = 4}, SCORE_NONE, SCORE_NONE, NULL, false},
    /* Black's king always has a single move, which costs no depth: lines end at the greatest ply, with an
     * evaluation. */
    {SHUT_IN, "", NULL, {.depth = 70}, 1500, 2000, "", true},
    /* A position of the game occurs for the second time, and for the third. */
    {"W:WKe1,c3,f2,g3:BKi6", "e1e2 i6i5 e2e1", "i5i6", {.depth = 4}, -SCORE_WIN, -500, "i5i6", true},
    {"W:WKe1,c3,f2,g3:BKi6",
     "e1e2 i6i5 e2e1 i5i6 e1e2 i6i5 e2e1",
     "i5i6",
     {.depth = 4},
     SCORE_DRAW,
     SCORE_DRAW,
     "i5i6",
     false},
};

TEST_EACH(finds, ROWS(FINDS))
{
    game = game_of(&VARIANT_10X10, FINDS[_i].fen);
    const EvaluationChoice terms = {.kind = EVALUATION_PACE_TEMPO};
    SearchLimits limits = FINDS[_i].limits;
    Move only = {.kind = MOVE_NONE};
    ck_assert_int_eq(search_set_evaluation(searcher, &terms, NULL), ERROR_NONE);
    game_play_words(&game, FINDS[_i].moves);
    if (FINDS[_i].only != NULL) {
        only = move_of(game_position(&game), FINDS[_i].only);
        limits.moves = &only;
        limits.move_count = 1;
    }
    const Heard h = heard_run(searcher, &game, limits);
    ck_assert_int_ge(h.result.score, FINDS[_i].lowest);
    ck_assert_int_le(h.result.score, FINDS[_i].highest);
    ck_assert_int_eq(h.result.best.kind == MOVE_NONE, FINDS[_i].best == NULL);
    if (FINDS[_i].best != NULL && FINDS[_i].best[0] != '\0') {
        ck_assert(move_equal(h.result.best, move_of(game_position(&game), FINDS[_i].best)));
    }
    ck_assert_int_eq(h.result.ponder.kind != MOVE_NONE, FINDS[_i].ponders);
}

/* Wherever the search is interrupted, its lines are sorted and begin with different moves (heard_run() checks that),
 * and all are reported again if another move has become the best: here the best move falls below what the others were
 * worth an iteration before. */
TEST(interrupted_lines_stay_sorted)
{
    enum { LEAST = 500, MOST = 8000, STEP = SANITIZED ? 130 : 13, LINES = 4 };
    game = game_of(&VARIANT_10X10, "W:Wd4,e2,e3,f2,g4,h6,h7:Ba6,b5,c5,c6,c8,d8,d9,e9");
    for (int nodes = LEAST; nodes < MOST; nodes += STEP) {
        search_clear(searcher);
        const SearchLimits limits = {.nodes = (uint64_t)nodes, .multipv = LINES};
        const Heard h = heard_run(searcher, &game, limits);
        ck_assert_int_eq(h.lines, LINES);
        ck_assert(move_equal(h.result.best, h.begun[0]));
    }
}

/* Every principal variation is legal (heard_run() checks that), in positions of many kinds, with windows that fail high
 * and low. There is a best move wherever there is a legal one. */
TEST_EACH(lines_are_legal, VARIANT_COUNT)
{
    enum { POSITIONS = SANITIZED ? 90 : 900, NODES = 6000, FEW_NODES = 3000, PLIES = 100 };
    RandomPlay r = {.state = (uint64_t)_i + 5};
    int lines = 0;
    for (int i = 0; i < POSITIONS; i++) {
        const bool played = i % 3 < 2;
        const Position p = played ? random_game_position(&r, variant_at(_i), PLIES)
                                  : random_scatter(&r, variant_at(_i), (Scatter)(i / 3 % SCATTER_COUNT));
        Game g = game_from(&p);
        const Heard h = heard_run(searcher, &g,
                                  played ? (SearchLimits){.nodes = NODES, .multipv = 1 + i % 2}
                                         : (SearchLimits){.nodes = FEW_NODES, .depth = 3});
        ck_assert(movegen_has_move(&p) == (h.result.best.kind != MOVE_NONE));
        lines += h.infos;
        game_free(&g);
    }
    ck_assert_int_gt(lines, POSITIONS);
}

static int pause; /* ms that the main thread sleeps when it first checks its limits, as if it waited for a processor */

static void pause_once(void *context, int milliseconds)
{
    (void)context;
    (void)milliseconds;
    clock_sleep((Nanoseconds)pause * NS_PER_MS);
    pause = 0;
}

/* Runs a search with a pause, and returns the nodes. */
static uint64_t pausing_nodes(SearchLimits limits, int milliseconds)
{
    Heard h;
    pause = milliseconds;
    heard_prepare(searcher, &game, limits, &h);
    const uint64_t nodes = search_run(searcher, pause_once).nodes;
    ck_assert(!h.bad_line);
    return nodes;
}

/* Helpers search while the main thread pauses, which then ends its search of one millisecond; on a busy machine they
 * may need a longer pause to get a processor. They keep to a limit of nodes. Without them the search is again that of
 * one thread. */
TEST_EACH(several_threads, VARIANT_COUNT)
{
    enum { THREADS = 4, LIMIT = 2000, PAUSE_MAX = 16384 /* ms */ };
    game = game_of(variant_at(_i), NULL);
    const Heard alone = heard_run(searcher, &game, (SearchLimits){.depth = 6});
    ck_assert_int_eq(search_set_threads(searcher, THREADS, NULL), ERROR_NONE);
    int wait = 1;
    while (pausing_nodes((SearchLimits){.use_movetime = true, .movetime = 1}, wait) < 2 * LIMIT) {
        wait *= 2;
        ck_assert_int_le(wait, PAUSE_MAX);
    }
    for (uint64_t limit = 1; limit <= LIMIT; limit *= 3) {
        const uint64_t nodes = pausing_nodes((SearchLimits){.nodes = limit}, wait);
        ck_assert_uint_ge(nodes, limit);
        ck_assert_uint_lt(nodes, 2 * limit + THREADS);
    }
    ck_assert_int_ge(heard_run(searcher, &game, (SearchLimits){.depth = 6}).result.depth, 6);
    ck_assert_int_eq(search_set_threads(searcher, 1, NULL), ERROR_NONE);
    ck_assert_int_eq(search_set_threads(searcher, SEARCH_THREADS_MAX + 1, NULL), ERROR_MEMORY);
    search_clear(searcher);
    ck_assert_uint_eq(heard_run(searcher, &game, (SearchLimits){.depth = 6}).result.nodes, alone.result.nodes);
}

/* The winner of the vote, by the depths, best moves and scores of three threads; a thread at depth 0 has no vote. */
static const struct {
    int depth[3];
    Square to[3];
    Score score[3];
    int winner;
} VOTES[] = {
    {{9, 9, 9}, {1, 1, 1}, {10, 10, 10}, 0},  /* all agree */
    {{9, 9, 9}, {1, 2, 2}, {10, 10, 10}, 1},  /* two against one */
    {{9, 9, 9}, {1, 2, 3}, {10, 10, 50}, 2},  /* the better score */
    {{9, 12, 9}, {1, 2, 3}, {10, 10, 10}, 1}, /* the deeper search */
    {{9, 0, 0}, {1, 2, 2}, {10, 90, 90}, 0},  /* helpers without a result */
    {{0, 3, 0}, {1, 2, 3}, {10, -50, 90}, 1}, /* one helper's result alone */
    {{0, 0, 0}, {1, 2, 3}, {10, 20, 30}, 0},  /* no result at all */
    {{9, 9, 9}, {1, 2, 2}, {200, 10, 10}, 0}, /* a score so much better that it outweighs two */
    {{9, 9, 9}, {1, 2, 2}, {SCORE_WIN - 5, SCORE_WIN - 7, SCORE_WIN - 7}, 0}, /* the shortest win */
    {{9, 3, 9}, {1, 2, 3}, {90, SCORE_WIN - 3, SCORE_WIN - 9}, 1},
};

TEST_EACH(threads_vote_for_moves, ROWS(VOTES))
{
    static SearchThread threads[3];
    static RootMove moves[3];
    static Search shared;
    shared.thread_count = 3;
    for (int i = 0; i < 3; i++) {
        moves[i] =
            (RootMove){.move = {.from = 5, .to = VOTES[_i].to[i], .kind = MOVE_MAN}, .score = VOTES[_i].score[i]};
        threads[i].root_moves = &moves[i];
        threads[i].depth = VOTES[_i].depth[i];
        threads[i].id = i;
        shared.threads[i] = &threads[i];
    }
    ck_assert_int_eq(threads_vote(&shared)->id, VOTES[_i].winner);
}

/* Root moves of an interrupted iteration, the best first: score (-SCORE_INFINITE: not reached), score of the iteration
 * before and upper bound; and where each stands in the end, with which score. */
static const struct {
    Score score, previous, upper_bound;
    int place;
    Score restored;
} RESTORED[] = {
    {20, 50, SCORE_INFINITE, 0, 20},  {-SCORE_INFINITE, 5, SCORE_INFINITE, 4, 5},
    {15, 90, SCORE_INFINITE, 2, 15},  {-SCORE_INFINITE, 90, SCORE_INFINITE, 1, 20}, /* limited by the best score */
    {-SCORE_INFINITE, 90, 10, 3, 10},
};

TEST(other_lines_are_restored_in_order)
{
    enum { COUNT = ROWS(RESTORED) };
    static RootMove moves[COUNT + 1]; /* one spare for sorting */
    static SearchThread t = {.root_moves = moves, .root_count = COUNT};
    for (int i = 0; i < COUNT; i++) {
        moves[i] = (RootMove){.move = {.to = (Square)i, .kind = MOVE_MAN},
                              .score = RESTORED[i].score,
                              .previous = RESTORED[i].previous,
                              .upper_bound = RESTORED[i].upper_bound};
    }
    root_moves_restore_others(&t);
    for (int i = 0; i < COUNT; i++) {
        const RootMove *const m = &moves[RESTORED[i].place];
        ck_assert_int_eq(m->move.to, i);
        ck_assert_int_eq(m->score, RESTORED[i].restored);
    }
}

/* When a size is refused, the old table stays with what it holds; of the accepted sizes, the larger are less full. */
TEST(hash_sizes)
{
    enum { DEPTH = 6 };
    Error e;
    game = game_of(&VARIANT_10X10, NULL);
    const uint64_t first = heard_run(searcher, &game, (SearchLimits){.depth = DEPTH}).result.nodes;
    const uint64_t second = heard_run(searcher, &game, (SearchLimits){.depth = DEPTH}).result.nodes;
    ck_assert_uint_lt(second, first);
    search_clear(searcher);
    ck_assert_uint_eq(heard_run(searcher, &game, (SearchLimits){.depth = DEPTH}).result.nodes, first);
    ck_assert_int_eq(search_set_hash(searcher, 0, &e), ERROR_MEMORY);
    ck_assert_int_eq(search_set_hash(searcher, SEARCH_HASH_MAX + 1, &e), ERROR_MEMORY);
    ck_assert_ptr_nonnull(strstr(e.text, "keeping the old one of 1 MiB"));
    ck_assert_uint_eq(heard_run(searcher, &game, (SearchLimits){.depth = DEPTH}).result.nodes, second);
    int fullest = 1000;
    for (int mib = 1; mib <= 16; mib *= 4) {
        ck_assert_int_eq(search_set_hash(searcher, mib, &e), ERROR_NONE);
        const Heard h = heard_run(searcher, &game, (SearchLimits){.nodes = 100000});
        ck_assert_int_lt(h.hashfull, fullest);
        fullest = h.hashfull;
    }
}

/* The greatest depth is searched to its end. */
TEST(greatest_depth)
{
    game = game_of(&VARIANT_10X10, "W:WKa5:BKi5");
    ck_assert_int_eq(heard_run(searcher, &game, (SearchLimits){.depth = SEARCH_PLY_MAX}).result.depth, SEARCH_PLY_MAX);
}

/* A move to the third occurrence of a position is worth a draw even at depth 1, and no reply to it is expected. */
TEST(third_repetition_is_a_draw)
{
    game = game_of(&VARIANT_10X10, "W:WKe1,c3,d3:BKf9");
    /* After this search the transposition table knows a reply. */
    ck_assert_int_gt(heard_run(searcher, &game, (SearchLimits){.depth = 5}).result.score, 0);
    game_play_words(&game, "e1e2 f9f8 e2e1 f8f9 e1e2 f9f8 e2e1");
    const Move back = move_of(game_position(&game), "f8f9");
    const SearchResult found =
        heard_run(searcher, &game, (SearchLimits){.depth = 1, .moves = &back, .move_count = 1}).result;
    ck_assert_int_eq(found.score, SCORE_DRAW);
    ck_assert_int_eq(found.ponder.kind, MOVE_NONE);
}

/* However little memory is missing, for the pool or for a thread's own data, the threads from before search on. */
TEST_EACH(threads_without_memory, SANITIZED ? 0 : 1)
{
    enum { STEP = 1 << 17, STEPS_MAX = 1 << 15, DEPTH = 6, THREADS = 4 };
    ErrorCode code = ERROR_MEMORY;
    Error e;
    game = game_of(&VARIANT_10X10, NULL);
    const uint64_t nodes = heard_run(searcher, &game, (SearchLimits){.depth = DEPTH}).result.nodes;
    for (size_t step = 0; code != ERROR_NONE; step++) {
        ck_assert_uint_lt(step, STEPS_MAX);
        address_space_limit(step * STEP);
        code = search_set_threads(searcher, THREADS, &e);
        address_space_free();
        ck_assert(code == ERROR_NONE || strcmp(e.text, "cannot start 4 threads; keeping 1") == 0);
    }
    ck_assert_int_eq(search_set_threads(searcher, 1, &e), ERROR_NONE);
    search_clear(searcher);
    ck_assert_uint_eq(heard_run(searcher, &game, (SearchLimits){.depth = DEPTH}).result.nodes, nodes);
}

TEST_EACH(searches_without_memory, SANITIZED ? 0 : 1)
{
    const SearchLimits limits = {.depth = 6};
    Error e = {.text = ""};
    game = game_of(&VARIANT_10X10, NULL);
    const bool exhausted = address_space_exhaust();
    if (exhausted) {
        search_prepare(searcher, &game, &limits, &(SearchListener){0}, &e);
    }
    address_space_free();
    ck_assert_str_eq(e.text, exhausted ? "not enough memory to start a search" : "");
    ck_assert_int_eq(heard_run(searcher, &game, limits).result.depth, limits.depth);
}

SUITE(.with = {&HEARD_SEARCH});
