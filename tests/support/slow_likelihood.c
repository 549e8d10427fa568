/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/slow_likelihood.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

enum { KINDS_MAX = 5, MEANS = 800, NARROWINGS = 50, NEWTON_MAX = 200, HALVINGS = 40 };

/* No counts lie so far from a hypothesis that some distribution fulfils. */
static const double ENDLESS = 40;

/* Mean and variance asked for, as conditions "mean of u is 0" and "mean of w is 0". */
typedef struct Conditions {
    int kinds;
    const double *p;
    double u[KINDS_MAX], w[KINDS_MAX];
} Conditions;

/* sum p log(1 + x u + y w), whose greatest value over x and y is the divergence; -INFINITY outside its domain. */
static double dual(const Conditions *c, double x, double y)
{
    double sum = 0;
    for (int i = 0; i < c->kinds; i++) {
        const double z = 1 + x * c->u[i] + y * c->w[i];
        if (z <= 0) {
            return -INFINITY;
        }
        sum += c->p[i] * log(z);
    }
    return sum;
}

/* One step of Newton's method, shortened until the value rises; returns how much more it could rise. */
static double climb(const Conditions *c, double *x, double *y)
{
    double gx = 0, gy = 0, hxx = 0, hxy = 0, hyy = 0;
    for (int i = 0; i < c->kinds; i++) {
        const double z = 1 + *x * c->u[i] + *y * c->w[i];
        gx += c->p[i] * c->u[i] / z;
        gy += c->p[i] * c->w[i] / z;
        hxx += c->p[i] * c->u[i] * c->u[i] / z / z;
        hxy += c->p[i] * c->u[i] * c->w[i] / z / z;
        hyy += c->p[i] * c->w[i] * c->w[i] / z / z;
    }
    const double determinant = hxx * hyy - hxy * hxy;
    const double dx = (hyy * gx - hxy * gy) / determinant;
    const double dy = (hxx * gy - hxy * gx) / determinant;
    const double gain = gx * dx + gy * dy;
    const double now = dual(c, *x, *y);
    double part = 1;
    for (int i = 0; i < HALVINGS && gain > 0 && now < ENDLESS; i++) {
        /* A rise far below what the slope promises leads along the border of the domain. */
        const double rise = dual(c, *x + part * dx, *y + part * dy) - now;
        if (rise > 0.1 * part * gain || (rise >= 0 && gain < 1e-14)) {
            *x += part * dx;
            *y += part * dy;
            return gain;
        }
        part /= 2;
    }
    return 0;
}

/* The divergence of the likeliest distribution with that mean and the variance that belongs to it. */
static double of_mean(int kinds, const double *p, double t, double mean)
{
    Conditions c = {.kinds = kinds, .p = p};
    double x = 0;
    double y = 0;
    double sum = 0;
    for (int i = 0; i < kinds; i++) {
        c.u[i] = (double)i / (kinds - 1) - mean;
        c.w[i] = c.u[i] * c.u[i] - (mean - 0.5) / t * (mean - 0.5) / t;
    }
    for (int i = 0; i < NEWTON_MAX && climb(&c, &x, &y) > 1e-22; i++) {
    }
    for (int i = 0; i < kinds; i++) {
        sum += p[i] / (1 + x * c.u[i] + y * c.w[i]);
    }
    /* Where no distribution fulfils both conditions x and y run away, and what they give is none. */
    return fabs(sum - 1) < 1e-6 ? dual(&c, x, y) : INFINITY;
}

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a;
    const double y = *(const double *)b;
    return (x > y) - (x < y);
}

double slow_likelihood_of_ratio(int kinds, const double *p, double t)
{
    /* (mean - 1/2) / t is the deviation: half of the means evenly spaced in it, half in its logarithm. */
    double means[2 * MEANS], values[2 * MEANS];
    const double most = 0.5 / sqrt(1 + t * t);
    double least = INFINITY;
    for (int i = 0; i < MEANS; i++) {
        means[2 * i] = most * (i + 1) / MEANS;
        means[2 * i + 1] = most * pow(10, -7.0 * (i + 1) / MEANS);
    }
    qsort(means, (size_t)(2 * MEANS), sizeof means[0], compare);
    for (int i = 0; i < 2 * MEANS; i++) {
        means[i] = 0.5 + t * means[i];
        values[i] = of_mean(kinds, p, t, means[i]);
    }
    for (int i = 1; i + 1 < 2 * MEANS; i++) {
        if (!isfinite(values[i]) || values[i] > values[i - 1] || values[i] > values[i + 1]) {
            continue;
        }
        /* Thirds of the bracket, the farther from the valley dropped. */
        double low = means[i - 1];
        double high = means[i + 1];
        for (int n = 0; n < NARROWINGS; n++) {
            const double left = low + (high - low) / 3;
            const double right = high - (high - low) / 3;
            const double at_left = of_mean(kinds, p, t, left);
            const double at_right = of_mean(kinds, p, t, right);
            if (isfinite(at_left) || isfinite(at_right) ? at_left <= at_right : values[i - 1] <= values[i + 1]) {
                high = right;
            } else {
                low = left;
            }
        }
        least = fmin(least, fmin(values[i], of_mean(kinds, p, t, low)));
    }
    return least;
}
