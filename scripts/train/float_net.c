/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/float_net.h"

#include <math.h>
#include <string.h>

#include "core/cpu.h"
#include "system/random.h"

enum {
    SQUARES = 64,
    ACTIVE_MAX = SHAPE_SEGMENTS_MAX + SQUARES, /* rows of a view: of segments, and of men and kings */
    AHEAD = 4                                  /* how many samples ahead memory is prefetched */
};

/* Eight numbers at once, at any address. Compilers turn operations on them into the best instructions there are. */
typedef float Lanes __attribute__((vector_size(32), aligned(4), may_alias));
typedef int32_t Mask __attribute__((vector_size(32), aligned(4), may_alias)); /* of comparisons: -1 where they hold */
enum { LANES = sizeof(Lanes) / sizeof(float), NARROW = 2, WIDE = 4 };         /* vectors that are kept in registers */

/* Bounds of the first weights: of single pieces, sums of some 25 of which stay within reach of 0 to 1; of segments,
 * which learn what they add to that; and of outputs. */
static const double FIRST_INPUT = 0.14;
static const double FIRST_CODE = 0.01;
static const double FIRST_OUTPUT = 0.15;

/* Hidden neurons have no weight yet, but respond to most positions: with 0 many never do. */
static const double FIRST_HIDDEN_BIAS = 0.5;

/* What whole numbers can hold, see network_check(): with all parameters at their bounds, segments add up to 15,100 in
 * units of 1 / NETWORK_ONE, 50 kings to 15,300, the bias to 2,000. */
static const float MAN_BOUND = 0.5F;
static const float CODE_BOUND = 0.9F;
static const float KING_BOUND = 1.2F;
static const float BIAS_BOUND = 8.0F;
static const float OUTPUT_BOUND = (float)NETWORK_OUTPUT_MAX / NETWORK_OUTPUT_ONE;
static const float OUTPUT_BIAS_BOUND = 100.0F;
static const float HIDDEN_BIAS_BOUND = 3.99F;
static const float HIDDEN_WEIGHT_BOUND = 7.99F;

/* The number that stands for 1 in the sums of hidden neurons; in outputs it is a quarter of the square of NETWORK_ONE.
 */
#define HIDDEN_BIAS_UNIT ((double)(NETWORK_ONE << NETWORK_HIDDEN_SHIFT))
#define TO_HIDDEN_UNIT (HIDDEN_BIAS_UNIT * 4 / (NETWORK_ONE * NETWORK_ONE))
static const float TO_HIDDEN_BOUND = (float)(NETWORK_OUTPUT_MAX / TO_HIDDEN_UNIT);

/* Added to the biases of hidden neurons, so that the shift rounds their sums to the nearest number. */
enum { HIDDEN_HALF = 1 << (NETWORK_HIDDEN_SHIFT - 1) };

static const double PROBABILITY_MIN = 1e-12; /* lower bound of probabilities in a logarithm */

/* Assigns rows to the men of both colours. */
static void place_men(FloatNetShape *shape)
{
    shape->rows = shape->seen.rows;
    for (int color = WHITE; color <= BLACK; color++) {
        for (Bitboard b = shape->seen.variant->board; b != 0; b &= b - 1) {
            shape->man[color][lowest(b)] = (uint16_t)shape->rows++;
        }
    }
}

/* Fills in, for each row of the mover's view, the row that it is in each view. */
static void map_views(FloatNetShape *shape)
{
    const Variant *const v = shape->seen.variant;
    for (int row = 0; row < shape->seen.rows; row++) {
        const uint16_t mirrored = shape->seen.mirrored[row];
        shape->to_view[0][row] = (uint16_t)row;
        shape->to_view[1][row] = shape->seen.turned[row];
        shape->to_view[2][row] = mirrored;
        shape->to_view[3][row] = shape->seen.turned[mirrored];
    }
    for (int color = WHITE; color <= BLACK; color++) {
        for (Bitboard b = v->board; b != 0; b &= b - 1) {
            const Bitboard square = b & -b;
            const Bitboard mirror = v->has_mirror ? variant_mirror(v, square) : square;
            const uint16_t row = shape->man[color][lowest(b)];
            shape->to_view[0][row] = row;
            shape->to_view[1][row] = shape->man[1 - color][lowest(variant_turn(v, square))];
            shape->to_view[2][row] = shape->man[color][lowest(mirror)];
            shape->to_view[3][row] = shape->man[1 - color][lowest(variant_turn(v, mirror))];
        }
    }
}

