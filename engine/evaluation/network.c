/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/network.h"

#include <stdlib.h>
#include <string.h>

#include "core/cpu.h"

enum {
    ALIGNMENT = 64,
    SQUARES = 64,
    CHANGES_MAX = 64, /* pieces that can come or go between two positions */
    PAIR = 2          /* changes of a plain move: a piece leaves a square and comes to another */
};

/* Inputs that come and go between two positions, as one view has them. */
typedef struct Changes {
    int count[2];
    uint8_t input[2][CHANGES_MAX];
} Changes;

enum { GONE, COME };

Network *network_new(const Variant *v, int neurons, int buckets)
{
    if (neurons < NETWORK_NEURONS_STEP || neurons > NETWORK_NEURONS_MAX || neurons % NETWORK_NEURONS_STEP != 0 ||
        buckets < 1 || buckets > NETWORK_BUCKETS_MAX) {
        return NULL;
    }
    const size_t rows = 1 + NETWORK_INPUTS + (size_t)buckets * COLOR_COUNT;
    const size_t bytes = rows * (size_t)neurons * sizeof(int16_t);
    Network *const n = calloc(1, sizeof *n);
    int16_t *const numbers = aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    if (n == NULL || numbers == NULL) {
        free(n);
        free(numbers);
        return NULL;
    }
    memset(numbers, 0, bytes);
    *n = (Network){.variant = v,
                   .neurons = neurons,
                   .buckets = buckets,
                   .bias = numbers,
                   .input = numbers + neurons,
                   .output = numbers + (size_t)neurons * (1 + NETWORK_INPUTS)};
    return n;
}

Network *network_copy(const Network *n)
{
    Network *const copy = network_new(n->variant, n->neurons, n->buckets);
    if (copy == NULL) {
        return NULL;
    }
    const size_t rows = 1 + NETWORK_INPUTS + (size_t)n->buckets * COLOR_COUNT;
    memcpy(copy->bias, n->bias, rows * (size_t)n->neurons * sizeof(int16_t));
    memcpy(copy->output_bias, n->output_bias, sizeof copy->output_bias);
    copy->scale = n->scale;
    return copy;
}

void network_free(Network *n)
{
    if (n != NULL) {
        free(n->bias); /* all numbers are one piece of memory */
        free(n);
    }
}

static bool is_within(int number, int bound)
{
    return number >= -bound && number <= bound;
}

/* True when the numbers of one neuron are in range, and none belongs to a ghost square. */
static bool neuron_fits(const Network *n, int i)
{
    bool fits = is_within(n->bias[i], NETWORK_BIAS_MAX);
    for (int row = 0; row < NETWORK_INPUTS; row++) {
        const bool real = (n->variant->board & bit((Square)(row % SQUARES))) != 0;
        fits = fits && is_within(n->input[row * n->neurons + i], real ? NETWORK_WEIGHT_MAX : 0);
    }
    return fits;
}

