/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Weaker play: the table of levels, the choice of a move, and what a weak search may and may not do. */
#include "search/strength.h"

#include "core/movegen.h"
#include "support/heard_search.h"
#include "support/random_play.h"
#include "support/sanitizers.h"
#include "support/test.h"
#include "system/clock.h"

enum {
    NODES_SLACK = 8, /* nodes beyond a limit: those of the line being searched */
    SEEDS = 2000,
    LINES = 6,
    ANCHOR = 800, /* the rating of level 0 */
    MIDDLING = 8, /* from this level on, a loss in one is seen */
    RUNS = 20
};

/* A search that remembers nothing of earlier ones. */
static Heard fresh_run(Search *s, const Game *g, SearchLimits limits)
{
    search_clear(s);
    return heard_run(s, g, limits);
}

static bool is_same(const Heard *a, const Heard *b)
{
    return move_equal(a->result.best, b->result.best) && a->result.nodes == b->result.nodes;
}

/* From level to level the rating rises and the depth does not fall; at the same depth the nodes do not fall and the
 * margin does not grow. Ratings map to levels in order, and the rating of a level to that level. */
TEST(levels_are_monotone)
{
    int last = -STRENGTH_UNIT;
    for (int i = 0; i < STRENGTH_LEVEL_COUNT; i++) {
        const StrengthLevel *const level = strength_level(i), *const below = strength_level(i > 0 ? i - 1 : 0);
        const int depth = level->depth == 0 ? SEARCH_PLY_MAX : level->depth;
        const int depth_below = below->depth == 0 ? SEARCH_PLY_MAX : below->depth;
        ck_assert(level->lines >= 1 && level->lines <= STRENGTH_LINES_MAX && level->margin >= 0 && level->nodes > 0);
        ck_assert(i == 0 || level->elo > below->elo);
        ck_assert(i < 5 || level->margin < 100); /* less than a man */
        ck_assert_int_ge(depth, depth_below);
        ck_assert(depth > depth_below || (level->nodes >= below->nodes && level->margin <= below->margin));
        ck_assert_int_eq(strength_of_elo(level->elo), i * STRENGTH_UNIT);
    }
    ck_assert_int_eq(strength_level(STRENGTH_LEVEL_COUNT - 1)->lines, 1); /* the last one plays the best move */
    ck_assert_int_eq(strength_level(0)->elo, ANCHOR);
    ck_assert_int_eq(strength_of_elo(STRENGTH_ELO_MIN), -STRENGTH_UNIT);
    ck_assert_int_eq(strength_level(STRENGTH_LEVEL_COUNT - 1)->elo, STRENGTH_ELO_MAX);
    for (int elo = STRENGTH_ELO_MIN; elo <= STRENGTH_ELO_MAX; elo++) {
        ck_assert_int_ge(strength_of_elo(elo), last);
        last = strength_of_elo(elo);
    }
}

/* At that strength a quarter of the seeds, within some tolerance, pick one level and the rest the other; a seed always
 * picks the same. */
static void expect_quarter(int strength, const StrengthLevel *quarter, const StrengthLevel *others)
{
    int found = 0;
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        const StrengthLevel *const level = strength_pick(strength, seed);
        ck_assert(level == quarter || level == others);
        ck_assert_ptr_eq(level, strength_pick(strength, seed));
        found += level == quarter;
    }
    ck_assert_int_gt(found, SEEDS / 5);
    ck_assert_int_lt(found, SEEDS * 3 / 10);
}

/* A whole level always picks itself, and the top one full strength; a fraction mixes two levels in proportion, below
 * level 0 the beginner and level 0. */
TEST(fractions_mix_levels)
{
    const StrengthLevel *const beginner = strength_pick(strength_of_elo(STRENGTH_ELO_MIN), 0);
    ck_assert_int_gt(beginner->margin, strength_level(0)->margin);
    for (uint64_t seed = 0; seed < SEEDS; seed++) {
        ck_assert_ptr_eq(strength_pick(-STRENGTH_UNIT, seed), beginner);
        ck_assert_ptr_eq(strength_pick(7 * STRENGTH_UNIT, seed), strength_level(7));
        ck_assert_ptr_null(strength_pick(STRENGTH_LEVEL_FULL * STRENGTH_UNIT, seed));
    }
    expect_quarter(7 * STRENGTH_UNIT + 25, strength_level(8), strength_level(7));
    expect_quarter(-STRENGTH_UNIT / 4, beginner, strength_level(0));
}

