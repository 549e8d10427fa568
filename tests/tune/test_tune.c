/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tuning: the fit, its checkpoints, the weights with which it begins, and words of the command line. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluation/eval_file.h"
#include "support/place.h"
#include "support/test.h"
#include "system/command_line.h"
#include "system/random.h"
#include "tune/checkpoint.h"
#include "tune/weights.h"

enum {
    WORD_SIZE = 128,
    SEED = 5,
    SAMPLES = 20000,
    FEATURES = 12, /* of the synthetic data */
    EPOCHS = 6,
    SCALE = 200
};

/* The weights to be found: any numbers. */
static void true_weights(FitWeights *w)
{
    memset(w, 0, sizeof *w);
    for (int f = 0; f < FEATURES; f++) {
        w->value[f][EVAL_OPENING] = 7 * f - 30;
        w->value[f][EVAL_ENDING] = 40 - 5 * f;
    }
}

/* Random counts of a few features, and the score that the true weights give them. */
static void make_dataset(Dataset *d)
{
    uint64_t random = SEED;
    FitWeights truth;
    Error e;
    true_weights(&truth);
    dataset_init(d, variant_at(0));
    for (int i = 0; i < SAMPLES; i++) {
        EvalFeatures f = {.phase = (int)random_below(&random, EVAL_PHASE_MAX + 1)};
        for (int k = 0; k < FEATURES; k++) {
            f.count[k] = (int16_t)((int)random_below(&random, 5) - 2);
        }
        const int part = i % 10 == 0 ? DATASET_VALIDATION : DATASET_TRAINING;
        ck_assert_int_eq(dataset_add(d, &f, 0, 0, part, &e), ERROR_NONE);
        DatasetSample *const s = &d->samples[d->count - 1];
        s->score = (int16_t)lround(loss_evaluate(d, s, &truth));
        s->result = (int8_t)((int)random_below(&random, 3) - 1);
    }
}

static FitConfig fit_config(void)
{
    const FitConfig config = {.scale = {.k = SCALE, .lambda = 0},
                              .rate = 1,
                              .batch = 500,
                              .rare = 100,
                              .epochs = 60,
                              .patience = 8,
                              .seed = SEED};
    return config;
}

static void fit(FitState *state, int threads, const Dataset *d, const FitConfig *config, const FitWeights *start)
{
    Error e;
    ThreadPool *const pool = thread_pool_new(threads, NULL);
    ck_assert_ptr_nonnull(pool);
    if (state->epoch == 0) {
        fit_begin(state, pool, d, config, start);
    }
    ck_assert_int_eq(fit_run(state, pool, d, config, start, NULL, NULL, &e), ERROR_NONE);
    thread_pool_free(pool);
}

/* Known weights are found again from scores; those of features that never occur stay as they were. */
TEST(fit_recovers_known_weights)
{
    Dataset d;
    FitWeights truth, start = {{{0}}};
    FitState *const state = calloc(1, sizeof *state);
    ck_assert_ptr_nonnull(state);
    const FitConfig config = fit_config();
    make_dataset(&d);
    true_weights(&truth);
    start.value[FEATURES][EVAL_ENDING] = 17;
    fit(state, 2, &d, &config, &start);
    for (int f = 0; f < FEATURES; f++) {
        for (int phase = 0; phase < EVAL_PHASES; phase++) {
            ck_assert_double_eq_tol(state->best.value[f][phase], truth.value[f][phase], 0.5);
        }
    }
    ck_assert_double_eq(state->best.value[FEATURES][EVAL_ENDING], 17);
    EvalWeights rounded;
    fit_to_eval(&state->best, &rounded);
    ck_assert_int_eq(rounded.value[FEATURES][EVAL_ENDING], 17 * EVAL_UNIT);
    free(state);
    dataset_free(&d);
}

/* K is found again from results that were drawn with it. */
TEST(scale_is_found)
{
    Dataset d;
    FitWeights truth;
    uint64_t random = SEED;
    bool at_bound;
    ThreadPool *const pool = thread_pool_new(2, NULL);
    make_dataset(&d);
    true_weights(&truth);
    for (size_t i = 0; i < d.count; i++) {
        const double expected = 1 / (1 + exp(-d.samples[i].score / (double)SCALE));
        d.samples[i].result = ldexp((double)random_next(&random), -64) < expected ? 1 : -1;
    }
    ck_assert_double_eq_tol(loss_fit_scale(pool, &d, &truth, &at_bound), SCALE, SCALE / 10.0);
    ck_assert(!at_bound);
    memset(&truth, 0, sizeof truth);
    loss_fit_scale(pool, &d, &truth, &at_bound);
    ck_assert(at_bound);
    thread_pool_free(pool);
    dataset_free(&d);
}