void float_net_shape(FloatNetShape *shape, const Variant *v, int neurons, int buckets, bool segments)
{
    memset(shape, 0, sizeof *shape);
    network_shape(&shape->seen, v);
    shape->neurons = neurons;
    shape->buckets = buckets;
    shape->segments = segments;
    shape->free = v->has_mirror ? neurons / 2 : neurons;
    shape->views = v->has_mirror ? FLOAT_NET_VIEWS : COLOR_COUNT;
    place_men(shape);
    map_views(shape);
    shape->kings = (size_t)shape->seen.kings * (size_t)shape->free;
    shape->men = (size_t)shape->seen.rows * (size_t)shape->free;
    shape->bias = (size_t)shape->rows * (size_t)shape->free;
    shape->output = shape->bias + (size_t)shape->free;
    shape->output_bias = shape->output + (size_t)buckets * COLOR_COUNT * (size_t)shape->free;
    shape->hidden = shape->output_bias + (size_t)buckets;
    shape->hidden_bias = shape->hidden + (size_t)buckets * NETWORK_HIDDEN * (size_t)neurons;
    shape->hidden_weight = shape->hidden_bias + (size_t)buckets * NETWORK_HIDDEN;
    shape->count = shape->hidden_weight + (size_t)buckets * NETWORK_HIDDEN;
}

static float random_within(uint64_t *state, double bound)
{
    return (float)((ldexp((double)random_next(state), -63) - 1) * bound);
}

void float_net_initialise(const FloatNetShape *shape, float *parameters, uint64_t seed)
{
    const double first_code = shape->segments ? FIRST_CODE : 0;
    uint64_t state = seed;
    for (size_t i = 0; i < shape->count; i++) {
        const double bound = i < shape->kings         ? first_code
                             : i < shape->bias        ? FIRST_INPUT
                             : i < shape->output      ? 0
                             : i < shape->output_bias ? FIRST_OUTPUT
                             : i < shape->hidden      ? 0
                             : i < shape->hidden_bias ? FIRST_OUTPUT
                                                      : 0;
        parameters[i] = i >= shape->hidden_bias && i < shape->hidden_weight ? (float)FIRST_HIDDEN_BIAS
                                                                            : random_within(&state, bound);
    }
    for (int segment = 0; segment < shape->seen.segments; segment++) {
        const size_t place = (size_t)shape->seen.first[segment] * (size_t)shape->free;
        memset(parameters + place, 0, (size_t)shape->free * sizeof *parameters);
    }
}

float float_net_bound(const FloatNetShape *shape, size_t place)
{
    return place < shape->kings           ? CODE_BOUND
           : place < shape->men           ? KING_BOUND
           : place < shape->bias          ? MAN_BOUND
           : place < shape->output        ? BIAS_BOUND
           : place < shape->output_bias   ? OUTPUT_BOUND
           : place < shape->hidden        ? OUTPUT_BIAS_BOUND
           : place < shape->hidden_bias   ? TO_HIDDEN_BOUND
           : place < shape->hidden_weight ? HIDDEN_BIAS_BOUND
                                          : HIDDEN_WEIGHT_BOUND;
}

float float_net_clip(const FloatNetShape *shape, size_t place, float number)
{
    const float bound = float_net_bound(shape, place);
    return number > bound ? bound : number < -bound ? -bound : number;
}

