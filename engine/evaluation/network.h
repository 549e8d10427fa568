/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The learned evaluation: an NNUE, an efficiently updatable neural network (Nasu, 2018), in whole numbers alone, so
 * that every machine finds the same value.
 *
 * Inputs are what stands on the segments of the board's lines, and kings by their squares (network_shape.h), seen by
 * each side from its own end of the board. Each view has a sum for every neuron, its accumulator: the bias and the
 * weights of the inputs that are there, all in steps of that neuron. A neuron's output is its sum times its step, cut
 * off at 0 and NETWORK_ONE, squared ("squared clipped ReLU") and quartered. A move changes few inputs, so an
 * accumulator is made from that of a similar position.
 *
 * The outputs of the mover's view, then of the enemy's, are weighed and added up by the weights of the bucket that the
 * number of pieces chooses. To this the neurons of a hidden layer add what depends on several of them at once: they
 * weigh the outputs of pairs of neurons, one from either half, and are cut off, squared and weighed themselves.
 *
 * Colours swapped and the board turned give the same inputs and so exactly the same value. On a board with a mirror the
 * second half of the neurons is the mirror image of the first, with the same output weights (network_check() demands
 * it): the mirrored position has the same value too.
 *
 * The rows of input weights are what an evaluation waits for, so they are small: a weight is a number of steps between
 * -NETWORK_WEIGHT_MAX and NETWORK_WEIGHT_MAX, and those of two neurons, one from either half, are one 16-bit number,
 * the first plus NETWORK_PAIR times the second. The difference of two such pairs still gives both differences, since
 * that of the first numbers is less than half of NETWORK_PAIR. */
#ifndef BUSHKA_EVALUATION_NETWORK_H
#define BUSHKA_EVALUATION_NETWORK_H

#include <stddef.h>

#include "core/error.h"
#include "core/position.h"
#include "evaluation/network_shape.h"
#include "evaluation/score.h"

enum {
    NETWORK_BEFORE = 2,        /* the number of accumulators before that are worth a look */
    NETWORK_NEURONS_STEP = 32, /* the number of neurons must be a multiple of this */
    NETWORK_NEURONS_MAX = 256, /* of each view */
    NETWORK_BUCKETS_MAX = 8,
    NETWORK_HIDDEN = 8,       /* neurons of the hidden layer */
    NETWORK_PIECES = 36,      /* more than any start position has; tells buckets apart */
    NETWORK_ONE = 255,        /* fixed-point 1 of accumulators (QA) */
    NETWORK_OUTPUT_ONE = 128, /* and of output weights (QB) */
    NETWORK_WEIGHT_MAX = 63,  /* of an input, either sign, in steps of its neuron: see Network */
    NETWORK_BIAS_MAX = 4000,  /* of a neuron, likewise */
    NETWORK_PAIR_BITS = 8,    /* by which the second weight of a pair is shifted, */
    NETWORK_PAIR = 1 << NETWORK_PAIR_BITS,
    NETWORK_STEP_MAX = 32,         /* what a step can be in accumulators */
    NETWORK_SUM_MAX = INT16_MAX,   /* of any accumulator times its step: see network_check() */
    NETWORK_KINGS_MAX = 50,        /* kings that a sum must be able to hold */
    NETWORK_OUTPUT_MAX = 254,      /* of a weight of outputs, here or in the hidden layer: then no sum overflows */
    NETWORK_SCALE_MAX = 1000,      /* points of an output of 1 */
    NETWORK_BUCKET_BIAS = 1 << 24, /* bound of an output's bias */
    NETWORK_HIDDEN_SHIFT = 14,     /* a hidden neuron's sum is shifted by this to parts of NETWORK_ONE */
    NETWORK_HIDDEN_BIAS_MAX = 4 * NETWORK_ONE << NETWORK_HIDDEN_SHIFT,
    NETWORK_HIDDEN_ONE = 512,        /* fixed-point 1 of the weights of hidden neurons, */
    NETWORK_HIDDEN_WEIGHT_MAX = 4096 /* and their bound */
};

/* What a bucket makes a value of, besides its output weights. */
typedef struct NetworkBucket {
    int32_t bias;                          /* in NETWORK_ONE * NETWORK_OUTPUT_ONE parts of 1 */
    int32_t hidden_bias[NETWORK_HIDDEN];   /* of the neurons of the hidden layer, before the shift, */
    int32_t hidden_weight[NETWORK_HIDDEN]; /* and what they count for */
} NetworkBucket;

