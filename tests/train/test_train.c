/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The training of networks: that nothing depends on threads and interruptions, and what comes out of it. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evaluation/network_file.h"
#include "support/place.h"
#include "support/shell.h"
#include "support/test.h"
#include "train/checkpoint.h"
#include "train/quick_games.h"
#include "train/scattered_samples.h"

enum { COMMAND_SIZE = 1024, SEED = 7, GAMES = 30, NEURONS = 32, EPOCHS = 6 };

static const FloatNetTarget TARGET = {.lambda = 0.4, .k = 150};

static void read_samples(Samples *s, const Variant *v, const char *path)
{
    Error e;
    samples_init(s, v);
    ck_assert_msg(samples_read(s, path, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_msg(samples_finish(s, &e) == ERROR_NONE, "%s", e.text);
}

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
    ThreadPool *const pool = thread_pool_new(threads, NULL);
    ck_assert_ptr_nonnull(pool);
    const ErrorCode code = training_run(t, pool, s, &config, listener, NULL, context, &e);
    thread_pool_free(pool);
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
    ck_assert_msg(checkpoint_write(cut->path, cut->identity, t, e) == ERROR_NONE, "%s", e->text);
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
TEST_EACH(resumed_training_is_the_same, VARIANT_COUNT)
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
    const uint64_t identity = checkpoint_identity(&s, &whole.shape, &config);
    ck_assert_int_eq(run(&whole, 2, &s, NULL, NULL), ERROR_NONE);
    Cut cut = {.path = path.text, .identity = identity, .epoch = EPOCHS / 2};
    ck_assert_int_eq(run(&half, 5, &s, cut_off, &cut), ERROR_INTERRUPTED);
    training_free(&half);
    begin(&half, v);
    ck_assert_msg(checkpoint_read(path.text, identity, &half, SEED, &e) == ERROR_NONE, "%s", e.text);
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
        ck_assert_msg(checkpoint_read(bad.text, identity, &half, SEED, &e) == ERROR_SYNTAX, "byte %zu", i);
        expect_same(&half, &fresh);
        data[i] ^= 0x10;
    }
    set_content(bad.text, data, size - 1);
    ck_assert_int_eq(checkpoint_read(bad.text, identity, &half, SEED, &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, "damaged"));
    ck_assert_int_eq(checkpoint_read(path.text, identity + 1, &half, SEED, &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, "another training"));
    ck_assert_int_eq(checkpoint_read(games.text, identity, &half, SEED, &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, "not a checkpoint"));
    ck_assert_int_eq(checkpoint_check(games.text, &e), ERROR_SYNTAX);
    expect_same(&half, &fresh);
    free(data);
    training_free(&whole);
    training_free(&half);
    training_free(&fresh);
    samples_free(&s);
    place_remove(&place);
}

/* Each setting and the data tell checkpoints apart. */
TEST(checkpoints_know_their_settings)
{
    FloatNetShape shapes[4];
    Samples s;
    scattered_samples(&s, variant_at(0));
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
    const uint64_t identity = checkpoint_identity(&s, &shapes[0], &config);
    ck_assert_uint_eq(checkpoint_identity(&s, &shapes[0], &config), identity);
    for (int i = 0; i < 8; i++) {
        ck_assert_msg(checkpoint_identity(&s, &shapes[0], &others[i]) != identity, "setting %d", i);
    }
    ck_assert_uint_ne(checkpoint_identity(&s, &shapes[1], &config), identity);
    ck_assert_uint_ne(checkpoint_identity(&s, &shapes[2], &config), identity);
    ck_assert_uint_ne(checkpoint_identity(&s, &shapes[3], &config), identity);
    s.digest++;
    ck_assert_uint_ne(checkpoint_identity(&s, &shapes[0], &config), identity);
    samples_free(&s);
}

/* How much the numbers change in each epoch, all together. */
typedef struct Course {
    float *before;
    double moved[EPOCHS];
} Course;

