/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/network.h"

#include <stdlib.h>
#include <string.h>

#include "core/cpu.h"
#include "system/memory.h"
#include "system/random.h"

#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

enum { STEP_DISTANCE = 2 /* squares that differ after a move without captures */ };

/* The most vectors of pairs that are updated at a time: their sums fill twelve of sixteen registers. Browsers need more
 * registers for themselves: with six vectors a search takes a thirtieth longer there. */
#ifdef __wasm__
enum { VECTORS_MAX = 4 };
#else
enum { VECTORS_MAX = 6 };
#endif

/* A row that is replaced by another: where both begin among the input weights, for each view. */
typedef struct RowChange {
    uint32_t removed[COLOR_COUNT], added[COLOR_COUNT];
} RowChange;

/* One for each segment, and for a king of either side on every square. */
enum { ROW_CHANGES_MAX = SHAPE_SEGMENTS_MAX + COLOR_COUNT * 64 };

#define VECTOR_BYTES 16
#include "evaluation/network_update.h"
#define VECTOR_BYTES 32
#include "evaluation/network_update.h"
#define VECTOR_BYTES 64
#include "evaluation/network_update.h"

/* Sizes of vectors: on any processor, with AVX2, and with AVX-512. */
#ifdef __x86_64__
enum { BYTES_USUAL = 16, BYTES_AVX2 = 32, BYTES_AVX512 = 64 };
#else
enum { BYTES_USUAL = 16, BYTES_AVX2 = BYTES_USUAL, BYTES_AVX512 = BYTES_USUAL };
#endif

Network *network_new(const Variant *v, int neurons, int buckets)
{
    NetworkShape shape;
    network_shape(&shape, v);
    const size_t zeros = (size_t)neurons / 2;
    const size_t bytes = (network_number_count(&shape, neurons, buckets) + zeros) * sizeof(int16_t);
    Network *const n = calloc(1, sizeof *n);
    int16_t *const numbers = memory_aligned_new(bytes);
    if (n == NULL || numbers == NULL) {
        free(n);
        memory_aligned_free(numbers);
        return NULL;
    }
    memset(numbers, 0, bytes);
    *n = (Network){.shape = shape,
                   .neurons = neurons,
                   .buckets = buckets,
                   .bias = numbers,
                   .step = numbers + neurons,
                   .output = numbers + (size_t)neurons * 2,
                   .hidden = numbers + (size_t)neurons * (2 + (size_t)buckets * COLOR_COUNT),
                   .input = numbers + (size_t)neurons * (2 + (size_t)buckets * (COLOR_COUNT + NETWORK_HIDDEN))};
    return n;
}

void network_free(Network *n)
{
    if (n != NULL) {
        memory_aligned_free(n->bias); /* all 16-bit numbers are one piece of memory */
        free(n);
    }
}

static bool is_within(int number, int bound)
{
    return number >= -bound && number <= bound;
}

/* The greatest absolute weight of a neuron in the rows from `first` up to `end`, which is excluded. */
static int largest(const Network *n, int neuron, int first, int end)
{
    int greatest = 0;
    for (int row = first; row < end; row++) {
        const int size = abs(network_weight(n, row, neuron));
        greatest = size > greatest ? size : greatest;
    }
    return greatest;
}

/* True when the numbers of one neuron are in range, and so is its sum for any pieces on the board. */
static bool neuron_fits(const Network *n, int i)
{
    const NetworkShape *const shape = &n->shape;
    int sum = abs(n->bias[i]) + NETWORK_KINGS_MAX * largest(n, i, shape->kings, shape->rows);
    for (int segment = 0; segment < shape->segments; segment++) {
        sum += largest(n, i, shape->first[segment], shape->first[segment + 1]);
    }
    return is_within(n->bias[i], NETWORK_BIAS_MAX) && largest(n, i, 0, shape->rows) <= NETWORK_WEIGHT_MAX &&
           n->step[i] >= 1 && n->step[i] <= NETWORK_STEP_MAX && sum * n->step[i] <= NETWORK_SUM_MAX;
}

/* True when that many output weights are in range. */
static bool weights_fit(const int16_t *weights, int count)
{
    bool fit = true;
    for (int i = 0; i < count; i++) {
        fit = fit && is_within(weights[i], NETWORK_OUTPUT_MAX);
    }
    return fit;
}

