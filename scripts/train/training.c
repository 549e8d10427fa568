/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/training.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "system/random.h"

enum {
    SLICES = 32, /* of a batch; fixed, so that sums do not depend on the number of threads */
    BLOCK = 1024 /* parameters whose gradients are added up at a time: they fit into the cache */
};

static const double PI = 3.14159265358979323846;
static const float ADAM_BETA1 = 0.9F, ADAM_BETA2 = 0.999F,
                   ADAM_EPSILON = 1e-8F; /* of Adam, as recommended by its authors */

/* A batch being processed. */
typedef struct Batch {
    Training *training;
    const TrainingConfig *config;
    FloatNetBatch all;
    float *gradients; /* [SLICES][shape.count]; NULL: only the loss is wanted */
    double loss[SLICES], weight[SLICES];
    double total_weight;
    double epoch_loss, epoch_weight;    /* of the epoch so far */
    float rate, mean_part, square_part; /* of this step */
} Batch;

ErrorCode training_init(Training *t, const FloatNetShape *shape, uint64_t seed, Error *e)
{
    *t = (Training){.shape = *shape};
    t->parameters = calloc(TRAINING_ARRAYS * shape->count, sizeof *t->parameters);
    if (t->parameters == NULL) {
        return error_set(e, ERROR_MEMORY, "not enough memory for a network");
    }
    t->mean = t->parameters + shape->count;
    t->square = t->mean + shape->count;
    float_net_initialise(shape, t->parameters, seed);
    return error_clear(e);
}

void training_free(Training *t)
{
    free(t->parameters);
    *t = (Training){0};
}

static size_t slice_begin(size_t count, int slice)
{
    return count * (size_t)slice / SLICES;
}

static void backprop_slice(void *context, int slice)
{
    Batch *const b = context;
    const FloatNetShape *const shape = &b->training->shape;
    float *const gradient = b->gradients != NULL ? b->gradients + (size_t)slice * shape->count : NULL;
    const size_t begin = slice_begin(b->all.count, slice), end = slice_begin(b->all.count, slice + 1);
    FloatNetBatch part = b->all;
    part.which += begin;
    part.count = end - begin;
    b->weight[slice] = 0;
    if (gradient != NULL) {
        memset(gradient, 0, shape->count * sizeof *gradient);
    }
    b->loss[slice] = float_net_backprop(shape, b->training->parameters, &part, gradient, &b->weight[slice]);
}

/* Adds up a few parameters of all slices' gradients, always in the same order. */
static void add_gradients(const Batch *b, size_t begin, size_t count, float sum[BLOCK])
{
    memset(sum, 0, BLOCK * sizeof *sum);
    for (int k = 0; k < SLICES; k++) {
        const float *const gradient = b->gradients + (size_t)k * b->training->shape.count + begin;
        for (size_t i = 0; i < count; i++) {
            sum[i] += gradient[i];
        }
    }
}

/* Adds up the gradients of a slice of the parameters, and moves these. */
static void step_slice(void *context, int slice)
{
    const Batch *const b = context;
    Training *const t = b->training;
    const size_t end = slice_begin(t->shape.count, slice + 1);
    const float scale = (float)(1 / b->total_weight);
    const float kept = 1 - b->rate * (float)b->config->weight_decay;
    float sum[BLOCK];
    for (size_t begin = slice_begin(t->shape.count, slice), count; begin < end; begin += count) {
        count = end - begin < BLOCK ? end - begin : BLOCK;
        add_gradients(b, begin, count, sum);
        for (size_t i = begin; i < begin + count; i++) {
            const float gradient = sum[i - begin] * scale;
            t->mean[i] = ADAM_BETA1 * t->mean[i] + (1 - ADAM_BETA1) * gradient;
            t->square[i] = ADAM_BETA2 * t->square[i] + (1 - ADAM_BETA2) * gradient * gradient;
            const float move =
                b->rate * (t->mean[i] * b->mean_part) / (sqrtf(t->square[i] * b->square_part) + ADAM_EPSILON);
            const float moved = t->parameters[i] * kept - move;
            t->parameters[i] = float_net_clip(&t->shape, i, moved);
        }
    }
}

static double sum_of(const double parts[SLICES])
{
    double sum = 0;
    for (int i = 0; i < SLICES; i++) {
        sum += parts[i];
    }
    return sum;
}

/* Makes a step of Adam with the samples of a batch. */
static void make_step(Batch *b, ThreadPool *pool, double rate)
{
    Training *const t = b->training;
    thread_pool_run(pool, backprop_slice, b, SLICES);
    if (thread_pool_stopped(pool)) {
        return;
    }
    t->step++;
    b->total_weight = sum_of(b->weight);
    b->rate = (float)rate;
    b->mean_part = (float)(1 / (1 - pow(ADAM_BETA1, (double)t->step)));
    b->square_part = (float)(1 / (1 - pow(ADAM_BETA2, (double)t->step)));
    thread_pool_run(pool, step_slice, b, SLICES);
}

static void shuffle(uint32_t *which, size_t count, uint64_t seed)
{
    uint64_t state = seed;
    for (size_t i = count; i > 1; i--) {
        const size_t k = random_below(&state, i);
        const uint32_t held = which[i - 1];
        which[i - 1] = which[k];
        which[k] = held;
    }
}