/* A player of random moves beats a beginner now and then, but in less than half of the games. */
TEST_EACH(random_moves_beat_a_beginner_now_and_then, VARIANT_COUNT)
{
    enum { GAMES = 60, PLIES_MOST = 400 };
    const StrengthLevel *const beginner = strength_pick(-STRENGTH_UNIT, 0);
    RandomPlay r = {17};
    int beaten = 0;
    for (int i = 0; i < GAMES; i++) {
        Game g = game_of(variant_at(_i), NULL);
        bool at_random = i % 2 == 0;
        while (movegen_has_move(game_position(&g)) && g.plies < PLIES_MOST) {
            const SearchLimits limits = {.level = beginner, .seed = (uint64_t)(i * PLIES_MOST + (int)g.plies)};
            const Move move =
                at_random ? random_play_move(&r, game_position(&g)) : heard_run(searcher, &g, limits).result.best;
            ck_assert_int_eq(game_play(&g, move), ERROR_NONE);
            at_random = !at_random;
        }
        beaten += !movegen_has_move(game_position(&g)) && !at_random;
        game_free(&g);
    }
    ck_assert_int_ge(beaten, GAMES / 20);
    ck_assert_int_lt(beaten, GAMES / 2);
}

/* The choice stays within the margin, hits every move there, and prefers better ones. */
TEST(choice_keeps_the_margin)
{
    static const Score scores[LINES] = {40, 30, 0, -20, -60, -SCORE_INFINITE};
    static const int margins[] = {0, 10, 45, 60, 99, 100, 1000};
    for (int m = 0; m < ROWS(margins); m++) {
        int chosen[LINES] = {0};
        for (uint64_t seed = 0; seed < SEEDS; seed++) {
            const int i = strength_choose(scores, LINES, margins[m], seed);
            ck_assert_int_ge(i, 0);
            ck_assert_int_lt(i, LINES);
            ck_assert_int_ge(scores[i], scores[0] - margins[m]);
            ck_assert_int_eq(i, strength_choose(scores, LINES, margins[m], seed));
            chosen[i]++;
        }
        for (int i = 1; i < LINES; i++) {
            ck_assert(scores[i] < scores[0] - margins[m] || chosen[i - 1] > 0);
            ck_assert_int_ge(chosen[i - 1], chosen[i] - SEEDS / 20);
        }
    }
    ck_assert_int_eq(strength_choose(scores, LINES, 0, 1), 0);
}

/* Every level plays legal moves in positions of every kind, within its own limits and those of the search. */
TEST_EACH(levels_play_legal_moves, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    static const uint64_t nodes[] = {5, 0, 1000000, 0};
    enum { STEP = SANITIZED ? SCATTER_COUNT - 1 : 1 }; /* either way every level and every kind occurs */
    RandomPlay r = {4711};
    for (int i = 0; i < STRENGTH_LEVEL_COUNT * SCATTER_COUNT; i += STEP) {
        const StrengthLevel *const level = strength_level(i / SCATTER_COUNT);
        const Position p = random_scatter(&r, v, (Scatter)(i % SCATTER_COUNT));
        Game g = game_from(&p);
        const SearchLimits limits = {
            .level = level, .seed = (uint64_t)i, .depth = i % 3, .nodes = nodes[i % ROWS(nodes)]};
        const Heard h = heard_run(searcher, &g, limits);
        ck_assert_uint_le(h.result.nodes, (uint64_t)level->nodes + NODES_SLACK);
        ck_assert(limits.nodes == 0 || h.result.nodes <= limits.nodes + NODES_SLACK);
        ck_assert(level->depth == 0 || h.result.depth <= level->depth);
        ck_assert(limits.depth == 0 || h.result.depth <= limits.depth);
        ck_assert_int_eq(h.result.best.kind != MOVE_NONE, movegen_has_move(&p));
        ck_assert_int_le(h.lines, 1);
        game_free(&g);
    }
}

/* The score of the chosen move is at most that of the best, and within the margin below it, as the same search at full
 * strength shows. */
