/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The terms of the evaluation, each in positions of its own, counted by hand. */
#include "core/fen.h"
#include "core/square.h"
#include "evaluation/eval.h"
#include "support/test.h"

/* What a term counts for White and for Black. */
typedef struct TermCase {
    const char *fen; /* on 10x10, unless it says START_9X11 */
    EvalFeature term;
    int white, black;
} TermCase;

#define START "W:Wd2,e1,e2,e3,f2,f3,f4,g3,g4,g5,h4,h5,h6,i5,i6:Ba5,a6,b5,b6,b7,c6,c7,c8,d7,d8,d9,e8,e9,e0,f9"
/* After g5f5 d8d6: a hole on either side's third row, fifteen men blocked. */
#define TWO_MOVES "W:Wd2,e1,e2,e3,f2,f3,f4,f5,g3,g4,h4,h5,h6,i5,i6:Ba5,a6,b5,b6,b7,c6,c7,c8,d6,d7,d9,e8,e9,e0,f9"
#define START_9X11 "9x11"

static const TermCase CASES[] = {
    {"W:We1,f2:Be0", EVAL_MEN, 2, 1},
    {"W:WKe1,Kf2,e2:BKe0", EVAL_KINGS, 2, 1},
    {"W:WKe1,Kf2:Be9", EVAL_HAS_KING, 1, 0},
    {"W:We1:Be0", EVAL_TO_MOVE, 1, 0},
    {"B:We1:Be0", EVAL_TO_MOVE, 0, 1},

    /* e1 on row 1, f5 on row 4; e0 on Black's first row */
    {"W:We1,f5:Be0", EVAL_PACE, 5, 1},
    {"W:We1,f5:Be0", EVAL_FRONT, 4, 1},
    {"W:We1,f5:B", EVAL_FRONT, 4, 0},
    {START, EVAL_PACE, 30, 30},
    {START_9X11, EVAL_PACE, 34, 34},

    /* behind f5, e1 has one step: to e2 */
    {"W:We1,f5:Be0", EVAL_TEMPO, 1, 0},
    {"W:We1,f5:Be0", EVAL_TEMPO_SAFE, 1, 0},
    {"W:We1,f5:Be4", EVAL_TEMPO_SAFE, 0, 0},
    {TWO_MOVES, EVAL_TEMPO, 2, 2},

    {"W:We1,f5:Be0", EVAL_MOBILITY, 3, 1},
    {START, EVAL_MOBILITY, 24, 24},
    {START_9X11, EVAL_MOBILITY, 26, 26},
    {"W:We1:Be0", EVAL_SAFE, 1, 1},
    /* on e5 the man would stand before e7, on e6 the other before e4 */
    {"W:We4:Be7", EVAL_SAFE, 1, 1},
    /* e4 is pinned: d3 and f5 remain */
    {"W:We3,e4:Be5", EVAL_SAFE, 1, 1},
    /* straight away from each other is no escape */
    {"W:We4:Be3", EVAL_SAFE, 1, 1},
    {"W:We1:Be4", EVAL_SAFE, 0, 1},
    {"W:We1:Be4", EVAL_SAFE_NONE, 1, 0},
    {"W:We1:Be4", EVAL_SAFE_FEW, 0, 1},
    {"W:We1:Be4", EVAL_ZUGZWANG, 1, 0},
    {"B:We1:Be4", EVAL_ZUGZWANG, 0, 0},
    /* e1 stands behind e2, and e2 before e3 */
    {"W:We1,e2:Be3", EVAL_STUCK, 1, 0},
    {"W:We1,e2:Be4", EVAL_STUCK, 0, 0},

    {"W:We1,e2:Be3", EVAL_CONTACT, 1, 1},
    {"W:We1,e2,d2:Be9,d9", EVAL_PAIRS, 2, 1},
    {START_9X11, EVAL_PAIRS, 20, 20},
    {"W:We1,e2,f2:Be0", EVAL_WINGS, 3, 1},
    {"W:We5:Be0", EVAL_CENTRE, 1, 0},
    {"W:We1,f2:Be9", EVAL_BACK_ROW, 2, 0},
    {"W:We1,f2:BKe9", EVAL_BACK_ROW, 2, 0},
    {"W:We1,f2:Be0", EVAL_CORNERS, 1, 1},
    {"W:We1,f2:BKe0", EVAL_CORNERS, 1, 0},

    /* line e has ten squares, d and 4 through d4 eight and seven */
    {"W:WKe1:BKd4", EVAL_KING_MOBILITY, 9, 13},
    {"W:WKe1:BKd4", EVAL_KING_EDGE, 1, 0},
    {"W:WKe1:BKd4", EVAL_KING_LONG_LINE, 1, 0},
    {"W:WKe1:Be3", EVAL_KING_TRAPPED, 1, 0},
    {"W:WKe1:Be4", EVAL_KING_TRAPPED, 0, 0},
    {"W:WKe1,Kf2:Be0", EVAL_KINGS_ALONE, 2, 0},
    {"W:WKe1,Kf2:BKe0", EVAL_KINGS_ALONE, 0, 0},
    {"W:WKe1,Ke5:BKe0,Kf6", EVAL_KING_CENTRE, 4, 3},
};