double training_validate(const Training *t, ThreadPool *pool, const Samples *samples, FloatNetTarget target)
{
    Training same = *t;
    Batch b = {.training = &same, .all = float_net_batch(samples, SAMPLES_VALIDATION, target)};
    if (b.all.count == 0) {
        return 0;
    }
    thread_pool_run(pool, backprop_slice, &b, SLICES);
    return sum_of(b.loss) / sum_of(b.weight);
}

/* One pass over the training part of the piece in memory, in an order that does not depend on earlier passes. Adds up
 * the losses on the way. */
static ErrorCode run_piece(Batch *b, ThreadPool *pool, const Samples *samples, TrainingProgress progress, void *context,
                           Error *e)
{
    const TrainingConfig *const c = b->config;
    const size_t count = samples->part_count[SAMPLES_TRAINING];
    const size_t batches = (count + c->batch_size - 1) / c->batch_size;
    const double passes = c->epochs * (double)samples->pieces;
    const int pass = b->training->epoch * samples->pieces + samples->piece;
    uint32_t *const which = malloc(count * sizeof *which);
    if (which == NULL) {
        return error_set(e, ERROR_MEMORY, "not enough memory to train");
    }
    memcpy(which, samples->part[SAMPLES_TRAINING], count * sizeof *which);
    shuffle(which, count, random_pair(c->seed, (uint64_t)pass));
    b->all.samples = samples->samples;
    for (size_t i = 0; i < batches && !thread_pool_stopped(pool); i++) {
        const double gone = (double)pass * (double)batches + (double)i;
        const double part = gone / ((double)batches * passes);
        const size_t begin = i * c->batch_size;
        b->all.which = which + begin;
        b->all.count = count - begin < c->batch_size ? count - begin : c->batch_size;
        make_step(b, pool,
                  c->final_learning_rate + (c->learning_rate - c->final_learning_rate) * (1 + cos(PI * part)) / 2);
        b->epoch_loss += sum_of(b->loss);
        b->epoch_weight += sum_of(b->weight);
        if (progress != NULL) {
            progress(context, (gone + 1) / ((double)batches * samples->pieces));
        }
    }
    free(which);
    return error_clear(e);
}

/* One pass over all pieces. */
static ErrorCode run_epoch(Batch *b, ThreadPool *pool, Samples *samples, TrainingProgress progress, void *context,
                           Error *e)
{
    ErrorCode code = ERROR_NONE;
    b->epoch_loss = b->epoch_weight = 0;
    for (int i = 0; i < samples->pieces && code == ERROR_NONE && !thread_pool_stopped(pool); i++) {
        code = run_piece(b, pool, samples, progress, context, e);
        if (code == ERROR_NONE && samples->pieces > 1) {
            code = samples_load(samples, (i + 1) % samples->pieces, e);
        }
    }
    return code;
}

ErrorCode training_run(Training *t, ThreadPool *pool, Samples *samples, const TrainingConfig *config,
                       TrainingListener listener, TrainingProgress progress, void *context, Error *e)
{
    Batch b = {.training = t, .config = config, .all.target = config->target};
    b.gradients = malloc(SLICES * t->shape.count * sizeof *b.gradients);
    ErrorCode code = b.gradients != NULL ? ERROR_NONE : error_set(e, ERROR_MEMORY, "not enough memory to train");
    while (code == ERROR_NONE && t->epoch < config->epochs) {
        code = run_epoch(&b, pool, samples, progress, context, e);
        if (code != ERROR_NONE) {
            break;
        }
        const double validation = training_validate(t, pool, samples, config->target);
        if (thread_pool_stopped(pool)) {
            code = error_set(e, ERROR_INTERRUPTED, "interrupted");
            break;
        }
        t->epoch++;
        code = listener != NULL ? listener(context, t, b.epoch_loss / b.epoch_weight, validation, e) : ERROR_NONE;
    }
    free(b.gradients);
    return code;
}

/* The loss of the scores themselves as predictions of the results. */
static double loss_with_k(const Samples *samples, double k)
{
    enum { LOOKED_AT = 200000 };
    const size_t count = samples->part_count[SAMPLES_TRAINING];
    const size_t every = count / LOOKED_AT + 1;
    const FloatNetTarget results = {.lambda = 1, .k = k};
    double loss = 0;
    for (size_t i = 0; i < count; i += every) {
        const Sample *const s = &samples->samples[samples->part[SAMPLES_TRAINING][i]];
        loss += float_net_loss(s, s->score / k, results);
    }
    return loss;
}

double training_fit_k(const Samples *samples)
{
    static const double min = 20, max = 900, precision = 0.5;
    static const double third = 1.0 / 3;
    double low = min, high = max;
    while (high - low > precision) { /* the loss has one minimum */
        const double a = low + (high - low) * third;
        const double b = high - (high - low) * third;
        if (loss_with_k(samples, a) < loss_with_k(samples, b)) {
            high = b;
        } else {
            low = a;
        }
    }
    return (low + high) / 2;
}