/* The places of a bucket's parameters. */
typedef struct Head {
    size_t output, bias, hidden, hidden_bias, hidden_weight;
} Head;

static Head head_of(const FloatNetShape *shape, int bucket)
{
    const size_t b = (size_t)bucket;
    return (Head){.output = shape->output + b * COLOR_COUNT * (size_t)shape->free,
                  .bias = shape->output_bias + b,
                  .hidden = shape->hidden + b * NETWORK_HIDDEN * (size_t)shape->neurons,
                  .hidden_bias = shape->hidden_bias + b * NETWORK_HIDDEN,
                  .hidden_weight = shape->hidden_weight + b * NETWORK_HIDDEN};
}

/* Takes over the parameters of a bucket: its output bias and those of the hidden layer. */
static void load_bucket(const FloatNetShape *shape, float *parameters, const Network *n, int bucket, double k)
{
    const size_t pairs = (size_t)shape->neurons / 2;
    const Head head = head_of(shape, bucket);
    const NetworkBucket *const b = &n->bucket[bucket];
    const int16_t *weight = &n->hidden[bucket * NETWORK_HIDDEN * n->neurons];
    const double bias = (double)b->bias * n->scale / (NETWORK_ONE * NETWORK_OUTPUT_ONE * k);
    parameters[head.bias] = float_net_clip(shape, head.bias, (float)bias);
    for (size_t h = 0; h < NETWORK_HIDDEN; h++) {
        const double counts = b->hidden_weight[h] * n->scale / (NETWORK_HIDDEN_ONE * k);
        for (size_t color = 0; color < COLOR_COUNT; color++) {
            for (size_t i = 0; i < (size_t)n->neurons / 2; i++) {
                parameters[head.hidden + (h * COLOR_COUNT + color) * pairs + i] = (float)(*weight++ / TO_HIDDEN_UNIT);
            }
        }
        parameters[head.hidden_bias + h] = (float)((b->hidden_bias[h] - HIDDEN_HALF) / HIDDEN_BIAS_UNIT);
        parameters[head.hidden_weight + h] = float_net_clip(shape, head.hidden_weight, (float)counts);
    }
}

void float_net_load(const FloatNetShape *shape, float *parameters, const Network *n, double k)
{
    const size_t free = (size_t)shape->free;
    const int half = n->neurons / 2;
    for (int i = 0; i < (shape->seen.variant->has_mirror ? half : n->neurons); i++) {
        const size_t neuron = (size_t)(i < half ? i : i - half + shape->neurons / 2); /* pairs stay together */
        const double unit = (double)n->step[i] / NETWORK_ONE;
        for (int row = 0; row < shape->rows; row++) {
            const size_t place = (size_t)row * free + neuron;
            const bool seen = row < shape->seen.rows; /* networks have no rows of men by their squares */
            const int weight = seen ? network_weight(n, row, i) : 0;
            parameters[place] = float_net_clip(shape, place, (float)(weight * unit));
        }
        parameters[shape->bias + neuron] = float_net_clip(shape, shape->bias, (float)(n->bias[i] * unit));
        for (int out = 0; out < shape->buckets * COLOR_COUNT; out++) {
            const size_t place = shape->output + (size_t)out * free + neuron;
            const double weight = (double)n->output[out * n->neurons + i] / NETWORK_OUTPUT_ONE;
            parameters[place] = float_net_clip(shape, place, (float)(weight * n->scale / k));
        }
    }
    for (int bucket = 0; bucket < shape->buckets; bucket++) {
        load_bucket(shape, parameters, n, bucket, k);
    }
}

