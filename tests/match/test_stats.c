/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>

#include "match/stats.h"
#include "support/test.h"

/* Two sources. PUBLISHED: the unit tests of fastchess (app/tests/sprt_test.cpp, elo_test.cpp), which take their LLR
 * values from Fishtest, to two decimals; its "WL" and "DD" are added up here. The others: a separate program in Python,
 * which maximises the likelihood by another method: for given mean m and variance v, two Lagrange multipliers x, y with
 * q_i = p_i / (1 + x (a_i - m) + y ((a_i - m)^2 - v)), by Newton's method, and a search over m with v = ((m - 1/2) /
 * t)^2. */
#define PUBLISHED 0.006

enum { RESULTS = 3 };

static const struct {
    StatsCounts counts;
    double elo0, elo1;
    StatsModel model;
    double llr, tolerance;
} LLR_CASES[] = {
    {{0, 0, 0, {0}}, 0, 5, STATS_LOGISTIC, 0, 0},
    {{10871, 20431, 10650, {0}}, -1.75, 0.25, STATS_NORMALIZED, 2.30, PUBLISHED},
    {{21404, 40708, 21184, {0}}, 0.5, 2.5, STATS_LOGISTIC, -1.57, PUBLISHED},
    {{57433, 106593, 57030, {0}}, 0, 2, STATS_LOGISTIC, -2.59, PUBLISHED},
    {{0, 0, 0, {127, 4883, 10712, 5150, 104}}, -1.75, 0.25, STATS_NORMALIZED, 3.01, PUBLISHED},
    {{0, 0, 0, {223, 9863, 21279, 10037, 246}}, 0.5, 2.5, STATS_LOGISTIC, -3.07, PUBLISHED},
    {{0, 0, 0, {871, 26175, 55983, 26678, 821}}, 0, 2, STATS_LOGISTIC, -4.98, PUBLISHED},
    {{36433, 68692, 36027, {0}}, 0, 2, STATS_NORMALIZED, 0.9232934510, 2e-6},
    {{0, 0, 0, {365, 16618, 36229, 16974, 390}}, 0, 2, STATS_NORMALIZED, 2.2503677035, 2e-6},
    {{0, 0, 0, {0, 0, 0, 0, 104}}, 0, 5, STATS_NORMALIZED, 2.0949545276, 2e-6},
    {{0, 0, 0, {3, 10, 25, 14, 6}}, 0, 10, STATS_NORMALIZED, 0.3527557496, 2e-6},
    {{0, 0, 0, {3, 10, 25, 14, 6}}, 0, 10, STATS_LOGISTIC, 0.4668245620, 2e-6},
    {{0, 0, 0, {3, 10, 25, 14, 6}}, -50, 120, STATS_NORMALIZED, 1.2323371665, 2e-6},
    {{50, 40, 30, {0}}, -5, 5, STATS_NORMALIZED, 0.7050017754, 2e-6},
    {{50, 40, 30, {0}}, -5, 5, STATS_LOGISTIC, 0.8634135433, 2e-6},
    {{0, 0, 0, {0, 2, 9, 5, 1}}, 0, 20, STATS_NORMALIZED, 0.4839248341, 2e-6},
    {{0, 0, 0, {0, 2, 9, 5, 1}}, 0, 20, STATS_LOGISTIC, 0.8301291363, 2e-6},
    {{0, 0, 5, {0}}, 0, 10, STATS_NORMALIZED, -0.1459482344, 2e-6},
    {{0, 0, 0, {0, 0, 0, 0, 10}}, -200, 200, STATS_NORMALIZED, 14.8735807803, 2e-6},
    /* 21.63 at a local maximum of the likelihood, which is not the global one. */
    {{0, 0, 0, {0, 3, 50, 9, 0}}, -200, 200, STATS_NORMALIZED, 19.239757, 2e-6},
    /* The likelihood has several local maxima, and the bounds are such that it matters. */
    {{0, 0, 0, {0, 1, 23, 1, 0}}, 55, 187, STATS_NORMALIZED, -8.395948624, 2e-6},
    {{0, 0, 0, {0, 3, 100, 3, 3}}, -180, -120, STATS_NORMALIZED, 21.627148564, 2e-6},
    {{0, 0, 0, {10, 1, 1000, 25, 0}}, -185, 151, STATS_NORMALIZED, 172.172030389, 2e-6},
    {{0, 0, 0, {0, 3, 1000, 0, 0}}, -140, 135, STATS_NORMALIZED, -2.071374109, 2e-6},
    {{0, 0, 0, {0, 100, 0, 33, 0}}, 64, 184, STATS_NORMALIZED, -54.925114019, 2e-6},
    {{0, 0, 0, {1, 26, 1000, 0, 3}}, -140, 177, STATS_NORMALIZED, -230.436580081, 2e-6},
    {{0, 0, 0, {0, 10, 9, 3, 0}}, -97, 159, STATS_NORMALIZED, -11.524121235, 2e-6},
    {{0, 0, 0, {22, 15, 44, 10, 3}}, 0, 5, STATS_NORMALIZED, -0.792071834, 2e-6},
    {{0, 0, 0, {3, 1000, 10, 0, 0}}, -10, 200, STATS_NORMALIZED, -851.236457821, 2e-6},
    {{3, 80, 0, {0}}, -200, 200, STATS_NORMALIZED, 13.661071247, 2e-6},
    {{0, 50, 10, {0}}, -50, 150, STATS_NORMALIZED, -18.744028854, 2e-6},
};

