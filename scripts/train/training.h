/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trains a network: Adam (Kingma and Ba, 2014) with decoupled weight decay (Loshchilov and Hutter, 2017) on
 * mini-batches; the learning rate falls along a cosine, and weights are kept within what whole numbers can hold. */
#ifndef BUSHKA_TRAIN_TRAINING_H
#define BUSHKA_TRAIN_TRAINING_H

#include "system/thread.h"
#include "train/float_net.h"

/* How to train. */
typedef struct TrainingConfig {
    FloatNetTarget target;
    double learning_rate, final_learning_rate; /* learning rate at the beginning and at the end */
    double weight_decay;                       /* share of itself that a weight loses in each step, times the rate */
    size_t batch_size;                         /* samples */
    int epochs;
    uint64_t seed;  /* of the first weights and of the order of the samples */
    uint64_t first; /* digest of the network that it starts from; 0: none */
} TrainingConfig;

/* Everything that a training carries from one epoch to the next. Each array holds shape.count parameters; they follow
 * one another in memory. */
typedef struct Training {
    FloatNetShape shape;
    int epoch;                         /* number of finished epochs */
    int64_t step;                      /* number of finished steps of Adam */
    float *parameters, *mean, *square; /* the network; Adam's moments of the gradient */
} Training;

enum { TRAINING_ARRAYS = 3 };

/* Called after each epoch, with both losses (validation 0 without a validation part). A code other than ERROR_NONE
 * (with *e filled) ends the training. */
typedef ErrorCode (*TrainingListener)(void *context, const Training *t, double training, double validation, Error *e);

/* Called during an epoch with the number of epochs done, this one's share included. */
typedef void (*TrainingProgress)(void *context, double done);

/* Makes the state before the first epoch; ERROR_MEMORY. Free it with training_free(). */
ErrorCode training_init(Training *t, const FloatNetShape *shape, uint64_t seed, Error *e);

/* Frees what the state owns. */
void training_free(Training *t);

/* Trains from the given state on, with all pieces of the samples in turn. The first piece is in memory at the
 * beginning, after each epoch and at the end, and the validation loss is that of this piece. Interrupting a training
 * between epochs and resuming it changes nothing, nor does the number of threads. Errors: ERROR_MEMORY; that of the
 * listener; those of samples_load(); ERROR_INTERRUPTED once the pool is stopped: the state is then no longer that of
 * the last epoch. */
ErrorCode training_run(Training *t, ThreadPool *pool, Samples *samples, const TrainingConfig *config,
                       TrainingListener listener, TrainingProgress progress, void *context, Error *e);

/* The mean loss of the validation part, 0 if that is empty; undefined once the pool is stopped. */
double training_validate(const Training *t, ThreadPool *pool, const Samples *samples, FloatNetTarget target);

/* The logistic scale, in points, with which scores best predict the results of the training part. */
double training_fit_k(const Samples *samples);

#endif
