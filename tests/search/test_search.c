/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search as a library: forced ends, repetition, limits, several lines, threads, and its life cycle. */
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "search/search.h"
#include "suites.h"
#include "support/random_positions.h"
#include "system/clock.h"
#include "system/thread.h"

enum { TIMEOUT_SECONDS = 60, LINES_MAX = 64, MS = 1000000 };

/* What a search said. */
typedef struct Heard {
    const Game *game;
    int infos;
    int rank[LINES_MAX]; /* of the last iteration */
    Score score[LINES_MAX];
    int lines;
    bool bad_line; /* a principal variation with an illegal move */
    atomic_int done;
    SearchResult result;
    Search *search;
    pthread_t thread;
} Heard;

/* Replays a line by the rules. */
static bool is_legal_line(const Position *root, const Move *pv, int length)
{
    Position p = *root;
    bool legal = length > 0;
    for (int i = 0; i < length && legal; i++) {
        MoveList list;
        move_list_init(&list);
        movegen_legal(&p, &list);
        legal = false;
        for (int m = 0; m < list.count; m++) {
            legal = legal || move_equal(list.moves[m], pv[i]);
        }
        move_list_free(&list);
        if (legal) {
            p = position_after(&p, pv[i]);
        }
    }
    return legal;
}

static void on_info(void *context, const SearchInfo *info)
{
    Heard *const h = context;
    h->infos++;
    if (info->multipv == 1) {
        h->lines = 0;
    }
    if (h->lines < LINES_MAX) {
        h->rank[h->lines] = info->multipv;
        h->score[h->lines++] = info->score;
    }
    h->bad_line = h->bad_line || !is_legal_line(game_position(h->game), info->pv, info->pv_length);
}

static void on_done(void *context, const SearchResult *result)
{
    Heard *const h = context;
    h->result = *result;
    atomic_fetch_add(&h->done, 1);
}

static Game game_from(const Variant *v, const char *fen)
{
    Game g;
    Position p = position_start(v);
    if (fen != NULL) {
        ck_assert_int_eq(fen_parse(v, fen, &p, NULL), ERROR_NONE);
    }
    ck_assert_int_eq(game_init(&g, &p), ERROR_NONE);
    return g;
}

static void prepare(Search *s, const Game *g, SearchLimits limits, Heard *h)
{
    const SearchListener listener = {.info = on_info, .done = on_done, .context = h};
    memset(h, 0, sizeof *h);
    h->game = g;
    h->search = s;
    limits.received = clock_ms();
    ck_assert_int_eq(search_prepare(s, g, &limits, &listener, NULL), ERROR_NONE);
}

static void *run_thread(void *heard)
{
    search_run(((Heard *)heard)->search, NULL);
    return NULL;
}

/* Starts a search on a thread of its own. */
static void start(Search *s, const Game *g, SearchLimits limits, Heard *h)
{
    prepare(s, g, limits, h);
    ck_assert(thread_start(&h->thread, run_thread, h));
}

/* Waits for its end. */
static void finish(Heard *h)
{
    pthread_join(h->thread, NULL);
    ck_assert_int_eq(atomic_load(&h->done), 1);
}

static void run(Search *s, const Game *g, SearchLimits limits, Heard *h)
{
    prepare(s, g, limits, h);
    const SearchResult result = search_run(s, NULL);
    ck_assert(move_equal(result.best, h->result.best));
    ck_assert_int_eq(atomic_load(&h->done), 1);
    ck_assert(!h->bad_line);
}

static void play(Game *g, const char *text)
{
    Move m;
    ck_assert_int_eq(notation_parse(game_position(g), text, strlen(text), &m, NULL), ERROR_NONE);
    ck_assert_int_eq(game_play(g, m), ERROR_NONE);
}

/* The last man is taken by the only capture: the end in one move. */
START_TEST(win_in_one)
{
    Heard h;
    Search *const s = search_new();
    Game g = game_from(&VARIANT_10X10, "W:We3:Be5");
    run(s, &g, (SearchLimits){.depth = 4}, &h);
    ck_assert_int_eq(h.result.score, SCORE_WIN - 1);
    ck_assert_int_eq(score_moves_to_end(h.result.score), 1);
    ck_assert_int_eq(h.result.best.kind, MOVE_MAN_CAPTURE);
    ck_assert_int_eq(h.result.ponder.kind, MOVE_NONE);
    game_free(&g);
    search_free(s);
}
END_TEST