/* Swapping the players turns the sign. */
TEST_EACH(llr, ROWS(LLR_CASES))
{
    const double elo0 = LLR_CASES[_i].elo0, elo1 = LLR_CASES[_i].elo1;
    const StatsSprt t = {elo0, elo1, 0.05, 0.05, LLR_CASES[_i].model};
    const StatsSprt turned = {-elo1, -elo0, 0.05, 0.05, LLR_CASES[_i].model};
    const StatsCounts flipped = stats_flipped(&LLR_CASES[_i].counts);
    const double found = stats_sprt(&t, &LLR_CASES[_i].counts).llr;
    ck_assert_double_le(fabs(found - LLR_CASES[_i].llr), LLR_CASES[_i].tolerance);
    ck_assert_double_eq_tol(stats_sprt(&turned, &flipped).llr, -found, 1e-7);
}

/* PUBLISHED, and exact figures; where a source says nothing (NAN), nothing is checked. */
static const struct {
    StatsCounts counts;
    double nelo, nelo_error, elo, elo_error, los;
    double tolerance; /* for LOS a hundredth of it */
} ELO_CASES[] = {
    {{76, 123, 89, {0}}, -20.76, 40.13, NAN, NAN, 0.1553, PUBLISHED},
    {{136, 111, 96, {0}}, 49.77, 36.77, 40.70, 30.43, 0.9960, PUBLISHED},
    {{34, 0, 356, {0}}, -508.44, 34.48, NAN, NAN, NAN, PUBLISHED},
    {{0, 0, 0, {34, 54, 63, 64, 75}}, 57.94, 28.28, 55.58, 27.65, 1.0, PUBLISHED},
    {{0, 0, 0, {332, 433, 498, 333, 334}}, -9.17, 10.96, -8.64, 10.33, 0.0505, PUBLISHED},
    {{0, 0, 0, {7895, 8757, 5685, 568, 9999}}, -19.01, 2.65, -21.04, 2.95, NAN, PUBLISHED},
    /* No games, games that were all won, a single pair, which shows no spread, and pairs that were all alike. */
    {{0, 0, 0, {0}}, NAN, NAN, 0, INFINITY, 0.5, 0},
    {{7, 0, 0, {0}}, NAN, NAN, INFINITY, NAN, 1, 0},
    {{1, 1, 0, {0, 0, 0, 1, 0}}, NAN, NAN, 190.848501888, INFINITY, 0.5, 1e-8},
    {{10, 0, 10, {0, 0, 10, 0, 0}}, NAN, NAN, 0, INFINITY, 0.5, 0},
};

static void expect_near(double found, double wanted, double tolerance)
{
    ck_assert_msg(isnan(wanted) || found == wanted || fabs(found - wanted) <= tolerance, "%g, not %g", found, wanted);
}

TEST_EACH(elo, ROWS(ELO_CASES))
{
    const StatsSummary s = stats_summary(&ELO_CASES[_i].counts);
    expect_near(s.nelo, ELO_CASES[_i].nelo, ELO_CASES[_i].tolerance);
    expect_near(s.nelo_error, ELO_CASES[_i].nelo_error, ELO_CASES[_i].tolerance);
    expect_near(s.elo, ELO_CASES[_i].elo, ELO_CASES[_i].tolerance);
    expect_near(s.elo_error, ELO_CASES[_i].elo_error, ELO_CASES[_i].tolerance);
    expect_near(s.los, ELO_CASES[_i].los, ELO_CASES[_i].tolerance / 100);
}