/* True when the numbers of one bucket are in range. */
static bool bucket_fits(const Network *n, int bucket)
{
    const NetworkBucket *const b = &n->bucket[bucket];
    bool fits = is_within(b->bias, NETWORK_BUCKET_BIAS_MAX) &&
                weights_fit(&n->output[bucket * COLOR_COUNT * n->neurons], COLOR_COUNT * n->neurons) &&
                weights_fit(&n->hidden[bucket * NETWORK_HIDDEN * n->neurons], NETWORK_HIDDEN * n->neurons);
    for (int i = 0; i < NETWORK_HIDDEN; i++) {
        fits = fits && is_within(b->hidden_bias[i], NETWORK_HIDDEN_BIAS_MAX) &&
               is_within(b->hidden_weight[i], NETWORK_HIDDEN_WEIGHT_MAX);
    }
    return fits;
}

/* True when the second half of the neurons mirrors the first. */
static bool is_mirrored(const Network *n)
{
    const int half = n->neurons / 2;
    bool same = true;
    for (int row = 0; row < n->shape.rows; row++) {
        for (int i = 0; i < half; i++) {
            same = same && network_weight(n, row, i) == network_weight(n, n->shape.mirrored[row], i + half);
        }
    }
    same = same && memcmp(n->bias, n->bias + half, (size_t)half * sizeof *n->bias) == 0 &&
           memcmp(n->step, n->step + half, (size_t)half * sizeof *n->step) == 0;
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
        if (!bucket_fits(n, bucket)) {
            return error_set(e, ERROR_SYNTAX, "weights of output %d are out of range", bucket + 1);
        }
    }
    if (n->shape.variant->has_mirror && !is_mirrored(n)) {
        return error_set(e, ERROR_SYNTAX, "it is not the same for left and right, as %s is", n->shape.variant->name);
    }
    return ERROR_NONE;
}

uint64_t network_digest(const Network *n)
{
    const size_t count = network_number_count(&n->shape, n->neurons, n->buckets);
    uint64_t sum = random_pair((uint64_t)n->neurons, (uint64_t)n->scale);
    for (size_t i = 0; i < count; i++) {
        sum = random_pair(sum, (uint64_t)n->bias[i]); /* all 16-bit numbers follow one another from there */
    }
    for (int i = 0; i < n->buckets; i++) {
        sum = random_pair(sum, (uint64_t)n->bucket[i].bias);
        for (int k = 0; k < NETWORK_HIDDEN; k++) {
            sum = random_pair(sum, (uint64_t)n->bucket[i].hidden_bias[k]);
            sum = random_pair(sum, (uint64_t)n->bucket[i].hidden_weight[k]);
        }
    }
    return sum;
}

void network_clear(const Network *n, Accumulator *a)
{
    memset(a->men, 0, sizeof a->men);
    memset(a->kings, 0, sizeof a->kings);
    memset(a->rows, 0, sizeof a->rows);
    memcpy(a->rows, n->shape.first, (size_t)n->shape.segments * sizeof *a->rows);
    const int half = n->neurons / 2;
    for (int i = 0; i < half; i++) {
        a->pair[WHITE][i] = (uint16_t)(n->bias[i] + n->bias[half + i] * NETWORK_PAIR);
        a->high[WHITE][i] = n->bias[half + i];
    }
    for (int segment = 0; segment < n->shape.segments; segment++) {
        const int16_t *const row = &n->input[n->shape.first[segment] * half]; /* an empty one is empty to either side */
        for (int i = 0; i < half; i++) {
            a->pair[WHITE][i] = (uint16_t)(a->pair[WHITE][i] + row[i]);
            a->high[WHITE][i] = (int16_t)(a->high[WHITE][i] + network_high(row[i]));
        }
    }
    memcpy(a->pair[BLACK], a->pair[WHITE], (size_t)half * sizeof **a->pair);
    memcpy(a->high[BLACK], a->high[WHITE], (size_t)half * sizeof **a->high);
}

/* Copies the rows of all segments. A memcpy() of that size would be a call out of WebAssembly. */
INLINE_HOT void copy_rows(uint16_t *to, const uint16_t *from)
{
    _Static_assert(SHAPE_SEGMENTS_MAX * sizeof *to % sizeof(Vector16) == 0, "they fill vectors");
    UNROLLED
    for (size_t i = 0; i < SHAPE_SEGMENTS_MAX * sizeof *to / sizeof(Vector16); i++) {
        ((Vector16 *)to)[i] = ((const Vector16 *)from)[i];
    }
}

