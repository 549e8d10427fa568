/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A network in floating point, as it is trained: its output for a sample, the gradient, and the rounding to the
 * engine's whole numbers. On a board with a mirror half of the neurons are free, the others their mirror images.
 *
 * Besides the rows of network_shape.h, men have a row for each square, which all codes that show the man share: what is
 * learned of a man in one code holds for rare ones too. Rounding adds these rows to those of the codes. */
#ifndef BUSHKA_TRAIN_FLOAT_NET_H
#define BUSHKA_TRAIN_FLOAT_NET_H

#include "evaluation/network_shape.h"
#include "train/samples.h"

enum {
    FLOAT_NET_VIEWS = 4, /* the mover's, the enemy's; where there is a mirror, both mirrored */
    FLOAT_NET_ROWS_MAX = SHAPE_ROWS_MAX + COLOR_COUNT * 64
};

/* What a network looks like, and where its numbers stand in one array: input weights (of codes, kings, men), biases,
 * output weights, output biases, and the hidden layer's weights of outputs, its biases, and what its neurons count for.
 * The rows of code 0 are there, are 0, and count nowhere. */
typedef struct FloatNetShape {
    int neurons; /* of the finished network */
    int buckets;
    bool segments; /* whether what stands on a segment is an input, or men are so by their squares alone */
    int free;      /* neurons that are trained: all, or half where there is a mirror */
    int views;     /* 2, or 4 where there is a mirror */
    size_t kings;  /* places in the array; input weights begin at 0 with those of codes, row after row */
    size_t men;
    size_t bias;
    size_t output; /* [buckets][COLOR_COUNT][free] */
    size_t output_bias;
    size_t hidden;        /* [buckets][NETWORK_HIDDEN][COLOR_COUNT][neurons / 2]: of pairs, or of mirror images */
    size_t hidden_bias;   /* [buckets][NETWORK_HIDDEN] */
    size_t hidden_weight; /* likewise */
    size_t count;         /* numbers in all */
    NetworkShape seen;    /* by the finished network */
    uint16_t man[COLOR_COUNT][64];                         /* the row of an own man or an enemy's on a square */
    uint16_t to_view[FLOAT_NET_VIEWS][FLOAT_NET_ROWS_MAX]; /* the row of each view for one of the mover's */
    int rows;                                              /* in all */
} FloatNetShape;

/* The target of a sample: how much of it is the result, and the points of the score's logistic scale. */
typedef struct FloatNetTarget {
    double lambda; /* share of the result, 0 to 1 */
    double k;      /* points */
} FloatNetTarget;

/* Samples to learn from or to measure by: those whose numbers `which` lists. */
typedef struct FloatNetBatch {
    const Sample *samples;
    const uint32_t *which;
    size_t count;
    FloatNetTarget target;
} FloatNetBatch;

/* The samples of a part, SAMPLES_TRAINING or SAMPLES_VALIDATION. */
FloatNetBatch float_net_batch(const Samples *samples, int part, FloatNetTarget target);

/* The shape of a network of that many neurons and buckets. Without `segments` it has the same numbers, but those of
 * codes are 0 and count nowhere: what it learns of a man holds for any neighbours. */
void float_net_shape(FloatNetShape *shape, const Variant *v, int neurons, int buckets, bool segments);

/* Fills the numbers at random, small enough to learn from. */
void float_net_begin(const FloatNetShape *shape, float *numbers, uint64_t seed);

/* Makes the first neurons those of a finished network, of the same board and buckets and with no more neurons; further
 * ones stay as they are, at random. Where there are none the output is the same in units of k points, except for
 * weights beyond the bounds of a training, which are cut: a few in each network that ships. */
void float_net_take(const FloatNetShape *shape, float *numbers, const Network *n, double k);

/* Adds the batch's gradient of the loss (cross-entropy) to `gradient`, which may be NULL. Returns its loss, and adds
 * what its samples weigh to *weight. */
double float_net_learn(const FloatNetShape *shape, const float *numbers, const FloatNetBatch *batch, float *gradient,
                       double *weight);

/* The loss of an output, in units where 1 stands for k points, with the target of that sample. */
double float_net_loss(const Sample *s, double output, FloatNetTarget target);

/* How far from 0 the number at that place may be, the same for all of its kind; weights are kept within it. */
float float_net_bound(const FloatNetShape *shape, size_t place);

/* A number for that place, kept within its bounds. */
float float_net_bounded(const FloatNetShape *shape, size_t place, float number);

/* The network in whole numbers; NULL when memory runs out. */
Network *float_net_round(const FloatNetShape *shape, const float *numbers, double k);

/* The mean loss of a finished network on the samples of a batch that has some. */
double float_net_network_loss(const Network *n, const FloatNetBatch *batch);

#endif
