/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/stats.h"

#include <math.h>
#include <string.h>

#include "match/likelihood.h"

/* Half width of the central 95 % of the normal distribution, in standard errors. */
static const double NORMAL_95 = 1.959963984540054;

/* Elo points in a factor of ten of the odds. */
static const double ELO_SCALE = 400.0;

/* What a result that never occurred counts for in the likelihood. */
static const double MISSING_COUNT = 1e-3;

enum { PAIR_DRAWN = 2, TRINOMIAL_KINDS = 3 };

/* Results of one kind of trial: equally spaced outcomes from 0 to 1 and how often (or how likely) each is. */
typedef struct Outcomes {
    int kinds; /* TRINOMIAL_KINDS or STATS_PAIR_KINDS */
    double weight[STATS_PAIR_KINDS];
} Outcomes;

void stats_add_game(StatsCounts *c, StatsResult r)
{
    switch (r) {
    case STATS_WIN:
        c->wins++;
        break;
    case STATS_DRAW:
        c->draws++;
        break;
    default:
        c->losses++;
        break;
    }
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

double stats_elo_to_score(double elo)
{
    return 1.0 / (1.0 + pow(10.0, -elo / ELO_SCALE));
}

double stats_score_to_elo(double score)
{
    if (score <= 0.0) {
        return -INFINITY;
    }
    if (score >= 1.0) {
        return INFINITY;
    }
    return ELO_SCALE * log10(score / (1.0 - score));
}

/* Normalised Elo of one deviation of a game's score. */
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

/* x / deviation, with the limits where the deviation is zero. */
static double in_deviations(double x, double deviation)
{
    if (deviation > 0.0) {
        return x / deviation;
    }
    if (x == 0.0) {
        return 0.0;
    }
    return x > 0.0 ? INFINITY : -INFINITY;
}

StatsSummary stats_summary(const StatsCounts *c)
{
    StatsSummary s = {.pentanomial = stats_pairs(c) > 0,
                      .score = 0.5,
                      .score_error = 0.5,
                      .elo_error = INFINITY,
                      .nelo_error = INFINITY,
                      .los = 0.5};
    const Outcomes o = outcomes_of(c);
    const double n = total_weight(&o);
    if (n <= 0.0) {
        return s;
    }
    double variance;
    moments(&o, &s.score, &variance);
    const double error = sqrt(variance / n);
    const double margin = NORMAL_95 * error;
    const double games_per_trial = s.pentanomial ? 2.0 : 1.0;
    s.score_error = margin;
    s.elo = stats_score_to_elo(s.score);
    const double low = stats_score_to_elo(s.score - margin);
    const double high = stats_score_to_elo(s.score + margin);
    s.elo_error = isfinite(low) && isfinite(high) ? (high - low) / 2.0 : INFINITY;
    s.nelo = nelo_scale() * in_deviations(s.score - 0.5, sqrt(games_per_trial * variance));
    s.nelo_error = nelo_scale() * NORMAL_95 / sqrt(games_per_trial * n);
    s.los = erfc(-in_deviations(s.score - 0.5, error) / sqrt(2.0)) / 2.0;
    if (stats_games(c) > 0) {
        s.draw_ratio = (double)c->draws / (double)stats_games(c);
    }
    if (s.pentanomial) {
        s.pair_draw_ratio = (double)c->pairs[PAIR_DRAWN] / n;
    }
    return s;
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
        return n * (likelihood_of_ratio(p.kinds, p.weight, t->elo0 * scale) -
                    likelihood_of_ratio(p.kinds, p.weight, t->elo1 * scale));
    }
    return n * (likelihood_of_score(p.kinds, p.weight, stats_elo_to_score(t->elo0)) -
                likelihood_of_score(p.kinds, p.weight, stats_elo_to_score(t->elo1)));
}

const char *stats_sprt_invalid(const StatsSprt *t)
{
    /* Written so that NaN fails. */
    const double limit = (double)STATS_SPRT_ELO_MAX;
    if (!(t->elo0 >= -limit && t->elo1 <= limit)) {
        return "elo0 and elo1 must lie between -200 and 200";
    }
    if (!(t->elo0 < t->elo1)) {
        return "elo0 must be less than elo1";
    }
    if (!(t->alpha > 0.0 && t->alpha < 0.5)) {
        return "alpha must lie between 0 and 0.5";
    }
    if (!(t->beta > 0.0 && t->beta < 0.5)) {
        return "beta must lie between 0 and 0.5";
    }
    if (t->model != STATS_LOGISTIC && t->model != STATS_NORMALIZED) {
        return "the model must be logistic or normalized";
    }
    return NULL;
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

const char *stats_model_name(StatsModel m)
{
    return m == STATS_NORMALIZED ? "normalized" : "logistic";
}

bool stats_model_by_name(const char *name, StatsModel *m)
{
    if (strcmp(name, "logistic") == 0) {
        *m = STATS_LOGISTIC;
        return true;
    }
    if (strcmp(name, "normalized") == 0 || strcmp(name, "normalised") == 0) {
        *m = STATS_NORMALIZED;
        return true;
    }
    return false;
}