/* The number of squares whose contents differ. */
INLINE_HOT int distance(const Accumulator *a, const Position *p)
{
    return popcount((a->men[WHITE] ^ p->men[WHITE]) | (a->men[BLACK] ^ p->men[BLACK]) |
                    (a->kings[WHITE] ^ p->kings[WHITE]) | (a->kings[BLACK] ^ p->kings[BLACK]));
}

/* The accumulators nearest to a position: `a`, or one of the `previous` that precede it. */
INLINE_HOT const Accumulator *nearest(const Accumulator *a, int previous, const Position *p)
{
    const Accumulator *base = a;
    int shortest = distance(a, p);
    for (int i = 1; i <= previous && shortest > STEP_DISTANCE; i++) {
        const int squares = distance(a - i, p);
        base = squares < shortest ? a - i : base;
        shortest = squares < shortest ? squares : shortest;
    }
    return base;
}

/* The digit of a square in its segments' codes, as White sees it. */
INLINE_HOT int digit_at(const Bitboard men[COLOR_COUNT], Square s)
{
    return SHAPE_OWN * (int)(men[WHITE] >> s & 1) + SHAPE_ENEMY * (int)(men[BLACK] >> s & 1);
}

/* Updates the rows of the segments from the old men to the new ones. Returns which segments were touched. */
INLINE_HOT uint64_t change_segments(const NetworkShape *shape, const Bitboard old[COLOR_COUNT],
                                    const Bitboard men[COLOR_COUNT], uint16_t *rows)
{
    uint64_t touched = 0;
    for (Bitboard b = (old[WHITE] ^ men[WHITE]) | (old[BLACK] ^ men[BLACK]); b != 0; b &= b - 1) {
        const Square s = lowest(b);
        const int change = digit_at(men, s) - digit_at(old, s);
        for (int direction = 0; direction < SHAPE_DIRECTIONS; direction++) {
            uint16_t *const row = &rows[shape->segment[direction][s]];
            *row = (uint16_t)(*row + change * shape->power[direction][s]);
        }
        touched |= shape->segment_mask[s];
    }
    return touched;
}

/* The change from one row to another, both as White sees them. Prefetches the beginning of the rows; the processor then
 * fetches the rest by itself. */
INLINE_HOT RowChange row_change(const Network *n, int neurons, int removed, int added)
{
    const uint32_t half = (uint32_t)neurons / 2;
    const uint16_t *const turned = n->shape.turned;
    const RowChange change = {.removed = {(uint32_t)removed * half, turned[removed] * half},
                              .added = {(uint32_t)added * half, turned[added] * half}};
    for (int view = WHITE; view <= BLACK; view++) {
        __builtin_prefetch(n->input + change.removed[view]);
        __builtin_prefetch(n->input + change.added[view]);
    }
    return change;
}

/* Removes a king from the set and returns its row; the row of zeros when the set is empty. */
INLINE_HOT int king_row(const NetworkShape *shape, Color color, Bitboard *kings)
{
    if (*kings == 0) {
        return shape->rows;
    }
    const Square s = lowest(*kings);
    *kings &= *kings - 1;
    return shape->king[color][s];
}

/* Updates the accumulators to the position, from their own state or that of others, `vectors` vectors of `bytes` bytes
 * at a time. */
