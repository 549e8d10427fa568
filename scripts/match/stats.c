/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/stats.h"

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

const char *const STATS_MODEL_NAMES[] = {[STATS_LOGISTIC] = "logistic", [STATS_NORMALIZED] = "normalized", NULL};

/* Half width of the central 95 % of the normal distribution, in standard errors. */
static const double NORMAL_95 = 1.959963984540054;

/* Elo points for a factor of ten in the odds. */
static const double ELO_SCALE = 400.0;

/* How much a result that never occurred counts in the likelihood. */
static const double MISSING_COUNT = 1e-3;

enum { PAIR_DRAWN = 2, TRINOMIAL_KINDS = 3 };

/* Results of one kind of trial: equally spaced outcomes from 0 to 1 and how often (or how likely) each is. */
typedef struct Outcomes {
    int kinds; /* TRINOMIAL_KINDS or STATS_PAIR_KINDS */
    double weight[STATS_PAIR_KINDS];
} Outcomes;

void stats_add_game(StatsCounts *c, StatsResult r)
{
    c->wins += r == STATS_WIN;
    c->draws += r == STATS_DRAW;
    c->losses += r == STATS_LOSS;
}

void stats_add_pair(StatsCounts *c, StatsResult first, StatsResult second)
{
    c->pairs[(int)first + (int)second]++;
}

void stats_merge(StatsCounts *c, const StatsCounts *more)
{
    c->wins += more->wins;
    c->draws += more->draws;
    c->losses += more->losses;
    for (int i = 0; i < STATS_PAIR_KINDS; i++) {
        c->pairs[i] += more->pairs[i];
    }
}

StatsCounts stats_flipped(const StatsCounts *c)
{
    StatsCounts f = {.wins = c->losses, .draws = c->draws, .losses = c->wins};
    for (int i = 0; i < STATS_PAIR_KINDS; i++) {
        f.pairs[i] = c->pairs[STATS_PAIR_KINDS - 1 - i];
    }
    return f;
}

uint64_t stats_games(const StatsCounts *c)
{
    return c->wins + c->draws + c->losses;
}

uint64_t stats_pairs(const StatsCounts *c)
{
    uint64_t n = 0;
    for (int i = 0; i < STATS_PAIR_KINDS; i++) {
        n += c->pairs[i];
    }
    return n;
}

/* The score expected at a logistic Elo difference, 0 to 1, and back (infinite at 0 and 1). */
static double elo_to_score(double elo)
{
    return 1.0 / (1.0 + pow(10.0, -elo / ELO_SCALE));
}

static double score_to_elo(double score)
{
    if (score <= 0.0) {
        return -INFINITY;
    }
    if (score >= 1.0) {
        return INFINITY;
    }
    return ELO_SCALE * log10(score / (1.0 - score));
}

/* Normalised Elo for one standard deviation of a game's score. */
static double nelo_scale(void)
{
    return 2.0 * ELO_SCALE / log(10.0);
}

/* Score of the i-th outcome, 0 to 1. */
static double outcome_score(const Outcomes *o, int i)
{
    return (double)i / (double)(o->kinds - 1);
}

/* The counts as trials: pairs when there are any, else games. */
static Outcomes outcomes_of(const StatsCounts *c)
{
    Outcomes o;
    if (stats_pairs(c) > 0) {
        o.kinds = STATS_PAIR_KINDS;
        for (int i = 0; i < STATS_PAIR_KINDS; i++) {
            o.weight[i] = (double)c->pairs[i];
        }
    } else {
        o.kinds = TRINOMIAL_KINDS;
        o.weight[STATS_LOSS] = (double)c->losses;
        o.weight[STATS_DRAW] = (double)c->draws;
        o.weight[STATS_WIN] = (double)c->wins;
    }
    return o;
}

static double total_weight(const Outcomes *o)
{
    double n = 0.0;
    for (int i = 0; i < o->kinds; i++) {
        n += o->weight[i];
    }
    return n;
}

/* Mean and variance of the score of one trial; there must be some weight. */
static void moments(const Outcomes *o, double *mean, double *variance)
{
    const double n = total_weight(o);
    double sum = 0.0;
    for (int i = 0; i < o->kinds; i++) {
        sum += o->weight[i] * outcome_score(o, i);
    }
    *mean = sum / n;
    double squares = 0.0;
    for (int i = 0; i < o->kinds; i++) {
        const double deviation = outcome_score(o, i) - *mean;
        squares += o->weight[i] * deviation * deviation;
    }
    *variance = squares / n;
}

/* x / deviation, infinite where only the deviation is zero. */
static double in_deviations(double x, double deviation)
{
    return x == 0.0 ? 0.0 : x / deviation;
}

