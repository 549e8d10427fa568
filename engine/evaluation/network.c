/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/network.h"

#include <stdlib.h>
#include <string.h>

#include "core/cpu.h"
#include "evaluation/network_output.h"
#include "system/aligned_memory.h"

enum {
    ALIGNMENT = 64,
    STEP_DISTANCE = 2 /* squares that differ after a move without captures */
};

/* Sixteen numbers at once. Compilers turn operations on them into the vector instructions that there are. */
typedef int16_t Lanes __attribute__((vector_size(32), may_alias));
enum { LANES = sizeof(Lanes) / sizeof(int16_t), NARROW = NETWORK_NEURONS_STEP / LANES, WIDE = 2 * NARROW };

Network *network_new(const Variant *v, int neurons, int buckets)
{
    if (neurons < NETWORK_NEURONS_STEP || neurons > NETWORK_NEURONS_MAX || neurons % NETWORK_NEURONS_STEP != 0 ||
        buckets < 1 || buckets > NETWORK_BUCKETS_MAX) {
        return NULL;
    }
    NetworkShape shape;
    network_shape(&shape, v);
    const size_t bytes = network_number_count(&shape, neurons, buckets) * sizeof(int16_t);
    Network *const n = calloc(1, sizeof *n);
    int16_t *const numbers = aligned_memory_new(ALIGNMENT, bytes);
    if (n == NULL || numbers == NULL) {
        free(n);
        aligned_memory_free(numbers);
        return NULL;
    }
    memset(numbers, 0, bytes);
    *n = (Network){.shape = shape,
                   .neurons = neurons,
                   .buckets = buckets,
                   .bias = numbers,
                   .input = numbers + neurons,
                   .output = numbers + (size_t)neurons * (1 + (size_t)shape.rows)};
    return n;
}

Network *network_copy(const Network *n)
{
    Network *const copy = network_new(n->shape.variant, n->neurons, n->buckets);
    if (copy == NULL) {
        return NULL;
    }
    memcpy(copy->bias, n->bias, network_number_count(&n->shape, n->neurons, n->buckets) * sizeof *n->bias);
    memcpy(copy->output_bias, n->output_bias, sizeof copy->output_bias);
    copy->scale = n->scale;
    return copy;
}

void network_free(Network *n)
{
    if (n != NULL) {
        aligned_memory_free(n->bias); /* all 16-bit numbers are one piece of memory */
        free(n);
    }
}

static bool is_within(int number, int bound)
{
    return number >= -bound && number <= bound;
}

/* The number of a neuron in a row that is furthest from 0, among the rows from `first` up to `end`. */
static int largest(const Network *n, int neuron, int first, int end)
{
    int most = 0;
    for (int row = first; row < end; row++) {
        const int size = abs(n->input[row * n->neurons + neuron]);
        most = size > most ? size : most;
    }
    return most;
}

/* True when the numbers of one neuron are in range, and so is its sum whatever stands on the board. */
static bool neuron_fits(const Network *n, int i)
{
    const NetworkShape *const shape = &n->shape;
    int sum = abs(n->bias[i]) + NETWORK_KINGS_MAX * largest(n, i, shape->kings, shape->rows);
    for (int segment = 0; segment < shape->segments; segment++) {
        sum += largest(n, i, shape->first[segment], shape->first[segment + 1]);
    }
    return is_within(n->bias[i], NETWORK_WEIGHT_MAX) && largest(n, i, 0, shape->rows) <= NETWORK_WEIGHT_MAX &&
           sum <= NETWORK_SUM_MAX;
}

/* True when the second half of the neurons mirrors the first. */
static bool is_mirrored(const Network *n)
{
    const int half = n->neurons / 2;
    bool same = true;
    for (int row = 0; row < n->shape.rows; row++) {
        const int16_t *const here = &n->input[row * n->neurons];
        const int16_t *const there = &n->input[n->shape.mirrored[row] * n->neurons + half];
        same = same && memcmp(here, there, (size_t)half * sizeof *here) == 0;
    }
    same = same && memcmp(n->bias, n->bias + half, (size_t)half * sizeof *n->bias) == 0;
    for (int i = 0; i < n->buckets * COLOR_COUNT; i++) {
        const int16_t *const row = &n->output[i * n->neurons];
        same = same && memcmp(row, row + half, (size_t)half * sizeof *row) == 0;
    }
    return same;
}

