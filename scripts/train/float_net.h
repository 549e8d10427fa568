/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A network in floating point, as it is trained: its output for a sample, the gradient, and the rounding to the
 * engine's whole numbers. On a board with a mirror half of the neurons are free, the others their mirror images.
 *
 * Besides the rows of network_shape.h, men have a row for each square, shared by all codes that contain the man: what
 * is learned about a man in common codes also holds in rare ones. Rounding adds these rows to those of the codes. */
#ifndef BUSHKA_TRAIN_FLOAT_NET_H
#define BUSHKA_TRAIN_FLOAT_NET_H

#include "evaluation/network_shape.h"
#include "train/samples.h"

enum {
    FLOAT_NET_VIEWS = 4, /* the mover's, the enemy's; where there is a mirror, both mirrored, too */
    FLOAT_NET_ROWS_MAX = SHAPE_ROWS_MAX + COLOR_COUNT * 64
};

/* The shape of a network, and the places of its parameters in one array: input weights (of codes, kings, men), biases,
 * output weights, output biases, and of the hidden layer the weights of outputs, the biases, and the weights of its
 * neurons. The rows of code 0 exist, but are 0 and never used. */
typedef struct FloatNetShape {
    int neurons; /* of the finished network */
    int buckets;
    bool segments; /* whether the contents of segments are inputs, or men only by their squares */
    int free;      /* neurons that are trained: all, or half where there is a mirror */
    int views;     /* 2, or 4 where there is a mirror */
    size_t kings;  /* places in the array; those of codes begin at 0, row after row */
    size_t men;
    size_t bias;
    size_t output; /* [buckets][COLOR_COUNT][free] */
    size_t output_bias;
    size_t hidden;        /* [buckets][NETWORK_HIDDEN][COLOR_COUNT][neurons / 2]: of pairs, or of mirror images */
    size_t hidden_bias;   /* [buckets][NETWORK_HIDDEN] */
    size_t hidden_weight; /* likewise */
    size_t count;         /* parameters in all */
    NetworkShape seen;    /* the finished network's */
    uint16_t man[COLOR_COUNT][64];                         /* the row of an own or an enemy man on a square */
    uint16_t to_view[FLOAT_NET_VIEWS][FLOAT_NET_ROWS_MAX]; /* the row in each view for one of the mover's */
    int rows;                                              /* in all */
} FloatNetShape;

/* How the target of a sample is made from its result and its score. */
typedef struct FloatNetTarget {
    double lambda; /* share of the result, 0 to 1 */
    double k;      /* points that are 1 on the logistic scale of the score */
} FloatNetTarget;

/* Samples for training or validation: those whose numbers `which` lists. */
typedef struct FloatNetBatch {
    const Sample *samples;
    const uint32_t *which;
    size_t count;
    FloatNetTarget target;
} FloatNetBatch;

/* The samples of a part, SAMPLES_TRAINING or SAMPLES_VALIDATION. */
FloatNetBatch float_net_batch(const Samples *samples, int part, FloatNetTarget target);

/* Makes the shape of a network with that many neurons and buckets. Without `segments` it has the same parameters, but
 * those of codes are 0 and unused: what it learns about a man holds for any neighbours. */
void float_net_shape(FloatNetShape *shape, const Variant *v, int neurons, int buckets, bool segments);

/* Fills the parameters with random values that are small enough to learn from. */
void float_net_initialise(const FloatNetShape *shape, float *parameters, uint64_t seed);

/* Sets the first neurons to those of a finished network, which is of the same board and buckets and has no more
 * neurons; any others stay as they are. If there are no others, the output in units of k points is that of the network,
 * except that weights beyond the bounds of a training are clipped: a few in each network that ships. */
void float_net_load(const FloatNetShape *shape, float *parameters, const Network *n, double k);

/* Adds the gradient of the batch's loss (cross-entropy) to `gradient`, which may be NULL. Returns the loss, and adds
 * the weight of the samples to *weight. */
double float_net_backprop(const FloatNetShape *shape, const float *parameters, const FloatNetBatch *batch,
                          float *gradient, double *weight);

/* The loss of an output, in units of k points, against the target of that sample. */
double float_net_loss(const Sample *s, double output, FloatNetTarget target);

/* The greatest absolute value of the number at that place; the same for all of its kind. */
float float_net_bound(const FloatNetShape *shape, size_t place);

/* The number for that place, clipped to its bound. */
float float_net_clip(const FloatNetShape *shape, size_t place, float number);

/* The network in whole numbers; NULL when memory runs out. */
Network *float_net_quantise(const FloatNetShape *shape, const float *parameters, double k);

/* The mean loss of a finished network on a batch, which must not be empty. */
double float_net_network_loss(const Network *n, const FloatNetBatch *batch);

#endif
