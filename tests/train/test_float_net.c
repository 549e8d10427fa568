/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Networks in floating point: the gradient, the mirror, the output, and how they are rounded to integers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/random_play.h"
#include "support/test.h"
#include "train/training.h"
#include "train/training_data.h"

enum {
    SEED = 7,
    NEURONS = 32,
    BUCKETS = 3,
    EPOCHS = 6,
    PIECE_BOUND = 10,  /* in parts of NETWORK_ONE: five men and their code add up to a weight with a step of 1 */
    HIDDEN_BOUND = 30, /* in parts of NETWORK_HIDDEN_ONE: so little that rounding hidden sums costs few points */
    PARTS = 7          /* of a network's numbers: input weights, biases, output weights, output biases, and the hidden
                          layer's weights of outputs, its biases, and what its neurons count for */
};

static const FloatNetTarget TARGET = {.lambda = 0.4, .k = 150};

/* What the tests work with: freed after each of them. */
static FloatNetShape shape;
static float *numbers; /* of the shape */
static Samples samples;

/* Makes numbers of that shape, all 0, and samples. */
static void begin(const Variant *v, int neurons, bool segments)
{
    float_net_shape(&shape, v, neurons, BUCKETS, segments);
    numbers = calloc(shape.count, sizeof *numbers);
    ck_assert_ptr_nonnull(numbers);
    scattered_samples(&samples, v);
}

static void tear_down(void)
{
    free(numbers);
    samples_free(&samples);
}

SUITE(.tear_down = tear_down);

static double loss_of(const float *these)
{
    const FloatNetBatch batch = float_net_batch(&samples, SAMPLES_TRAINING, TARGET);
    double weight = 0;
    return float_net_backprop(&shape, these, &batch, NULL, &weight);
}

/* Which of its PARTS a number belongs to. */
static int part_of(size_t i)
{
    return i < shape.bias            ? 0
           : i < shape.output        ? 1
           : i < shape.output_bias   ? 2
           : i < shape.hidden        ? 3
           : i < shape.hidden_bias   ? 4
           : i < shape.hidden_weight ? 5
                                     : 6;
}

/* The loss is the cross-entropy with the target, of which lambda is from the result and the rest from the probability
 * that the score stands for. A position weighs the square root of the number of times that it occurred. */
static const struct {
    double lambda, k;
    float score, result;
    double target;
    uint16_t count;
    double weight;
} TARGETS[] = {
    {0, 100, 0, 1, 0.5, 1, 1},
    {0, 100, 100, -1, 0.731058579, 4, 2},
    {0, 200, -200, 1, 0.268941421, 9, 3},
    {1, 100, 100, -1, 0, 16, 4},
    {1, 100, 100, 0.5F, 0.75, 2, 1.414213562},
    {0.3, 150, 0, 1, 0.65, 1, 1},
    {0.3, 100, 100, 0, 0.661741006, 25, 5},
};

TEST_EACH(samples_have_targets_and_weights, ROWS(TARGETS))
{
    static const double TOLERANCE = 1e-6;
    const FloatNetTarget target = {.lambda = TARGETS[_i].lambda, .k = TARGETS[_i].k};
    double weight = 1;
    begin(variant_at(0), NEURONS, true); /* all numbers are 0, and so is the output: its probability is a half */
    Sample *const s = &samples.samples[0];
    s->score = TARGETS[_i].score;
    s->result = TARGETS[_i].result;
    s->count = TARGETS[_i].count;
    const FloatNetBatch batch = {.samples = s, .which = samples.part[SAMPLES_TRAINING], .count = 1, .target = target};
    const double loss = float_net_backprop(&shape, numbers, &batch, NULL, &weight);
    ck_assert_double_eq_tol(weight, 1 + TARGETS[_i].weight, TOLERANCE);
    ck_assert_double_eq_tol(loss, TARGETS[_i].weight * log(2), TOLERANCE);
    /* With the output 1 the loss shows the target: -t log(p) - (1 - t) log(1 - p), p that of 1. */
    ck_assert_double_eq_tol(float_net_loss(s, 1, target), log1p(exp(1)) - TARGETS[_i].target, TOLERANCE);
}

