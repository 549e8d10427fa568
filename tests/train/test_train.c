/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The training of networks: it does not depend on threads and interruptions, and it teaches something. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/place.h"
#include "support/test.h"
#include "train/checkpoint.h"
#include "train/training_data.h"

enum { SEED = 7, GAMES = 30, NEURONS = 32, EPOCHS = 6 };

static const FloatNetTarget TARGET = {.lambda = 0.4, .k = 150};

/* What the tests work with: freed after each of them. */
static Samples samples;
static Training first, second;
static ThreadPool *pool;

static void tear_down(void)
{
    samples_free(&samples);
    training_free(&first);
    training_free(&second);
    thread_pool_free(pool);
}

SUITE(.with = {&WITH_PLACE}, .tear_down = tear_down);

/* Writes games to a.rec and reads the first of that many pieces of them. */
static void play_samples(const Variant *v, int games, int pieces)
{
    static FilePath path;
    static char *const file = path.text;
    Error e;
    path = in(&place, "a.rec");
    quick_games(v, path.text, games);
    samples_init(&samples, v, &file, 1, pieces);
    ck_assert_msg(samples_load(&samples, 0, &e) == ERROR_NONE, "%s", e.text);
}

static TrainingConfig config_of(int epochs)
{
    const TrainingConfig config = {.target = TARGET,
                                   .learning_rate = 0.005,
                                   .final_learning_rate = 0.0001,
                                   .weight_decay = 0.01,
                                   .batch_size = 64,
                                   .epochs = epochs,
                                   .seed = SEED};
    return config;
}

/* Begins a training instead of the one before. */
static void begin(Training *t, const Variant *v)
{
    FloatNetShape shape;
    training_free(t);
    float_net_shape(&shape, v, NEURONS, 1, true);
    ck_assert_int_eq(training_init(t, &shape, SEED, NULL), ERROR_NONE);
}

static ErrorCode run(Training *t, int threads, const TrainingConfig *config, TrainingListener listener, void *context)
{
    thread_pool_free(pool);
    pool = thread_pool_new(threads, NULL);
    return training_run(t, pool, &samples, config, listener, NULL, context, NULL);
}

/* The checkpoint that is to be written, and after which epoch. */
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
    ck_assert_msg(checkpoint_write(cut->path, cut->identity, t, e) == ERROR_NONE, "%s", e->text);
    return error_set(e, ERROR_INTERRUPTED, "interrupted");
}

static void expect_equal(const Training *a, const Training *b)
{
    ck_assert_int_eq(a->epoch, b->epoch);
    ck_assert_int_eq(a->step, b->step);
    ck_assert_mem_eq(a->parameters, b->parameters, a->shape.count * sizeof *a->parameters);
    ck_assert_mem_eq(a->mean, b->mean, a->shape.count * sizeof *a->mean);
    ck_assert_mem_eq(a->square, b->square, a->shape.count * sizeof *a->square);
}

/* A training that is cut off after an epoch and resumed from its checkpoint is the same to the last bit, with any
 * number of threads, also of positions in pieces. A damaged checkpoint, that of another training and any other file are
 * refused. */
