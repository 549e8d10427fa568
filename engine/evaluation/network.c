/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/network.h"

#include <stdlib.h>
#include <string.h>

#include "core/cpu.h"
#include "evaluation/network_output.h"

enum {
    ALIGNMENT = 64,
    CHANGES_MAX = SHAPE_SEGMENTS_MAX + 64 /* inputs that can come or go between two positions */
};

/* Sixteen numbers at once. Compilers turn operations on them into the vector instructions that there are. */
typedef int16_t Lanes __attribute__((vector_size(32), may_alias));
enum { LANES = sizeof(Lanes) / sizeof(int16_t), NARROW = NETWORK_NEURONS_STEP / LANES, WIDE = 2 * NARROW };

/* Rows of input weights, as White sees them, that go and come between two positions. */
typedef struct Changes {
    int gone, come;
    uint16_t row[2][CHANGES_MAX];
} Changes;

enum { GONE, COME };

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
    int16_t *const numbers = aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
    if (n == NULL || numbers == NULL) {
        free(n);
        free(numbers);
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
        free(n->bias); /* all 16-bit numbers are one piece of memory */
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

/* Squares whose pieces differ, kinds counted apart. */
INLINE_HOT int distance(const Accumulator *a, const Bitboard pieces[NETWORK_KINDS])
{
    int sum = 0;
    for (int i = 0; i < NETWORK_KINDS; i++) {
        sum += popcount(a->pieces[i] ^ pieces[i]);
    }
    return sum;
}

INLINE_HOT Color color_of(int kind)
{
    return kind < 2 ? WHITE : BLACK;
}

INLINE_HOT bool is_king(int kind)
{
    return (kind & 1) != 0;
}

/* What a man is as a digit of White's codes. */
INLINE_HOT int digit_of(int kind)
{
    return color_of(kind) == WHITE ? SHAPE_OWN : SHAPE_ENEMY;
}

INLINE_HOT void add_change(Changes *c, int way, int row)
{
    int *const count = way == GONE ? &c->gone : &c->come;
    c->row[way][(*count)++] = (uint16_t)row;
}

/* Lists what is to be taken away and to be added between two positions, and brings the rows of the segments from the
 * first to the second. */
INLINE_HOT void list_changes(const NetworkShape *shape, const Bitboard before[NETWORK_KINDS],
                             const Bitboard after[NETWORK_KINDS], const uint16_t *rows, uint16_t *to, Changes *c)
{
    Bitboard segments = 0;
    c->gone = 0;
    c->come = 0;
    for (int kind = 0; kind < NETWORK_KINDS; kind++) {
        for (Bitboard b = before[kind] ^ after[kind]; b != 0; b &= b - 1) {
            const Square s = lowest(b);
            const int way = (before[kind] & bit(s)) != 0 ? GONE : COME;
            if (is_king(kind)) {
                add_change(c, way, shape->king[color_of(kind)][s]);
                continue;
            }
            for (int direction = 0; direction < SHAPE_DIRECTIONS; direction++) {
                const int segment = shape->segment[direction][s];
                const int worth = shape->worth[direction][s] * digit_of(kind);
                to[segment] = (uint16_t)(way == GONE ? to[segment] - worth : to[segment] + worth);
                segments |= bit((Square)segment);
            }
        }
    }
    for (; segments != 0; segments &= segments - 1) {
        const int segment = lowest(segments);
        if (rows[segment] != to[segment]) {
            add_change(c, GONE, rows[segment]);
            add_change(c, COME, to[segment]);
        }
    }
}

/* The commonest change: one piece, of this kind, leaves a square and comes to another. */
typedef struct Step {
    int kind;
    Square from, to;
} Step;

/* Finds the step that leads from the accumulators' position to the other one. Returns false when it takes more. */
INLINE_HOT bool find_step(const Accumulator *near, const Bitboard pieces[NETWORK_KINDS], Step *step)
{
    const Bitboard men = (near->pieces[0] ^ pieces[0]) | (near->pieces[2] ^ pieces[2]);
    const Bitboard kings = (near->pieces[1] ^ pieces[1]) | (near->pieces[3] ^ pieces[3]);
    const Bitboard black = (near->pieces[2] ^ pieces[2]) | (near->pieces[3] ^ pieces[3]);
    const Bitboard white = (near->pieces[0] ^ pieces[0]) | (near->pieces[1] ^ pieces[1]);
    const Bitboard squares = men | kings;
    if ((men != 0 && kings != 0) || (black != 0 && white != 0) || squares == 0) {
        return false;
    }
    const int kind = (black != 0 ? 2 : 0) + (kings != 0 ? 1 : 0);
    const Bitboard come = squares & pieces[kind];
    const Bitboard gone = squares & near->pieces[kind];
    if (come == 0 || gone == 0 || has_several(come) || has_several(gone)) {
        return false;
    }
    *step = (Step){.kind = kind, .from = lowest(gone), .to = lowest(come)};
    return true;
}

/* As list_changes(), for a step: as many rows come as go. */
INLINE_HOT void list_step(const NetworkShape *shape, const Step *step, uint16_t *rows, Changes *c)
{
    int count = 0;
    if (is_king(step->kind)) {
        c->row[GONE][count] = shape->king[color_of(step->kind)][step->from];
        c->row[COME][count++] = shape->king[color_of(step->kind)][step->to];
    } else {
        for (int direction = 0; direction < SHAPE_DIRECTIONS; direction++) {
            const int left = shape->segment[direction][step->from];
            const int reached = shape->segment[direction][step->to];
            const int less = shape->worth[direction][step->from] * digit_of(step->kind);
            const int more = shape->worth[direction][step->to] * digit_of(step->kind);
            c->row[GONE][count] = rows[left];
            rows[left] = (uint16_t)(rows[left] - less);
            if (reached != left) {
                c->row[COME][count++] = rows[left];
                c->row[GONE][count] = rows[reached];
            }
            rows[reached] = (uint16_t)(rows[reached] + more);
            c->row[COME][count++] = rows[reached];
        }
    }
    c->gone = count;
    c->come = count;
}

/* Adds a row of input weights to some lanes of a view's sums, or takes it away. */
INLINE_HOT void add_row(Lanes *sum, int lanes, const int16_t *row, int way)
{
    for (int b = 0; b < lanes; b++) {
        const Lanes weights = ((const Lanes *)row)[b];
        sum[b] = way == GONE ? sum[b] - weights : sum[b] + weights;
    }
}

/* Makes the changes to so many lanes of both views' sums, from the `first` neuron on, which stay in registers. */
INLINE_HOT void apply_lanes(const Network *n, int neurons, const Changes *c, int first, int lanes,
                            const Accumulator *from, Accumulator *to)
{
    Lanes white[WIDE], black[WIDE];
    for (int b = 0; b < lanes; b++) {
        white[b] = ((const Lanes *)(from->sum[WHITE] + first))[b];
        black[b] = ((const Lanes *)(from->sum[BLACK] + first))[b];
    }
    for (int way = GONE; way <= COME; way++) {
        const int count = way == GONE ? c->gone : c->come;
        for (int k = 0; k < count; k++) {
            const int row = c->row[way][k];
            add_row(white, lanes, &n->input[row * neurons + first], way);
            add_row(black, lanes, &n->input[n->shape.turned[row] * neurons + first], way);
        }
    }
    for (int b = 0; b < lanes; b++) {
        ((Lanes *)(to->sum[WHITE] + first))[b] = white[b];
        ((Lanes *)(to->sum[BLACK] + first))[b] = black[b];
    }
}

/* Makes the changes, `to` may be `from`. */
INLINE_HOT void apply(const Network *n, int neurons, const Changes *c, const Accumulator *from, Accumulator *to)
{
    if (neurons % (WIDE * LANES) == 0) {
        for (int i = 0; i < neurons; i += WIDE * LANES) {
            apply_lanes(n, neurons, c, i, WIDE, from, to);
        }
    } else {
        for (int i = 0; i < neurons; i += NARROW * LANES) {
            apply_lanes(n, neurons, c, i, NARROW, from, to);
        }
    }
}

/* Brings the accumulators to the position, from their own or from others. */
INLINE_HOT void refresh(const Network *n, int neurons, const Position *p, Accumulator *a, const Accumulator *near)
{
    Bitboard pieces[NETWORK_KINDS];
    Changes changes;
    Step step;
    pieces_of(p, pieces);
    if (near != NULL && find_step(near, pieces, &step)) {
        memcpy(a->rows, near->rows, sizeof a->rows);
        list_step(&n->shape, &step, a->rows, &changes);
        apply(n, neurons, &changes, near, a);
    } else {
        const Accumulator *const base = near != NULL && distance(near, pieces) < distance(a, pieces) ? near : a;
        uint16_t before[SHAPE_SEGMENTS_MAX];
        memcpy(before, base->rows, sizeof before);
        memcpy(a->rows, before, sizeof before);
        list_changes(&n->shape, base->pieces, pieces, before, a->rows, &changes);
        apply(n, neurons, &changes, base, a);
    }
    memcpy(a->pieces, pieces, sizeof pieces);
}

INLINE_HOT Score value_of(const Network *n, int neurons, const Position *p, Accumulator *a, const Accumulator *near)
{
    const int bucket = network_bucket(n->buckets, popcount(position_occupied(p)));
    const int16_t *const weights = &n->output[bucket * COLOR_COUNT * neurons];
    refresh(n, neurons, p, a, near);
    const int32_t sum = network_output(neurons, a->sum[p->side], weights) +
                        network_output(neurons, a->sum[other(p->side)], weights + neurons);
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

USES_POPCNT static Score value_popcnt(const Network *n, const Position *p, Accumulator *a, const Accumulator *near)
{
    return value_by_size(n, p, a, near);
}

USES_AVX2 static Score value_avx2(const Network *n, const Position *p, Accumulator *a, const Accumulator *near)
{
    return value_by_size(n, p, a, near);
}

Score network_value(const Network *n, const Position *p, Accumulator *a, const Accumulator *near)
{
    return cpu_has_avx2()     ? value_avx2(n, p, a, near)
           : cpu_has_popcnt() ? value_popcnt(n, p, a, near)
                              : value_anywhere(n, p, a, near);
}

Score network_value_plain(const Network *n, const Position *p)
{
    Accumulator a;
    network_clear(n, &a);
    return network_value(n, p, &a, NULL);
}