/* The gradient is the derivative of the loss, as measured by changing one number after the other. */
TEST_EACH(gradient_is_the_derivative, VARIANT_COUNT)
{
    static const double STEP = 1e-2, ABSOLUTE = 1e-3, RELATIVE = 0.005;
    enum { EVERY = 7 };
    double weight = 0;
    int checked[PARTS] = {0};
    begin(variant_at(_i), NEURONS, true);
    float *const gradient = calloc(shape.count, sizeof *gradient);
    ck_assert_ptr_nonnull(gradient);
    float_net_initialise(&shape, numbers, SEED);
    /* The loss has a kink where a neuron's sum is 1: most sums are set well between 0 and 1, those of one neuron far
     * below, and those of another one far above. */
    for (size_t i = 0; i < shape.output; i++) {
        numbers[i] = i < shape.bias ? numbers[i] * 0.3F : 0.4F;
    }
    numbers[shape.bias] = -3;
    numbers[shape.bias + 1] = 3;
    for (size_t i = shape.hidden; i < shape.count; i++) { /* the same for the hidden layer */
        const size_t neuron = (i - shape.hidden_bias) % NETWORK_HIDDEN;
        const float bias = neuron == 0 ? -3 : neuron == 1 ? 3 : 0.4F;
        numbers[i] = i < shape.hidden_bias ? numbers[i] * 0.5F : i < shape.hidden_weight ? bias : 0.6F;
    }
    const FloatNetBatch batch = float_net_batch(&samples, SAMPLES_TRAINING, TARGET);
    ck_assert_double_eq_tol(float_net_backprop(&shape, numbers, &batch, gradient, &weight), loss_of(numbers), 1e-9);
    for (size_t i = 0; i < shape.count; i += i < shape.bias ? EVERY : 1) {
        const float kept = numbers[i];
        numbers[i] = kept + (float)STEP;
        const double above = loss_of(numbers);
        numbers[i] = kept - (float)STEP;
        const double below = loss_of(numbers);
        numbers[i] = kept;
        const double slope = (above - below) / (2 * STEP);
        ck_assert_msg(fabs(slope - (double)gradient[i]) <= ABSOLUTE + RELATIVE * fabs(slope),
                      "number %zu: %g instead of %g", i, (double)gradient[i], slope);
        checked[part_of(i)] += fabs(slope) > 10 * ABSOLUTE ? 1 : 0;
    }
    for (int i = 0; i < PARTS; i++) {
        ck_assert_msg(checked[i] >= (i < 3 || i == 4 ? shape.free / 2 : 2), "%d numbers of part %d", checked[i], i);
    }
    free(gradient);
}

/* The output for a sample, from its loss: that of the target 1 is -log(1 / (1 + exp(-output))). */
static double output_of(uint32_t which)
{
    const FloatNetTarget result = {.lambda = 1, .k = 1};
    double weight = 0;
    samples.samples[which].result = 1;
    samples.samples[which].count = 1;
    const FloatNetBatch batch = {.samples = samples.samples, .which = &which, .count = 1, .target = result};
    return -log(expm1(float_net_backprop(&shape, numbers, &batch, NULL, &weight)));
}

/* The output as float_net.h defines it, square by square: digits of segments, pieces, biases, the half that is
 * mirrored. */
static double output_by_squares(const Sample *sample)
{
    const Variant *const v = shape.seen.variant;
    const int pieces = popcount(sample->pieces[0] | sample->pieces[1] | sample->pieces[2] | sample->pieces[3]);
    const int bucket = network_bucket(shape.buckets, pieces);
    double output = (double)numbers[shape.output_bias + (size_t)bucket], sums[NETWORK_HIDDEN] = {0};
    for (int view = 0; view < shape.views; view++) {
        Bitboard board[SAMPLES_KINDS];
        int codes[SHAPE_SEGMENTS_MAX] = {0};
        for (int kind = 0; kind < SAMPLES_KINDS; kind++) {
            const Bitboard seen = sample->pieces[view % 2 == 0 ? kind : kind ^ 2];
            const Bitboard turned = view % 2 == 0 ? seen : variant_turn(v, seen);
            board[kind] = view < 2 ? turned : variant_mirror(v, turned);
        }
        for (int i = 0; i < shape.free; i++) {
            double sum = (double)numbers[shape.bias + (size_t)i];
            memset(codes, 0, sizeof codes);
            for (Bitboard b = v->board; b != 0; b &= b - 1) {
                const Square s = lowest(b);
                for (int color = WHITE; color <= BLACK; color++) {
                    const bool man = (board[2 * color] & bit(s)) != 0, king = (board[2 * color + 1] & bit(s)) != 0;
                    sum += man ? (double)numbers[shape.man[color][s] * shape.free + i] : 0;
                    sum += king ? (double)numbers[shape.seen.king[color][s] * shape.free + i] : 0;
                    for (int d = 0; d < SHAPE_DIRECTIONS && man; d++) {
                        codes[shape.seen.segment[d][s]] += (1 + color) * shape.seen.power[d][s];
                    }
                }
            }
            for (int segment = 0; segment < shape.seen.segments; segment++) {
                const int row = shape.seen.first[segment] + codes[segment];
                sum += codes[segment] != 0 ? (double)numbers[row * shape.free + i] : 0;
            }
            const double cut = fmin(fmax(sum, 0), 1);
            const int side = view % 2, pairs = shape.neurons / 2;
            output += cut * cut * (double)numbers[(int)shape.output + (bucket * COLOR_COUNT + side) * shape.free + i];
            for (int k = 0; k < NETWORK_HIDDEN; k++) {
                const int pair = ((bucket * NETWORK_HIDDEN + k) * COLOR_COUNT + side) * pairs + i % pairs;
                sums[k] += cut * cut * (double)numbers[(int)shape.hidden + pair];
            }
        }
    }
    for (int k = 0; k < NETWORK_HIDDEN; k++) {
        const size_t hidden = (size_t)(bucket * NETWORK_HIDDEN + k);
        const double cut = fmin(fmax(sums[k] + (double)numbers[shape.hidden_bias + hidden], 0), 1);
        output += cut * cut * (double)numbers[shape.hidden_weight + hidden];
    }
    return output;
}

