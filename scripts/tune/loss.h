/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well weights predict the results: logistic loss over positions, and its gradient.
 *
 * A score s stands for the expected result 1 / (1 + exp(-s / K)). The target of a position is a mixture of the game's
 * result (1, 1/2, 0) and of what the search's score stands for; the loss is the cross-entropy, averaged. */
#ifndef BUSHKA_TUNE_LOSS_H
#define BUSHKA_TUNE_LOSS_H

#include "system/thread_pool.h"
#include "tune/dataset.h"

/* Weights in points, not yet rounded. */
typedef struct FitWeights {
    double value[EVAL_FEATURE_COUNT][EVAL_PHASES];
} FitWeights;

/* What a score stands for. */
typedef struct LossScale {
    double k;      /* points; greater than 0 */
    double lambda; /* share of the result in the target, 0 to 1 */
} LossScale;

enum { LOSS_SLICES = 32 }; /* parts summed up one by one, so that the sum does not depend on the threads */

/* The share of a weight of that phase in a position, 0 to 1. */
static inline double loss_share(int phase, int sample_phase)
{
    const int share = phase == EVAL_OPENING ? sample_phase : EVAL_PHASE_MAX - sample_phase;
    return (double)share / EVAL_PHASE_MAX;
}

/* The evaluation, White's view, in points. */
double loss_evaluate(const Dataset *d, const DatasetSample *s, const FitWeights *w);

/* Once the pool is stopped, what these return or fill in means nothing. */

/* The average loss over the samples of these numbers; 0 when there are none. */
double loss_of(ThreadPool *pool, const Dataset *d, const uint32_t *numbers, size_t count, const FitWeights *w,
               LossScale scale);

/* The gradient of that average by the weights divided by K (which keeps it free of the scale). partial is
 * scratch memory of LOSS_SLICES elements. */
void loss_gradient(ThreadPool *pool, const Dataset *d, const uint32_t *numbers, size_t count, const FitWeights *w,
                   LossScale scale, FitWeights *partial, FitWeights *gradient);

/* The K with which the weights predict the results of the training part best. *at_bound is set when it is the
 * least or greatest considered: the scores then say nothing of the results. */
double loss_fit_scale(ThreadPool *pool, const Dataset *d, const FitWeights *w, bool *at_bound);

#endif
