/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The learned evaluation: an NNUE, an efficiently updatable neural network (Nasu, 2018), in integers alone, so that
 * every machine computes the same value.
 *
 * The inputs are the contents of the segments of the board's lines, and the kings by square (network_shape.h), as each
 * side sees them from its own end of the board. Each of these two views has an accumulator: for every neuron the sum of
 * its bias and the weights of the active inputs, all in steps of that neuron. A neuron's output is its sum times its
 * step, clipped to the range from 0 to NETWORK_ONE, squared ("squared clipped ReLU") and divided by four. A move
 * changes few inputs, so an accumulator is updated from that of a similar position.
 *
 * The value is the weighted sum of the outputs, first of the mover's view, then of the enemy's; the number of pieces
 * chooses the bucket of weights. A small hidden layer adds what depends on several neurons at once: its inputs are the
 * outputs of pairs of neurons, one from each half, added together; its own outputs are clipped, squared and weighted in
 * turn.
 *
 * Swapping the colours and turning the board gives the same inputs and so exactly the same value. On a board with a
 * mirror the second half of the neurons is the mirror image of the first, with the same output weights (network_check()
 * demands it), so the mirrored position has the same value too.
 *
 * An evaluation mostly waits for rows of input weights, so these are small: a weight is a number of steps from
 * -NETWORK_WEIGHT_MAX to NETWORK_WEIGHT_MAX, and the weights of two neurons, one from each half, share a 16-bit number:
 * the first plus NETWORK_PAIR times the second. The difference of two such pairs still yields both differences, since
 * the first numbers differ by less than half of NETWORK_PAIR. */
#ifndef BUSHKA_EVALUATION_NETWORK_H
#define BUSHKA_EVALUATION_NETWORK_H

#include <stddef.h>

#include "core/error.h"
#include "core/position.h"
#include "evaluation/network_shape.h"
#include "evaluation/score.h"

enum {
    NETWORK_PREVIOUS_MAX = 2,  /* preceding accumulators that an update may start from */
    NETWORK_NEURONS_STEP = 32, /* the number of neurons must be a multiple of this */
    NETWORK_NEURONS_MAX = 256, /* of each view */
    NETWORK_BUCKETS_MAX = 8,
    NETWORK_HIDDEN = 8,       /* neurons of the hidden layer */
    NETWORK_PIECES = 36,      /* pieces that the buckets divide up: more than any start position has */
    NETWORK_ONE = 255,        /* fixed-point 1 of accumulators (QA) */
    NETWORK_OUTPUT_ONE = 128, /* and of output weights (QB) */
    NETWORK_WEIGHT_MAX = 63,  /* of an input weight, either sign, in steps of its neuron */
    NETWORK_BIAS_MAX = 4000,  /* of a neuron, likewise */
    NETWORK_PAIR_BITS = 8,    /* by which the second weight of a pair is shifted */
    NETWORK_PAIR = 1 << NETWORK_PAIR_BITS,
    NETWORK_STEP_MAX = 32,             /* the greatest step */
    NETWORK_SUM_MAX = INT16_MAX,       /* of any sum of a neuron times its step: see network_check() */
    NETWORK_KINGS_MAX = 50,            /* kings with which no sum may overflow */
    NETWORK_OUTPUT_MAX = 254,          /* of an output weight or a weight of the hidden layer: no sum overflows then */
    NETWORK_SCALE_MAX = 1000,          /* points of an output of 1 */
    NETWORK_BUCKET_BIAS_MAX = 1 << 24, /* bound of an output's bias */
    NETWORK_HIDDEN_SHIFT = 14,         /* by which a hidden neuron's sum is shifted down to the scale of NETWORK_ONE */
    NETWORK_HIDDEN_BIAS_MAX = 4 * NETWORK_ONE << NETWORK_HIDDEN_SHIFT,
    NETWORK_HIDDEN_ONE = 512,        /* fixed-point 1 of the weights of hidden neurons, */
    NETWORK_HIDDEN_WEIGHT_MAX = 4096 /* and their bound */
};

