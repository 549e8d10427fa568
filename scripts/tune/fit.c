/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "system/random.h"

/* Kingma and Ba (2015); and what the rate is multiplied by after an epoch that was no gain. */
static const double ADAM_MEAN = 0.9, ADAM_SQUARE = 0.999, ADAM_TINY = 1e-8, RATE_DROP = 0.5;
static const double GAIN_LEAST = 1e-7; /* a smaller gain of validation loss counts as none */

void fit_from_eval(FitWeights *w, const EvalWeights *from)
{
    for (int f = 0; f < EVAL_FEATURE_COUNT; f++) {
        for (int phase = 0; phase < EVAL_PHASES; phase++) {
            w->value[f][phase] = (double)from->value[f][phase] / EVAL_UNIT;
        }
    }
}

void fit_to_eval(const FitWeights *w, EvalWeights *to)
{
    for (int f = 0; f < EVAL_FEATURE_COUNT; f++) {
        for (int phase = 0; phase < EVAL_PHASES; phase++) {
            const double units = round(w->value[f][phase] * EVAL_UNIT);
            to->value[f][phase] = (int16_t)fmax(INT16_MIN, fmin(INT16_MAX, units));
        }
    }
}

void fit_usable(const ThreadPool *pool, const Dataset *d, double rare, bool usable[EVAL_FEATURE_COUNT][EVAL_PHASES])
{
    double seen[EVAL_FEATURE_COUNT][EVAL_PHASES] = {{0}};
    for (size_t i = 0; i < d->part_count[DATASET_TRAINING] && !thread_pool_stopped(pool); i++) {
        const DatasetSample *const s = &d->samples[d->part[DATASET_TRAINING][i]];
        for (int k = 0; k < s->length; k++) {
            for (int phase = 0; phase < EVAL_PHASES; phase++) {
                seen[d->entries[s->first + (size_t)k].feature][phase] += loss_share(phase, s->phase);
            }
        }
    }
    for (int f = 0; f < EVAL_FEATURE_COUNT; f++) {
        for (int phase = 0; phase < EVAL_PHASES; phase++) {
            usable[f][phase] = seen[f][phase] > 0 && seen[f][phase] >= rare;
        }
    }
}

double fit_validate(ThreadPool *pool, const Dataset *d, LossScale scale, const FitWeights *w)
{
    const int part = d->part_count[DATASET_VALIDATION] > 0 ? DATASET_VALIDATION : DATASET_TRAINING;
    return loss_of(pool, d, d->part[part], d->part_count[part], w, scale);
}

void fit_begin(FitState *state, ThreadPool *pool, const Dataset *d, const FitConfig *config, const FitWeights *start)
{
    memset(state, 0, sizeof *state);
    state->rate = config->rate;
    state->now = *start;
    state->best = *start;
    state->best_loss = fit_validate(pool, d, config->scale, start);
}

/* The fit at work. */
typedef struct Fit {
    FitState *state;
    const Dataset *dataset;
    const FitConfig *config;
    const FitWeights *start;
    FitWeights *partial; /* LOSS_SLICES of them */
    uint32_t *order;     /* the training part, shuffled */
    bool usable[EVAL_FEATURE_COUNT][EVAL_PHASES];
} Fit;

/* The order of an epoch depends on seed and epoch alone. */
static void shuffle(const Fit *fit, const ThreadPool *pool)
{
    const size_t count = fit->dataset->part_count[DATASET_TRAINING];
    uint64_t random = random_pair(fit->config->seed, (uint64_t)fit->state->epoch);
    memcpy(fit->order, fit->dataset->part[DATASET_TRAINING], count * sizeof *fit->order);
    for (size_t i = count; i > 1 && !thread_pool_stopped(pool); i--) {
        const size_t other_place = random_below(&random, i);
        const uint32_t held = fit->order[other_place];
        fit->order[other_place] = fit->order[i - 1];
        fit->order[i - 1] = held;
    }
}