INLINE_HOT void refresh(const Network *n, int neurons, int bytes, int vectors, const Position *p, Accumulator *a,
                        int previous)
{
    const NetworkShape *const shape = &n->shape;
    _Alignas(Vector16) uint16_t kept[SHAPE_SEGMENTS_MAX];
    RowChange changes[ROW_CHANGES_MAX];
    int count = 0;
    const Accumulator *const base = nearest(a, previous, p);
    const uint16_t *const rows = base == a ? kept : base->rows;
    copy_rows(base == a ? kept : a->rows, base->rows);
    for (uint64_t b = change_segments(shape, base->men, p->men, a->rows); b != 0; b &= b - 1) {
        changes[count++] = row_change(n, neurons, rows[lowest(b)], a->rows[lowest(b)]);
    }
    for (int color = WHITE; color <= BLACK; color++) {
        Bitboard removed = base->kings[color] & ~p->kings[color], added = p->kings[color] & ~base->kings[color];
        while ((removed | added) != 0) {
            const int row = king_row(shape, (Color)color, &removed);
            changes[count++] = row_change(n, neurons, row, king_row(shape, (Color)color, &added));
        }
    }
    memcpy(a->men, p->men, sizeof a->men);
    memcpy(a->kings, p->kings, sizeof a->kings);
    for (int view = WHITE; view <= BLACK; view++) {
        for (int i = 0; i < neurons / 2; i += vectors * bytes / (int)sizeof *n->input) {
            if (bytes == BYTES_USUAL) {
                apply16(n->input, view, i, vectors, changes, count, base, a);
            } else if (bytes == BYTES_AVX512) {
                apply64(n->input, view, i, vectors, changes, count, base, a);
            } else {
                apply32(n->input, view, i, vectors, changes, count, base, a);
            }
        }
    }
}

/* From accumulators to values, by two functions that are each written twice, since compilers vectorise plain loops but
 * do not find the instruction of WebAssembly that multiplies and adds pairs. output_layer() returns the weighted sum
 * of the outputs of both views, the mover's first, and fills in the outputs of pairs of neurons; dot_products()
 * computes the weighted sums of these for the first hidden neurons, `sum_count` of them. */
#ifdef __wasm_simd128__
enum { LANES = 8, SUMS = 4 };

/* The sums of four vectors. Browsers have single instructions for these very shuffles. */
INLINE_HOT v128_t sums_of(v128_t a, v128_t b, v128_t c, v128_t d)
{
    const v128_t ab = wasm_i32x4_add(wasm_i32x4_shuffle(a, b, 0, 4, 1, 5), wasm_i32x4_shuffle(a, b, 2, 6, 3, 7));
    const v128_t cd = wasm_i32x4_add(wasm_i32x4_shuffle(c, d, 0, 4, 1, 5), wasm_i32x4_shuffle(c, d, 2, 6, 3, 7));
    return wasm_i32x4_add(wasm_i64x2_shuffle(ab, cd, 0, 2), wasm_i64x2_shuffle(ab, cd, 1, 3));
}

/* The outputs of eight neurons: see output_of(). */
INLINE_HOT v128_t outputs_of(v128_t sums, const int16_t *step)
{
    const v128_t whole = wasm_i16x8_mul(sums, wasm_v128_load(step));
    const v128_t low = wasm_i16x8_max(whole, wasm_i16x8_const_splat(0));
    const v128_t value = wasm_i16x8_min(low, wasm_i16x8_const_splat(NETWORK_ONE));
    return wasm_u16x8_shr(wasm_i16x8_mul(value, value), 2);
}

INLINE_HOT int32_t output_layer(const Network *n, int neurons, const int16_t *weight, const Accumulator *a, Color mover,
                                int16_t *pairs)
{
    const int half = neurons / 2;
    v128_t total = wasm_i32x4_const_splat(0);
    for (int view = 0; view < COLOR_COUNT; view++, weight += neurons, pairs += half) {
        const Color color = view == 0 ? mover : other(mover);
#pragma clang loop unroll(disable)
        for (int i = 0; i < half; i += LANES) {
            const v128_t high = wasm_v128_load(a->high[color] + i);
            const v128_t low =
                wasm_i16x8_sub(wasm_v128_load(a->pair[color] + i), wasm_i16x8_shl(high, NETWORK_PAIR_BITS));
            const v128_t first = outputs_of(low, n->step + i), second = outputs_of(high, n->step + half + i);
            total = wasm_i32x4_add(total, wasm_i32x4_dot_i16x8(first, wasm_v128_load(weight + i)));
            total = wasm_i32x4_add(total, wasm_i32x4_dot_i16x8(second, wasm_v128_load(weight + half + i)));
            wasm_v128_store(pairs + i, wasm_i16x8_add(first, second));
        }
    }
    return wasm_i32x4_extract_lane(sums_of(total, total, total, total), 0);
}

/* Four neurons at a time, in a loop that is not unrolled: more sums, or the numbers of several iterations, would not
 * stay in registers. */