/* The numbers of a bucket besides those in `output` and `hidden`. */
typedef struct NetworkBucket {
    int32_t bias;                          /* a value of 1 being NETWORK_ONE * NETWORK_OUTPUT_ONE */
    int32_t hidden_bias[NETWORK_HIDDEN];   /* of the neurons of the hidden layer, before the shift, */
    int32_t hidden_weight[NETWORK_HIDDEN]; /* and the weights of their outputs */
} NetworkBucket;

/* The numbers of a network for one board. Immutable once made: any number of threads may use it. */
typedef struct Network {
    NetworkShape shape;
    int neurons; /* of each view */
    int buckets; /* 1 to NETWORK_BUCKETS_MAX */
    int scale;   /* points of an output of 1 */
    NetworkBucket bucket[NETWORK_BUCKETS_MAX];
    int16_t *bias;   /* [neurons], in steps */
    int16_t *step;   /* [neurons]: the unit of bias and input weights, on the scale of NETWORK_ONE */
    int16_t *output; /* [buckets][COLOR_COUNT][neurons]: the mover's view first */
    int16_t *hidden; /* [buckets][NETWORK_HIDDEN][COLOR_COUNT][neurons / 2]: likewise, of pairs */
    int16_t *input;  /* [shape.rows + 1][neurons / 2]: pairs of weights, in steps; zeros in the last row */
} Network;

/* The accumulators of a position, both views, and the pieces that they stand for. */
typedef struct Accumulator {
    Bitboard men[COLOR_COUNT], kings[COLOR_COUNT];
    uint16_t rows[SHAPE_SEGMENTS_MAX];                                /* of the segments, as White sees them */
    _Alignas(64) uint16_t pair[COLOR_COUNT][NETWORK_NEURONS_MAX / 2]; /* sums of the pairs, modulo 2^16 */
    int16_t high[COLOR_COUNT][NETWORK_NEURONS_MAX / 2];               /* and of the second neurons alone */
} Accumulator;

/* A network of that shape, in the ranges above, with all numbers 0; NULL when memory runs out. */
Network *network_new(const Variant *v, int neurons, int buckets);

/* Frees it. NULL is allowed. */
void network_free(Network *n);

/* Checks that all numbers lie in the ranges above, that no sum can overflow, with any contents of the segments and up
 * to NETWORK_KINGS_MAX kings, and that the mirror symmetry holds. Returns ERROR_NONE, or ERROR_SYNTAX with what is
 * wrong. */
ErrorCode network_check(const Network *n, Error *e);

/* A hash that tells the networks of a board apart. */
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

/* Sets the input weight of a neuron in a row. */
static inline void network_set_weight(Network *n, int row, int neuron, int weight)
{
    const int half = n->neurons / 2;
    const int change = weight - network_weight(n, row, neuron);
    int16_t *const pair = &n->input[row * half + neuron % half];
    *pair = (int16_t)(*pair + (neuron < half ? change : change * NETWORK_PAIR));
}

/* The bucket for that many pieces. */
static inline int network_bucket(int buckets, int pieces)
{
    const int bucket = pieces * buckets / NETWORK_PIECES;
    return bucket < buckets ? bucket : buckets - 1;
}

/* Makes the accumulators of the empty board. */
void network_clear(const Network *n, Accumulator *a);

/* The value of the position for the side to move, in points. `a` holds the accumulators of any position, preferably a
 * similar one, and afterwards those of this position. The update starts from one of the `previous` accumulators that
 * precede it in memory (a[-1] a ply earlier, a[-2] two plies) if that is nearer. */
Score network_value(const Network *n, const Position *p, Accumulator *a, int previous);

/* The same value computed from scratch, for a single position. */
Score network_value_plain(const Network *n, const Position *p);

#endif