/* Black's only move steps before a white man, which takes it. */
START_TEST(loss_in_one)
{
    Heard h;
    Search *const s = search_new();
    Game g = game_from(&VARIANT_10X10, "B:We2,e4,f3,g6:Bf6");
    run(s, &g, (SearchLimits){.depth = 8}, &h);
    ck_assert_int_eq(h.result.score, -(SCORE_WIN - 2));
    ck_assert_int_eq(score_moves_to_end(h.result.score), -1);
    ck_assert_int_ne(h.result.ponder.kind, MOVE_NONE);
    game_free(&g);
    search_free(s);
}
END_TEST

START_TEST(no_move_in_a_lost_position)
{
    Heard h;
    Search *const s = search_new();
    Game g = game_from(&VARIANT_10X10, "B:We3:B");
    run(s, &g, (SearchLimits){.depth = 4}, &h);
    ck_assert_int_eq(h.result.best.kind, MOVE_NONE);
    game_free(&g);
    search_free(s);
}
END_TEST

/* A king against two can only draw; it must see the repetition that is on offer. */
START_TEST(repetition_is_a_draw)
{
    Heard h;
    Search *const s = search_new();
    Game g = game_from(&VARIANT_10X10, "W:WKe1:BKa5");
    run(s, &g, (SearchLimits){.depth = 10}, &h);
    ck_assert(!score_is_forced(h.result.score));
    play(&g, "e1e2");
    play(&g, "a5a6");
    play(&g, "e2e1");
    play(&g, "a6a5");
    run(s, &g, (SearchLimits){.depth = 6}, &h);
    ck_assert(h.result.best.kind != MOVE_NONE);
    game_free(&g);
    search_free(s);
}
END_TEST

/* One thread, the same limits: the same search to the node, also on a second run of one searcher. */
START_TEST(deterministic)
{
    Heard first, second;
    Search *const s = search_new();
    Search *const other_search = search_new();
    Game g = game_from(variant_at(_i), NULL);
    run(s, &g, (SearchLimits){.depth = 7}, &first);
    search_clear(s);
    run(s, &g, (SearchLimits){.depth = 7}, &second);
    ck_assert_uint_eq(first.result.nodes, second.result.nodes);
    run(other_search, &g, (SearchLimits){.depth = 7}, &second);
    ck_assert_uint_eq(first.result.nodes, second.result.nodes);
    ck_assert(move_equal(first.result.best, second.result.best));
    game_free(&g);
    search_free(other_search);
    search_free(s);
}
END_TEST

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

START_TEST(attends_to_other_things)
{
    Chores c;
    Search *const s = search_new();
    Game g = game_from(variant_at(_i), NULL);
    prepare(s, &g, (SearchLimits){.infinite = true, .depth = 7}, &c.heard);
    c.calls = c.waits = 0;
    c.stop_after = 3;
    search_run(s, do_chores);
    ck_assert_int_gt(c.calls, c.waits);
    ck_assert_int_eq(c.waits, c.stop_after);
    ck_assert_int_eq(c.heard.result.depth, 7);
    game_free(&g);
    search_free(s);
}
END_TEST

/* Without room for a search there is a move all the same, and in a finished game none. */
START_TEST(forgoes_the_search)
{
    Heard h;
    Move wanted;
    Search *const s = search_new();
    Game g = game_from(&VARIANT_10X10, NULL);
    ck_assert_int_eq(notation_parse(game_position(&g), "h6h7", 4, &wanted, NULL), ERROR_NONE);
    prepare(s, &g, (SearchLimits){.moves = &wanted, .move_count = 1}, &h);
    search_forgo(s);
    ck_assert(move_equal(search_run(s, NULL).best, wanted));
    ck_assert_int_eq(h.infos, 1);
    ck_assert(!h.bad_line);
    game_free(&g);
    g = game_from(&VARIANT_10X10, "W:WKe1:BKf9");
    for (int i = 0; i < 2; i++) {
        play(&g, "e1e2");
        play(&g, "f9f8");
        play(&g, "e2e1");
        play(&g, "f8f9");
    }
    prepare(s, &g, (SearchLimits){.depth = 3}, &h);
    ck_assert_int_eq(search_run(s, NULL).best.kind, MOVE_NONE);
    game_free(&g);
    search_free(s);
}
END_TEST