/* The numbers that integers represent exactly, part by part. */
static const struct {
    int bound;   /* of the integers, */
    double unit; /* and what represents 1 there */
} EXACT[PARTS] = {{PIECE_BOUND, NETWORK_ONE},
                  {NETWORK_ONE, NETWORK_ONE},
                  {NETWORK_OUTPUT_ONE, NETWORK_OUTPUT_ONE},
                  {NETWORK_OUTPUT_ONE, NETWORK_OUTPUT_ONE},
                  {NETWORK_OUTPUT_ONE, (NETWORK_ONE << NETWORK_HIDDEN_SHIFT) / (NETWORK_ONE * NETWORK_ONE / 4.0)},
                  {NETWORK_ONE, NETWORK_ONE},
                  {HIDDEN_BOUND, NETWORK_HIDDEN_ONE}};

/* Fills in numbers that integers represent exactly, so large that the weights of codes matter. */
static void fill_in_exactly(void)
{
    RandomPlay r = {SEED};
    for (size_t i = 0; i < shape.count; i++) {
        const int part = part_of(i);
        numbers[i] = (float)((random_play_below(&r, 2 * EXACT[part].bound + 1) - EXACT[part].bound) / EXACT[part].unit);
    }
    for (size_t i = shape.hidden_weight; i < shape.count; i += 3) { /* some hidden neurons count for nothing */
        numbers[i] = 0;
    }
}

/* Each sample's output is the one computed by squares, and the network of integers gives the same, to the point. */
static void expect_outputs(void)
{
    static const double ROUNDING = 1e-4, POINTS = 1.1;
    static const double HIDDEN_POINTS =
        (double)NETWORK_SCALE_MAX * NETWORK_HIDDEN * HIDDEN_BOUND / (NETWORK_HIDDEN_ONE * NETWORK_ONE);
    Error e;
    Network *const n = float_net_quantise(&shape, numbers, NETWORK_SCALE_MAX);
    ck_assert_msg(network_check(n, &e) == ERROR_NONE, "%s", e.text);
    for (int i = 1; i < NETWORK_HIDDEN; i++) { /* hidden neurons without a weight come last */
        ck_assert(n->bucket[0].hidden_weight[i] == 0 || n->bucket[0].hidden_weight[i - 1] != 0);
    }
    ck_assert_int_eq(n->bucket[0].hidden_weight[NETWORK_HIDDEN - 1], 0);
    for (uint32_t i = 0; i < samples.count; i++) {
        const Sample *const x = &samples.samples[i];
        const Position p = {.men = {x->pieces[0], x->pieces[2]},
                            .kings = {x->pieces[1], x->pieces[3]},
                            .variant = samples.variant,
                            .side = WHITE};
        const double expected = output_by_squares(x);
        const double points = fmax(fmin(expected * NETWORK_SCALE_MAX, SCORE_EVAL_MAX), -SCORE_EVAL_MAX);
        ck_assert_double_eq_tol(output_of(i), expected, ROUNDING * (1 + fabs(expected)));
        ck_assert_double_eq_tol(network_value_plain(n, &p), points, POINTS + HIDDEN_POINTS);
    }
    network_free(n);
}