/* Lists the active rows, as in the mover's view. */
static int list_rows(const FloatNetShape *shape, const Sample *s, uint16_t rows[ACTIVE_MAX])
{
    const Bitboard men[COLOR_COUNT] = {s->pieces[0], s->pieces[2]};
    const Bitboard kings[COLOR_COUNT] = {s->pieces[1], s->pieces[3]};
    int count = 0;
    if (shape->segments) {
        uint16_t codes[SHAPE_SEGMENTS_MAX];
        network_shape_rows(&shape->seen, men, codes);
        for (int segment = 0; segment < shape->seen.segments; segment++) {
            rows[count] = codes[segment];
            count += codes[segment] != shape->seen.first[segment] ? 1 : 0;
        }
    }
    for (int color = WHITE; color <= BLACK; color++) {
        for (Bitboard b = men[color]; b != 0; b &= b - 1) {
            rows[count++] = shape->man[color][lowest(b)];
        }
        for (Bitboard b = kings[color]; b != 0; b &= b - 1) {
            rows[count++] = shape->seen.king[color][lowest(b)];
        }
    }
    return count;
}

FloatNetBatch float_net_batch(const Samples *samples, int part, FloatNetTarget target)
{
    return (FloatNetBatch){.samples = samples->samples,
                           .which = samples->part[part],
                           .count = samples->part_count[part],
                           .target = target};
}

static double logistic(double x)
{
    return 1 / (1 + exp(-x));
}

static double target_of(const Sample *s, FloatNetTarget target)
{
    return target.lambda * (s->result + 1) / 2 + (1 - target.lambda) * logistic(s->score / target.k);
}

static double cross_entropy(double p, double t)
{
    return -t * log(p > PROBABILITY_MIN ? p : PROBABILITY_MIN) -
           (1 - t) * log(1 - p > PROBABILITY_MIN ? 1 - p : PROBABILITY_MIN);
}

double float_net_loss(const Sample *s, double output, FloatNetTarget target)
{
    return cross_entropy(logistic(output), target_of(s, target));
}

static double weight_of(const Sample *s)
{
    return sqrt((double)s->count); /* repetitions of a position say less */
}

/* Adds up that many vectors of one view's neurons. */
INLINE_HOT void sum_lanes(const float *parameters, const float *bias, int free, const uint16_t *rows, int count,
                          int first, int lanes, float *restrict sum)
{
    Lanes total[WIDE];
    for (int b = 0; b < lanes; b++) {
        total[b] = ((const Lanes *)(bias + first))[b];
    }
    for (int k = 0; k < count; k++) {
        const Lanes *const row = (const Lanes *)(parameters + (size_t)rows[k] * (size_t)free + first);
        for (int b = 0; b < lanes; b++) {
            total[b] += row[b];
        }
    }
    for (int b = 0; b < lanes; b++) {
        ((Lanes *)(sum + first))[b] = total[b];
    }
}

/* Adds up one view's neurons. */
INLINE_HOT void sum_inputs(const float *parameters, const float *bias, int free, const uint16_t *rows, int count,
                           float *restrict sum)
{
    int i = 0;
    for (; i + WIDE * LANES <= free; i += WIDE * LANES) {
        sum_lanes(parameters, bias, free, rows, count, i, WIDE, sum);
    }
    for (; i < free; i += NARROW * LANES) {
        sum_lanes(parameters, bias, free, rows, count, i, NARROW, sum);
    }
}

/* Clips to 0 and 1. */
INLINE_HOT void clip(Lanes *x)
{
    static const Lanes ZERO = {0}, ONE = {1, 1, 1, 1, 1, 1, 1, 1};
    const Mask low = *x > ZERO, high = *x > ONE;
    *x = (Lanes)(((Mask)*x & low & ~high) | ((Mask)ONE & high));
}

/* The outputs of the neurons, of the mover's views and of the enemy's. Where there is a mirror, those of both halves,
 * which have the same weights, are added up. */
INLINE_HOT void add_outputs(float (*sum)[NETWORK_NEURONS_MAX], int views, int free, float *restrict outputs)
{
    for (int color = 0; color < COLOR_COUNT; color++) {
        for (int i = 0; i < free; i += LANES) {
            Lanes total = {0};
            for (int view = color; view < views; view += COLOR_COUNT) {
                Lanes value = *(const Lanes *)(sum[view] + i);
                clip(&value);
                total += value * value;
            }
            *(Lanes *)(outputs + color * free + i) = total;
        }
    }
}

