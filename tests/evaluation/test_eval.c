/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluation as a whole: symmetric, the sum of its terms, and linear in its features. */
#include "evaluation/eval.h"
#include "evaluation/eval_endings.h"

#include <stdlib.h>
#include <string.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/square.h"
#include "support/random_positions.h"
#include "support/test.h"

enum { SCATTERED = 4000, GAME_POSITIONS = 2000, GAME_PLIES = 150 };

/* Weights of every feature, so that no feature escapes: random, and within the bounds of squares. */
static EvalWeightSet random_weights(RandomPlay *r, int bound)
{
    EvalWeightSet set;
    for (int i = 0; i < VARIANT_COUNT * EVAL_FEATURE_COUNT * EVAL_PHASES; i++) {
        const int16_t value = (int16_t)(random_play_below(r, 2 * bound + 1) - bound);
        set.board[i % VARIANT_COUNT]
            .value[i / VARIANT_COUNT % EVAL_FEATURE_COUNT][i / VARIANT_COUNT / EVAL_FEATURE_COUNT] = value;
    }
    return set;
}

static void expect_same(const Eval *e, const Position *p, const Position *image, const char *what)
{
    if (eval_position(e, p) != eval_position(e, image)) {
        char fen[FEN_SIZE];
        fen_print(p, fen);
        ck_abort_msg("%s %s: %d, but %s %d", p->variant->name, fen, eval_position(e, p), what, eval_position(e, image));
    }
}

/* The side to move keeps its score when colours are swapped and the board is turned, or mirrored. */
static void expect_symmetric(const Eval *e, const Position *p)
{
    const Position turned = position_turned(p);
    expect_same(e, p, &turned, "turned");
    if (p->variant->has_mirror) {
        const Position mirrored = position_mirrored(p);
        expect_same(e, p, &mirrored, "mirrored");
    }
}

/* The trace gives the same number, and is the sum of its parts. */
static void expect_sum(const Eval *e, const Position *p)
{
    EvalTrace trace;
    int64_t sum = 0;
    eval_trace(e, p, &trace);
    for (int i = 0; i < EVAL_TRACE_COUNT; i++) {
        sum += trace.parts[i][WHITE] - trace.parts[i][BLACK];
    }
    const int64_t points = sum / EVAL_SCALE;
    ck_assert_int_eq(trace.total - trace.ending / EVAL_SCALE, points > SCORE_EVAL_MAX    ? SCORE_EVAL_MAX
                                                              : points < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX
                                                                                         : points);
    ck_assert_int_eq(eval_position(e, p), p->side == WHITE ? trace.total : -trace.total);
    ck_assert_int_le(abs(trace.total), SCORE_EVAL_MAX);
}

/* Within the window the lazy evaluation is exact; outside it is a bound on the same side as material and squares. */
static void expect_lazy(const Eval *e, const Position *p)
{
    const Score exact = eval_position(e, p);
    for (int shift = -600; shift <= 600; shift += 150) { /* points */
        const Score alpha = exact + shift;
        const Score beta = alpha + 1 + (shift + 600) / 300;
        const Score lazy = eval_bounded(e, p, eval_material(e, p), alpha, beta);
        ck_assert(lazy == exact || lazy <= alpha || lazy >= beta);
    }
    ck_assert_int_eq(eval_bounded(e, p, eval_material(e, p), -SCORE_INFINITE, SCORE_INFINITE), exact);
}

/* Features times weights, as the tuner calculates, is the evaluation, but for the solved endings. */
static void expect_linear(const Eval *e, const EvalWeightSet *set, const Position *p)
{
    const EvalWeights *const w = &set->board[p->variant == variant_at(0) ? 0 : 1];
    EvalFeatures f;
    int64_t parts = 0;
    eval_features(p, &f);
    ck_assert_int_ge(f.phase, 0);
    ck_assert_int_le(f.phase, EVAL_PHASE_MAX);
    for (int i = 0; i < EVAL_FEATURE_COUNT; i++) {
        parts += (int64_t)f.count[i] *
                 (w->value[i][EVAL_OPENING] * f.phase + w->value[i][EVAL_ENDING] * (EVAL_PHASE_MAX - f.phase));
    }
    int64_t points = parts / EVAL_SCALE;
    points = points > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : points < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : points;
    if (!eval_is_ending(p)) {
        ck_assert_int_eq(eval_position(e, p), p->side == WHITE ? points : -points);
    }
}

