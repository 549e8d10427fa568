/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The fit: Adam on mini-batches, with an eye on the validation part. */
#ifndef BUSHKA_TUNE_FIT_H
#define BUSHKA_TUNE_FIT_H

#include "tune/loss.h"

/* How to fit. */
typedef struct FitConfig {
    LossScale scale;
    double rate;       /* of Adam at the beginning, in points for each step */
    double pull;       /* strength of the pull towards the anchor (L2), in the loss's units and weights by K */
    bool pull_to_zero; /* the anchor is zero and not the starting weights */
    double rare;       /* weights seen in fewer training positions keep their starting value */
    size_t batch;      /* positions */
    int epochs;        /* at most */
    int patience;      /* epochs without a better validation loss after which the fit ends */
    uint64_t seed;     /* of the order of the positions */
} FitConfig;

/* All that a fit carries from one epoch to the next. */
typedef struct FitState {
    int epoch;    /* finished ones */
    int stale;    /* epochs since the validation loss was at its best */
    int64_t step; /* of Adam */
    double rate;
    double best_loss; /* of the validation part */
    FitWeights now, best;
    FitWeights mean, square; /* Adam's moments of the gradient */
} FitState;

/* Called after each epoch, with both losses. Another code than ERROR_NONE (with *e filled) ends the fit. */
typedef ErrorCode (*FitListener)(void *context, const FitState *state, double training, double validation, Error *e);

/* The state before the first epoch. Without a validation part the training part stands for it. */
void fit_begin(FitState *state, ThreadPool *pool, const Dataset *d, const FitConfig *config, const FitWeights *start);

/* Fits from the state on: a fit that is cut off between epochs and resumed with the state of the last one is the same
 * as one that was not. The result does not depend on the pool's threads. ERROR_MEMORY; the listener's error; or
 * ERROR_INTERRUPTED once the pool is stopped: the state is no longer that of the last epoch then. */
ErrorCode fit_run(FitState *state, ThreadPool *pool, const Dataset *d, const FitConfig *config, const FitWeights *start,
                  FitListener listener, void *context, Error *e);

/* Marks the weights that are seen often enough to be fitted. Means nothing once the pool is stopped. */
void fit_usable(const ThreadPool *pool, const Dataset *d, double rare, bool usable[EVAL_FEATURE_COUNT][EVAL_PHASES]);

/* The validation loss (or that of the training part when there is no other). Means nothing once the pool is stopped. */
double fit_validate(ThreadPool *pool, const Dataset *d, LossScale scale, const FitWeights *w);

/* From and to the engine's weights, which are rounded and kept within their bounds. */
void fit_from_eval(FitWeights *w, const EvalWeights *from);
void fit_to_eval(const FitWeights *w, EvalWeights *to);

#endif