/* So it is on both boards and for different numbers of neurons. The rows of code 0 are never used. */
static const int SIZES[] = {32, 64, 96, 128, 160, 256};

TEST_EACH(outputs_are_those_of_the_squares, ROWS(SIZES) * VARIANT_COUNT)
{
    begin(variant_at(_i % VARIANT_COUNT), SIZES[_i / VARIANT_COUNT], true);
    fill_in_exactly();
    expect_outputs();
}

/* A network that a training begins with gives the same outputs, in other units, also with further neurons, which add
 * nothing yet. */
TEST_EACH(first_network_says_the_same, VARIANT_COUNT)
{
    enum { SCALE = 100, TIMES = 2, SAMPLES_MOST = 64 };
    static const double TOLERANCE = 1e-4;
    double before[SAMPLES_MOST];
    begin(variant_at(_i), NEURONS, true);
    fill_in_exactly();
    ck_assert_uint_le(samples.count, SAMPLES_MOST);
    for (uint32_t i = 0; i < samples.count; i++) {
        before[i] = output_of(i);
    }
    Network *const n = float_net_quantise(&shape, numbers, SCALE);
    tear_down();
    begin(variant_at(_i), TIMES * NEURONS, true);
    float_net_load(&shape, numbers, n, TIMES * SCALE);
    for (uint32_t i = 0; i < samples.count; i++) {
        ck_assert_double_eq_tol(TIMES * output_of(i), before[i], TOLERANCE * (1 + fabs(before[i])));
    }
    network_free(n);
}

/* Weights that are too large for a step of 1 are rounded to larger steps; nearly all lose no more than half a step. */
TEST_EACH(weights_are_rounded_to_steps, VARIANT_COUNT)
{
    enum { LARGE = 3, PERCENT = 95 };
    begin(variant_at(_i), NEURONS, true);
    fill_in_exactly();
    for (size_t i = 0; i < shape.bias; i++) {
        numbers[i] *= LARGE;
    }
    Network *const n = float_net_quantise(&shape, numbers, TARGET.k);
    int weights = 0, near = 0;
    for (int i = 0; i < shape.free; i++) {
        ck_assert_int_gt(n->step[i], 1);
        for (int row = shape.seen.kings; row < shape.seen.rows; row++) {
            const double wanted = (double)numbers[row * shape.free + i] * NETWORK_ONE;
            near += fabs(wanted - network_weight(n, row, i) * n->step[i]) <= n->step[i] / 2.0 + 1e-3;
            weights++;
        }
    }
    ck_assert_int_ge(near * 100, weights * PERCENT);
    network_free(n);
}

/* Numbers at their bounds make a network that is within its own. */
TEST_EACH(bounds_fit_whole_numbers, VARIANT_COUNT)
{
    Error e;
    begin(variant_at(_i), NEURONS, true);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (size_t i = 0; i < shape.count; i++) {
            numbers[i] = (float)sign * float_net_bound(&shape, i);
        }
        Network *const n = float_net_quantise(&shape, numbers, TARGET.k);
        ck_assert_msg(network_check(n, &e) == ERROR_NONE, "%s", e.text);
        network_free(n);
    }
}

/* Without segments a training leaves the numbers of codes at 0, and the finished network values the men one by one. */
TEST_EACH(squares_alone_leave_codes_out, VARIANT_COUNT)
{
    const TrainingConfig config = {.target = TARGET,
                                   .learning_rate = 0.005,
                                   .final_learning_rate = 0.0001,
                                   .batch_size = 64,
                                   .epochs = EPOCHS,
                                   .seed = SEED};
    Training t;
    int learned = 0;
    begin(variant_at(_i), NEURONS, false);
    ck_assert_int_eq(training_init(&t, &shape, SEED, NULL), ERROR_NONE);
    ThreadPool *const pool = thread_pool_new(1, NULL);
    const double before = loss_of(t.parameters);
    ck_assert_int_eq(training_run(&t, pool, &samples, &config, NULL, NULL, NULL, NULL), ERROR_NONE);
    ck_assert_double_lt(loss_of(t.parameters), before);
    for (size_t i = 0; i < shape.bias; i++) {
        ck_assert_msg(i >= shape.kings || t.parameters[i] == 0, "number %zu", i);
        learned += t.parameters[i] != 0 ? 1 : 0;
    }
    ck_assert_int_gt(learned, shape.free);
    fill_in_exactly();
    memset(numbers, 0, shape.kings * sizeof *numbers);
    expect_outputs();
    thread_pool_free(pool);
    training_free(&t);
}