/* The sum of products, added lane by lane, so that the order does not depend on the compiler. */
INLINE_HOT float dot_product(const float *restrict outputs, const float *restrict weights, int count)
{
    Lanes parts[NARROW] = {{0}};
    float total = 0;
    for (int i = 0; i < count; i += NARROW * LANES) {
        for (int b = 0; b < NARROW; b++) {
            parts[b] += ((const Lanes *)(outputs + i))[b] * ((const Lanes *)(weights + i))[b];
        }
    }
    for (int b = 0; b < NARROW; b++) {
        for (int k = 0; k < LANES; k++) {
            total += parts[b][k];
        }
    }
    return total;
}

/* Adds the gradients of a sum of products, given the gradient by the sum: those by the weights and by the outputs. */
INLINE_HOT void backprop_dot_product(float *restrict gradient, float *restrict by_outputs,
                                     const float *restrict outputs, const float *restrict weights, int count,
                                     float by_sum)
{
    for (int i = 0; i < count; i += LANES) {
        *(Lanes *)(gradient + i) += *(const Lanes *)(outputs + i) * by_sum;
        *(Lanes *)(by_outputs + i) += *(const Lanes *)(weights + i) * by_sum;
    }
}

/* Adds that many vectors of the neurons' slopes to the active rows. */
INLINE_HOT void backprop_lanes(float *gradient, int free, const uint16_t *rows, int count, int first, int lanes,
                               const float *restrict slope)
{
    Lanes own[WIDE];
    for (int b = 0; b < lanes; b++) {
        own[b] = ((const Lanes *)(slope + first))[b];
    }
    for (int k = 0; k < count; k++) {
        Lanes *const row = (Lanes *)(gradient + (size_t)rows[k] * (size_t)free + first);
        for (int b = 0; b < lanes; b++) {
            row[b] += own[b];
        }
    }
}

/* Adds the gradient of one view, given that by its neurons' outputs. */
INLINE_HOT void backprop_view(float *restrict gradient, const FloatNetShape *shape, const uint16_t *rows, int count,
                              const float *restrict sum, const float *restrict by_outputs)
{
    const int free = shape->free;
    float slope[NETWORK_NEURONS_MAX];
    float *const to_bias = gradient + shape->bias;
    for (int i = 0; i < free; i += LANES) {
        const Lanes whole = *(const Lanes *)(sum + i);
        Lanes value = whole;
        clip(&value); /* 0 on the left, where the slope is 0 */
        const Mask below = whole < 1;
        const Lanes rising = (Lanes)((Mask)(*(const Lanes *)(by_outputs + i) * value * 2) & below);
        *(Lanes *)(to_bias + i) += rising;
        *(Lanes *)(slope + i) = rising;
    }
    int i = 0;
    for (; i + WIDE * LANES <= free; i += WIDE * LANES) {
        backprop_lanes(gradient, free, rows, count, i, WIDE, slope);
    }
    for (; i < free; i += NARROW * LANES) {
        backprop_lanes(gradient, free, rows, count, i, NARROW, slope);
    }
}

/* The hidden layer for a sample: the outputs of its neurons, and their slopes by the sums. */
typedef struct HiddenLayer {
    float output[NETWORK_HIDDEN], slope[NETWORK_HIDDEN];
} HiddenLayer;

/* The outputs of pairs, one neuron from either half; those of mirror images are added up already. */
INLINE_HOT void add_pairs(const float *restrict outputs, int free, int pairs, float *restrict sums)
{
    for (int color = 0; color < COLOR_COUNT; color++) {
        for (int i = 0; i < pairs; i++) {
            const float first = outputs[color * free + i];
            sums[color * pairs + i] = free > pairs ? first + outputs[color * free + pairs + i] : first;
        }
    }
}

