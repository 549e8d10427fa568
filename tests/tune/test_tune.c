/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tuning: record files, the generator, the fit and checkpoints. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "evaluation/eval_file.h"
#include "suites.h"
#include "support/place.h"
#include "support/random_play.h"
#include "system/command_line.h"
#include "system/random.h"
#include "tune/checkpoint.h"
#include "tune/datagen.h"
#include "tune/weights.h"

enum {
    WORD_SIZE = 128,
    TIMEOUT_SECONDS = 60,
    GAMES = 7,
    NODES = 40,
    SEED = 5,
    SAMPLES = 20000,
    FEATURES = 12, /* of the synthetic data */
    EPOCHS = 6,
    SCALE = 200
};

/* Plays by terms, so that the tests do not depend on a network. */
static const EvaluationChoice *players_of(const EvalWeightSet *weights)
{
    static EvaluationChoice players;
    evaluation_choice_init(&players, EVALUATION_PACE_TEMPO);
    players.weights = *weights;
    return &players;
}

static DatagenConfig config_for(const Variant *v, const char *output)
{
    const DatagenConfig config = {.rules = {.variant = v,
                                            .seed = SEED,
                                            .nodes = NODES,
                                            .opening_least = SELFPLAY_OPENING_LEAST,
                                            .opening_most = SELFPLAY_OPENING_MOST,
                                            .plies_most = SELFPLAY_PLIES_MOST,
                                            .kept = SELFPLAY_KEPT},
                                  .players = players_of(&EVAL_WEIGHTS_BUILTIN),
                                  .output = output,
                                  .games = GAMES,
                                  .positions = UINT64_MAX,
                                  .shards = 1,
                                  .threads = 1,
                                  .quiet = true};
    return config;
}

static DatagenTotals generate(const DatagenConfig *config)
{
    DatagenTotals totals;
    Error e;
    ck_assert_msg(datagen_run(config, &totals, &e) == ERROR_NONE, "%s", e.text);
    return totals;
}

/* What a reader saw. */
typedef struct Seen {
    DatagenTotals totals;
    uint64_t keys; /* sum over the positions' keys */
    RecordsGame last;
    RecordsPosition first_of_last;
} Seen;

static ErrorCode see(void *context, const RecordsHead *head, const RecordsGame *game, Error *e)
{
    Seen *const seen = context;
    (void)e;
    if (game == NULL) {
        return ERROR_NONE;
    }
    datagen_add(&seen->totals, game);
    seen->last = *game;
    for (uint32_t i = 0; i < game->count; i++) {
        const Position p = records_position(head->variant, &game->positions[i]);
        seen->keys += p.key;
        seen->first_of_last = game->positions[0];
    }
    return ERROR_NONE;
}