/* True when the second half of the neurons mirrors the first. */
static bool is_mirrored(const Network *n)
{
    const int half = n->neurons / 2;
    bool same = true;
    for (int row = 0; row < NETWORK_INPUTS; row++) {
        const Bitboard square = bit((Square)(row % SQUARES)) & n->variant->board;
        const int other_row = square == 0 ? row : row - row % SQUARES + lowest(variant_mirror(n->variant, square));
        const int16_t *const here = &n->input[row * n->neurons];
        const int16_t *const there = &n->input[other_row * n->neurons + half];
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
    if (n->variant->has_mirror && !is_mirrored(n)) {
        return error_set(e, ERROR_SYNTAX, "it is not the same for left and right, as %s is", n->variant->name);
    }
    return ERROR_NONE;
}

void network_clear(const Network *n, Accumulator *a)
{
    memset(a->pieces, 0, sizeof a->pieces);
    for (int view = WHITE; view <= BLACK; view++) {
        memcpy(a->sum[view], n->bias, (size_t)n->neurons * sizeof *n->bias);
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

/* Squares whose pieces differ, kinds counted apart. */
INLINE_HOT int distance(const Accumulator *a, const Bitboard pieces[NETWORK_KINDS])
{
    int sum = 0;
    for (int i = 0; i < NETWORK_KINDS; i++) {
        sum += popcount(a->pieces[i] ^ pieces[i]);
    }
    return sum;
}

/* Lists what one view has to take away and to add. */
INLINE_HOT void list_changes(const Variant *v, Color view, const Bitboard before[NETWORK_KINDS],
                             const Bitboard after[NETWORK_KINDS], Changes *c)
{
    int gone = 0, come = 0;
    for (int i = 0; i < NETWORK_KINDS; i++) {
        const int kind = view == WHITE ? i : i ^ 2;
        for (Bitboard b = before[i] & ~after[i]; b != 0; b &= b - 1) {
            const int s = lowest(b);
            c->input[GONE][gone++] = (uint8_t)(kind * SQUARES + (view == WHITE ? s : v->last - s));
        }
        for (Bitboard b = after[i] & ~before[i]; b != 0; b &= b - 1) {
            const int s = lowest(b);
            c->input[COME][come++] = (uint8_t)(kind * SQUARES + (view == WHITE ? s : v->last - s));
        }
    }
    c->count[GONE] = gone;
    c->count[COME] = come;
}

/* to = from with the changes made. Plain loops over 16-bit numbers, which compilers turn into vector instructions. */
INLINE_HOT void apply(const Network *n, int neurons, const Changes *c, const int16_t *restrict from,
                      int16_t *restrict to)
{
    int gone = 0, come = 0;
    if (c->count[GONE] > 0 && c->count[COME] > 0) {
        const int16_t *const minus = &n->input[c->input[GONE][gone++] * neurons];
        const int16_t *const plus = &n->input[c->input[COME][come++] * neurons];
        for (int i = 0; i < neurons; i++) {
            to[i] = (int16_t)(from[i] - minus[i] + plus[i]);
        }
    } else {
        memcpy(to, from, (size_t)neurons * sizeof *to);
    }
    for (; gone < c->count[GONE]; gone++) {
        const int16_t *const minus = &n->input[c->input[GONE][gone] * neurons];
        for (int i = 0; i < neurons; i++) {
            to[i] = (int16_t)(to[i] - minus[i]);
        }
    }
    for (; come < c->count[COME]; come++) {
        const int16_t *const plus = &n->input[c->input[COME][come] * neurons];
        for (int i = 0; i < neurons; i++) {
            to[i] = (int16_t)(to[i] + plus[i]);
        }
    }
}

/* Brings the accumulators to the position, from their own or from others. */
INLINE_HOT void refresh(const Network *n, int neurons, const Position *p, Accumulator *a, const Accumulator *near)
{
    Bitboard pieces[NETWORK_KINDS];
    pieces_of(p, pieces);
    const Accumulator *base = a;
    const int own = distance(a, pieces);
    if (own == 0) {
        return;
    }
    if (near != NULL && own > PAIR && distance(near, pieces) < own) {
        base = near;
    }
    for (int view = WHITE; view <= BLACK; view++) {
        Changes changes;
        _Alignas(ALIGNMENT) int16_t before[NETWORK_NEURONS_MAX];
        const int16_t *from = base->sum[view];
        list_changes(n->variant, (Color)view, base->pieces, pieces, &changes);
        if (base == a) {
            memcpy(before, from, (size_t)neurons * sizeof *before);
            from = before;
        }
        apply(n, neurons, &changes, from, a->sum[view]);
    }
    memcpy(a->pieces, pieces, sizeof a->pieces);
}

/* The outputs of one view's neurons times their weights, in NETWORK_ONE^2 * NETWORK_OUTPUT_ONE parts of 1. */
INLINE_HOT int32_t output_of(int neurons, const int16_t *restrict sum, const int16_t *restrict weights)
{
    int32_t total = 0;
    for (int i = 0; i < neurons; i++) {
        const int16_t cut = sum[i];
        const int16_t low = cut < 0 ? 0 : cut;
        const int16_t value = low > NETWORK_ONE ? NETWORK_ONE : low;
        const int16_t weighted = (int16_t)(value * weights[i]);
        total += (int32_t)weighted * value;
    }
    return total;
}

INLINE_HOT Score value_of(const Network *n, int neurons, const Position *p, Accumulator *a, const Accumulator *near)
{
    const int bucket = network_bucket(n->buckets, popcount(position_occupied(p)));
    const int16_t *const weights = &n->output[bucket * COLOR_COUNT * neurons];
    refresh(n, neurons, p, a, near);
    const int32_t sum =
        output_of(neurons, a->sum[p->side], weights) + output_of(neurons, a->sum[other(p->side)], weights + neurons);
    const int64_t parts = (int64_t)sum / NETWORK_ONE + n->output_bias[bucket];
    return score_of_eval(parts * n->scale / (NETWORK_ONE * NETWORK_OUTPUT_ONE));
}

/* The usual sizes are compiled each for itself. */
INLINE_HOT Score value_by_size(const Network *n, const Position *p, Accumulator *a, const Accumulator *near)
{
    enum { SMALL = 64, LARGE = 128 };
    return n->neurons == SMALL   ? value_of(n, SMALL, p, a, near)
           : n->neurons == LARGE ? value_of(n, LARGE, p, a, near)
                                 : value_of(n, n->neurons, p, a, near);
}

static Score value_anywhere(const Network *n, const Position *p, Accumulator *a, const Accumulator *near)
{
    return value_by_size(n, p, a, near);
}

USES_AVX2 static Score value_avx2(const Network *n, const Position *p, Accumulator *a, const Accumulator *near)
{
    return value_by_size(n, p, a, near);
}

Score network_value(const Network *n, const Position *p, Accumulator *a, const Accumulator *near)
{
    return cpu_has_avx2() ? value_avx2(n, p, a, near) : value_anywhere(n, p, a, near);
}

Score network_value_plain(const Network *n, const Position *p)
{
    Accumulator a;
    network_clear(n, &a);
    return network_value(n, p, &a, NULL);
}