TEST_EACH(chosen_score_keeps_the_margin, VARIANT_COUNT)
{
    enum { TRIED = SANITIZED ? 5 : 20 };
    game = game_of(variant_at(_i), NULL);
    for (int depth = 1; depth <= 4; depth++) {
        const StrengthLevel level = {.depth = depth, .nodes = 0, .lines = 4, .margin = 12};
        const Heard full = fresh_run(searcher, &game, (SearchLimits){.depth = depth, .multipv = level.lines});
        for (uint64_t seed = 0; seed < TRIED; seed++) {
            const Heard weak = fresh_run(searcher, &game, (SearchLimits){.level = &level, .seed = seed});
            ck_assert_uint_eq(weak.result.nodes, full.result.nodes);
            ck_assert_int_ge(weak.result.score, full.result.score - level.margin);
            ck_assert_int_le(weak.result.score, full.result.score);
        }
    }
}

/* An iteration interrupted by a limit takes no part in the choice: the score is the one found by the iterations before
 * it. */
TEST(choice_is_among_scores_of_one_depth)
{
    enum { POSITIONS = 200, PLIES = 60, LEVEL = 5 };
    RandomPlay r = {7};
    int interrupted = 0;
    for (int i = 0; i < POSITIONS; i++) {
        const Position p = random_game_position(&r, variant_at(i % VARIANT_COUNT), PLIES);
        SearchLimits limits = {.level = strength_level(LEVEL), .seed = (uint64_t)i};
        Game g = game_from(&p);
        const Heard weak = fresh_run(searcher, &g, limits);
        limits.depth = weak.result.depth;
        const Heard before = fresh_run(searcher, &g, limits);
        if (limits.depth > 0) {
            ck_assert_int_eq(weak.result.score, before.result.score);
        }
        interrupted += weak.result.nodes > before.result.nodes;
        game_free(&g);
    }
    ck_assert_int_gt(interrupted, POSITIONS / 2);
}

/* True when the move lets the other side end the game at once. */
static bool loses_in_one(const Position *p, Move m)
{
    const Position next = position_after(p, m);
    bool found = false;
    MoveList replies;
    legal_moves(&next, &replies);
    for (int i = 0; i < replies.count; i++) {
        const Position end = position_after(&next, replies.moves[i]);
        found = found || !movegen_has_move(&end);
    }
    move_list_free(&replies);
    return found;
}

/* From level MIDDLING on, and with variety, a loss in one is avoided wherever possible, and a win in one is played. */
TEST(one_move_ahead_is_seen)
{
    enum { POSITIONS = SANITIZED ? 500 : 2500 };
    RandomPlay r = {99};
    int wins = 0, escapes = 0;
    for (int i = 0; i < POSITIONS; i++) {
        const Position p = random_scatter(&r, variant_at(i % VARIANT_COUNT), SCATTER_FEW);
        MoveList list;
        int winning = 0, losing = 0;
        legal_moves(&p, &list);
        for (int m = 0; m < list.count; m++) {
            const Position next = position_after(&p, list.moves[m]);
            winning += !movegen_has_move(&next);
            losing += loses_in_one(&p, list.moves[m]);
        }
        if (winning > 0 || (losing > 0 && losing < list.count)) {
            const StrengthLevel *const level = strength_level(MIDDLING + i % (STRENGTH_LEVEL_COUNT - MIDDLING));
            Game g = game_from(&p);
            const SearchLimits varied = {.variety = STRENGTH_VARIETY_MAX, .depth = 3, .seed = (uint64_t)i};
            const SearchLimits weak = {.level = level, .seed = (uint64_t)i};
            const Heard h = heard_run(searcher, &g, i / 2 % 2 == 0 ? varied : weak);
            ck_assert(winning == 0 || h.result.score == SCORE_WIN - 1);
            ck_assert(!loses_in_one(&p, h.result.best));
            wins += winning > 0;
            escapes += winning == 0;
            game_free(&g);
        }
        move_list_free(&list);
    }
    ck_assert_int_gt(wins, 20);
    ck_assert_int_gt(escapes, 20);
}

/* At depth 1, where scores are exact, the move of any seed is within the margin of the best, the score reported is that
 * of the move, and a mate score is kept. */