/* The network's output, given those of its neurons, for both views, and of their pairs. */
INLINE_HOT float head_output(const float *parameters, const Head *head, const float *outputs, int count,
                             const float *pairs, int pair_count, HiddenLayer *hidden)
{
    const float *weights = parameters + head->hidden;
    float total = parameters[head->bias] + dot_product(outputs, parameters + head->output, count);
    for (size_t h = 0; h < NETWORK_HIDDEN; h++, weights += pair_count) {
        const float sum = parameters[head->hidden_bias + h] + dot_product(pairs, weights, pair_count);
        const float value = sum < 0 ? 0 : sum > 1 ? 1 : sum;
        hidden->output[h] = value * value;
        hidden->slope[h] = sum < 1 ? 2 * value : 0;
        total += hidden->output[h] * parameters[head->hidden_weight + h];
    }
    return total;
}

/* Adds the gradient of a bucket's parameters, given that by the network's output, and sets those by the neurons'
 * outputs and by their pairs, which must be 0 before. */
INLINE_HOT void backprop_head(float *gradient, const float *parameters, const Head *head, const float *outputs,
                              int count, const float *pairs, int pair_count, const HiddenLayer *hidden, float by_output,
                              float *by_outputs, float *by_pairs)
{
    size_t place = head->hidden;
    gradient[head->bias] += by_output;
    backprop_dot_product(gradient + head->output, by_outputs, outputs, parameters + head->output, count, by_output);
    for (size_t h = 0; h < NETWORK_HIDDEN; h++, place += (size_t)pair_count) {
        const float by_sum = by_output * parameters[head->hidden_weight + h] * hidden->slope[h];
        gradient[head->hidden_weight + h] += by_output * hidden->output[h];
        gradient[head->hidden_bias + h] += by_sum;
        backprop_dot_product(gradient + place, by_pairs, pairs, parameters + place, pair_count, by_sum);
    }
}

/* Adds the gradient by pairs to that by their neurons. */
INLINE_HOT void backprop_pairs(float *restrict by_outputs, int free, int pairs, const float *restrict by_pairs)
{
    for (int color = 0; color < COLOR_COUNT; color++) {
        for (int i = 0; i < free; i++) {
            by_outputs[color * free + i] += by_pairs[color * pairs + i % pairs];
        }
    }
}

INLINE_HOT double backprop(const FloatNetShape *shape, const float *parameters, const FloatNetBatch *batch,
                           float *gradient, double *weight)
{
    const int free = shape->free, count = COLOR_COUNT * free, pair_count = shape->neurons, half = pair_count / 2;
    double loss = 0;
    for (size_t n = 0; n < batch->count; n++) {
        const Sample *const s = &batch->samples[batch->which[n]];
        const Sample *const later = &batch->samples[batch->which[n + AHEAD < batch->count ? n + AHEAD : n]];
        __builtin_prefetch(later);
        __builtin_prefetch(&later->part); /* it may lie on two cache lines */
        float sum[FLOAT_NET_VIEWS][NETWORK_NEURONS_MAX], outputs[COLOR_COUNT * NETWORK_NEURONS_MAX];
        float pairs[NETWORK_NEURONS_MAX];
        uint16_t rows[FLOAT_NET_VIEWS][ACTIVE_MAX];
        int pieces = 0;
        for (int i = 0; i < SAMPLES_KINDS; i++) {
            pieces += popcount(s->pieces[i]);
        }
        const int bucket = network_bucket(shape->buckets, pieces);
        const int active = list_rows(shape, s, rows[0]);
        for (int view = 0; view < shape->views; view++) {
            for (int k = 0; k < active && view > 0; k++) {
                rows[view][k] = shape->to_view[view][rows[0][k]];
            }
            sum_inputs(parameters, parameters + shape->bias, free, rows[view], active, sum[view]);
        }
        add_outputs(sum, shape->views, free, outputs);
        add_pairs(outputs, free, half, pairs);
        const Head head = head_of(shape, bucket);
        HiddenLayer hidden;
        const double w = weight_of(s);
        const double p = logistic(head_output(parameters, &head, outputs, count, pairs, pair_count, &hidden));
        const double t = target_of(s, batch->target);
        loss += w * cross_entropy(p, t);
        *weight += w;
        if (gradient == NULL) {
            continue;
        }
        float by_outputs[COLOR_COUNT * NETWORK_NEURONS_MAX] = {0}, by_pairs[NETWORK_NEURONS_MAX] = {0};
        backprop_head(gradient, parameters, &head, outputs, count, pairs, pair_count, &hidden, (float)(w * (p - t)),
                      by_outputs, by_pairs);
        backprop_pairs(by_outputs, free, half, by_pairs);
        for (int view = 0; view < shape->views; view++) {
            backprop_view(gradient, shape, rows[view], active, sum[view], by_outputs + (view & 1) * free);
        }
    }
    return loss;
}