static ErrorCode note_moved(void *context, const Training *t, double training, double validation, Error *e)
{
    Course *const c = context;
    (void)training;
    (void)validation;
    (void)e;
    for (size_t i = 0; i < t->shape.count; i++) {
        c->moved[t->epoch - 1] += fabs((double)(t->numbers[i] - c->before[i]));
        c->before[i] = t->numbers[i];
    }
    return ERROR_NONE;
}

/* The rate falls from the first one to the last, which is far smaller here, and the steps fall with it. */
TEST(learning_rate_falls)
{
    Training t;
    Samples s;
    scattered_samples(&s, variant_at(0));
    begin(&t, variant_at(0));
    Course c = {.before = malloc(t.shape.count * sizeof *c.before)};
    ck_assert_ptr_nonnull(c.before);
    memcpy(c.before, t.numbers, t.shape.count * sizeof *c.before);
    ck_assert_int_eq(run(&t, 1, &s, note_moved, &c), ERROR_NONE);
    ck_assert_msg(c.moved[EPOCHS - 1] < c.moved[0] / 2, "%g, in the end %g", c.moved[0], c.moved[EPOCHS - 1]);
    free(c.before);
    training_free(&t);
    samples_free(&s);
}

/* With one rate throughout, two epochs from the same state differ in nothing but the order of the samples. */
TEST(epochs_differ_in_order)
{
    Training first, second;
    Samples s;
    Error e;
    TrainingConfig config = config_of(1);
    ThreadPool *const pool = thread_pool_new(1, NULL);
    ck_assert_ptr_nonnull(pool);
    config.last_rate = config.rate;
    config.batch = 4;
    scattered_samples(&s, variant_at(0));
    begin(&first, variant_at(0));
    begin(&second, variant_at(0));
    ck_assert_int_eq(training_run(&first, pool, &s, &config, NULL, NULL, NULL, &e), ERROR_NONE);
    second.epoch = 1;
    config.epochs = 2;
    ck_assert_int_eq(training_run(&second, pool, &s, &config, NULL, NULL, NULL, &e), ERROR_NONE);
    ck_assert_int_eq(first.step, second.step);
    ck_assert_int_ne(memcmp(first.numbers, second.numbers, first.shape.count * sizeof *first.numbers), 0);
    thread_pool_free(pool);
    training_free(&first);
    training_free(&second);
    samples_free(&s);
}

/* Few games teach something that holds for other games; next to nothing of it is lost by rounding, and the rounded
 * network is a sound one. */
TEST_EACH(training_lowers_the_loss, VARIANT_COUNT)
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
    ThreadPool *const pool = thread_pool_new(2, NULL);
    ck_assert_ptr_nonnull(pool);
    const double before = training_validate(&t, pool, &s, TARGET);
    ck_assert_int_eq(run(&t, 2, &s, NULL, NULL), ERROR_NONE);
    const double after = training_validate(&t, pool, &s, TARGET);
    ck_assert_msg(before - after > GAIN_LEAST, "%g, then %g", before, after);
    Network *const n = float_net_round(&t.shape, t.numbers, TARGET.k);
    ck_assert_ptr_nonnull(n);
    ck_assert_msg(network_check(n, &e) == ERROR_NONE, "%s", e.text);
    const FloatNetBatch validation = float_net_batch(&s, SAMPLES_VALIDATION, TARGET);
    const double whole = float_net_network_loss(n, &validation);
    ck_assert_msg(fabs(whole - after) < LOST_BY_ROUNDING * (before - after), "%g in whole numbers, %g before, %g once",
                  whole, after, before);
    network_free(n);
    thread_pool_free(pool);
    training_free(&t);
    samples_free(&s);
    place_remove(&place);
}

/* The program makes the same file with any number of threads, and when it continues a training; and the file can be
 * read. */
TEST_EACH(networks_are_the_same_with_any_threads, VARIANT_COUNT)
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
