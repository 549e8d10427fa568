/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/likelihood.h"

#include <math.h>
#include <stdbool.h>

enum {
    ROUNDS_MAX = 200, /* of a bisection: more than a double has bits */
    GRID_POINTS = 128 /* half of them already find the likeliest of a thousand random counts */
};

/* The least deviation that is tried, in parts of the greatest; counts up to 10^9 come nowhere near. */
static const double DEVIATION_LEAST = 1e-7;

/* A bracket so narrow, relative to its place, leaves an error of the square of that. */
static const double BRACKET_TOLERANCE = 1e-9;

static const double GOLDEN_PART = 0.6180339887498949;

/* The least divergence among the distributions with sum q_i h_i = 0; INFINITY when there is none. By Lagrange
 * q_i = p_i / (1 + x h_i), with x the only root of sum p_i h_i / (1 + x h_i), a falling function between its poles. */
static double divergence(int kinds, const double *p, const double *h)
{
    double least = INFINITY;
    double greatest = -INFINITY;
    for (int i = 0; i < kinds; i++) {
        least = fmin(least, h[i]);
        greatest = fmax(greatest, h[i]);
    }
    if (least >= 0.0 || greatest <= 0.0) {
        return INFINITY;
    }
    double low = -1.0 / greatest;
    double high = -1.0 / least;
    double x = 0.0;
    for (int round = 0; round < ROUNDS_MAX; round++) {
        double slope = 0.0;
        for (int i = 0; i < kinds; i++) {
            slope += p[i] * h[i] / (1.0 + x * h[i]);
        }
        if (slope > 0.0) {
            low = x;
        } else {
            high = x;
        }
        const double middle = low + (high - low) / 2.0;
        if (middle <= low || middle >= high) {
            break;
        }
        x = middle;
    }
    double sum = 0.0;
    for (int i = 0; i < kinds; i++) {
        sum += p[i] * log1p(x * h[i]);
    }
    return sum;
}

double likelihood_of_score(int kinds, const double *p, double score)
{
    double h[LIKELIHOOD_KINDS_MAX];
    for (int i = 0; i < kinds; i++) {
        h[i] = (double)i / (double)(kinds - 1) - score;
    }
    return divergence(kinds, p, h);
}

/* The condition (mean - 1/2) / deviation = t, for t above 0. With the moments m1 and m2 of d = a - 1/2 it is
 * m2 = c m1^2, c = 1 + 1/t^2, m1 > 0: a parabola. Its tangent where the deviation is s is the linear condition
 * "mean of h is 0" with h = d - t s / 2 - t d^2 / (2 s (1 + t^2)); the tangents fill the side m2 <= c m1^2. */
typedef struct Ratio {
    int kinds;
    const double *p;
    double t;
    bool greatest; /* the greatest divergence over the tangents is looked for, not the least */
} Ratio;

/* What is to be made small, for the tangent at that deviation. */
static double cost(const Ratio *r, double s)
{
    double h[LIKELIHOOD_KINDS_MAX];
    for (int i = 0; i < r->kinds; i++) {
        const double d = (double)i / (double)(r->kinds - 1) - 0.5;
        h[i] = d - r->t * s / 2.0 - r->t * d * d / (2.0 * s * (1.0 + r->t * r->t));
    }
    const double value = divergence(r->kinds, r->p, h);
    return r->greatest ? -value : value;
}

/* The least cost between two deviations, by the golden section: there is one valley between them. */
static double least_between(const Ratio *r, double low, double high)
{
    double left = high - GOLDEN_PART * (high - low);
    double right = low + GOLDEN_PART * (high - low);
    double at_left = cost(r, left);
    double at_right = cost(r, right);
    while (high - low > BRACKET_TOLERANCE * high) {
        if (at_left <= at_right) {
            high = right;
            right = left;
            at_right = at_left;
            left = high - GOLDEN_PART * (high - low);
            at_left = cost(r, left);
        } else {
            low = left;
            left = right;
            at_left = at_right;
            right = low + GOLDEN_PART * (high - low);
            at_right = cost(r, right);
        }
    }
    return fmin(at_left, at_right);
}

/* The least cost of all deviations up to `most`: each valley of a grid is searched. */
static double least_of_all(const Ratio *r, double most)
{
    double s[GRID_POINTS];
    double costs[GRID_POINTS];
    for (int i = 0; i < GRID_POINTS; i++) {
        s[i] = most * pow(DEVIATION_LEAST, 1.0 - (double)i / (GRID_POINTS - 1));
        costs[i] = cost(r, s[i]);
    }
    double least = INFINITY;
    for (int i = 0; i < GRID_POINTS; i++) {
        const int before = i > 0 ? i - 1 : i;
        const int after = i + 1 < GRID_POINTS ? i + 1 : i;
        if (isfinite(costs[i]) && costs[i] <= costs[before] && costs[i] <= costs[after]) {
            least = fmin(least, fmin(costs[i], least_between(r, s[before], s[after])));
        }
    }
    return least;
}

double likelihood_of_ratio(int kinds, const double *p, double t)
{
    double turned[LIKELIHOOD_KINDS_MAX];
    double m1 = 0.0;
    double m2 = 0.0;
    if (t == 0.0) {
        return likelihood_of_score(kinds, p, 0.5);
    }
    for (int i = 0; i < kinds; i++) {
        const double d = (double)i / (double)(kinds - 1) - 0.5;
        /* The other player's view is the same with the other sign. */
        turned[i] = t > 0.0 ? p[i] : p[kinds - 1 - i];
        m1 += turned[i] * d;
        m2 += turned[i] * d * d;
    }
    Ratio r = {.kinds = kinds, .p = turned, .t = fabs(t), .greatest = false};
    const double c = 1.0 + 1.0 / (t * t);
    if (m1 <= 0.0 || m2 >= c * m1 * m1) {
        return least_of_all(&r, 0.5 / sqrt(1.0 + t * t));
    }
    /* p lies on the tangents' side. The other side is convex, so of its points one is the likeliest, on the border; its
     * tangent is, of those that part it from p, the one that is farthest. These have deviations between the roots of
     * "mean of h under p is 0". */
    r.greatest = true;
    const double middle = m1 / r.t;
    const double half = sqrt(fmax(0.0, middle * middle - m2 / (1.0 + t * t)));
    return -least_between(&r, middle - half, middle + half);
}