enum { CASE_COUNT = sizeof CASES / sizeof CASES[0] };

static void read_case(const TermCase *c, Position *p)
{
    if (strcmp(c->fen, START_9X11) == 0) {
        *p = position_start(&VARIANT_9X11);
    } else {
        ck_assert_int_eq(fen_parse(&VARIANT_10X10, c->fen, p, NULL), ERROR_NONE);
    }
}

static void expect_counts(const Position *p, const TermCase *c, int white, int black)
{
    Eval *const e = eval_new(&EVAL_WEIGHTS_BUILTIN);
    EvalTrace trace;
    ck_assert_ptr_nonnull(e);
    eval_trace(e, p, &trace);
    eval_free(e);
    if (trace.count[c->term][WHITE] != white || trace.count[c->term][BLACK] != black) {
        char name[EVAL_NAME_SIZE];
        ck_abort_msg("%s: %s is %d and %d, not %d and %d", c->fen, eval_feature_name(c->term, name),
                     trace.count[c->term][WHITE], trace.count[c->term][BLACK], white, black);
    }
}

TEST_EACH(counts, CASE_COUNT)
{
    const TermCase *const c = &CASES[_i];
    Position p;
    read_case(c, &p);
    expect_counts(&p, c, c->white, c->black);
    const Position turned = position_turned(&p);
    expect_counts(&turned, c, c->black, c->white);
}

/* Every term has a case that counts something. */
TEST(all_terms_covered)
{
    bool covered[EVAL_TERM_COUNT] = {false};
    for (int i = 0; i < CASE_COUNT; i++) {
        covered[CASES[i].term] = covered[CASES[i].term] || CASES[i].white != 0 || CASES[i].black != 0;
    }
    for (int f = 0; f < EVAL_TERM_COUNT; f++) {
        char name[EVAL_NAME_SIZE];
        ck_assert_msg(covered[f], "no case for %s", eval_feature_name((EvalFeature)f, name));
    }
}

/* Pace: each row counts one more than the row behind it, for both sides. */
TEST_EACH(pace_by_row, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    for (int row = 1; row < v->rows; row++) {
        for (int column = 1; column <= v->files; column++) {
            const Square s = square_at(v, column, row);
            if (s == SQUARE_NONE) {
                continue;
            }
            EvalFeatures f;
            Position p = position_empty(v);
            position_put(&p, WHITE, false, s);
            eval_features(&p, &f);
            ck_assert_int_eq(f.count[EVAL_PACE], row);
            ck_assert_int_eq(f.count[EVAL_FRONT], row);
            const Position t = position_turned(&p);
            eval_features(&t, &f);
            ck_assert_int_eq(f.count[EVAL_PACE], -row);
        }
    }
}

/* The phase is full at the start, falls as men go, and soon with kings. */
TEST_EACH(phase, 5)
{
    static const struct {
        const char *fen;
        int phase;
    } cases[] = {{START, EVAL_PHASE_MAX},
                 {"W:We1,e2:Be0,e9", 0},
                 {"W:We1,e2,e3,d2,f2,f3,f4:Be0,e9,e8,d9,c8,d8,d7", EVAL_PHASE_MAX / 2},
                 {"W:We1,e2,e3,d2,f2,f3,f4:Be0,e9,e8,d9,c8,d8,d7,Ki5", EVAL_PHASE_MAX * 3 / 16},
                 {"W:We1,Kf2,Kg3:Be0,Kd3,Kd4", 0}};
    Position p;
    EvalFeatures f;
    ck_assert_int_eq(fen_parse(&VARIANT_10X10, cases[_i].fen, &p, NULL), ERROR_NONE);
    eval_features(&p, &f);
    ck_assert_int_eq(f.phase, cases[_i].phase);
}