USES_AVX2 static double backprop_avx2(const FloatNetShape *shape, const float *parameters, const FloatNetBatch *batch,
                                      float *gradient, double *weight)
{
    return backprop(shape, parameters, batch, gradient, weight);
}

double float_net_backprop(const FloatNetShape *shape, const float *parameters, const FloatNetBatch *batch,
                          float *gradient, double *weight)
{
    return cpu_has_avx2() ? backprop_avx2(shape, parameters, batch, gradient, weight)
                          : backprop(shape, parameters, batch, gradient, weight);
}

static int16_t quantised(float x, float unit, int bound)
{
    const long whole = lroundf(x * unit);
    return (int16_t)(whole > bound ? bound : whole < -bound ? -bound : whole);
}

/* The weights of one free neuron for the rows of the finished network: those of men are added to the codes that contain
 * them, in the segments of one direction, where each square occurs once. */
static void fold_neuron(const FloatNetShape *shape, const float *parameters, size_t neuron,
                        float weights[SHAPE_ROWS_MAX])
{
    enum { DIRECTION = 0, DIGITS = 3 };
    const NetworkShape *const seen = &shape->seen;
    const size_t free = (size_t)shape->free;
    for (int row = 0; row < seen->rows; row++) {
        weights[row] = parameters[(size_t)row * free + neuron];
    }
    for (int segment = 0; segment < seen->segments; segment++) {
        weights[seen->first[segment]] = 0;
    }
    for (Bitboard b = shape->seen.variant->board; b != 0; b &= b - 1) {
        const Square s = lowest(b);
        const int segment = seen->segment[DIRECTION][s];
        for (int row = seen->first[segment]; row < seen->first[segment + 1]; row++) {
            const int digit = (row - seen->first[segment]) / seen->power[DIRECTION][s] % DIGITS;
            if (digit != 0) {
                const uint16_t man = shape->man[digit == SHAPE_OWN ? WHITE : BLACK][s];
                weights[row] += parameters[(size_t)man * free + neuron];
            }
        }
    }
}

/* The step with which rounding changes a neuron's weights least; with a small one the greatest weights are clipped. */
static int step_of(const float *weights, int count)
{
    double lowest_loss = HUGE_VAL;
    int best = 1;
    for (int step = 1; step <= NETWORK_STEP_MAX; step++) {
        const float unit = (float)NETWORK_ONE / (float)step;
        double sum = 0;
        for (int i = 0; i < count; i++) {
            const double lost =
                (double)weights[i] - (double)quantised(weights[i], unit, NETWORK_WEIGHT_MAX) / (double)unit;
            sum += lost * lost;
        }
        best = sum < lowest_loss ? step : best;
        lowest_loss = sum < lowest_loss ? sum : lowest_loss;
    }
    return best;
}

/* Rounds the weights of one sum of outputs. The rounding error of each weight is carried to the next: neurons are alike
 * on average, so that the mean of the sum is kept. */