ErrorCode network_check(const Network *n, Error *e)
{
    if (n->scale < 1 || n->scale > NETWORK_SCALE_MAX) {
        return error_set(e, ERROR_SYNTAX, "its scale is %d points, not 1 to %d", n->scale, NETWORK_SCALE_MAX);
    }
    for (int i = 0; i < n->neurons; i++) {
        if (!neuron_fits(n, i)) {
            return error_set(e, ERROR_SYNTAX, "weights of neuron %d are out of range", i + 1);
        }
    }
    for (int bucket = 0; bucket < n->buckets; bucket++) {
        const int16_t *const weights = &n->output[bucket * COLOR_COUNT * n->neurons];
        int64_t sum = 0;
        bool fits = is_within(n->output_bias[bucket], NETWORK_BUCKET_BIAS);
        for (int i = 0; i < COLOR_COUNT * n->neurons; i++) {
            fits = fits && is_within(weights[i], NETWORK_OUTPUT_MAX);
            sum += abs(weights[i]);
        }
        if (!fits || sum > INT32_MAX / (NETWORK_ONE * NETWORK_ONE)) {
            return error_set(e, ERROR_SYNTAX, "weights of output %d are out of range", bucket + 1);
        }
    }
    if (n->shape.variant->has_mirror && !is_mirrored(n)) {
        return error_set(e, ERROR_SYNTAX, "it is not the same for left and right, as %s is", n->shape.variant->name);
    }
    return ERROR_NONE;
}

void network_clear(const Network *n, Accumulator *a)
{
    memset(a->pieces, 0, sizeof a->pieces);
    memset(a->rows, 0, sizeof a->rows);
    memcpy(a->rows, n->shape.first, (size_t)n->shape.segments * sizeof *a->rows);
    for (int view = WHITE; view <= BLACK; view++) {
        memcpy(a->sum[view], n->bias, (size_t)n->neurons * sizeof *n->bias);
        for (int segment = 0; segment < n->shape.segments; segment++) {
            const int row = n->shape.first[segment]; /* an empty segment is one to either side */
            for (int i = 0; i < n->neurons; i++) {
                a->sum[view][i] = (int16_t)(a->sum[view][i] + n->input[row * n->neurons + i]);
            }
        }
    }
}

/* The pieces of a position as an accumulator names them. */
INLINE_HOT void pieces_of(const Position *p, Bitboard pieces[NETWORK_KINDS])
{
    pieces[0] = p->men[WHITE];
    pieces[1] = p->kings[WHITE];
    pieces[2] = p->men[BLACK];
    pieces[3] = p->kings[BLACK];
}

/* Squares whose pieces differ. */
INLINE_HOT int distance(const Accumulator *a, const Bitboard pieces[NETWORK_KINDS])
{
    return popcount((a->pieces[0] ^ pieces[0]) | (a->pieces[1] ^ pieces[1]) | (a->pieces[2] ^ pieces[2]) |
                    (a->pieces[3] ^ pieces[3]));
}

/* The accumulators that are the nearest to a position: `a`, or one of those right before. */
INLINE_HOT const Accumulator *nearest(const Accumulator *a, int before, const Bitboard pieces[NETWORK_KINDS])
{
    const Accumulator *base = a;
    int least = distance(a, pieces);
    for (int i = 1; i <= before && least > STEP_DISTANCE; i++) {
        const int squares = distance(a - i, pieces);
        base = squares < least ? a - i : base;
        least = squares < least ? squares : least;
    }
    return base;
}

/* Exchanges a row of input weights for another one in some lanes of one view's sums. */
INLINE_HOT void exchange(Lanes *sum, int lanes, const int16_t *gone, const int16_t *come)
{
    for (int b = 0; b < lanes; b++) {
        sum[b] += ((const Lanes *)come)[b] - ((const Lanes *)gone)[b];
    }
}

/* Adds a row, or takes it away. */
INLINE_HOT void add_row(Lanes *sum, int lanes, const int16_t *row, bool gone)
{
    for (int b = 0; b < lanes; b++) {
        const Lanes weights = ((const Lanes *)row)[b];
        sum[b] = gone ? sum[b] - weights : sum[b] + weights;
    }
}

/* Brings so many lanes of both views' sums, which stay in registers, from those of `base` to the position of `a`. The
 * segments that were touched had the rows `old`, the kings stood as `before` has it. */