TEST_EACH(resumed_training_is_the_same, 2 * VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i / 2);
    const FilePath games = in(&place, "a.rec"), path = in(&place, "checkpoint"), bad = in(&place, "bad");
    const TrainingConfig config = config_of(EPOCHS);
    Error e;
    play_samples(v, GAMES, 1 + _i % 2 * 2);
    begin(&first, v);
    begin(&second, v);
    const uint64_t identity = checkpoint_identity(&samples, &first.shape, &config);
    Cut cut = {.path = path.text, .identity = identity, .epoch = EPOCHS / 2};
    ck_assert_int_eq(run(&second, 5, &config, cut_off, &cut), ERROR_INTERRUPTED);
    begin(&second, v);
    size_t size;
    unsigned char *const data = content(path.text, &size);
    for (size_t i = 0; i < size; i += i < 48 ? 1 : size / 50) {
        data[i] ^= 0x10;
        set_content(bad.text, data, size);
        ck_assert_msg(checkpoint_read(bad.text, identity, &second, &e) == ERROR_SYNTAX, "byte %zu", i);
        data[i] ^= 0x10;
    }
    set_content(bad.text, data, size - 1);
    free(data);
    const struct {
        const char *path, *reason;
        uint64_t identity;
    } refused[] = {{bad.text, "damaged", identity},
                   {path.text, "another training", identity + 1},
                   {games.text, "not a checkpoint", identity}};
    for (int i = 0; i < ROWS(refused); i++) {
        ck_assert_int_eq(checkpoint_read(refused[i].path, refused[i].identity, &second, &e), ERROR_SYNTAX);
        ck_assert_ptr_nonnull(strstr(e.text, refused[i].reason));
    }
    ck_assert_int_eq(checkpoint_check(games.text, &e), ERROR_SYNTAX);

    ck_assert_msg(checkpoint_read(path.text, identity, &second, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_int_eq(second.epoch, EPOCHS / 2);
    ck_assert_int_eq(run(&second, 1, &config, NULL, NULL), ERROR_NONE);
    ck_assert_int_eq(run(&first, 2, &config, NULL, NULL), ERROR_NONE);
    expect_equal(&second, &first);
}

/* Checkpoints differ by each setting and by the data. */
TEST(checkpoints_know_their_settings)
{
    const Variant *const v = variant_at(0);
    FloatNetShape shape, others[3];
    scattered_samples(&samples, v);
    float_net_shape(&shape, v, NEURONS, 1, true);
    float_net_shape(&others[0], v, 2 * NEURONS, 1, true);
    float_net_shape(&others[1], v, NEURONS, 2, true);
    float_net_shape(&others[2], v, NEURONS, 1, false);
    TrainingConfig config = config_of(EPOCHS);
    const TrainingConfig usual = config;
    const uint64_t identity = checkpoint_identity(&samples, &shape, &config);
    ck_assert_uint_eq(checkpoint_identity(&samples, &shape, &config), identity);
    for (int i = 0; i < ROWS(others); i++) {
        ck_assert_msg(checkpoint_identity(&samples, &others[i], &config) != identity, "shape %d", i);
    }
    double *const reals[] = {&config.target.lambda, &config.target.k, &config.learning_rate,
                             &config.final_learning_rate, &config.weight_decay};
    for (int i = 0; i < ROWS(reals); i++) {
        *reals[i] *= 1.01;
        ck_assert_msg(checkpoint_identity(&samples, &shape, &config) != identity, "number %d", i);
        config = usual;
    }
    for (int i = 0; i < 4; i++) {
        config.batch_size += i == 0;
        config.epochs += i == 1;
        config.seed += i == 2;
        config.first += i == 3;
        ck_assert_msg(checkpoint_identity(&samples, &shape, &config) != identity, "whole number %d", i);
        config = usual;
    }
    samples.digest++;
    ck_assert_uint_ne(checkpoint_identity(&samples, &shape, &config), identity);
}

/* An epoch of one step has the first rate, here 0, which changes nothing. */
TEST(learning_rate_begins_with_the_first)
{
    TrainingConfig config = config_of(1);
    config.learning_rate = 0;
    config.final_learning_rate = 1;
    scattered_samples(&samples, variant_at(0));
    begin(&first, variant_at(0));
    begin(&second, variant_at(0));
    ck_assert_int_eq(run(&first, 1, &config, NULL, NULL), ERROR_NONE);
    ck_assert_int_eq(first.step, 1);
    for (size_t i = 0; i < first.shape.count; i++) {
        ck_assert_float_eq(first.parameters[i], second.parameters[i]);
    }
}

/* With one rate throughout, two epochs from the same state differ in nothing but the order of the samples. */
TEST(epochs_differ_in_order)
{
    TrainingConfig config = config_of(1);
    config.final_learning_rate = config.learning_rate;
    config.batch_size = 4;
    scattered_samples(&samples, variant_at(0));
    begin(&first, variant_at(0));
    begin(&second, variant_at(0));
    ck_assert_int_eq(run(&first, 1, &config, NULL, NULL), ERROR_NONE);
    second.epoch = 1;
    config.epochs = 2;
    ck_assert_int_eq(run(&second, 1, &config, NULL, NULL), ERROR_NONE);
    ck_assert_int_eq(first.step, second.step);
    ck_assert_int_ne(memcmp(first.parameters, second.parameters, first.shape.count * sizeof *first.parameters), 0);
}

/* The sum of the absolute weights after a training with that rate and decay; fails the test when one is out of its
 * bounds. */
static double sum_after(double rate, double decay)
{
    TrainingConfig config = config_of(2);
    config.learning_rate = config.final_learning_rate = rate;
    config.weight_decay = decay;
    begin(&first, variant_at(0));
    ck_assert_int_eq(run(&first, 1, &config, NULL, NULL), ERROR_NONE);
    double sum = 0;
    for (size_t i = 0; i < first.shape.count; i++) {
        const float size = fabsf(first.parameters[i]);
        ck_assert_msg(size <= float_net_bound(&first.shape, i), "number %zu is %g", i, (double)size);
        sum += (double)size;
    }
    return sum;
}

/* Decay makes weights smaller, and no step moves one out of its bounds. */
TEST(weights_decay_within_bounds)
{
    static const double RATE = 0.001, DECAY = 100;
    scattered_samples(&samples, variant_at(0));
    const double kept = sum_after(RATE, 0), decayed = sum_after(RATE, DECAY);
    ck_assert_msg(decayed < 0.9 * kept, "%g, with decay %g", kept, decayed);
    sum_after(1, 0);
}

/* Where the results are those that the scores predict with some K, that K is found. */
static const double KS[] = {60, 150, 420};

TEST_EACH(k_is_that_of_the_results, ROWS(KS))
{
    scattered_samples(&samples, variant_at(0));
    for (size_t n = 0; n < samples.count; n++) {
        Sample *const s = &samples.samples[n];
        s->result = (float)(2 / (1 + exp((double)-s->score / KS[_i])) - 1);
    }
    ck_assert_double_eq_tol(training_fit_k(&samples), KS[_i], 1);
}

/* A few games teach something that holds for other games; rounding loses next to nothing of it, and the rounded network
 * is valid. */
TEST_EACH(training_lowers_the_loss, 2 * VARIANT_COUNT)
{
    static const double GAIN_LEAST = 0.03, LOST_BY_ROUNDING = 0.03; /* of loss; part of the gain */
    TrainingConfig config = config_of(EPOCHS);
    Error e;
    config.learning_rate /= 2; /* so that no weight comes to its bound */
    play_samples(variant_at(_i / 2), 4 * GAMES, 1 + _i % 2);
    ck_assert_uint_gt(samples.part_count[SAMPLES_VALIDATION], 0);
    begin(&first, variant_at(_i / 2));
    pool = thread_pool_new(2, NULL);
    const double before = training_validate(&first, pool, &samples, TARGET);
    ck_assert_int_eq(run(&first, 2, &config, NULL, NULL), ERROR_NONE);
    const double after = training_validate(&first, pool, &samples, TARGET);
    ck_assert_msg(before - after > GAIN_LEAST, "%g, then %g", before, after);
    Network *const n = float_net_quantise(&first.shape, first.parameters, TARGET.k);
    ck_assert_msg(network_check(n, &e) == ERROR_NONE, "%s", e.text);
    const FloatNetBatch validation = float_net_batch(&samples, SAMPLES_VALIDATION, TARGET);
    const double whole = float_net_network_loss(n, &validation);
    ck_assert_msg(fabs(whole - after) < LOST_BY_ROUNDING * (before - after), "%g in whole numbers, %g before, %g once",
                  whole, after, before);
    network_free(n);
}