/* One step of Adam on the usable weights. */
static void take_step(const Fit *fit, const FitWeights *gradient)
{
    FitState *const s = fit->state;
    const FitConfig *const c = fit->config;
    s->step++;
    const double mean_part = 1 - pow(ADAM_MEAN, (double)s->step);
    const double square_part = 1 - pow(ADAM_SQUARE, (double)s->step);
    for (int f = 0; f < EVAL_FEATURE_COUNT; f++) {
        for (int phase = 0; phase < EVAL_PHASES; phase++) {
            double *const w = &s->now.value[f][phase];
            double *const mean = &s->mean.value[f][phase];
            double *const square = &s->square.value[f][phase];
            const double anchor = c->pull_to_zero ? 0 : fit->start->value[f][phase];
            const double g = gradient->value[f][phase] + c->pull * (*w - anchor) / c->scale.k;
            if (fit->usable[f][phase]) {
                *mean = ADAM_MEAN * *mean + (1 - ADAM_MEAN) * g;
                *square = ADAM_SQUARE * *square + (1 - ADAM_SQUARE) * g * g;
                *w -= s->rate * (*mean / mean_part) / (sqrt(*square / square_part) + ADAM_TINY);
            }
        }
    }
}

/* Until the pool is stopped. */
static void run_epoch(const Fit *fit, ThreadPool *pool)
{
    const size_t count = fit->dataset->part_count[DATASET_TRAINING];
    FitWeights gradient;
    shuffle(fit, pool);
    for (size_t first = 0; first < count && !thread_pool_stopped(pool); first += fit->config->batch) {
        const size_t left = count - first;
        loss_gradient(pool, fit->dataset, fit->order + first, left < fit->config->batch ? left : fit->config->batch,
                      &fit->state->now, fit->config->scale, fit->partial, &gradient);
        if (!thread_pool_stopped(pool)) {
            take_step(fit, &gradient);
        }
    }
}

/* Keeps the weights if they are the best so far, else lowers the rate. */
static void judge(FitState *s, double validation)
{
    if (validation < s->best_loss - GAIN_LEAST) {
        s->best_loss = validation;
        s->best = s->now;
        s->stale = 0;
    } else {
        s->stale++;
        s->rate *= RATE_DROP;
    }
    s->epoch++;
}

static ErrorCode run(Fit *fit, ThreadPool *pool, FitListener listener, void *context, Error *e)
{
    const Dataset *const d = fit->dataset;
    FitState *const s = fit->state;
    const FitConfig *const c = fit->config;
    ErrorCode code = error_clear(e);
    while (code == ERROR_NONE && s->epoch < c->epochs && s->stale < c->patience) {
        run_epoch(fit, pool);
        const double training = loss_of(pool, d, fit->order, d->part_count[DATASET_TRAINING], &s->now, c->scale);
        const double validation = fit_validate(pool, d, c->scale, &s->now);
        if (thread_pool_stopped(pool)) {
            return error_set(e, ERROR_INTERRUPTED, "interrupted");
        }
        judge(s, validation);
        code = listener != NULL ? listener(context, s, training, validation, e) : ERROR_NONE;
    }
    return code;
}

ErrorCode fit_run(FitState *state, ThreadPool *pool, const Dataset *d, const FitConfig *config, const FitWeights *start,
                  FitListener listener, void *context, Error *e)
{
    Fit fit = {.state = state, .dataset = d, .config = config, .start = start};
    fit.partial = malloc(LOSS_SLICES * sizeof *fit.partial);
    fit.order = malloc((d->part_count[DATASET_TRAINING] + 1) * sizeof *fit.order);
    ErrorCode code = ERROR_NONE;
    if (fit.partial == NULL || fit.order == NULL) {
        code = error_set(e, ERROR_MEMORY, "not enough memory for the fit");
    } else {
        fit_usable(pool, d, config->rare, fit.usable);
        code = run(&fit, pool, listener, context, e);
    }
    free(fit.order);
    free(fit.partial);
    return code;
}
