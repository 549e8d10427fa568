/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well a hypothesis can explain what was counted: the greatest likelihood of the counts among all distributions
 * that the hypothesis allows. Pure functions: no I/O, no state.
 *
 * Observed frequencies p_i (all above 0, sum 1) belong to `kinds` outcomes a_i, equally spaced from 0 to 1. A
 * distribution q makes them likelier the smaller its divergence sum p_i log(p_i / q_i) is, which is 0 for q = p. n
 * times the difference of two divergences is the logarithm of the ratio of the likelihoods of n trials. */
#ifndef BUSHKA_MATCH_LIKELIHOOD_H
#define BUSHKA_MATCH_LIKELIHOOD_H

enum { LIKELIHOOD_KINDS_MAX = 5 };

/* The least divergence among the distributions whose mean is `score`, which lies between 0 and 1, both excluded. */
double likelihood_of_score(int kinds, const double *p, double score);

/* The same for those with (mean - 1/2) / deviation = t. They are not a convex set, and several of them can be likelier
 * than all others near them: the likeliest of all counts. */
double likelihood_of_ratio(int kinds, const double *p, double t);

#endif
