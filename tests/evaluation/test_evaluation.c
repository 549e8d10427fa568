/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluations behind their common interface, and their explanations: what a piece adds is the value less that
 * without it. */
#include "evaluation/evaluation.h"

#include "core/fen.h"
#include "evaluation/solved_ending.h"
#include "support/positions.h"
#include "support/random_network.h"
#include "support/random_play.h"
#include "support/test.h"

enum { POSITIONS = 300, PLIES = 60, SEED = 77, NEURONS = 32, BUCKETS = 3, BOUND = 60, STACK_PLIES = 30 };

/* The built-in evaluations by kind, then random networks. */
enum { EVALUATIONS = EVALUATION_KINDS + 1 };

static Evaluation *evaluation(int which)
{
    static EvaluationChoice choices[EVALUATIONS]; /* whose networks outlive the evaluations */
    EvaluationChoice *const choice = &choices[which];
    RandomPlay r = {SEED};
    choice->kind = which < EVALUATION_KINDS ? (EvaluationKind)which : EVALUATION_LEARNED;
    for (int b = 0; b < VARIANT_COUNT && which == EVALUATION_KINDS && choice->network[b] == NULL; b++) {
        choice->network[b] = random_network(&r, variant_at(b), NEURONS, BUCKETS, BOUND);
    }
    Evaluation *const e = evaluation_new(choice, variant_at(0), NULL);
    for (int b = 0; b < VARIANT_COUNT; b++) {
        ck_assert(evaluation_prepare(e, variant_at(b)));
    }
    return e;
}

/* The value for White of the position, set up again without the piece on one square. */
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

/* Fails unless the explanation says what the solved endings add. */
static void expect_ending(const Evaluation *e, const Position *p, const Explanation *x, const char *fen)
{
    if (!solved_ending_covers(p)) {
        ck_assert_msg(x->ending == 0, "%s: ending %d", fen, x->ending);
    } else if (evaluation_kind(e) == EVALUATION_LEARNED) {
        const Score plain = network_value_plain(evaluation_network(e, p->variant), p);
        ck_assert_msg(x->value == x->ending + (p->side == WHITE ? plain : -plain), "%s: ending %d", fen, x->ending);
    } else {
        ck_assert_msg(x->value == x->ending + x->terms.value, "%s: ending %d", fen, x->ending);
    }
}

/* Fails unless the explanation has the terms of pace-tempo, as every one does, and what the solved endings add to
 * these. */
static void expect_terms(const Position *p, const Explanation *x, const char *fen)
{
    const Score aware = solved_ending_covers(p) ? solved_ending_value(p, x->terms.value) : x->terms.value;
    PaceTempoTrace trace;
    pace_tempo_trace(p, &trace);
    ck_assert_msg(x->terms.value == trace.value && x->terms.phase == trace.phase, "%s: terms %d", fen, x->terms.value);
    ck_assert_msg(x->terms_ending == aware - trace.value, "%s: ending of the terms %d", fen, x->terms_ending);
}

/* Fails unless the turned and the mirrored position have the same numbers at the squares of the same pieces. */
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

static void expect_explained(const Evaluation *e, const Position *p)
{
    char fen[FEN_SIZE];
    Explanation x;
    fen_print(p, fen);
    evaluation_explain(e, p, &x);
    const Score mover = evaluation_position(e, p);
    ck_assert_msg(x.value == (p->side == WHITE ? mover : -mover), "%s: %d", fen, x.value);
    expect_ending(e, p, &x, fen);
    expect_terms(p, &x, fen);
    for (Square s = 0; s < 64; s++) {
        Score added = 0;
        if ((position_occupied(p) & bit(s)) != 0) {
            added = x.value - white_value_without(e, p, s);
            added = (position_pieces(p, WHITE) & bit(s)) != 0 ? added : -added;
        }
        ck_assert_msg(x.piece[s] == added, "%s: square %d adds %d, not %d", fen, s, x.piece[s], added);
    }
    expect_symmetric(e, p);
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
        endings += solved_ending_covers(&p);
    }
    ck_assert_int_gt(endings, 0);
    for (int b = 0; b < VARIANT_COUNT; b++) {
        Position full = position_empty(variant_at(b));
        for (Bitboard left = full.variant->board; left != 0;) {
            const Square s = pop_lowest(&left);
            position_put(&full, s % 2 == 0 ? WHITE : BLACK, true, s);
        }
        expect_explained(e, &full);
    }
    evaluation_free(e);
}

/* The stack of a search gives each position the value that it has alone, whatever was evaluated before, also by another
 * evaluation. */
TEST_EACH(stack_is_exact, EVALUATIONS)
{
    RandomPlay r = {SEED};
    Evaluation *const evaluations[] = {evaluation(_i), evaluation(EVALUATION_LEARNED)};
    EvaluationStack *const s = evaluation_stack_new();
    for (int i = 0; i < POSITIONS; i++) {
        const Variant *const v = variant_at(i / 10 % VARIANT_COUNT);
        Position p = random_scatter(&r, v, (Scatter)(i % SCATTER_COUNT));
        if (i % 5 == 0) {
            evaluation_stack_clear(s);
        }
        const Evaluation *const e = evaluations[i / 5 % ROWS(evaluations)];
        evaluation_stack_prepare(s, e, v);
        for (int ply = 0; ply < STACK_PLIES; ply++) {
            ck_assert_int_eq(evaluation_value(e, s, &p, ply, -SCORE_INFINITE, SCORE_INFINITE),
                             evaluation_position(e, &p));
            if (!random_play_step(&r, &p)) {
                break;
            }
        }
    }
    evaluation_stack_free(s);
    evaluation_free(evaluations[0]);
    evaluation_free(evaluations[1]);
}

/* Material alone: 100 points for a man and 300 for a king, seen by the side to move. */
static const struct {
    const char *fen;
    Score value;
} MATERIAL[] = {{"W:We1,e2,f2:Be9,e8", 100},
                {"B:We1,e2,f2:Be9,e8", -100},
                {"W:We1,Kf2:Be9,e8", 200},
                {"B:We1,e2,f3:BKe9,d9,e8", 200},
                {"W:We1:Be9", 0}};

TEST_EACH(material_alone, ROWS(MATERIAL))
{
    const EvaluationChoice choice = {.kind = EVALUATION_MATERIAL};
    Evaluation *const e = evaluation_new(&choice, variant_at(0), NULL);
    const Position p = position_of(variant_at(0), MATERIAL[_i].fen);
    ck_assert_int_eq(evaluation_position(e, &p), MATERIAL[_i].value);
    evaluation_free(e);
}
