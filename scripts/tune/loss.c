/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune/loss.h"

#include <math.h>
#include <string.h>

enum { SCALE_STEPS = 40 };

static const double SCALE_LEAST = 10, SCALE_MOST = 10000; /* points */
static const double GOLDEN = 0.61803398874989485;
static const double BOUND_MARGIN = 1.01;

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

/* log(1 + exp(x)) without overflow. */
static double softplus(double x)
{
    return x > 0 ? x + log1p(exp(-x)) : log1p(exp(x));
}

static double target_of(const DatasetSample *s, LossScale scale)
{
    return scale.lambda * (s->result + 1) / 2 + (1 - scale.lambda) * sigmoid(s->score / scale.k);
}

double loss_evaluate(const Dataset *d, const DatasetSample *s, const FitWeights *w)
{
    const DatasetEntry *const entries = d->entries + s->first;
    double opening = 0, ending = 0;
    for (int i = 0; i < s->length; i++) {
        const double *const value = w->value[entries[i].feature];
        opening += entries[i].count * value[EVAL_OPENING];
        ending += entries[i].count * value[EVAL_ENDING];
    }
    return opening * loss_share(EVAL_OPENING, s->phase) + ending * loss_share(EVAL_ENDING, s->phase);
}

/* One task of the pool over some samples. */
typedef struct Task {
    const Dataset *dataset;
    const uint32_t *numbers;
    size_t count;
    const FitWeights *weights;
    LossScale scale;
    double sums[LOSS_SLICES];
    FitWeights *gradients; /* one for each slice */
} Task;

/* Where a slice begins; the next one begins where it ends. */
static size_t slice_begin(const Task *t, int slice)
{
    return (size_t)((uint64_t)t->count * (uint64_t)slice / LOSS_SLICES);
}

/* Cross-entropy of p = sigmoid(x) against t: -t log p - (1 - t) log (1 - p). */
static void sum_losses(void *context, int slice)
{
    Task *const t = context;
    const size_t end = slice_begin(t, slice + 1);
    double sum = 0;
    for (size_t i = slice_begin(t, slice); i < end; i++) {
        const DatasetSample *const s = &t->dataset->samples[t->numbers[i]];
        const double x = loss_evaluate(t->dataset, s, t->weights) / t->scale.k;
        sum += softplus(x) - target_of(s, t->scale) * x;
    }
    t->sums[slice] = sum;
}

static void sum_gradient(void *context, int slice)
{
    Task *const t = context;
    const size_t end = slice_begin(t, slice + 1);
    FitWeights *const g = &t->gradients[slice];
    memset(g, 0, sizeof *g);
    for (size_t i = slice_begin(t, slice); i < end; i++) {
        const DatasetSample *const s = &t->dataset->samples[t->numbers[i]];
        const DatasetEntry *const entries = t->dataset->entries + s->first;
        const double x = loss_evaluate(t->dataset, s, t->weights) / t->scale.k;
        const double off = sigmoid(x) - target_of(s, t->scale);
        const double opening = off * loss_share(EVAL_OPENING, s->phase);
        const double ending = off * loss_share(EVAL_ENDING, s->phase);
        for (int k = 0; k < s->length; k++) {
            g->value[entries[k].feature][EVAL_OPENING] += entries[k].count * opening;
            g->value[entries[k].feature][EVAL_ENDING] += entries[k].count * ending;
        }
    }
}

double loss_of(ThreadPool *pool, const Dataset *d, const uint32_t *numbers, size_t count, const FitWeights *w,
               LossScale scale)
{
    Task t = {.dataset = d, .numbers = numbers, .count = count, .weights = w, .scale = scale};
    double sum = 0;
    thread_pool_run(pool, sum_losses, &t, LOSS_SLICES);
    for (int i = 0; i < LOSS_SLICES; i++) {
        sum += t.sums[i];
    }
    return count > 0 ? sum / (double)count : 0;
}

void loss_gradient(ThreadPool *pool, const Dataset *d, const uint32_t *numbers, size_t count, const FitWeights *w,
                   LossScale scale, FitWeights *partial, FitWeights *gradient)
{
    Task t = {.dataset = d, .numbers = numbers, .count = count, .weights = w, .scale = scale, .gradients = partial};
    thread_pool_run(pool, sum_gradient, &t, LOSS_SLICES);
    if (thread_pool_stopped(pool)) {
        return; /* not all of the parts are there */
    }
    for (int f = 0; f < EVAL_FEATURE_COUNT; f++) {
        for (int phase = 0; phase < EVAL_PHASES; phase++) {
            double sum = 0;
            for (int i = 0; i < LOSS_SLICES; i++) {
                sum += partial[i].value[f][phase];
            }
            gradient->value[f][phase] = count > 0 ? sum / (double)count : 0;
        }
    }
}

/* Golden-section search over the logarithm: the loss has one minimum. */
double loss_fit_scale(ThreadPool *pool, const Dataset *d, const FitWeights *w, bool *at_bound)
{
    const uint32_t *const numbers = d->part[DATASET_TRAINING];
    const size_t count = d->part_count[DATASET_TRAINING];
    double low = log(SCALE_LEAST), high = log(SCALE_MOST);
    double x[2] = {high - GOLDEN * (high - low), low + GOLDEN * (high - low)};
    double loss[2];
    for (int i = 0; i < 2; i++) {
        loss[i] = loss_of(pool, d, numbers, count, w, (LossScale){exp(x[i]), 1});
    }
    for (int step = 0; step < SCALE_STEPS; step++) {
        const int better = loss[1] < loss[0] ? 1 : 0;
        if (better == 1) {
            low = x[0];
        } else {
            high = x[1];
        }
        x[1 - better] = x[better];
        loss[1 - better] = loss[better];
        x[better] = better == 1 ? low + GOLDEN * (high - low) : high - GOLDEN * (high - low);
        loss[better] = loss_of(pool, d, numbers, count, w, (LossScale){exp(x[better]), 1});
    }
    const double k = exp((low + high) / 2);
    *at_bound = k < SCALE_LEAST * BOUND_MARGIN || k > SCALE_MOST / BOUND_MARGIN;
    return k;
}
