/* The evaluation: symmetric, the sum of its terms, and pace and tempo counted as the game's inventor does. */
#include <stdlib.h>

#include "eval.h"
#include "fen.h"
#include "random_positions.h"
#include "square.h"
#include "suites.h"

enum { SCATTERED = 4000, GAME_POSITIONS = 2000, GAME_PLIES = 150, TIMEOUT_SECONDS = 60 };

static void expect_same(const Position *p, const Position *image, const char *what)
{
    if (eval_position(p) != eval_position(image)) {
        char fen[FEN_SIZE];
        fen_print(p, fen);
        ck_abort_msg("%s %s: %d, but %s %d", p->variant->name, fen, eval_position(p), what, eval_position(image));
    }
}

/* The side to move keeps its score when colours are swapped and the board is turned, or mirrored. */
static void expect_symmetric(const Position *p)
{
    const Position turned = position_turned(p);
    expect_same(p, &turned, "turned");
    if (p->variant->has_mirror) {
        const Position mirrored = position_mirrored(p);
        expect_same(p, &mirrored, "mirrored");
    }
}

static void expect_sum(const Position *p)
{
    EvalTrace trace;
    int sum = 0;
    eval_trace(p, &trace);
    for (int term = 0; term < EVAL_TERM_COUNT; term++) {
        sum += trace.points[term][WHITE] - trace.points[term][BLACK];
    }
    ck_assert_int_eq(sum, trace.total);
    ck_assert_int_eq(eval_position(p), p->side == WHITE ? trace.total : -trace.total);
    ck_assert_int_le(abs(trace.total), SCORE_EVAL_MAX);
}

START_TEST(scattered_positions)
{
    const Variant *const v = variant_at(_i);
    RandomPlay r = {31};
    for (int i = 0; i < SCATTERED; i++) {
        const Position p = random_scatter(&r, v, (Scatter)(i % SCATTER_COUNT));
        expect_symmetric(&p);
        expect_sum(&p);
    }
}
END_TEST

START_TEST(game_positions)
{
    const Variant *const v = variant_at(_i);
    RandomPlay r = {32};
    for (int i = 0; i < GAME_POSITIONS; i++) {
        const Position p = random_game_position(&r, v, GAME_PLIES);
        expect_symmetric(&p);
        expect_sum(&p);
    }
}
END_TEST

/* The start position: men of 10x10 on rows 1 to 3, five each, so thirty steps of pace. */
START_TEST(pace_of_the_start)
{
    const int expected[VARIANT_COUNT] = {5 * (1 + 2 + 3), 6 * 1 + 5 * 2 + 6 * 3};
    EvalTrace trace;
    const Position p = position_start(variant_at(_i));
    eval_trace(&p, &trace);
    ck_assert_int_eq(trace.count[EVAL_PACE][WHITE], expected[_i]);
    ck_assert_int_eq(trace.count[EVAL_PACE][BLACK], expected[_i]);
    ck_assert_int_eq(trace.total, 0);
    ck_assert_int_eq(trace.phase, EVAL_PHASE_MAX);
}
END_TEST

/* Each row counts one more than the row behind it, for both sides. */
START_TEST(pace_by_row)
{
    const Variant *const v = variant_at(_i);
    for (int row = 1; row < v->rows; row++) {
        for (int column = 1; column <= v->files; column++) {
            const Square s = square_at(v, column, row);
            if (s == SQUARE_NONE) {
                continue;
            }
            EvalTrace trace;
            Position p = position_empty(v);
            position_put(&p, WHITE, false, s);
            eval_trace(&p, &trace);
            ck_assert_int_eq(trace.count[EVAL_PACE][WHITE], row);
            const Position t = position_turned(&p);
            eval_trace(&t, &trace);
            ck_assert_int_eq(trace.count[EVAL_PACE][BLACK], row);
        }
    }
}
END_TEST

/* Spare moves are steps to vacant squares behind the row of the most advanced man. */
START_TEST(tempo_behind_the_front)
{
    EvalTrace trace;
    Position p;
    /* f5 is in front; e1 can go to d1's place? no: e1 steps to e2 or leaves the board on the left. */
    ck_assert_int_eq(fen_parse(&VARIANT_10X10, "W:We1,f5:Be0", &p, NULL), ERROR_NONE);
    eval_trace(&p, &trace);
    ck_assert_int_eq(trace.count[EVAL_TEMPO][WHITE], 1);
    ck_assert_int_eq(trace.count[EVAL_TEMPO][BLACK], 0);
    ck_assert_int_eq(trace.count[EVAL_MOBILITY][WHITE], 3);
}
END_TEST

/* Pace and tempo mean nothing any more when kings rule. */
START_TEST(fading)
{
    EvalTrace trace;
    Position p;
    ck_assert_int_eq(fen_parse(&VARIANT_10X10, "W:We1,Kf2,Kg5:Be0,Kd3,Kd4", &p, NULL), ERROR_NONE);
    eval_trace(&p, &trace);
    ck_assert_int_eq(trace.phase, 0);
    ck_assert_int_eq(trace.points[EVAL_PACE][WHITE], 0);
    ck_assert_int_eq(trace.total, 0);
}
END_TEST

Suite *eval_suite(void)
{
    Suite *const suite = suite_create("eval");
    TCase *const tests = tcase_create("eval");
    tcase_set_timeout(tests, TIMEOUT_SECONDS);
    tcase_add_loop_test(tests, scattered_positions, 0, VARIANT_COUNT);
    tcase_add_loop_test(tests, game_positions, 0, VARIANT_COUNT);
    tcase_add_loop_test(tests, pace_of_the_start, 0, VARIANT_COUNT);
    tcase_add_loop_test(tests, pace_by_row, 0, VARIANT_COUNT);
    tcase_add_test(tests, tempo_behind_the_front);
    tcase_add_test(tests, fading);
    suite_add_tcase(suite, tests);
    return suite;
}