/* A search that has been stopped before it began, and what counts as one without end. */
START_TEST(endless_searches)
{
    static const SearchLimits endless[] = {
        {.depth = 0}, {.infinite = true, .depth = 3}, {.ponder = true, .use_movetime = true, .movetime = 5}};
    static const SearchLimits limited[] = {
        {.depth = 1}, {.nodes = 1}, {.use_movetime = true, .movetime = 1}, {.mate = 1}};
    Heard h;
    Search *const s = search_new();
    Game g = game_from(&VARIANT_10X10, NULL);
    for (size_t i = 0; i < sizeof endless / sizeof endless[0]; i++) {
        prepare(s, &g, endless[i], &h);
        ck_assert(search_endless(s));
        search_stop(s);
        ck_assert(search_run(s, NULL).best.kind != MOVE_NONE);
    }
    for (size_t i = 0; i < sizeof limited / sizeof limited[0]; i++) {
        prepare(s, &g, limited[i], &h);
        ck_assert(!search_endless(s));
    }
    prepare(s, &g, endless[2], &h);
    ck_assert(search_pondering(s));
    search_ponderhit(s);
    ck_assert(!search_pondering(s) && !search_endless(s));
    search_run(s, NULL);
    game_free(&g);
    search_free(s);
}
END_TEST

START_TEST(node_limit_is_kept)
{
    Heard h;
    Search *const s = search_new();
    Game g = game_from(variant_at(_i), NULL);
    for (uint64_t nodes = 1; nodes <= 100000; nodes *= 10) {
        run(s, &g, (SearchLimits){.nodes = nodes}, &h);
        ck_assert_uint_ge(h.result.nodes, 1);
        ck_assert_uint_le(h.result.nodes, nodes + 1);
        ck_assert(h.result.best.kind != MOVE_NONE);
    }
    game_free(&g);
    search_free(s);
}
END_TEST

/* As many lines as asked for, or as there are moves, ranked and sorted. */
START_TEST(several_lines)
{
    const int wanted[] = {1, 3, 500};
    Heard h;
    Search *const s = search_new();
    Game g = game_from(variant_at(_i), NULL);
    MoveList list;
    move_list_init(&list);
    movegen_legal(game_position(&g), &list);
    for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++) {
        run(s, &g, (SearchLimits){.depth = 4, .multipv = wanted[i]}, &h);
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
END_TEST

/* Every line that is printed can be played, in positions of many kinds, with windows that fail high and low; run() sees
 * to that. */
START_TEST(lines_are_legal)
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
        run(s, &g, (SearchLimits){.nodes = NODES, .multipv = 1 + i % 2}, &h);
        ck_assert(!h.bad_line);
        lines += h.infos;
        game_free(&g);
    }
    ck_assert_int_gt(lines, POSITIONS);
    search_free(s);
}
END_TEST

START_TEST(only_the_wanted_moves)
{
    Heard h;
    Search *const s = search_new();
    Game g = game_from(&VARIANT_10X10, NULL);
    Move wanted;
    ck_assert_int_eq(notation_parse(game_position(&g), "h6h7", 4, &wanted, NULL), ERROR_NONE);
    run(s, &g, (SearchLimits){.depth = 5, .moves = &wanted, .move_count = 1}, &h);
    ck_assert(move_equal(h.result.best, wanted));
    game_free(&g);
    search_free(s);
}
END_TEST

/* The result is held back until stop, even when the search is long over. */
START_TEST(infinite_waits_for_stop)
{
    Heard h;
    Search *const s = search_new();
    Game g = game_from(&VARIANT_10X10, "W:We3:Be5");
    start(s, &g, (SearchLimits){.infinite = true, .depth = 2}, &h);
    clock_sleep(50 * NS_PER_MS);
    ck_assert_int_eq(atomic_load(&h.done), 0);
    search_stop(s);
    finish(&h);
    start(s, &g, (SearchLimits){.infinite = true, .nodes = 2}, &h);
    clock_sleep(50 * NS_PER_MS);
    ck_assert_int_eq(atomic_load(&h.done), 0);
    search_stop(s);
    finish(&h);
    start(s, &g, (SearchLimits){.ponder = true, .nodes = 2}, &h);
    clock_sleep(50 * NS_PER_MS);
    ck_assert_int_eq(atomic_load(&h.done), 0);
    search_ponderhit(s);
    finish(&h);
    game_free(&g);
    search_free(s);
}
END_TEST

/* Pondering continues beyond the clock; after the hit the clock counts. */
START_TEST(ponder_waits_for_the_hit)
{
    Heard h;
    Search *const s = search_new();
    Game g = game_from(&VARIANT_10X10, NULL);
    start(s, &g, (SearchLimits){.ponder = true, .use_movetime = true, .movetime = 20}, &h);
    clock_sleep(60 * NS_PER_MS);
    ck_assert_int_eq(atomic_load(&h.done), 0);
    search_ponderhit(s);
    finish(&h);
    game_free(&g);
    search_free(s);
}
END_TEST