/* Material that is kept up over a move is that of the position after it. */
static void expect_kept_up(const Eval *e, const Position *p)
{
    const EvalMaterial before = eval_material(e, p);
    MoveList list;
    move_list_init(&list);
    movegen_legal(p, &list);
    for (int i = 0; i < list.count; i++) {
        const Position next = position_after(p, list.moves[i]);
        ck_assert(eval_material_between(e, p, before, &next) == eval_material(e, &next));
    }
    move_list_free(&list);
}

static void expect_all(const Eval *e, const EvalWeightSet *set, const Position *p)
{
    expect_kept_up(e, p);
    expect_symmetric(e, p);
    expect_sum(e, p);
    expect_lazy(e, p);
    expect_linear(e, set, p);
}

/* Both loops below run with three sets of weights: moderate ones, great ones, and huge ones that reach
 * the bounds of scores. */
static EvalWeightSet weights_of_round(RandomPlay *r, int i)
{
    static const int bounds[] = {80, 600, INT16_MAX};
    EvalWeightSet set = random_weights(r, bounds[i % 3]);
    return set;
}

TEST_EACH(scattered_positions, 3 * VARIANT_COUNT)
{
    RandomPlay r = {31};
    const EvalWeightSet set = weights_of_round(&r, _i / VARIANT_COUNT);
    Eval *const e = eval_new(&set);
    ck_assert_ptr_nonnull(e);
    for (int i = 0; i < SCATTERED; i++) {
        const Position p = random_scatter(&r, variant_at(_i % VARIANT_COUNT), (Scatter)(i % SCATTER_COUNT));
        expect_all(e, &set, &p);
    }
    eval_free(e);
}

TEST_EACH(game_positions, 3 * VARIANT_COUNT)
{
    RandomPlay r = {32};
    const EvalWeightSet set = weights_of_round(&r, _i / VARIANT_COUNT);
    Eval *const e = eval_new(&set);
    ck_assert_ptr_nonnull(e);
    for (int i = 0; i < GAME_POSITIONS; i++) {
        const Position p = random_game_position(&r, variant_at(_i % VARIANT_COUNT), GAME_PLIES);
        expect_all(e, &set, &p);
    }
    eval_free(e);
}

/* Every square where a man may stand has a feature in range; without a mirror each its own, else each shares it with
 * its image. */
TEST_EACH(square_features, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    for (Bitboard left = v->board & ~v->promotion[WHITE]; left != 0;) {
        const Square s = pop_lowest(&left);
        const EvalFeature f = eval_square_feature(v, WHITE, s);
        ck_assert_int_ge(f, EVAL_MAN_SQUARE);
        ck_assert_int_lt(f, EVAL_FEATURE_COUNT);
        ck_assert_int_eq(f, eval_square_feature(v, BLACK, (Square)(v->last - s)));
        for (Bitboard others = left; others != 0;) {
            const Square o = pop_lowest(&others);
            const bool image = v->has_mirror && variant_mirror(v, bit(o)) == bit(s);
            ck_assert_int_eq(eval_square_feature(v, WHITE, o) == f, image);
        }
    }
}

/* Every feature of men on squares is that of a square, on one of the boards: none counts nothing. */
TEST(square_features_used)
{
    bool used[EVAL_FEATURE_COUNT] = {false};
    for (int b = 0; b < VARIANT_COUNT; b++) {
        const Variant *const v = variant_at(b);
        for (Bitboard left = v->board & ~v->promotion[WHITE]; left != 0;) {
            used[eval_square_feature(v, WHITE, pop_lowest(&left))] = true;
        }
    }
    for (int f = EVAL_MAN_SQUARE; f < EVAL_FEATURE_COUNT; f++) {
        ck_assert_msg(used[f], "no square has the feature %d", f - EVAL_MAN_SQUARE);
    }
}

