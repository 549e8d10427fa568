/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/network.h"

#include <stdlib.h>
#include <string.h>

#include "core/cpu.h"
#include "evaluation/network_output.h"

enum {
    ALIGNMENT = 64,
    SQUARES = 64,
    CHANGES_MAX = 64, /* pieces that can come or go between two positions */
};

/* Sixteen numbers at once. Compilers turn operations on them into the vector instructions that there are. */
typedef int16_t Lanes __attribute__((vector_size(32), may_alias));
enum {
    LANES = sizeof(Lanes) / sizeof(int16_t),
    NARROW = NETWORK_NEURONS_STEP / LANES,
    WIDE = 2 * NARROW,
    WIDEST = 2 * WIDE
};

enum { GONE, COME, CHANGE_KINDS };

/* Where the weights of an input begin, as each view has it. */
typedef struct Row {
    uint32_t of[COLOR_COUNT];
} Row;

/* Inputs that come and go between two positions. */
typedef struct Changes {
    int count[CHANGE_KINDS];
    Row row[CHANGE_KINDS][CHANGES_MAX];
} Changes;

Network *network_new(const Variant *v, int neurons, int buckets)
{
    if (neurons < NETWORK_NEURONS_STEP || neurons > NETWORK_NEURONS_MAX || neurons % NETWORK_NEURONS_STEP != 0 ||
        buckets < 1 || buckets > NETWORK_BUCKETS_MAX) {
        return NULL;
    }
    const size_t bytes = network_number_count(neurons, buckets) * sizeof(int16_t);
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
    memcpy(copy->bias, n->bias, network_number_count(n->neurons, n->buckets) * sizeof *n->bias);
    memcpy(copy->output_bias, n->output_bias, sizeof copy->output_bias);
    copy->scale = n->scale;
    return copy;
}