/* A clock that has all but run out, or has, still gets an answer at once. */
START_TEST(short_clocks)
{
    const int64_t clocks[] = {-500, 0, 1, 5, 20};
    Heard h;
    Search *const s = search_new();
    Game g = game_from(variant_at(_i), NULL);
    for (size_t i = 0; i < sizeof clocks / sizeof clocks[0]; i++) {
        const int64_t begin = clock_ms();
        run(s, &g, (SearchLimits){.use_clock = true, .time = {clocks[i], clocks[i]}, .overhead = 10}, &h);
        ck_assert(h.result.best.kind != MOVE_NONE);
        ck_assert_int_lt(clock_ms() - begin, 200); /* generous: the machine may be busy */
    }
    game_free(&g);
    search_free(s);
}
END_TEST

START_TEST(several_threads)
{
    Heard h;
    Search *const s = search_new();
    Game g = game_from(variant_at(_i), NULL);
    ck_assert_int_eq(search_set_threads(s, 4, NULL), ERROR_NONE);
    for (int i = 0; i < 5; i++) {
        run(s, &g, (SearchLimits){.depth = 7}, &h);
        ck_assert(h.result.best.kind != MOVE_NONE);
        ck_assert_int_ge(h.result.depth, 7);
    }
    ck_assert_int_eq(search_set_threads(s, 1, NULL), ERROR_NONE);
    ck_assert_int_eq(search_set_threads(s, SEARCH_THREADS_MAX + 1, NULL), ERROR_MEMORY);
    run(s, &g, (SearchLimits){.depth = 5}, &h);
    game_free(&g);
    search_free(s);
}
END_TEST

/* A table that cannot be had is refused, and the old one still works. */
START_TEST(hash_sizes)
{
    Heard h;
    Error e;
    Search *const s = search_new();
    Game g = game_from(&VARIANT_10X10, NULL);
    ck_assert_int_eq(search_set_hash(s, 0, &e), ERROR_MEMORY);
    ck_assert_int_eq(search_set_hash(s, SEARCH_HASH_MAX + 1, &e), ERROR_MEMORY);
    ck_assert(strstr(e.text, "16 MiB is kept") != NULL);
    run(s, &g, (SearchLimits){.depth = 5}, &h);
    for (int mib = 1; mib <= 256; mib *= 4) {
        ck_assert_int_eq(search_set_hash(s, mib, &e), ERROR_NONE);
        run(s, &g, (SearchLimits){.depth = 5}, &h);
    }
    game_free(&g);
    search_free(s);
}
END_TEST

/* Lines stay legal, and results sane, on positions of every kind. */
START_TEST(random_positions)
{
    const Variant *const v = variant_at(_i);
    RandomPlay r = {77};
    Search *const s = search_new();
    for (int i = 0; i < 300; i++) {
        Heard h;
        const Position p = random_scatter(&r, v, (Scatter)(i % SCATTER_COUNT));
        Game g;
        ck_assert_int_eq(game_init(&g, &p), ERROR_NONE);
        run(s, &g, (SearchLimits){.depth = 3, .nodes = 3000}, &h);
        ck_assert(movegen_any(&p) == (h.result.best.kind != MOVE_NONE));
        game_free(&g);
    }
    search_free(s);
}
END_TEST

Suite *search_suite(void)
{
    Suite *const suite = suite_create("search");
    TCase *const tests = tcase_create("search");
    tcase_set_timeout(tests, TIMEOUT_SECONDS);
    tcase_add_test(tests, win_in_one);
    tcase_add_test(tests, loss_in_one);
    tcase_add_test(tests, no_move_in_a_lost_position);
    tcase_add_test(tests, repetition_is_a_draw);
    tcase_add_loop_test(tests, deterministic, 0, VARIANT_COUNT);
    tcase_add_loop_test(tests, attends_to_other_things, 0, VARIANT_COUNT);
    tcase_add_test(tests, forgoes_the_search);
    tcase_add_test(tests, endless_searches);
    tcase_add_loop_test(tests, node_limit_is_kept, 0, VARIANT_COUNT);
    tcase_add_loop_test(tests, several_lines, 0, VARIANT_COUNT);
    tcase_add_loop_test(tests, lines_are_legal, 0, VARIANT_COUNT);
    tcase_add_test(tests, only_the_wanted_moves);
    tcase_add_test(tests, infinite_waits_for_stop);
    tcase_add_test(tests, ponder_waits_for_the_hit);
    tcase_add_loop_test(tests, short_clocks, 0, VARIANT_COUNT);
    tcase_add_loop_test(tests, several_threads, 0, VARIANT_COUNT);
    tcase_add_test(tests, hash_sizes);
    tcase_add_loop_test(tests, random_positions, 0, VARIANT_COUNT);
    suite_add_tcase(suite, tests);
    return suite;
}