/* Every feature has a name of its own that fits, and every term a group. */
TEST(names)
{
    for (int f = 0; f < EVAL_FEATURE_COUNT; f++) {
        char name[EVAL_NAME_SIZE];
        ck_assert_int_gt((int)strlen(eval_feature_name((EvalFeature)f, name)), 0);
        ck_assert_int_lt((int)strlen(name), EVAL_NAME_SIZE - 1);
        for (int g = 0; g < f; g++) {
            char earlier[EVAL_NAME_SIZE];
            ck_assert_str_ne(eval_feature_name((EvalFeature)g, earlier), name);
        }
    }
    for (int f = 0; f < EVAL_TERM_COUNT; f++) {
        ck_assert_int_lt((int)eval_feature_group((EvalFeature)f), EVAL_GROUP_COUNT);
    }
    for (int g = 0; g < EVAL_GROUP_COUNT; g++) {
        ck_assert_int_gt((int)strlen(eval_group_name((EvalGroup)g)), 0);
    }
}

/* The built-in weights know what a man and a king are worth. */
TEST_EACH(builtin, VARIANT_COUNT)
{
    Position p;
    Eval *const e = eval_new(&EVAL_WEIGHTS_BUILTIN);
    ck_assert_ptr_nonnull(e);
    ck_assert_int_eq(fen_parse(variant_at(_i), "W:We1,e2,f2:Be9,e8", &p, NULL), ERROR_NONE);
    ck_assert_int_gt(eval_position(e, &p), 0);
    ck_assert_int_eq(fen_parse(variant_at(_i), "W:We1,e2:BKe9,e8", &p, NULL), ERROR_NONE);
    ck_assert_int_lt(eval_position(e, &p), 0);
    p = position_start(variant_at(_i));
    position_set_side(&p, BLACK);
    ck_assert_int_lt(abs(eval_position(e, &p)), 100);
    eval_free(e);
}

static Score score_of_fen(const Eval *e, int board, const char *fen)
{
    Position p;
    ck_assert_int_eq(fen_parse(variant_at(board), fen, &p, NULL), ERROR_NONE);
    return eval_position(e, &p);
}

/* Solved endings: two pieces draw against a king, three win, the better the more of them are kings; from both sides. */
TEST_EACH(endings, VARIANT_COUNT)
{
    static const char *const won[] = {"W:We2,f2,Kg3:BKe9", "W:We2,Kf2,Kg3:BKe9", "W:WKe2,Kf2,Kg3:BKe9"};
    static const char *const lost[] = {"W:WKe1:BKe9,f8,g8", "W:WKe1:BKe9,Kf8,g8", "W:WKe1:BKe9,Kf8,Kg8"};
    static const char *const drawn[] = {"W:WKe2,Kg3:BKe9", "W:WKe2,g3:BKe9", "W:WKe2,Kg3:BKe9,Kd6",
                                        "W:WKe2,Kg3:BKe9,d6"};
    enum { CLEAR = 500, LITTLE = 100, WON = sizeof won / sizeof won[0], DRAWN = sizeof drawn / sizeof drawn[0] };
    Eval *const e = eval_new(&EVAL_WEIGHTS_BUILTIN);
    ck_assert_ptr_nonnull(e);
    for (int i = 0; i < WON; i++) {
        ck_assert_int_gt(score_of_fen(e, _i, won[i]), i == 0 ? CLEAR : score_of_fen(e, _i, won[i - 1]));
        ck_assert_int_lt(score_of_fen(e, _i, lost[i]), i == 0 ? -CLEAR : score_of_fen(e, _i, lost[i - 1]));
    }
    for (int i = 0; i < DRAWN; i++) {
        ck_assert_int_lt(abs(score_of_fen(e, _i, drawn[i])), LITTLE);
    }
    ck_assert_int_gt(score_of_fen(e, _i, "W:We2,f2,g3,Kg4:BKe9"), CLEAR);
    eval_free(e);
}

/* What counts as a solved ending: kings on both sides, and few pieces or one king alone. */
TEST(which_endings)
{
    static const struct {
        const char *fen;
        bool ending;
    } cases[] = {
        {"W:WKe2,f2:BKe9,Ke8", true},   {"W:WKe2,f2,f3:BKe9,Ke8", false},
        {"W:WKe2,f2,f3,f4:BKe9", true}, {"W:We2,f2,f3:BKe9", false},
        {"W:WKe2:Be9", false},          {"W:We2:BKe9", false},
        {"B:WKe2:BKe9,e8,e7,d7", true},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        Position p;
        ck_assert_int_eq(fen_parse(variant_at(0), cases[i].fen, &p, NULL), ERROR_NONE);
        ck_assert_msg(eval_is_ending(&p) == cases[i].ending, "%s", cases[i].fen);
    }
}