START_TEST(records_round_trip)
{
    const Variant *const v = variant_at(_i);
    const Place place = place_make();
    const FilePath path = in(&place, "a.rec");
    RandomPlay r = {SEED};
    RecordsPosition positions[GAMES];
    uint64_t keys = 0;
    Error e;
    const RecordsHead head = {.variant = v, .seed = SEED, .nodes = NODES, .shard = 1, .shards = 3};
    RecordsGame game = {.number = 4, .positions = positions, .count = GAMES, .plies = 300, .result = -1};
    for (int i = 0; i < GAMES; i++) {
        const Position p = random_play_scatter(&r, v, 4, 9);
        positions[i] = records_make(&p, -i - 1, i + 1);
        const Position same = records_position(v, &positions[i]);
        ck_assert(position_equal(&p, &same));
        ck_assert_uint_eq(p.key, same.key);
        keys += p.key;
        positions[i].result = -1;
    }
    FILE *const file = fopen(path.text, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert_int_eq(records_write_head(file, &head, &e), ERROR_NONE);
    ck_assert_int_eq(records_write_game(file, &game, &e), ERROR_NONE);
    ck_assert_int_eq(fclose(file), 0);
    Seen seen = {0};
    ck_assert_msg(records_read(path.text, v, see, &seen, NULL, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_uint_eq(seen.totals.positions, GAMES);
    ck_assert_uint_eq(seen.keys, keys);
    ck_assert_uint_eq(seen.last.number, 4);
    ck_assert_int_eq(seen.last.plies, 300);
    ck_assert_int_eq(seen.first_of_last.score, positions[0].score);
    ck_assert_int_eq(seen.first_of_last.ply, positions[0].ply);
    ck_assert_int_eq(seen.first_of_last.result, -1);
    ck_assert_int_eq(records_read(path.text, variant_at(1 - _i), see, &seen, NULL, &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, "is wanted"));
    place_remove(&place);
}
END_TEST

/* The games are the same with one thread, with three, in two shards merged or put one after another, and when the
 * generator was cut off in the middle of a game. */
START_TEST(generator_is_deterministic)
{
    const Place place = place_make();
    const FilePath whole = in(&place, "whole.rec"), parallel = in(&place, "parallel.rec"), one = in(&place, "1.rec"),
                   two = in(&place, "2.rec"), merged = in(&place, "merged.rec");
    DatagenConfig config = config_for(variant_at(_i), whole.text);
    const DatagenTotals totals = generate(&config);
    ck_assert_uint_eq(totals.games, GAMES);
    ck_assert_uint_gt(totals.positions, GAMES);
    config.output = parallel.text;
    config.threads = 3;
    generate(&config);
    ck_assert(same_content(whole.text, parallel.text));

    config.shards = 2;
    config.output = one.text;
    generate(&config);
    config.shard = 1;
    config.output = two.text;
    generate(&config);
    FilePath paths[2] = {two, one};
    char *words[2] = {paths[0].text, paths[1].text};
    DatagenTotals sum;
    Error e;
    ck_assert_msg(datagen_merge(words, 2, merged.text, NULL, &sum, &e) == ERROR_NONE, "%s", e.text);
    ck_assert(same_content(whole.text, merged.text));
    ck_assert_int_eq(datagen_merge((char *[]){words[1], words[1]}, 2, merged.text, NULL, &sum, &e), ERROR_SYNTAX);

    size_t size, more;
    unsigned char *const data = content(whole.text, &size);
    config = config_for(variant_at(_i), parallel.text);
    for (size_t cut = 1; cut <= 3; cut++) {
        set_content(parallel.text, data, size * cut / 4 + cut);
        generate(&config);
        ck_assert(same_content(whole.text, parallel.text));
    }
    free(data);

    unsigned char *const first = content(one.text, &size);
    unsigned char *const second = content(two.text, &more);
    unsigned char *const both = malloc(size + more);
    ck_assert_ptr_nonnull(both);
    memcpy(both, first, size);
    memcpy(both + size, second, more);
    set_content(merged.text, both, size + more);
    Seen seen = {0};
    ck_assert_msg(records_read(merged.text, NULL, see, &seen, NULL, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_uint_eq(seen.totals.positions, totals.positions);
    free(both);
    free(first);
    free(second);
    place_remove(&place);
}
END_TEST

/* Another seed gives other games; a file of other games is not resumed; a number of positions ends the run. */
START_TEST(generator_keeps_to_its_settings)
{
    const Place place = place_make();
    const FilePath a = in(&place, "a.rec"), b = in(&place, "b.rec");
    DatagenConfig config = config_for(variant_at(0), a.text);
    DatagenTotals totals = generate(&config);
    Error e;
    config.rules.seed++;
    ck_assert_int_eq(datagen_run(&config, &totals, &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, "made otherwise"));
    config.output = b.text;
    generate(&config);
    ck_assert(!same_content(a.text, b.text));
    config = config_for(variant_at(0), b.text);
    EvalWeightSet other_weights = EVAL_WEIGHTS_BUILTIN;
    other_weights.board[0].value[0][EVAL_OPENING]++;
    config.rules.seed++;
    config.players = players_of(&other_weights);
    ck_assert_int_eq(datagen_run(&config, &totals, &e), ERROR_SYNTAX);
    ck_assert_int_eq(unlink(b.text), 0);
    config.players = players_of(&EVAL_WEIGHTS_BUILTIN);
    config.games = UINT64_MAX;
    config.positions = 40;
    totals = generate(&config);
    ck_assert_uint_ge(totals.positions, 40);
    ck_assert_uint_lt(totals.games, GAMES);
    place_remove(&place);
}
END_TEST

/* Every changed byte and every cut is noticed. */
START_TEST(damaged_records_are_refused)
{
    const Place place = place_make();
    const FilePath path = in(&place, "a.rec"), bad = in(&place, "bad.rec");
    DatagenConfig config = config_for(variant_at(0), path.text);
    config.games = 2;
    generate(&config);
    Error e;
    Seen seen = {0};
    size_t size;
    unsigned char *const data = content(path.text, &size);
    for (size_t i = 0; i < size; i += i < 3 * (size_t)RECORDS_BLOCK ? 1 : 13) {
        /* Seed, nodes and digest of the head may be any numbers. */
        if (i < 20 || i >= RECORDS_BLOCK) {
            data[i] ^= 0x10;
            set_content(bad.text, data, size);
            ck_assert_msg(records_read(bad.text, NULL, see, &seen, NULL, &e) == ERROR_SYNTAX, "byte %zu", i);
            data[i] ^= 0x10;
        }
    }
    for (size_t cut = 0; cut < size; cut += 97) {
        set_content(bad.text, data, cut);
        RecordsEnd end;
        /* A cut between games is no damage. */
        const bool between =
            cut >= RECORDS_BLOCK && records_read(bad.text, NULL, see, &seen, &end, &e) == ERROR_NONE && !end.torn;
        ck_assert_int_eq(records_read(bad.text, NULL, see, &seen, NULL, &e), between ? ERROR_NONE : ERROR_SYNTAX);
    }
    free(data);
    ck_assert_int_eq(records_read("/nonexistent/a.rec", NULL, see, &seen, NULL, &e), ERROR_SYNTAX);
    ck_assert_ptr_nonnull(strstr(e.text, "/nonexistent/a.rec"));
    place_remove(&place);
}
END_TEST

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
    Crew *const crew = crew_new(threads, NULL);
    ck_assert_ptr_nonnull(crew);
    if (state->epoch == 0) {
        fit_begin(state, crew, d, config, start);
    }
    ck_assert_int_eq(fit_run(state, crew, d, config, start, NULL, NULL, &e), ERROR_NONE);
    crew_free(crew);
}

/* Known weights are found again from scores; those of features that never occur stay as they were. */
START_TEST(fit_recovers_known_weights)
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
END_TEST

/* K is found again from results that were drawn with it. */
START_TEST(scale_is_found)
{
    Dataset d;
    FitWeights truth;
    uint64_t random = SEED;
    bool at_bound;
    Crew *const crew = crew_new(2, NULL);
    make_dataset(&d);
    true_weights(&truth);
    for (size_t i = 0; i < d.count; i++) {
        const double expected = 1 / (1 + exp(-d.samples[i].score / (double)SCALE));
        d.samples[i].result = ldexp((double)random_next(&random), -64) < expected ? 1 : -1;
    }
    ck_assert_double_eq_tol(loss_fit_scale(crew, &d, &truth, &at_bound), SCALE, SCALE / 10.0);
    ck_assert(!at_bound);
    memset(&truth, 0, sizeof truth);
    loss_fit_scale(crew, &d, &truth, &at_bound);
    ck_assert(at_bound);
    crew_free(crew);
    dataset_free(&d);
}
END_TEST

/* A fit that is stopped, written to a file and resumed is the same to the last bit, whatever the threads. */
START_TEST(resumed_fit_is_the_same)
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
    data[size / 2] = data[size / 2] == '1' ? '2' : '1';
    set_content(path.text, data, size);
    ck_assert_int_eq(checkpoint_read(path.text, identity, read, &e), ERROR_SYNTAX);
    set_content(path.text, data, size / 2);
    ck_assert_int_eq(checkpoint_read(path.text, identity, read, &e), ERROR_SYNTAX);
    free(data);
    free(whole);
    dataset_free(&d);
    place_remove(&place);
}
END_TEST

/* Positions of one game go to one part, and about a tenth of the games to validation. */
START_TEST(validation_is_by_game)
{
    const Place place = place_make();
    const FilePath path = in(&place, "a.rec");
    DatagenConfig config = config_for(variant_at(0), path.text);
    config.games = 60;
    config.rules.nodes = 5;
    const DatagenTotals totals = generate(&config);
    Dataset d;
    Error e;
    dataset_init(&d, variant_at(0));
    ck_assert_msg(dataset_read(&d, path.text, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_uint_eq(d.count + d.solved, totals.positions);
    ck_assert_uint_eq(d.solved, 0); /* the generator keeps none */
    ck_assert_uint_eq(d.part_count[0] + d.part_count[1], d.count);
    ck_assert_uint_gt(d.part_count[DATASET_VALIDATION], 0);
    ck_assert_uint_lt(d.part_count[DATASET_VALIDATION], d.count / 3);
    const DatasetSample *const last = &d.samples[d.count - 1];
    ck_assert_uint_eq(last->first + last->length, d.entry_count);
    dataset_free(&d);
    dataset_init(&d, variant_at(1));
    ck_assert_int_eq(dataset_read(&d, path.text, &e), ERROR_SYNTAX);
    dataset_free(&d);
    place_remove(&place);
}
END_TEST

typedef struct Refusal {
    const char *arguments[3];
    const char *part;
} Refusal;

static const Refusal REFUSALS[] = {
    {{"-n", "0"}, "-n takes"},  {{"-n", "x"}, "-n takes"},       {{"-n"}, "-n needs a value"},
    {{"-x", "1"}, "no option"}, {{"-v", "chess"}, "bushka9x11"}, {{"-s", "3/2"}, "I/N"},
    {{"-s", "0/2"}, "I/N"},     {{"-d", "nan"}, "-d takes"},
};

START_TEST(words_are_refused)
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
END_TEST

/* Plain weights know men and kings, on both boards and in all phases, and nothing else. */
START_TEST(weights_to_begin_with)
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
END_TEST

Suite *tune_suite(void)
{
    Suite *const suite = suite_create("tune");
    TCase *const t = tcase_create("tune");
    tcase_set_timeout(t, TIMEOUT_SECONDS);
    tcase_add_loop_test(t, records_round_trip, 0, VARIANT_COUNT);
    tcase_add_loop_test(t, generator_is_deterministic, 0, VARIANT_COUNT);
    tcase_add_test(t, generator_keeps_to_its_settings);
    tcase_add_test(t, damaged_records_are_refused);
    tcase_add_test(t, fit_recovers_known_weights);
    tcase_add_test(t, scale_is_found);
    tcase_add_test(t, resumed_fit_is_the_same);
    tcase_add_test(t, validation_is_by_game);
    tcase_add_loop_test(t, words_are_refused, 0, (int)(sizeof REFUSALS / sizeof REFUSALS[0]));
    tcase_add_test(t, weights_to_begin_with);
    suite_add_tcase(suite, t);
    return suite;
}