INLINE_HOT void dot_products(int sum_count, int count, const int16_t *pairs, const int16_t *weights, int32_t *sums)
{
    for (int first = 0; first < sum_count; first += SUMS) {
        v128_t total[SUMS] = {0};
#pragma clang loop unroll(disable)
        for (int i = 0; i < count; i += LANES) {
            const v128_t pair = wasm_v128_load(pairs + i);
            UNROLLED
            for (int k = 0; k < SUMS; k++) {
                const v128_t weight = wasm_v128_load(weights + (first + k) * count + i);
                total[k] = wasm_i32x4_add(total[k], wasm_i32x4_dot_i16x8(pair, weight));
            }
        }
        wasm_v128_store(sums + first, sums_of(total[0], total[1], total[2], total[3]));
    }
}
#else
/* The output of one neuron: its sum times its step, clipped, squared and divided by four, so that the sum of two fits
 * 15 bits. */
INLINE_HOT int16_t output_of(int16_t sum, int16_t step)
{
    const int16_t whole = (int16_t)(sum * step);
    const int16_t low = whole < 0 ? 0 : whole;
    const int16_t value = low > NETWORK_ONE ? NETWORK_ONE : low;
    return (int16_t)((uint16_t)(value * value) >> 2);
}

/* The outputs of one view's neurons, and of pairs of them. */
INLINE_HOT void outputs_of_view(int half, const uint16_t *restrict pair, const int16_t *restrict high,
                                const int16_t *restrict step, int16_t *restrict outputs, int16_t *restrict pairs)
{
    for (int i = 0; i < half; i++) { /* a single loop for all would not be vectorised */
        outputs[i] = output_of((int16_t)(pair[i] - high[i] * NETWORK_PAIR), step[i]);
    }
    for (int i = 0; i < half; i++) {
        outputs[half + i] = output_of(high[i], step[half + i]);
    }
    for (int i = 0; i < half; i++) {
        pairs[i] = (int16_t)(outputs[i] + outputs[half + i]);
    }
}

/* Weights the outputs in several ways, up to NETWORK_HIDDEN, at the same time: a single sum would wait for its own
 * additions. */
INLINE_HOT void dot_products(int sum_count, int count, const int16_t *restrict outputs, const int16_t *restrict weights,
                             int32_t *restrict sums)
{
    int32_t total[NETWORK_HIDDEN] = {0};
    for (int i = 0; i < count; i++) {
        UNROLLED
        for (int k = 0; k < sum_count; k++) {
            /* NOLINTNEXTLINE(clang-analyzer-core.UndefinedBinaryOperatorResult): neurons are even, so all are there */
            total[k] += (int32_t)outputs[i] * weights[k * count + i];
        }
    }
    memcpy(sums, total, (size_t)sum_count * sizeof *sums);
}

INLINE_HOT int32_t output_layer(const Network *n, int neurons, const int16_t *weights, const Accumulator *a,
                                Color mover, int16_t *pairs)
{
    _Alignas(MEMORY_ALIGNMENT) int16_t outputs[COLOR_COUNT * NETWORK_NEURONS_MAX];
    const Color enemy = other(mover);
    const int half = neurons / 2;
    int32_t sum;
    outputs_of_view(half, a->pair[mover], a->high[mover], n->step, outputs, pairs);
    outputs_of_view(half, a->pair[enemy], a->high[enemy], n->step, outputs + neurons, pairs + half);
    dot_products(1, COLOR_COUNT * neurons, outputs, weights, &sum);
    return sum;
}
#endif

/* What the first hidden neurons, `sum_count` of them, add to the value, 1 being NETWORK_ONE^2 * NETWORK_HIDDEN_ONE. */
INLINE_HOT int32_t hidden_part(const NetworkBucket *b, int sum_count, int count, const int16_t *pairs,
                               const int16_t *weights)
{
    int32_t sums[NETWORK_HIDDEN], total = 0;
    dot_products(sum_count, count, pairs, weights, sums);
    for (int i = 0; i < sum_count; i++) {
        const int32_t whole = (sums[i] + b->hidden_bias[i]) >> NETWORK_HIDDEN_SHIFT;
        const int32_t low = whole < 0 ? 0 : whole;
        const int32_t value = low > NETWORK_ONE ? NETWORK_ONE : low;
        total += value * value * b->hidden_weight[i];
    }
    return total;
}

/* What all hidden neurons add. Training leaves some with a weight of 0; where these are the second half they are
 * skipped, which saves a twentieth of the time of a search on 9x11. */