INLINE_HOT void apply_lanes(const Network *n, int neurons, int first, int lanes, const Accumulator *base,
                            const Bitboard before[NETWORK_KINDS], const uint16_t *old, uint64_t touched, Accumulator *a)
{
    const int16_t *const weights = n->input + first;
    const uint16_t *const turned = n->shape.turned;
    Lanes white[WIDE], black[WIDE];
#pragma GCC unroll 8 /* gcc copies the sums through memory else: a fifth of the time of an evaluation */
    for (int b = 0; b < lanes; b++) {
        white[b] = ((const Lanes *)(base->sum[WHITE] + first))[b];
        black[b] = ((const Lanes *)(base->sum[BLACK] + first))[b];
    }
    for (; touched != 0; touched &= touched - 1) {
        const int gone = old[lowest(touched)], come = a->rows[lowest(touched)];
        exchange(white, lanes, &weights[gone * neurons], &weights[come * neurons]);
        exchange(black, lanes, &weights[turned[gone] * neurons], &weights[turned[come] * neurons]);
    }
    for (int color = WHITE; color <= BLACK; color++) {
        const Bitboard kings = before[2 * color + 1];
        for (Bitboard b = kings ^ a->pieces[2 * color + 1]; b != 0; b &= b - 1) {
            const int row = n->shape.king[color][lowest(b)];
            const bool gone = (kings & b & -b) != 0;
            add_row(white, lanes, &weights[row * neurons], gone);
            add_row(black, lanes, &weights[turned[row] * neurons], gone);
        }
    }
#pragma GCC unroll 8
    for (int b = 0; b < lanes; b++) {
        ((Lanes *)(a->sum[WHITE] + first))[b] = white[b];
        ((Lanes *)(a->sum[BLACK] + first))[b] = black[b];
    }
}

/* Brings the accumulators to the position, from their own or from others. */
INLINE_HOT void refresh(const Network *n, int neurons, const Position *p, Accumulator *a, int before)
{
    Bitboard pieces[NETWORK_KINDS], old[NETWORK_KINDS];
    uint16_t rows[SHAPE_SEGMENTS_MAX];
    uint64_t touched = 0;
    pieces_of(p, pieces);
    const Accumulator *const base = nearest(a, before, pieces);
    memcpy(old, base->pieces, sizeof old);
    memcpy(rows, base->rows, sizeof rows);
    if (base != a) {
        memcpy(a->rows, rows, sizeof rows);
    }
    for (Bitboard b = (old[0] ^ pieces[0]) | (old[2] ^ pieces[2]); b != 0; b &= b - 1) {
        touched |= n->shape.touched[lowest(b)];
    }
    for (uint64_t t = touched; t != 0; t &= t - 1) {
        const int segment = lowest(t);
        a->rows[segment] = (uint16_t)shape_row(&n->shape, segment, p->men);
    }
    memcpy(a->pieces, pieces, sizeof pieces);
    const int lanes = neurons % (WIDE * LANES) == 0 ? WIDE : NARROW;
    for (int i = 0; i < neurons; i += lanes * LANES) {
        apply_lanes(n, neurons, i, lanes, base, old, rows, touched, a);
    }
}

INLINE_HOT Score value_of(const Network *n, int neurons, const Position *p, Accumulator *a, int before)
{
    const int bucket = network_bucket(n->buckets, popcount(position_occupied(p)));
    const int16_t *const weights = &n->output[bucket * COLOR_COUNT * neurons];
    refresh(n, neurons, p, a, before);
    const int32_t sum = network_output(neurons, a->sum[p->side], weights) +
                        network_output(neurons, a->sum[other(p->side)], weights + neurons);
    const int64_t parts = (int64_t)sum / NETWORK_ONE + n->output_bias[bucket];
    return score_of_eval(parts * n->scale / (NETWORK_ONE * NETWORK_OUTPUT_ONE));
}

/* The usual sizes are compiled each for itself. */
INLINE_HOT Score value_by_size(const Network *n, const Position *p, Accumulator *a, int before)
{
    enum { SMALL = 64, LARGE = 128 };
    return n->neurons == SMALL   ? value_of(n, SMALL, p, a, before)
           : n->neurons == LARGE ? value_of(n, LARGE, p, a, before)
                                 : value_of(n, n->neurons, p, a, before);
}

static Score value_anywhere(const Network *n, const Position *p, Accumulator *a, int before)
{
    return value_by_size(n, p, a, before);
}

USES_POPCNT static Score value_popcnt(const Network *n, const Position *p, Accumulator *a, int before)
{
    return value_by_size(n, p, a, before);
}

USES_AVX2 static Score value_avx2(const Network *n, const Position *p, Accumulator *a, int before)
{
    return value_by_size(n, p, a, before);
}

Score network_value(const Network *n, const Position *p, Accumulator *a, int before)
{
    return cpu_has_avx2()     ? value_avx2(n, p, a, before)
           : cpu_has_popcnt() ? value_popcnt(n, p, a, before)
                              : value_anywhere(n, p, a, before);
}

Score network_value_plain(const Network *n, const Position *p)
{
    Accumulator a;
    network_clear(n, &a);
    return network_value(n, p, &a, 0);
}