TEST(variety_keeps_the_margin)
{
    enum { POSITIONS = 600, PLIES = 60 };
    RandomPlay r = {5};
    int worse = 0;
    for (int i = 0; i < POSITIONS; i++) {
        const Position p = i % 2 == 0 ? random_game_position(&r, variant_at(i / 2 % VARIANT_COUNT), PLIES)
                                      : random_scatter(&r, variant_at(i / 2 % VARIANT_COUNT), SCATTER_FEW);
        const int variety = 1 + i % STRENGTH_VARIETY_MAX;
        const SearchLimits varied = {.depth = 1, .variety = variety, .seed = (uint64_t)i};
        Game g = game_from(&p);
        const Heard best = heard_run(searcher, &g, (SearchLimits){.depth = 1});
        const Heard h = heard_run(searcher, &g, varied);
        if (best.result.best.kind != MOVE_NONE) {
            const SearchLimits alone = {.depth = 1, .moves = &h.result.best, .move_count = 1};
            ck_assert_int_eq(h.result.score, heard_run(searcher, &g, alone).result.score);
            ck_assert_int_eq(h.result.score, h.first);
            ck_assert_int_ge(h.result.score, best.result.score - variety);
            ck_assert(!score_is_mate(best.result.score) || h.result.score == best.result.score);
            worse += h.result.score < best.result.score;
        }
        game_free(&g);
    }
    ck_assert_int_gt(worse, POSITIONS / 20);
}

/* Different seeds play different moves, the same seed the same move, and without variety a seed changes nothing. Of
 * several lines, which stay sorted, one within the margin is played. */
TEST_EACH(variety_varies, VARIANT_COUNT)
{
    static const StrengthLevel TOP = {.depth = 0, .nodes = 1000000, .lines = 1, .margin = 0};
    enum { DEPTH = SANITIZED ? 3 : 5, VARIETY = 40, SHOWN = 4 };
    Search *const another = heard_searcher();
    game = game_of(variant_at(_i), NULL);
    const Heard plain = heard_run(another, &game, (SearchLimits){.depth = DEPTH});
    search_free(another);
    int others = 0, others_of_lines = 0;
    for (uint64_t seed = 0; seed < RUNS; seed++) {
        const SearchLimits on = {.depth = DEPTH, .seed = seed, .variety = VARIETY};
        SearchLimits lines = on, top = on;
        lines.multipv = SHOWN;
        top.level = &TOP; /* plays as full strength does */
        const Heard same = fresh_run(searcher, &game, (SearchLimits){.depth = DEPTH, .seed = seed});
        const Heard first = fresh_run(searcher, &game, on), again = fresh_run(searcher, &game, on);
        const Heard of_top = fresh_run(searcher, &game, top), several = fresh_run(searcher, &game, lines);
        ck_assert(is_same(&same, &plain));
        ck_assert(is_same(&first, &again));
        ck_assert(move_equal(of_top.result.best, first.result.best));
        ck_assert_int_eq(several.lines, SHOWN);
        ck_assert_int_ge(several.result.score, several.first - VARIETY);
        others += !move_equal(first.result.best, plain.result.best);
        others_of_lines += several.result.score < several.first;
    }
    ck_assert_int_gt(others, RUNS / 4);
    ck_assert_int_gt(others_of_lines, 0);
}

/* Analysis is never weakened, and several threads do not change a weak level. */
TEST(analysis_and_threads)
{
    const StrengthLevel *const level = strength_level(0);
    game = game_of(&VARIANT_10X10, NULL);
    ck_assert_int_eq(heard_run(searcher, &game, (SearchLimits){.level = level, .mate = 3, .depth = 6}).result.depth, 6);
    ck_assert_int_eq(heard_run(searcher, &game, (SearchLimits){.level = level, .depth = 6, .multipv = 3}).lines, 3);
    ck_assert_int_eq(search_set_threads(searcher, 3, NULL), ERROR_NONE);
    for (uint64_t seed = 0; seed < 10; seed++) {
        const Heard first = fresh_run(searcher, &game, (SearchLimits){.level = level, .seed = seed});
        const Heard second = fresh_run(searcher, &game, (SearchLimits){.level = level, .seed = seed});
        ck_assert(is_same(&first, &second));
    }
}

/* With a clock the answer is held back while the level pretends to think; test_time.c tests for how long. */
TEST(answers_take_their_time)
{
    enum { PAUSE = 100 };
    game = game_of(&VARIANT_10X10, NULL);
    const int64_t begin = clock_ms();
    heard_run(searcher, &game, (SearchLimits){.level = strength_level(0), .use_movetime = true, .movetime = PAUSE});
    ck_assert_int_ge(clock_ms() - begin, PAUSE);
}

SUITE(.with = {&HEARD_SEARCH});