/* Ten pairs of a win and a loss each prove more than twenty single games: they have no variance at all. */
TEST(pairs_have_their_own_variance)
{
    StatsCounts c = {0};
    for (int i = 0; i < 10; i++) {
        stats_add_game(&c, STATS_WIN);
        stats_add_game(&c, STATS_LOSS);
    }
    const StatsSummary games = stats_summary(&c);
    for (int i = 0; i < 10; i++) {
        stats_add_pair(&c, STATS_WIN, STATS_LOSS);
    }
    const StatsSummary pairs = stats_summary(&c);
    ck_assert_double_gt(games.elo_error, 100.0);
    ck_assert_double_eq(pairs.pair_draw_ratio, 1.0);
    ck_assert_double_eq(pairs.draw_ratio, 0.0);
}

TEST(pairs_fall_into_the_right_places)
{
    static const int KIND[RESULTS][RESULTS] = {{0, 1, 2}, {1, 2, 3}, {2, 3, 4}};
    StatsCounts all = {0};
    for (int i = 0; i < RESULTS * RESULTS; i++) {
        StatsCounts c = {0};
        stats_add_pair(&c, (StatsResult)(i / RESULTS), (StatsResult)(i % RESULTS));
        ck_assert_uint_eq(c.pairs[KIND[i / RESULTS][i % RESULTS]], 1);
        stats_merge(&all, &c);
    }
    ck_assert_uint_eq(stats_pairs(&all), RESULTS * RESULTS);
}

/* No counts make a figure NaN or take it out of its range. */
TEST(extremes)
{
    static const uint64_t COUNTS[] = {0, 1, 2, 1000000000};
    static const StatsSprt TESTS[] = {{0, 5, 0.05, 0.05, STATS_LOGISTIC},
                                      {0, 5, 0.05, 0.05, STATS_NORMALIZED},
                                      {-200, 200, 0.01, 0.4, STATS_LOGISTIC},
                                      {-200, 200, 0.01, 0.4, STATS_NORMALIZED},
                                      {199, 200, 0.05, 0.05, STATS_NORMALIZED}};
    const size_t n = sizeof COUNTS / sizeof COUNTS[0];
    for (size_t i = 0; i < n * n * n * n * n; i++) {
        const StatsCounts c = {
            .wins = COUNTS[i % n],
            .draws = COUNTS[i / n % n],
            .losses = COUNTS[i / n / n % n],
            .pairs = {COUNTS[i / n / n / n % n], 0, COUNTS[i / n % n], 0, COUNTS[i / n / n / n / n]}};
        const StatsSummary s = stats_summary(&c);
        ck_assert(s.score >= 0.0 && s.score <= 1.0 && s.score_error >= 0.0);
        ck_assert(s.los >= 0.0 && s.los <= 1.0 && s.draw_ratio >= 0.0 && s.draw_ratio <= 1.0);
        ck_assert(!isnan(s.elo) && !isnan(s.nelo) && s.elo_error >= 0.0 && s.nelo_error >= 0.0);
        for (size_t t = 0; t < sizeof TESTS / sizeof TESTS[0]; t++) {
            ck_assert(isfinite(stats_sprt(&TESTS[t], &c).llr));
        }
    }
}

/* Wald's bounds: alpha = beta = 0.05 give +-2.944, at which the test decides. */
TEST(bounds_and_decision)
{
    const StatsSprt t = {0, 10, 0.05, 0.05, STATS_LOGISTIC};
    StatsCounts c = {.wins = 30, .draws = 40, .losses = 30};
    StatsSprtState s = stats_sprt(&t, &c);
    ck_assert_double_eq_tol(s.upper, 2.9444389791664403, 1e-12);
    ck_assert_double_eq_tol(s.lower, -2.9444389791664403, 1e-12);
    ck_assert_int_eq(s.decision, STATS_CONTINUE);
    c = (StatsCounts){.wins = 30000, .draws = 40000, .losses = 30000};
    ck_assert_int_eq(stats_sprt(&t, &c).decision, STATS_H0);
    c = (StatsCounts){.wins = 3400, .draws = 4000, .losses = 2600};
    ck_assert_int_eq(stats_sprt(&t, &c).decision, STATS_H1);
    const StatsSprt uneven = {0, 10, 0.01, 0.1, STATS_LOGISTIC};
    s = stats_sprt(&uneven, &c);
    ck_assert_double_eq_tol(s.upper, log(0.9 / 0.01), 1e-12);
    ck_assert_double_eq_tol(s.lower, log(0.1 / 0.99), 1e-12);
}