/* The numbers of a network for one board. Immutable once made: any number of threads may use it. */
typedef struct Network {
    NetworkShape shape;
    int neurons; /* of each view */
    int buckets; /* 1 to NETWORK_BUCKETS_MAX */
    int scale;   /* points of an output of 1 */
    NetworkBucket bucket[NETWORK_BUCKETS_MAX];
    int16_t *bias;   /* [neurons], in steps */
    int16_t *step;   /* [neurons]: the unit of bias and input weights, in parts of NETWORK_ONE */
    int16_t *output; /* [buckets][COLOR_COUNT][neurons]: the mover's view first */
    int16_t *hidden; /* [buckets][NETWORK_HIDDEN][COLOR_COUNT][neurons / 2]: likewise, of pairs */
    int16_t *input;  /* [shape.rows + 1][neurons / 2]: pairs of weights, in steps; zeros in the last row */
} Network;

/* The accumulators of a position, both views, and the pieces that they stand for. */
typedef struct Accumulator {
    Bitboard men[COLOR_COUNT], kings[COLOR_COUNT];
    uint16_t rows[SHAPE_SEGMENTS_MAX];                                /* of the segments, as White sees them */
    _Alignas(64) uint16_t pair[COLOR_COUNT][NETWORK_NEURONS_MAX / 2]; /* sums of the pairs, without what overflows */
    int16_t high[COLOR_COUNT][NETWORK_NEURONS_MAX / 2];               /* and of the second neurons alone */
} Accumulator;

/* A network of that shape, in the ranges above, with all numbers 0; NULL when memory runs out. */
Network *network_new(const Variant *v, int neurons, int buckets);

/* Frees it. NULL is allowed. */
void network_free(Network *n);

/* ERROR_NONE when all numbers lie in the ranges above, no sum can overflow with anything on the segments
 * and NETWORK_KINGS_MAX kings, and the mirror image holds; else ERROR_SYNTAX with what is wrong. */
ErrorCode network_check(const Network *n, Error *e);

/* Tells networks of a board apart. */
uint64_t network_digest(const Network *n);

/* How many 16-bit numbers a network of that size has; they follow one another from `bias` on. */
static inline size_t network_number_count(const NetworkShape *shape, int neurons, int buckets)
{
    return (2 + (size_t)buckets * (COLOR_COUNT + NETWORK_HIDDEN)) * (size_t)neurons +
           (size_t)shape->rows * (size_t)neurons / 2;
}

/* The second number of a pair. */
static inline int network_high(int pair)
{
    return (pair + NETWORK_PAIR / 2) >> NETWORK_PAIR_BITS;
}

/* The input weight of a neuron in a row, in its steps. */
static inline int network_weight(const Network *n, int row, int neuron)
{
    const int half = n->neurons / 2;
    const int pair = n->input[row * half + neuron % half];
    return neuron < half ? pair - network_high(pair) * NETWORK_PAIR : network_high(pair);
}

/* Changes it. */
static inline void network_set_weight(Network *n, int row, int neuron, int weight)
{
    const int half = n->neurons / 2;
    const int change = weight - network_weight(n, row, neuron);
    int16_t *const pair = &n->input[row * half + neuron % half];
    *pair = (int16_t)(*pair + (neuron < half ? change : change * NETWORK_PAIR));
}

/* The bucket of that many pieces. */
static inline int network_bucket(int buckets, int pieces)
{
    const int bucket = pieces * buckets / NETWORK_PIECES;
    return bucket < buckets ? bucket : buckets - 1;
}

/* Makes the accumulators of the empty board. */
void network_clear(const Network *n, Accumulator *a);

/* The value of the position for the side to move, in points. `a` holds accumulators of any position, best of a similar
 * one, and those of this position afterwards. The `before` accumulators before it in memory, those of the position a
 * ply before, then of that two plies before, are others to begin with where one is nearer. */
Score network_value(const Network *n, const Position *p, Accumulator *a, int before);

/* The same value from nothing: for one position. */
Score network_value_plain(const Network *n, const Position *p);

#endif