StatsSummary stats_summary(const StatsCounts *c)
{
    const bool pentanomial = stats_pairs(c) > 0;
    StatsSummary s = {.score = 0.5, .score_error = 0.5, .elo_error = INFINITY, .nelo_error = INFINITY, .los = 0.5};
    const Outcomes o = outcomes_of(c);
    const double n = total_weight(&o);
    if (n <= 0.0) {
        return s;
    }
    double variance;
    moments(&o, &s.score, &variance);
    const double error = sqrt(variance / n);
    const double margin = NORMAL_95 * error;
    const double games_per_trial = pentanomial ? 2.0 : 1.0;
    s.elo = score_to_elo(s.score);
    if (stats_games(c) > 0) {
        s.draw_ratio = (double)c->draws / (double)stats_games(c);
    }
    if (pentanomial) {
        s.pair_draw_ratio = (double)c->pairs[PAIR_DRAWN] / n;
    }
    if (n < 2.0) {
        return s; /* nothing is known of the spread */
    }
    s.nelo = nelo_scale() * in_deviations(s.score - 0.5, sqrt(games_per_trial * variance));
    s.nelo_error = nelo_scale() * NORMAL_95 / sqrt(games_per_trial * n);
    s.los = erfc(-in_deviations(s.score - 0.5, error) / sqrt(2.0)) / 2.0;
    if (variance <= 0.0) {
        return s; /* all results are equal: the spread is not 0, but unknown */
    }
    s.score_error = margin;
    const double low = score_to_elo(s.score - margin);
    const double high = score_to_elo(s.score + margin);
    s.elo_error = (high - low) / 2.0; /* infinite where one of them is */
    return s;
}

/* How well a hypothesis can explain what was counted: the greatest likelihood of the counts among all distributions
 * that the hypothesis allows. Observed frequencies p_i (all above 0, sum 1) belong to `kinds` outcomes a_i, equally
 * spaced from 0 to 1. A distribution q makes them likelier the smaller its divergence sum p_i log(p_i / q_i) is, which
 * is 0 for q = p. n times the difference of two divergences is the logarithm of the ratio of the likelihoods of n
 * trials. */

enum {
    ROUNDS = 64,      /* of a bisection: more than a double has bits */
    GRID_POINTS = 128 /* half as many find the likeliest of a thousand random counts */
};

/* The least deviation that is tried, as a share of the greatest; counts up to 10^9 come nowhere near. */
static const double DEVIATION_MIN = 1e-7;

/* Width of the last bracket relative to its place; the error is of the order of its square. */
static const double BRACKET_TOLERANCE = 1e-9;

/* The least divergence among the distributions with sum q_i h_i = 0; INFINITY when there is none. By Lagrange
 * q_i = p_i / (1 + x h_i), with x the only root of sum p_i h_i / (1 + x h_i), a falling function between its poles. */
static double divergence(const Outcomes *p, const double *h)
{
    double min = INFINITY;
    double greatest = -INFINITY;
    for (int i = 0; i < p->kinds; i++) {
        min = fmin(min, h[i]);
        greatest = fmax(greatest, h[i]);
    }
    if (min >= 0.0 || greatest <= 0.0) {
        return INFINITY;
    }
    double low = -1.0 / greatest;
    double high = -1.0 / min;
    double x = 0.0;
    for (int round = 0; round < ROUNDS; round++) {
        double slope = 0.0;
        for (int i = 0; i < p->kinds; i++) {
            slope += p->weight[i] * h[i] / (1.0 + x * h[i]);
        }
        if (slope > 0.0) {
            low = x;
        } else {
            high = x;
        }
        x = low + (high - low) / 2.0;
    }
    double sum = 0.0;
    for (int i = 0; i < p->kinds; i++) {
        sum += p->weight[i] * log1p(x * h[i]);
    }
    return sum;
}

/* The least divergence among the distributions whose mean is `score`, which lies between 0 and 1, both excluded. */
static double divergence_from_score(const Outcomes *p, double score)
{
    double h[STATS_PAIR_KINDS];
    for (int i = 0; i < p->kinds; i++) {
        h[i] = outcome_score(p, i) - score;
    }
    return divergence(p, h);
}

/* The condition (mean - 1/2) / deviation = t, for t above 0. With the moments m1 and m2 of d = a - 1/2 it is
 * m2 = c m1^2, c = 1 + 1/t^2, m1 > 0: a parabola. Its tangent where the deviation is s is the linear condition
 * "mean of h is 0" with h = d - t s / 2 - t d^2 / (2 s (1 + t^2)); the tangents fill the side m2 <= c m1^2. */
typedef struct Ratio {
    Outcomes p;
    double t;
    bool greatest; /* the greatest divergence over the tangents is wanted, not the least */
} Ratio;

