/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The training of a network: Adam (Kingma and Ba, 2014) with decoupled weight decay (Loshchilov and Hutter, 2017) on
 * mini-batches, the rate falling along a cosine, weights kept within what whole numbers can hold. */
#ifndef BUSHKA_TRAIN_TRAINING_H
#define BUSHKA_TRAIN_TRAINING_H

#include "system/thread.h"
#include "train/float_net.h"

/* How to train. */
typedef struct TrainingConfig {
    FloatNetTarget target;
    double rate, last_rate; /* of Adam, at the beginning and in the end */
    double decay;           /* part of itself that a weight loses at each step, times the rate */
    size_t batch;           /* samples */
    int epochs;
    uint64_t seed;  /* of the first weights and of the order of the samples */
    uint64_t first; /* stands for the network that it begins with; 0: none */
} TrainingConfig;

/* All that a training carries from one epoch to the next. The arrays hold shape.count numbers each, and follow each
 * other in memory. */
typedef struct Training {
    FloatNetShape shape;
    int epoch;                      /* finished ones */
    int64_t step;                   /* of Adam */
    float *numbers, *mean, *square; /* the network; Adam's moments of the gradient */
} Training;

enum { TRAINING_ARRAYS = 3 };

/* Called after each epoch, with both losses (validation 0 without a validation part). Another code than ERROR_NONE
 * (with *e filled) ends the training. */
typedef ErrorCode (*TrainingListener)(void *context, const Training *t, double training, double validation, Error *e);

/* Called while an epoch is under way: with the epochs done, and the part of this one. */
typedef void (*TrainingProgress)(void *context, double done);

/* The state before the first epoch; ERROR_MEMORY. To be ended with training_free(). */
ErrorCode training_begin(Training *t, const FloatNetShape *shape, uint64_t seed, Error *e);

/* Frees what it owns. */
void training_free(Training *t);

/* Trains from the state on, with all pieces of the samples in turn, the first of which is in memory before, after each
 * epoch, and in the end: the validation loss is that of this piece. A training that is cut off between epochs and
 * resumed is the same as one that was not. The result does not depend on the pool's threads. ERROR_MEMORY; the
 * listener's error; those of samples_load(); ERROR_INTERRUPTED once the pool is stopped: the state is then no longer
 * that of the last epoch. */
ErrorCode training_run(Training *t, ThreadPool *pool, Samples *samples, const TrainingConfig *config,
                       TrainingListener listener, TrainingProgress progress, void *context, Error *e);

/* The mean loss of the validation part. Means nothing once the pool is stopped. */
double training_validate(const Training *t, ThreadPool *pool, const Samples *samples, FloatNetTarget target);

/* The points of the logistic scale with which scores predict the results of the training part best. */
double training_fit_k(const Samples *samples);

#endif