static void quantise_outputs(const float *weights, int count, float unit, int16_t *whole)
{
    float carried = 0;
    for (int i = 0; i < count; i++) {
        const float wanted = weights[i] + carried;
        whole[i] = quantised(wanted, unit, NETWORK_OUTPUT_MAX);
        carried = wanted - (float)whole[i] / unit;
    }
}

/* Rounds the parameters of a bucket. Hidden neurons without a weight come last, where they cost no time. */
static void quantise_bucket(const FloatNetShape *shape, const float *parameters, int bucket, Network *n)
{
    const Head head = head_of(shape, bucket);
    NetworkBucket *const b = &n->bucket[bucket];
    for (int color = 0; color < COLOR_COUNT; color++) {
        int16_t *const whole = &n->output[(bucket * COLOR_COUNT + color) * n->neurons];
        quantise_outputs(parameters + head.output + color * shape->free, shape->free, NETWORK_OUTPUT_ONE, whole);
        if (shape->free < n->neurons) {
            memcpy(whole + shape->free, whole, (size_t)shape->free * sizeof *whole);
        }
    }
    b->bias = (int32_t)lroundf(parameters[head.bias] * NETWORK_ONE * NETWORK_OUTPUT_ONE);
    int first = 0, last = NETWORK_HIDDEN - 1;
    for (int h = 0; h < NETWORK_HIDDEN; h++) {
        const int32_t weight = (int32_t)lroundf(parameters[head.hidden_weight + (size_t)h] * NETWORK_HIDDEN_ONE);
        const int place = weight != 0 ? first++ : last--;
        quantise_outputs(parameters + head.hidden + h * n->neurons, n->neurons, (float)TO_HIDDEN_UNIT,
                         &n->hidden[(bucket * NETWORK_HIDDEN + place) * n->neurons]);
        b->hidden_bias[place] =
            (int32_t)lround((double)parameters[head.hidden_bias + (size_t)h] * HIDDEN_BIAS_UNIT) + HIDDEN_HALF;
        b->hidden_weight[place] = weight;
    }
}

Network *float_net_quantise(const FloatNetShape *shape, const float *parameters, double k)
{
    Network *const n = network_new(shape->seen.variant, shape->neurons, shape->buckets);
    if (n == NULL) {
        return NULL;
    }
    n->scale = (int)lround(k);
    for (int i = 0; i < shape->neurons; i++) {
        const bool mirrored = i >= shape->free;
        const size_t from = (size_t)(i % shape->free);
        float weights[SHAPE_ROWS_MAX];
        fold_neuron(shape, parameters, from, weights);
        const int step = step_of(weights, shape->seen.rows);
        const float unit = (float)NETWORK_ONE / (float)step;
        for (int row = 0; row < shape->seen.rows; row++) {
            const int seen = mirrored ? shape->seen.mirrored[row] : row;
            network_set_weight(n, row, i, quantised(weights[seen], unit, NETWORK_WEIGHT_MAX));
        }
        n->step[i] = (int16_t)step;
        n->bias[i] = quantised(parameters[shape->bias + from], unit, NETWORK_BIAS_MAX);
    }
    for (int bucket = 0; bucket < shape->buckets; bucket++) {
        quantise_bucket(shape, parameters, bucket, n);
    }
    return n;
}

double float_net_network_loss(const Network *n, const FloatNetBatch *batch)
{
    double loss = 0, weight = 0;
    Accumulator a;
    network_clear(n, &a);
    for (size_t i = 0; i < batch->count; i++) {
        const Sample *const s = &batch->samples[batch->which[i]];
        const Position p = {.men = {s->pieces[0], s->pieces[2]},
                            .kings = {s->pieces[1], s->pieces[3]},
                            .variant = n->shape.variant,
                            .side = WHITE};
        const double w = weight_of(s);
        loss += w * float_net_loss(s, network_value(n, &p, &a, 0) / (double)n->scale, batch->target);
        weight += w;
    }
    return loss / weight;
}