void network_free(Network *n)
{
    if (n != NULL) {
        free(n->bias); /* all 16-bit numbers are one piece of memory */
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

/* Squares whose pieces differ. */
INLINE_HOT int distance(const Accumulator *a, const Bitboard pieces[NETWORK_KINDS])
{
    return popcount((a->pieces[0] ^ pieces[0]) | (a->pieces[1] ^ pieces[1]) | (a->pieces[2] ^ pieces[2]) |
                    (a->pieces[3] ^ pieces[3]));
}

/* The squares where a piece of `from` is none of the same kind in `to`. */
INLINE_HOT Bitboard missing(const Bitboard from[NETWORK_KINDS], const Bitboard to[NETWORK_KINDS])
{
    return (from[0] & ~to[0]) | (from[1] & ~to[1]) | (from[2] & ~to[2]) | (from[3] & ~to[3]);
}

/* The row of the piece on a square. */
INLINE_HOT Row row_at(const Network *n, int neurons, const Bitboard pieces[NETWORK_KINDS], Square s)
{
    const Bitboard black = pieces[2] | pieces[3], kings = pieces[1] | pieces[3];
    const int kind = (int)(((black >> s) & 1) * 2 + ((kings >> s) & 1));
    return (Row){{(uint32_t)(network_input(n->variant, WHITE, kind, s) * neurons),
                  (uint32_t)(network_input(n->variant, BLACK, kind, s) * neurons)}};
}

/* Lists the rows of the pieces on those squares as what comes or what goes. */
INLINE_HOT void list_rows(const Network *n, int neurons, const Bitboard pieces[NETWORK_KINDS], Bitboard squares,
                          int change, Changes *c)
{
    int count = 0;
    for (; squares != 0; squares &= squares - 1) {
        c->row[change][count++] = row_at(n, neurons, pieces, lowest(squares));
    }
    c->count[change] = count;
}

/* Makes the changes to some of the sums of a view, so many lanes of them, which stay in registers. */
INLINE_HOT void apply_lanes(const Network *n, const Changes *c, Color view, int first, int lanes, const int16_t *from,
                            int16_t *to)
{
    const int16_t *const weights = n->input + first;
    Lanes sum[WIDEST];
    for (int b = 0; b < lanes; b++) {
        sum[b] = ((const Lanes *)(from + first))[b];
    }
    for (int k = 0; k < c->count[GONE]; k++) {
        for (int b = 0; b < lanes; b++) {
            sum[b] -= ((const Lanes *)(weights + c->row[GONE][k].of[view]))[b];
        }
    }
    for (int k = 0; k < c->count[COME]; k++) {
        for (int b = 0; b < lanes; b++) {
            sum[b] += ((const Lanes *)(weights + c->row[COME][k].of[view]))[b];
        }
    }
    for (int b = 0; b < lanes; b++) {
        ((Lanes *)(to + first))[b] = sum[b];
    }
}

/* Makes the changes to one view, `to` may be `from`. */
INLINE_HOT void apply(const Network *n, int neurons, Color view, const Changes *c, const int16_t *from, int16_t *to)
{
    const int lanes = neurons % (WIDEST * LANES) == 0 ? WIDEST : neurons % (WIDE * LANES) == 0 ? WIDE : NARROW;
    for (int i = 0; i < neurons; i += lanes * LANES) {
        apply_lanes(n, c, view, i, lanes, from, to);
    }
}

/* Brings the accumulators to the position, from their own or from others. */
INLINE_HOT void refresh(const Network *n, int neurons, const Bitboard pieces[NETWORK_KINDS], Accumulator *a,
                        const Accumulator *near)
{
    Changes changes;
    const Accumulator *const base = near != NULL && distance(near, pieces) < distance(a, pieces) ? near : a;
    list_rows(n, neurons, base->pieces, missing(base->pieces, pieces), GONE, &changes);
    list_rows(n, neurons, pieces, missing(pieces, base->pieces), COME, &changes);
    for (int view = WHITE; view <= BLACK; view++) {
        apply(n, neurons, (Color)view, &changes, base->sum[view], a->sum[view]);
    }
    memcpy(a->pieces, pieces, NETWORK_KINDS * sizeof *pieces);
}

/* The commonest change: one piece leaves a square and one comes to another. */
typedef struct Step {
    Row gone, come;
} Step;

/* Finds the step that leads from the accumulators' position to the other one. Returns false when it takes more. */
INLINE_HOT bool find_step(const Network *n, int neurons, const Accumulator *near, const Bitboard pieces[NETWORK_KINDS],
                          Step *step)
{
    const Bitboard gone = missing(near->pieces, pieces), come = missing(pieces, near->pieces);
    if (gone == 0 || come == 0 || has_several(gone) || has_several(come)) {
        return false;
    }
    *step = (Step){.gone = row_at(n, neurons, near->pieces, lowest(gone)),
                   .come = row_at(n, neurons, pieces, lowest(come))};
    return true;
}

/* As network_output(), the sums being those after a step, which are kept nowhere. */
INLINE_HOT int32_t output_after(const Network *n, int neurons, Color view, const Accumulator *near, const Step *step,
                                const int16_t *restrict weights)
{
    return network_output_after(neurons, near->sum[view], n->input + step->gone.of[view],
                                n->input + step->come.of[view], weights);
}

/* Brings the accumulators to the position a step away from the other ones. */
INLINE_HOT void make_step(const Network *n, int neurons, const Bitboard pieces[NETWORK_KINDS], const Accumulator *near,
                          const Step *step, Accumulator *a)
{
    for (int view = WHITE; view <= BLACK; view++) {
        const Lanes *const gone = (const Lanes *)(n->input + step->gone.of[view]);
        const Lanes *const come = (const Lanes *)(n->input + step->come.of[view]);
        const Lanes *const from = (const Lanes *)near->sum[view];
        Lanes *const to = (Lanes *)a->sum[view];
        for (int i = 0; i < neurons / LANES; i++) {
            to[i] = from[i] - gone[i] + come[i];
        }
    }
    memcpy(a->pieces, pieces, NETWORK_KINDS * sizeof *pieces);
}

INLINE_HOT Score value_of(const Network *n, int neurons, const Position *p, Accumulator *a, const Accumulator *near,
                          bool keep)
{
    const int bucket = network_bucket(n->buckets, popcount(position_occupied(p)));
    const int16_t *const weights = &n->output[bucket * COLOR_COUNT * neurons];
    const Color us = p->side, them = other(p->side);
    Bitboard pieces[NETWORK_KINDS];
    Step step;
    int32_t sum;
    pieces_of(p, pieces);
    const bool is_step = near != NULL && find_step(n, neurons, near, pieces, &step);
    if (is_step && !keep) {
        sum = output_after(n, neurons, us, near, &step, weights) +
              output_after(n, neurons, them, near, &step, weights + neurons);
    } else {
        if (is_step) {
            make_step(n, neurons, pieces, near, &step, a);
        } else {
            refresh(n, neurons, pieces, a, near);
        }
        sum = network_output(neurons, a->sum[us], weights) + network_output(neurons, a->sum[them], weights + neurons);
    }
    const int64_t parts = (int64_t)sum / NETWORK_ONE + n->output_bias[bucket];
    return score_of_eval(parts * n->scale / (NETWORK_ONE * NETWORK_OUTPUT_ONE));
}

/* The usual sizes are compiled each for itself. */
INLINE_HOT Score value_by_size(const Network *n, const Position *p, Accumulator *a, const Accumulator *near, bool keep)
{
    enum { SMALL = 64, LARGE = 128 };
    return n->neurons == SMALL   ? value_of(n, SMALL, p, a, near, keep)
           : n->neurons == LARGE ? value_of(n, LARGE, p, a, near, keep)
                                 : value_of(n, n->neurons, p, a, near, keep);
}

static Score value_anywhere(const Network *n, const Position *p, Accumulator *a, const Accumulator *near, bool keep)
{
    return value_by_size(n, p, a, near, keep);
}

USES_POPCNT static Score value_popcnt(const Network *n, const Position *p, Accumulator *a, const Accumulator *near,
                                      bool keep)
{
    return value_by_size(n, p, a, near, keep);
}

USES_AVX2 static Score value_avx2(const Network *n, const Position *p, Accumulator *a, const Accumulator *near,
                                  bool keep)
{
    return value_by_size(n, p, a, near, keep);
}

Score network_value(const Network *n, const Position *p, Accumulator *a, const Accumulator *near, bool keep)
{
    return cpu_has_avx2()     ? value_avx2(n, p, a, near, keep)
           : cpu_has_popcnt() ? value_popcnt(n, p, a, near, keep)
                              : value_anywhere(n, p, a, near, keep);
}

Score network_value_plain(const Network *n, const Position *p)
{
    Accumulator a;
    network_clear(n, &a);
    return network_value(n, p, &a, NULL, true);
}