/* A fit that is stopped, written to a file and resumed is the same to the last bit, whatever the threads. */
TEST(resumed_fit_is_the_same)
{
    const Place place = place_make();
    const FilePath path = in(&place, "checkpoint");
    Dataset d;
    Error e;
    FitConfig config = fit_config();
    const FitWeights start = {{{0}}};
    FitState *const whole = calloc(3, sizeof *whole);
    ck_assert_ptr_nonnull(whole);
    FitState *const half = whole + 1, *const read = whole + 2;
    make_dataset(&d);
    config.epochs = EPOCHS;
    const uint64_t identity = checkpoint_identity(&d, &config, &start);
    fit(whole, 1, &d, &config, &start);
    config.epochs = EPOCHS / 2;
    fit(half, 3, &d, &config, &start);
    ck_assert_uint_eq(checkpoint_identity(&d, &config, &start), identity);
    ck_assert_msg(checkpoint_write(path.text, identity, half, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_msg(checkpoint_read(path.text, identity, read, &e) == ERROR_NONE, "%s", e.text);
    config.epochs = EPOCHS;
    fit(read, 2, &d, &config, &start);
    ck_assert_int_eq(read->epoch, whole->epoch);
    ck_assert_mem_eq(&read->now, &whole->now, sizeof whole->now);
    ck_assert_mem_eq(&read->best, &whole->best, sizeof whole->best);

    ck_assert_int_eq(checkpoint_read(path.text, identity + 1, read, &e), ERROR_SYNTAX);
    config.rate = 2;
    ck_assert_uint_ne(checkpoint_identity(&d, &config, &start), identity);
    size_t size;
    unsigned char *const data = content(path.text, &size);
    char *const point = strchr((char *)data, '.');
    ck_assert_ptr_nonnull(point);
    point[1] = point[1] == '1' ? '2' : '1'; /* not a last digit, which may stand for the same number */
    set_content(path.text, data, size);
    ck_assert_int_eq(checkpoint_read(path.text, identity, read, &e), ERROR_SYNTAX);
    set_content(path.text, data, size / 2);
    ck_assert_int_eq(checkpoint_read(path.text, identity, read, &e), ERROR_SYNTAX);
    free(data);
    free(whole);
    dataset_free(&d);
    place_remove(&place);
}

typedef struct Refusal {
    const char *arguments[3];
    const char *part;
} Refusal;

static const Refusal REFUSALS[] = {
    {{"-n", "0"}, "-n takes"},  {{"-n", "x"}, "-n takes"},       {{"-n"}, "-n needs a value"},
    {{"-x", "1"}, "no option"}, {{"-v", "chess"}, "bushka9x11"}, {{"-s", "3/2"}, "I/N"},
    {{"-s", "0/2"}, "I/N"},     {{"-d", "nan"}, "-d takes"},
};

TEST_EACH(words_are_refused, ROWS(REFUSALS))
{
    int64_t n = 0;
    double x = 0;
    const Variant *v = variant_at(0);
    Shard shard = {1, 1};
    const Option options[] = {{"-n", OPTION_WHOLE, &n, 1, 9, ""},
                              {"-d", OPTION_DECIMAL, &x, 0, 1, ""},
                              {"-v", OPTION_BOARD, &v, 0, 0, ""},
                              {"-s", OPTION_SHARD, &shard, 0, 9, ""}};
    char words[3][WORD_SIZE];
    char *arguments[3];
    int count = 0;
    for (; count < 3 && REFUSALS[_i].arguments[count] != NULL; count++) {
        snprintf(words[count], sizeof words[count], "%s", REFUSALS[_i].arguments[count]);
        arguments[count] = words[count];
    }
    FileWords files;
    CommandLineRequest request;
    Error e;
    ck_assert_int_eq(command_line_read(options, 4, count, arguments, &files, &request, &e), ERROR_SYNTAX);
    ck_assert_msg(strstr(e.text, REFUSALS[_i].part) != NULL, "\"%s\"", e.text);
}

/* Plain weights know men and kings, on both boards and in all phases, and nothing else. */
TEST(weights_to_begin_with)
{
    const Place place = place_make();
    const FilePath path = in(&place, "weights.eval");
    EvalWeightSet set, again;
    Error e;
    ck_assert_int_eq(weights_begin(WEIGHTS_PLAIN, &set, &e), ERROR_NONE);
    for (int f = 0; f < EVAL_FEATURE_COUNT; f++) {
        const int points = f == EVAL_MEN ? 100 : f == EVAL_KINGS ? 300 : 0;
        for (int i = 0; i < VARIANT_COUNT * EVAL_PHASES; i++) {
            ck_assert_int_eq(set.board[i / EVAL_PHASES].value[f][i % EVAL_PHASES], points * EVAL_UNIT);
        }
    }
    ck_assert_int_eq(weights_begin(path.text, &again, &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, path.text));
    ck_assert_int_eq(eval_file_write(path.text, &set, &e), ERROR_NONE);
    ck_assert_int_eq(weights_begin(path.text, &again, &e), ERROR_NONE);
    ck_assert_mem_eq(&again, &set, sizeof set);
    ck_assert_int_eq(weights_begin(NULL, &again, &e), ERROR_NONE);
    ck_assert_mem_eq(&again, &EVAL_WEIGHTS_BUILTIN, sizeof set);
    place_remove(&place);
}