INLINE_HOT int32_t hidden_value(const NetworkBucket *b, int count, const int16_t *pairs, const int16_t *weights)
{
    enum { HALF = NETWORK_HIDDEN / 2 };
    static const int32_t NONE[HALF] = {0};
    return memcmp(b->hidden_weight + HALF, NONE, sizeof NONE) == 0
               ? hidden_part(b, HALF, count, pairs, weights)
               : hidden_part(b, NETWORK_HIDDEN, count, pairs, weights);
}

/* The value of the accumulators for a side to move, in points. */
INLINE_HOT Score output_value(const Network *n, int neurons, int bucket, const Accumulator *a, Color mover)
{
    enum { QUARTERS = 4 }; /* outputs are quarters of squares */
    _Alignas(MEMORY_ALIGNMENT) int16_t pairs[NETWORK_NEURONS_MAX];
    const NetworkBucket *const b = &n->bucket[bucket];
    const int32_t sum = output_layer(n, neurons, &n->output[bucket * COLOR_COUNT * neurons], a, mover, pairs);
    const int64_t all = (int64_t)sum * (QUARTERS * NETWORK_HIDDEN_ONE / NETWORK_OUTPUT_ONE) +
                        hidden_value(b, neurons, pairs, &n->hidden[bucket * NETWORK_HIDDEN * neurons]);
    const int64_t parts = all * NETWORK_OUTPUT_ONE / (NETWORK_ONE * NETWORK_HIDDEN_ONE) + b->bias;
    return score_of_eval(parts * n->scale / (NETWORK_ONE * NETWORK_OUTPUT_ONE));
}

INLINE_HOT Score value_of(const Network *n, int neurons, int bytes, int vectors, const Position *p, Accumulator *a,
                          int previous)
{
    const int bucket = network_bucket(n->buckets, popcount(position_occupied(p)));
    refresh(n, neurons, bytes, vectors, p, a, previous);
    return output_value(n, neurons, bucket, a, p->side);
}

/* How many vectors to update at a time: the most, up to VECTORS_MAX, that divide those that hold the pairs of that many
 * neurons. */
INLINE_HOT int vectors_of(int neurons, int bytes)
{
    const int all = neurons / 2 * (int)sizeof(int16_t) / bytes;
    int vectors = all < VECTORS_MAX ? all : VECTORS_MAX;
    while (all % vectors != 0) {
        vectors--;
    }
    return vectors;
}

/* The size of the networks that ship is compiled separately, with its loops unrolled. */
INLINE_HOT Score value_by_size(const Network *n, int bytes, const Position *p, Accumulator *a, int previous)
{
    enum { SHIPPED = 192, STEP_BYTES = NETWORK_NEURONS_STEP / 2 * sizeof(int16_t) };
    const int small_bytes = bytes < STEP_BYTES ? bytes : STEP_BYTES;
    return n->neurons == SHIPPED
               ? value_of(n, SHIPPED, bytes, vectors_of(SHIPPED, bytes), p, a, previous)
               : value_of(n, n->neurons, small_bytes, vectors_of(NETWORK_NEURONS_STEP, small_bytes), p, a, previous);
}

USES_POPCNT static Score value_popcnt(const Network *n, const Position *p, Accumulator *a, int previous)
{
    return value_by_size(n, BYTES_USUAL, p, a, previous);
}

USES_AVX2 static Score value_avx2(const Network *n, const Position *p, Accumulator *a, int previous)
{
    return value_by_size(n, BYTES_AVX2, p, a, previous);
}

USES_AVX512 static Score value_avx512(const Network *n, const Position *p, Accumulator *a, int previous)
{
    return value_by_size(n, BYTES_AVX512, p, a, previous);
}

Score network_value(const Network *n, const Position *p, Accumulator *a, int previous)
{
    return cpu_has_avx512()   ? value_avx512(n, p, a, previous)
           : cpu_has_avx2()   ? value_avx2(n, p, a, previous)
           : cpu_has_popcnt() ? value_popcnt(n, p, a, previous)
                              : value_by_size(n, BYTES_USUAL, p, a, previous);
}

Score network_value_plain(const Network *n, const Position *p)
{
    Accumulator a;
    network_clear(n, &a);
    return network_value(n, p, &a, 0);
}
