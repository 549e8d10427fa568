/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The likelihood of match results under a hypothesis by brute force: a dense search over the means, and for each mean
 * the likeliest distribution of that mean and variance. Shares nothing with the statistics that it checks. */
#ifndef BUSHKA_SUPPORT_SLOW_LIKELIHOOD_H
#define BUSHKA_SUPPORT_SLOW_LIKELIHOOD_H

/* The least divergence sum p log(p / q) among the distributions q over `kinds` (up to 5) outcomes, equally spaced from
 * 0 to 1, whose (mean - 1/2) / deviation is t, which is not 0. */
double slow_likelihood_of_ratio(int kinds, const double *p, double t);

#endif