/* The function to be minimised, for the tangent at that deviation. */
static double cost(const Ratio *r, double s)
{
    double h[STATS_PAIR_KINDS];
    for (int i = 0; i < r->p.kinds; i++) {
        const double d = outcome_score(&r->p, i) - 0.5;
        h[i] = d - r->t * s / 2.0 - r->t * d * d / (2.0 * s * (1.0 + r->t * r->t));
    }
    const double value = divergence(&r->p, h);
    return r->greatest ? -value : value;
}

/* The least cost between two deviations; there is one valley between them. */
static double minimum_between(const Ratio *r, double low, double high)
{
    while (high - low > BRACKET_TOLERANCE * high) {
        const double third = (high - low) / 3.0;
        if (cost(r, low + third) <= cost(r, high - third)) {
            high -= third;
        } else {
            low += third;
        }
    }
    return cost(r, (low + high) / 2.0);
}

/* The least cost of all deviations up to `max`: each valley of a grid is searched. */
static double global_minimum(const Ratio *r, double max)
{
    double s[GRID_POINTS];
    double costs[GRID_POINTS];
    for (int i = 0; i < GRID_POINTS; i++) {
        s[i] = max * pow(DEVIATION_MIN, 1.0 - (double)i / (GRID_POINTS - 1));
        costs[i] = cost(r, s[i]);
    }
    double min = INFINITY;
    for (int i = 0; i < GRID_POINTS; i++) {
        const int before = i > 0 ? i - 1 : i;
        const int after = i + 1 < GRID_POINTS ? i + 1 : i;
        if (isfinite(costs[i]) && costs[i] <= costs[before] && costs[i] <= costs[after]) {
            min = fmin(min, fmin(costs[i], minimum_between(r, s[before], s[after])));
        }
    }
    return min;
}

/* The least divergence among the distributions with (mean - 1/2) / deviation = t. They are not a convex set, so that
 * there can be several local minima, of which the least counts. */
static double divergence_from_ratio(const Outcomes *p, double t)
{
    Ratio r = {.p = *p, .t = fabs(t), .greatest = false};
    double m1 = 0.0;
    double m2 = 0.0;
    if (t == 0.0) {
        return divergence_from_score(p, 0.5);
    }
    for (int i = 0; i < p->kinds; i++) {
        const double d = outcome_score(p, i) - 0.5;
        /* The other player's view is the same with the other sign. */
        r.p.weight[i] = p->weight[t > 0.0 ? i : p->kinds - 1 - i];
        m1 += r.p.weight[i] * d;
        m2 += r.p.weight[i] * d * d;
    }
    const double c = 1.0 + 1.0 / (t * t);
    if (m1 <= 0.0 || m2 >= c * m1 * m1) {
        return global_minimum(&r, 0.5 / sqrt(1.0 + t * t));
    }
    /* p lies on the tangents' side. The other side is convex, so that its likeliest point is unique and on the border;
     * of the tangents that separate that side from p, the one at this point is farthest from p. The deviations of these
     * tangents lie between the roots of "mean of h under p is 0". */
    r.greatest = true;
    const double middle = m1 / r.t;
    const double half = sqrt(fmax(0.0, middle * middle - m2 / (1.0 + t * t)));
    return -minimum_between(&r, middle - half, middle + half);
}

/* The generalised log-likelihood ratio of H1 to H0. */
static double likelihood_ratio(const StatsSprt *t, const StatsCounts *c)
{
    Outcomes p = outcomes_of(c);
    if (total_weight(&p) <= 0.0) {
        return 0.0;
    }
    for (int i = 0; i < p.kinds; i++) {
        p.weight[i] = fmax(p.weight[i], MISSING_COUNT);
    }
    const double n = total_weight(&p);
    for (int i = 0; i < p.kinds; i++) {
        p.weight[i] /= n;
    }
    if (t->model == STATS_NORMALIZED) {
        /* The deviation of a pair's mean score is that of a game divided by the root of two. */
        const double scale = (p.kinds == STATS_PAIR_KINDS ? sqrt(2.0) : 1.0) / nelo_scale();
        return n * (divergence_from_ratio(&p, t->elo0 * scale) - divergence_from_ratio(&p, t->elo1 * scale));
    }
    return n * (divergence_from_score(&p, elo_to_score(t->elo0)) - divergence_from_score(&p, elo_to_score(t->elo1)));
}

StatsSprtState stats_sprt(const StatsSprt *t, const StatsCounts *c)
{
    StatsSprtState s = {.llr = likelihood_ratio(t, c),
                        .lower = log(t->beta / (1.0 - t->alpha)),
                        .upper = log((1.0 - t->beta) / t->alpha),
                        .decision = STATS_CONTINUE};
    if (s.llr >= s.upper) {
        s.decision = STATS_H1;
    } else if (s.llr <= s.lower) {
        s.decision = STATS_H0;
    }
    return s;
}
