/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What pieces add: the difference that the evaluation itself makes, for every piece of positions of all kinds. */
#include "evaluation/explanation.h"

#include <stdlib.h>

#include "core/fen.h"
#include "evaluation/eval_endings.h"
#include "support/random_network.h"
#include "support/random_positions.h"
#include "support/test.h"

enum { POSITIONS = 300, PLIES = 60, SEED = 77, NEURONS = 32, BUCKETS = 3, BOUND = 60 };

/* The built-in evaluations by their kind, and after them random networks. */
enum { EVALUATIONS = EVALUATION_KINDS + 1 };

static Evaluation *evaluation(int which)
{
    EvaluationParts parts = {.kind = which < EVALUATION_KINDS ? (EvaluationKind)which : EVALUATION_LEARNED};
    Network *random[VARIANT_COUNT] = {NULL};
    RandomPlay r = {SEED};
    for (int b = 0; b < VARIANT_COUNT && which == EVALUATION_KINDS; b++) {
        random[b] = random_network(&r, variant_at(b), NEURONS, BUCKETS, BOUND);
        parts.network[b] = random[b];
    }
    Evaluation *const e = evaluation_new(&parts, NULL);
    ck_assert_ptr_nonnull(e);
    for (int b = 0; b < VARIANT_COUNT; b++) {
        network_free(random[b]);
    }
    return e;
}

/* White's value of the pieces of a position but that on one square, put up anew. */
static Score white_value_without(const Evaluation *e, const Position *p, Square left_out)
{
    Position made = position_empty(p->variant);
    for (Bitboard left = position_occupied(p) & ~bit(left_out); left != 0; left &= left - 1) {
        const Square s = lowest(left);
        const Color c = (position_pieces(p, WHITE) & bit(s)) != 0 ? WHITE : BLACK;
        position_put(&made, c, (p->kings[c] & bit(s)) != 0, s);
    }
    position_set_side(&made, p->side);
    const Score mover = evaluation_position(e, &made);
    return p->side == WHITE ? mover : -mover;
}

/* What the solved endings add in the evaluation's parts. */
static void expect_ending(const Evaluation *e, const Position *p, const Explanation *x, const char *fen)
{
    if (!eval_is_ending(p)) {
        ck_assert_msg(x->ending == 0, "%s: ending %d", fen, x->ending);
    } else if (evaluation_kind(e) == EVALUATION_LEARNED) {
        const Score plain = network_value_plain(evaluation_network(e, p->variant), p);
        ck_assert_msg(x->value == x->ending + (p->side == WHITE ? plain : -plain), "%s: ending %d", fen, x->ending);
    } else {
        EvalTrace trace;
        eval_trace(evaluation_terms(e), p, &trace);
        ck_assert_msg((int64_t)x->ending * EVAL_SCALE == trace.ending, "%s: ending %d", fen, x->ending);
    }
}

static void expect_explained(const Evaluation *e, const Position *p)
{
    char fen[FEN_SIZE];
    Explanation x;
    fen_print(p, fen);
    evaluation_explain(e, p, &x);
    const Score mover = evaluation_position(e, p);
    ck_assert_msg(x.value == (p->side == WHITE ? mover : -mover), "%s: %d", fen, x.value);
    expect_ending(e, p, &x, fen);
    for (Square s = 0; s < EXPLANATION_SQUARES; s++) {
        Score added = 0;
        if ((position_occupied(p) & bit(s)) != 0) {
            added = x.value - white_value_without(e, p, s);
            added = (position_pieces(p, WHITE) & bit(s)) != 0 ? added : -added;
        }
        ck_assert_msg(x.piece[s] == added, "%s: square %d adds %d, not %d", fen, s, x.piece[s], added);
    }
}

/* The same numbers at the places where the pieces have gone. */
static void expect_symmetric(const Evaluation *e, const Position *p)
{
    const Variant *const v = p->variant;
    const Position turned = position_turned(p);
    Explanation x, y;
    evaluation_explain(e, p, &x);
    evaluation_explain(e, &turned, &y);
    ck_assert(x.value == -y.value && x.ending == -y.ending);
    for (Square s = 0; s <= v->last; s++) {
        ck_assert_int_eq(x.piece[s], y.piece[v->last - s]);
    }
    if (v->has_mirror) {
        const Position mirrored = position_mirrored(p);
        evaluation_explain(e, &mirrored, &y);
        ck_assert(x.value == y.value && x.ending == y.ending);
        for (Bitboard left = v->board; left != 0; left &= left - 1) {
            ck_assert_int_eq(x.piece[lowest(left)], y.piece[lowest(variant_mirror(v, bit(lowest(left))))]);
        }
    }
}

TEST_EACH(positions_of_all_kinds, EVALUATIONS)
{
    Evaluation *const e = evaluation(_i);
    RandomPlay r = {SEED};
    int endings = 0;
    for (int i = 0; i < POSITIONS; i++) {
        const Variant *const v = variant_at(i % VARIANT_COUNT);
        const Position p =
            i % 3 == 0 ? random_game_position(&r, v, PLIES) : random_scatter(&r, v, (Scatter)(i / 3 % SCATTER_COUNT));
        expect_explained(e, &p);
        expect_symmetric(e, &p);
        endings += eval_is_ending(&p);
    }
    ck_assert_int_gt(endings, 0);
    evaluation_free(e);
}

/* No piece, one piece, one side without any, and a board without a vacant square. */
TEST_EACH(extreme_positions, EVALUATIONS)
{
    Evaluation *const e = evaluation(_i);
    for (int b = 0; b < VARIANT_COUNT; b++) {
        const Variant *const v = variant_at(b);
        const Position empty = position_empty(v);
        Position one_side = empty, full = empty;
        expect_explained(e, &empty);
        for (Bitboard left = v->board; left != 0; left &= left - 1) {
            const Square s = lowest(left);
            for (int c = WHITE; c <= BLACK; c++) {
                Position lone = empty;
                position_put(&lone, (Color)c, true, s);
                expect_explained(e, &lone);
                expect_symmetric(e, &lone);
            }
            position_put(&full, s % 2 == 0 ? WHITE : BLACK, true, s);
            if (s % 3 == 0) {
                position_put(&one_side, BLACK, true, s);
            }
        }
        ck_assert_uint_eq(position_vacant(&full), 0);
        expect_explained(e, &full);
        expect_symmetric(e, &full);
        expect_explained(e, &one_side);
        expect_symmetric(e, &one_side);
    }
    evaluation_free(e);
}
