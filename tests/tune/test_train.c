/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The training of networks: the gradient, that nothing depends on threads and interruptions, and what comes
 * out of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evaluation/network_file.h"
#include "suites.h"
#include "support/place.h"
#include "support/random_play.h"
#include "support/shell.h"
#include "tune/quick_games.h"
#include "tune/training_file.h"

enum {
    TIMEOUT_SECONDS = 60,
    COMMAND_SIZE = 1024,
    SEED = 7,
    GAMES = 60,
    SCATTERED = 24, /* random positions */
    NEURONS = 32,
    BUCKETS = 3,
    EPOCHS = 6,
    PARTS = 4 /* of a network's numbers: input weights, biases, output weights, output biases */
};

static const FloatNetTarget TARGET = {.lambda = 0.4, .k = 150};

static void read_samples(Samples *s, const Variant *v, const char *path)
{
    Error e;
    samples_init(s, v);
    ck_assert_msg(samples_read(s, path, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_msg(samples_finish(s, &e) == ERROR_NONE, "%s", e.text);
}

/* Random positions with random scores and results, without a file; all in the training part. */
static void scatter(Samples *s, const Variant *v)
{
    RandomPlay r = {SEED};
    Error e;
    samples_init(s, v);
    s->samples = calloc(SCATTERED, sizeof *s->samples);
    ck_assert_ptr_nonnull(s->samples);
    s->count = SCATTERED;
    for (int i = 0; i < SCATTERED; i++) {
        const Position p = random_play_scatter(&r, v, 3, 2 + i);
        s->samples[i] = (Sample){.pieces = {p.men[WHITE], p.kings[WHITE], p.men[BLACK], p.kings[BLACK]},
                                 .score = (float)(random_play_below(&r, 801) - 400),
                                 .result = (float)(random_play_below(&r, 3) - 1),
                                 .count = (uint16_t)(1 + i % 3)};
    }
    ck_assert_int_eq(samples_finish(s, &e), ERROR_NONE);
}

static double loss_of(const FloatNetShape *shape, const float *numbers, const Samples *s)
{
    double weight = 0;
    return float_net_learn(shape, numbers, s, s->part[SAMPLES_TRAINING], s->part_count[SAMPLES_TRAINING], TARGET, NULL,
                           &weight);
}

/* The gradient is the derivative of the loss, measured by moving one number after the other. */
START_TEST(gradient_is_the_derivative)
{
    static const double STEP = 1e-2, ABSOLUTE = 1e-3, RELATIVE = 0.005;
    enum { EVERY = 7 };
    FloatNetShape shape;
    Samples s;
    double weight = 0;
    int checked[PARTS] = {0};
    scatter(&s, variant_at(_i));
    float_net_shape(&shape, variant_at(_i), NEURONS, BUCKETS, true);
    float *const numbers = calloc(2 * shape.count, sizeof *numbers);
    ck_assert_ptr_nonnull(numbers);
    float *const gradient = numbers + shape.count;
    float_net_begin(&shape, numbers, SEED);
    /* The loss has a kink where a neuron's sum is 1: most sums are well between 0 and 1, those of one neuron far below,
     * of another one far above. */
    for (size_t i = 0; i < shape.output; i++) {
        numbers[i] = i < shape.bias ? numbers[i] * 0.3F : 0.4F;
    }
    numbers[shape.bias] = -3;
    numbers[shape.bias + 1] = 3;
    const double loss = float_net_learn(&shape, numbers, &s, s.part[SAMPLES_TRAINING], s.part_count[SAMPLES_TRAINING],
                                        TARGET, gradient, &weight);
    ck_assert_double_eq_tol(loss, loss_of(&shape, numbers, &s), 1e-9);
    for (size_t i = 0; i < shape.count; i += i < shape.bias ? EVERY : 1) {
        const float kept = numbers[i];
        numbers[i] = kept + (float)STEP;
        const double above = loss_of(&shape, numbers, &s);
        numbers[i] = kept - (float)STEP;
        const double below = loss_of(&shape, numbers, &s);
        numbers[i] = kept;
        const double slope = (above - below) / (2 * STEP);
        ck_assert_msg(fabs(slope - (double)gradient[i]) <= ABSOLUTE + RELATIVE * fabs(slope),
                      "number %zu: %g instead of %g", i, (double)gradient[i], slope);
        const int part = i < shape.bias ? 0 : i < shape.output ? 1 : i < shape.output_bias ? 2 : 3;
        checked[part] += fabs(slope) > 10 * ABSOLUTE ? 1 : 0;
    }
    for (int i = 0; i < PARTS; i++) {
        ck_assert_int_ge(checked[i], i + 1 < PARTS ? shape.free / 2 : 2);
    }
    free(numbers);
    samples_free(&s);
}
END_TEST

/* Where the board has a mirror, the mirrored position has the same loss, with any numbers. */
START_TEST(mirrored_samples_have_the_same_loss)
{
    const Variant *const v = variant_at(1);
    FloatNetShape shape;
    Samples s;
    ck_assert(v->has_mirror);
    scatter(&s, v);
    float_net_shape(&shape, v, NEURONS, BUCKETS, true);
    float *const numbers = calloc(shape.count, sizeof *numbers);
    ck_assert_ptr_nonnull(numbers);
    float_net_begin(&shape, numbers, SEED);
    const double loss = loss_of(&shape, numbers, &s);
    for (size_t i = 0; i < s.count; i++) {
        for (int kind = 0; kind < NETWORK_KINDS; kind++) {
            s.samples[i].pieces[kind] = variant_mirror(v, s.samples[i].pieces[kind]);
        }
    }
    ck_assert_double_eq_tol(loss_of(&shape, numbers, &s), loss, 1e-4);
    free(numbers);
    samples_free(&s);
}
END_TEST

/* The output for a sample, from its loss: that of the target 1 is -log(1 / (1 + exp(-output))). */
static double output_of(const FloatNetShape *shape, const float *numbers, const Samples *s, uint32_t which)
{
    const FloatNetTarget result = {.lambda = 1, .k = 1};
    double weight = 0;
    s->samples[which].result = 1;
    s->samples[which].count = 1;
    return -log(expm1(float_net_learn(shape, numbers, s, &which, 1, result, NULL, &weight)));
}

/* The output as float_net.h has it, square by square: digits of segments, pieces, biases, the half that is mirrored. */
static double output_by_squares(const FloatNetShape *shape, const float *numbers, const Sample *sample)
{
    enum { DIGITS = 3 };
    const Variant *const v = shape->variant;
    const int pieces = popcount(sample->pieces[0] | sample->pieces[1] | sample->pieces[2] | sample->pieces[3]);
    const int bucket = network_bucket(shape->buckets, pieces);
    double output = (double)numbers[shape->output_bias + (size_t)bucket];
    for (int view = 0; view < shape->views; view++) {
        Bitboard board[NETWORK_KINDS];
        int codes[SHAPE_SEGMENTS_MAX] = {0};
        for (int kind = 0; kind < NETWORK_KINDS; kind++) {
            const Bitboard seen = sample->pieces[view % 2 == 0 ? kind : kind ^ 2];
            const Bitboard turned = view % 2 == 0 ? seen : variant_turn(v, seen);
            board[kind] = view < 2 ? turned : variant_mirror(v, turned);
        }
        for (int i = 0; i < shape->free; i++) {
            double sum = (double)numbers[shape->bias + (size_t)i];
            memset(codes, 0, sizeof codes);
            for (Bitboard b = v->board; b != 0; b &= b - 1) {
                const Square s = lowest(b);
                for (int color = WHITE; color <= BLACK; color++) {
                    const bool man = (board[2 * color] & bit(s)) != 0, king = (board[2 * color + 1] & bit(s)) != 0;
                    sum += man ? (double)numbers[shape->man[color][s] * shape->free + i] : 0;
                    sum += king ? (double)numbers[shape->seen.king[color][s] * shape->free + i] : 0;
                    for (int d = 0; d < SHAPE_DIRECTIONS && man; d++) {
                        codes[shape->seen.segment[d][s]] += (1 + color) * shape->seen.worth[d][s];
                    }
                }
            }
            for (int segment = 0; segment < shape->seen.segments; segment++) {
                const int row = shape->seen.first[segment] + codes[segment];
                sum += codes[segment] != 0 ? (double)numbers[row * shape->free + i] : 0;
            }
            const double cut = fmin(fmax(sum, 0), 1);
            const int out = (bucket * COLOR_COUNT + view % 2) * shape->free + i;
            output += cut * cut * (double)numbers[shape->output + (size_t)out];
        }
    }
    return output;
}

/* Fills in numbers that whole numbers hold exactly, so large that the weights of codes matter. */
static void begin_exactly(const FloatNetShape *shape, float *numbers)
{
    RandomPlay r = {SEED};
    for (size_t i = 0; i < shape->count; i++) {
        const bool input = i < shape->output;
        const int bound = i < shape->bias ? 30 : input ? NETWORK_ONE : NETWORK_OUTPUT_ONE;
        numbers[i] =
            (float)(random_play_below(&r, 2 * bound + 1) - bound) / (float)(input ? NETWORK_ONE : NETWORK_OUTPUT_ONE);
    }
}

/* The output of a sample is what its squares say, and the network in whole numbers says the same, to the point. */
static void expect_outputs(const FloatNetShape *shape, const float *numbers, const Samples *s)
{
    static const double ROUNDING = 1e-4, POINTS = 1.1;
    Error e;
    Network *const n = float_net_round(shape, numbers, NETWORK_SCALE_MAX);
    ck_assert_ptr_nonnull(n);
    ck_assert_msg(network_check(n, &e) == ERROR_NONE, "%s", e.text);
    for (uint32_t i = 0; i < s->count; i++) {
        const Sample *const x = &s->samples[i];
        const Position p = {.men = {x->pieces[0], x->pieces[2]},
                            .kings = {x->pieces[1], x->pieces[3]},
                            .variant = s->variant,
                            .side = WHITE};
        const double expected = output_by_squares(shape, numbers, x);
        const double points = fmax(fmin(expected * NETWORK_SCALE_MAX, SCORE_EVAL_MAX), -SCORE_EVAL_MAX);
        ck_assert_double_eq_tol(output_of(shape, numbers, s, i), expected, ROUNDING * (1 + fabs(expected)));
        ck_assert_double_eq_tol(network_value_plain(n, &p), points, POINTS);
    }
    network_free(n);
}

/* So it is on boards of every size and for every number of neurons. The rows of code 0 count nowhere. */
START_TEST(outputs_are_those_of_the_squares)
{
    static const int SIZES[] = {32, 64, 96, 128, 160, 256};
    for (size_t size = 0; size < sizeof SIZES / sizeof SIZES[0]; size++) {
        FloatNetShape shape;
        Samples s;
        scatter(&s, variant_at(_i));
        float_net_shape(&shape, variant_at(_i), SIZES[size], BUCKETS, true);
        float *const numbers = calloc(shape.count, sizeof *numbers);
        ck_assert_ptr_nonnull(numbers);
        begin_exactly(&shape, numbers);
        expect_outputs(&shape, numbers, &s);
        free(numbers);
        samples_free(&s);
    }
}
END_TEST

/* Numbers at their bounds make a network that holds to its own. */
START_TEST(bounds_fit_whole_numbers)
{
    FloatNetShape shape;
    Error e;
    float_net_shape(&shape, variant_at(_i), NEURONS, BUCKETS, true);
    float *const numbers = calloc(shape.count, sizeof *numbers);
    ck_assert_ptr_nonnull(numbers);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (size_t i = 0; i < shape.count; i++) {
            numbers[i] = (float)sign * float_net_bound(&shape, i);
        }
        Network *const n = float_net_round(&shape, numbers, TARGET.k);
        ck_assert_ptr_nonnull(n);
        ck_assert_msg(network_check(n, &e) == ERROR_NONE, "%s", e.text);
        network_free(n);
    }
    free(numbers);
}
END_TEST

static TrainingConfig config_of(int epochs)
{
    const TrainingConfig config = {.target = TARGET,
                                   .rate = 0.005,
                                   .last_rate = 0.0001,
                                   .decay = 0.01,
                                   .batch = 64,
                                   .epochs = epochs,
                                   .seed = SEED};
    return config;
}

static void begin(Training *t, const Variant *v)
{
    FloatNetShape shape;
    Error e;
    float_net_shape(&shape, v, NEURONS, 1, true);
    ck_assert_int_eq(training_begin(t, &shape, SEED, &e), ERROR_NONE);
}

static ErrorCode run(Training *t, int threads, const Samples *s, TrainingListener listener, void *context)
{
    const TrainingConfig config = config_of(EPOCHS);
    Error e;
    Crew *const crew = crew_new(threads, NULL);
    ck_assert_ptr_nonnull(crew);
    const ErrorCode code = training_run(t, crew, s, &config, listener, NULL, context, &e);
    crew_free(crew);
    return code;
}

/* What is to be written after which epoch. */
typedef struct Cut {
    const char *path;
    uint64_t identity;
    int epoch;
} Cut;

/* Writes a checkpoint and ends the training, as a signal at that moment would. */
static ErrorCode cut_off(void *context, const Training *t, double training, double validation, Error *e)
{
    const Cut *const cut = context;
    (void)training;
    (void)validation;
    if (t->epoch < cut->epoch) {
        return ERROR_NONE;
    }
    ck_assert_msg(training_file_write(cut->path, cut->identity, t, e) == ERROR_NONE, "%s", e->text);
    return error_set(e, ERROR_INTERRUPTED, "interrupted");
}

static void expect_same(const Training *a, const Training *b)
{
    ck_assert_int_eq(a->epoch, b->epoch);
    ck_assert_int_eq(a->step, b->step);
    ck_assert_mem_eq(a->numbers, b->numbers, a->shape.count * sizeof *a->numbers);
    ck_assert_mem_eq(a->mean, b->mean, a->shape.count * sizeof *a->mean);
    ck_assert_mem_eq(a->square, b->square, a->shape.count * sizeof *a->square);
}

/* A training that is cut off after an epoch, written to a file and resumed is the same to the last bit, whatever the
 * threads. A checkpoint that is damaged, of something else, or no checkpoint is refused, and leaves the beginning. */
START_TEST(resumed_training_is_the_same)
{
    const Variant *const v = variant_at(_i);
    const Place place = place_make();
    const FilePath games = in(&place, "a.rec"), path = in(&place, "checkpoint"), bad = in(&place, "bad");
    const TrainingConfig config = config_of(EPOCHS);
    Training whole, half, fresh;
    Samples s;
    Error e;
    quick_games(v, games.text, GAMES);
    read_samples(&s, v, games.text);
    begin(&whole, v);
    begin(&half, v);
    begin(&fresh, v);
    const uint64_t identity = training_file_identity(&s, &whole.shape, &config);
    ck_assert_int_eq(run(&whole, 2, &s, NULL, NULL), ERROR_NONE);
    Cut cut = {.path = path.text, .identity = identity, .epoch = EPOCHS / 2};
    ck_assert_int_eq(run(&half, 5, &s, cut_off, &cut), ERROR_INTERRUPTED);
    training_free(&half);
    begin(&half, v);
    ck_assert_msg(training_file_read(path.text, identity, &half, SEED, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_int_eq(half.epoch, EPOCHS / 2);
    ck_assert_int_eq(run(&half, 1, &s, NULL, NULL), ERROR_NONE);
    expect_same(&half, &whole);

    size_t size;
    unsigned char *const data = content(path.text, &size);
    training_free(&half);
    begin(&half, v);
    for (size_t i = 0; i < size; i += i < 48 ? 1 : size / 50) {
        data[i] ^= 0x10;
        set_content(bad.text, data, size);
        ck_assert_msg(training_file_read(bad.text, identity, &half, SEED, &e) == ERROR_SYNTAX, "byte %zu", i);
        expect_same(&half, &fresh);
        data[i] ^= 0x10;
    }
    set_content(bad.text, data, size - 1);
    ck_assert_int_eq(training_file_read(bad.text, identity, &half, SEED, &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, "damaged"));
    ck_assert_int_eq(training_file_read(path.text, identity + 1, &half, SEED, &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, "another training"));
    ck_assert_int_eq(training_file_read(games.text, identity, &half, SEED, &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, "not a checkpoint"));
    ck_assert_int_eq(training_file_check(games.text, &e), ERROR_SYNTAX);
    expect_same(&half, &fresh);
    free(data);
    training_free(&whole);
    training_free(&half);
    training_free(&fresh);
    samples_free(&s);
    place_remove(&place);
}
END_TEST

/* Each setting and the data tell checkpoints apart. */
START_TEST(checkpoints_know_their_settings)
{
    FloatNetShape shapes[4];
    Samples s;
    scatter(&s, variant_at(0));
    float_net_shape(&shapes[0], variant_at(0), NEURONS, 1, true);
    float_net_shape(&shapes[1], variant_at(0), 2 * NEURONS, 1, true);
    float_net_shape(&shapes[2], variant_at(0), NEURONS, 2, true);
    float_net_shape(&shapes[3], variant_at(0), NEURONS, 1, false);
    const TrainingConfig config = config_of(EPOCHS);
    TrainingConfig others[8];
    for (int i = 0; i < 8; i++) {
        others[i] = config;
    }
    others[0].target.lambda += 0.01;
    others[1].target.k += 0.01;
    others[2].rate *= 1.01;
    others[3].last_rate *= 1.01;
    others[4].decay *= 1.01;
    others[5].batch++;
    others[6].epochs++;
    others[7].seed++;
    const uint64_t identity = training_file_identity(&s, &shapes[0], &config);
    ck_assert_uint_eq(training_file_identity(&s, &shapes[0], &config), identity);
    for (int i = 0; i < 8; i++) {
        ck_assert_msg(training_file_identity(&s, &shapes[0], &others[i]) != identity, "setting %d", i);
    }
    ck_assert_uint_ne(training_file_identity(&s, &shapes[1], &config), identity);
    ck_assert_uint_ne(training_file_identity(&s, &shapes[2], &config), identity);
    ck_assert_uint_ne(training_file_identity(&s, &shapes[3], &config), identity);
    s.digest++;
    ck_assert_uint_ne(training_file_identity(&s, &shapes[0], &config), identity);
    samples_free(&s);
}
END_TEST

/* Few games teach something that holds for other games; next to nothing of it is lost by rounding, and the rounded
 * network is a sound one. */
START_TEST(training_lowers_the_loss)
{
    static const double GAIN_LEAST = 0.03, LOST_BY_ROUNDING = 0.03; /* of loss; part of the gain */
    const Variant *const v = variant_at(_i);
    const Place place = place_make();
    const FilePath path = in(&place, "a.rec");
    Training t;
    Samples s;
    Error e;
    quick_games(v, path.text, 2 * GAMES);
    read_samples(&s, v, path.text);
    ck_assert_uint_gt(s.part_count[SAMPLES_VALIDATION], 0);
    begin(&t, v);
    Crew *const crew = crew_new(2, NULL);
    ck_assert_ptr_nonnull(crew);
    const double before = training_validate(&t, crew, &s, TARGET);
    ck_assert_int_eq(run(&t, 2, &s, NULL, NULL), ERROR_NONE);
    const double after = training_validate(&t, crew, &s, TARGET);
    ck_assert_msg(before - after > GAIN_LEAST, "%g, then %g", before, after);
    Network *const n = float_net_round(&t.shape, t.numbers, TARGET.k);
    ck_assert_ptr_nonnull(n);
    ck_assert_msg(network_check(n, &e) == ERROR_NONE, "%s", e.text);
    const double whole =
        float_net_network_loss(n, &s, s.part[SAMPLES_VALIDATION], s.part_count[SAMPLES_VALIDATION], TARGET);
    ck_assert_msg(fabs(whole - after) < LOST_BY_ROUNDING * (before - after), "%g in whole numbers, %g before, %g once",
                  whole, after, before);
    network_free(n);
    crew_free(crew);
    training_free(&t);
    samples_free(&s);
    place_remove(&place);
}
END_TEST

/* Without segments a training leaves the numbers of codes at 0, and the finished network says what the men do one by
 * one. */
START_TEST(squares_alone_leave_codes_out)
{
    const Variant *const v = variant_at(_i);
    const TrainingConfig config = config_of(EPOCHS);
    FloatNetShape shape;
    Training t;
    Samples s;
    Error e;
    int learned = 0;
    scatter(&s, v);
    float_net_shape(&shape, v, NEURONS, BUCKETS, false);
    ck_assert_int_eq(training_begin(&t, &shape, SEED, &e), ERROR_NONE);
    Crew *const crew = crew_new(1, NULL);
    ck_assert_ptr_nonnull(crew);
    const double before = loss_of(&shape, t.numbers, &s);
    ck_assert_int_eq(training_run(&t, crew, &s, &config, NULL, NULL, NULL, &e), ERROR_NONE);
    ck_assert_double_lt(loss_of(&shape, t.numbers, &s), before);
    for (size_t i = 0; i < shape.bias; i++) {
        ck_assert_msg(i >= shape.kings || t.numbers[i] == 0, "number %zu", i);
        learned += t.numbers[i] != 0 ? 1 : 0;
    }
    ck_assert_int_gt(learned, shape.free);
    begin_exactly(&shape, t.numbers);
    memset(t.numbers, 0, shape.kings * sizeof *t.numbers);
    expect_outputs(&shape, t.numbers, &s);
    crew_free(crew);
    training_free(&t);
    samples_free(&s);
}
END_TEST

/* The program makes the same file with any number of threads, and when it continues a training; and the file can be
 * read. */
START_TEST(networks_are_the_same_with_any_threads)
{
    static const int THREADS[] = {1, 2, 5};
    const Variant *const v = variant_at(_i);
    const Place place = place_make();
    const FilePath first = in(&place, "1.net"), games = in(&place, "a.rec");
    char command[COMMAND_SIZE];
    Error e;
    quick_games(v, games.text, GAMES);
    for (size_t i = 0; i < sizeof THREADS / sizeof THREADS[0]; i++) {
        char name[COMMAND_SIZE];
        snprintf(name, sizeof name, "%d.net", THREADS[i]);
        snprintf(command, sizeof command,
                 BUILD_DIR "/bushka-train %s -variant %s -neurons 32 -epochs 3 -batch 128 -threads %d -quiet -output "
                           "%s >%s",
                 games.text, v->name, THREADS[i], in(&place, name).text, in(&place, "report").text);
        ck_assert_int_eq(shell_run(command), 0);
        ck_assert(same_content(in(&place, name).text, first.text));
    }
    Network *const n = network_file_read(first.text, &e);
    ck_assert_msg(n != NULL, "%s", e.text);
    ck_assert_ptr_eq(n->shape.variant, v);
    ck_assert_int_eq(n->neurons, 32);
    network_free(n);
    size_t size;
    unsigned char *const report = content(in(&place, "report").text, &size);
    ck_assert_ptr_nonnull(strstr((const char *)report, "epoch 3: training loss 0."));
    ck_assert_ptr_nonnull(strstr((const char *)report, "in whole numbers 0."));
    free(report);
    place_remove(&place);
}
END_TEST

Suite *train_suite(void)
{
    Suite *const suite = suite_create("train");
    TCase *const t = tcase_create("train");
    tcase_set_timeout(t, TIMEOUT_SECONDS);
    tcase_add_loop_test(t, gradient_is_the_derivative, 0, VARIANT_COUNT);
    tcase_add_test(t, mirrored_samples_have_the_same_loss);
    tcase_add_loop_test(t, outputs_are_those_of_the_squares, 0, VARIANT_COUNT);
    tcase_add_loop_test(t, bounds_fit_whole_numbers, 0, VARIANT_COUNT);
    tcase_add_loop_test(t, resumed_training_is_the_same, 0, VARIANT_COUNT);
    tcase_add_test(t, checkpoints_know_their_settings);
    tcase_add_loop_test(t, squares_alone_leave_codes_out, 0, VARIANT_COUNT);
    tcase_add_loop_test(t, training_lowers_the_loss, 0, VARIANT_COUNT);
    tcase_add_loop_test(t, networks_are_the_same_with_any_threads, 0, VARIANT_COUNT);
    suite_add_tcase(suite, t);
    return suite;
}
