/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bushka-train: trains the network of the learned evaluation on record files. */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "evaluation/network_file.h"
#include "system/command_line.h"
#include "system/file.h"
#include "system/progress.h"
#include "tune/checkpoint.h"

static const double COUNT_MOST = 1e15;
static const double BATCH_MOST = 1 << 24;
static const double EPOCHS_MOST = 10000;
static const double POINTS_MOST = NETWORK_SCALE_MAX;
static const double RATE_MOST = 1, DECAY_MOST = 100;

enum { MADE_BY_ROOM = 512 };

/* What the command line says. */
typedef struct Settings {
    const Variant *variant;
    int64_t neurons, buckets, batch, epochs, seed, threads;
    double k, lambda, rate, last_rate, decay;
    const char *output, *checkpoint;
    bool squares, resume, quiet;
} Settings;

/* A training under way. */
typedef struct Work {
    const Settings *settings;
    uint64_t identity;
    bool validated; /* games for that were found */
    Progress line;
} Work;

/* Refuses what is missing or does not go together; opens no file. */
static ErrorCode check(const void *settings, const FileWords *files, Error *e)
{
    const Settings *const s = settings;
    if (s->neurons % NETWORK_NEURONS_STEP != 0) {
        return error_set(e, ERROR_SYNTAX, "-neurons takes a multiple of %d, not %" PRId64, NETWORK_NEURONS_STEP,
                         s->neurons);
    }
    if (s->output == NULL) {
        return error_set(e, ERROR_SYNTAX, "-output FILE is missing");
    }
    if (files->count == 0) {
        return error_set(e, ERROR_SYNTAX, "no record file is named; bushka-datagen makes them");
    }
    if (s->checkpoint != NULL &&
        (strcmp(s->output, s->checkpoint) == 0 || file_same(s->output, s->checkpoint))) {
        return error_set(e, ERROR_SYNTAX, "-output and -checkpoint are one file, \"%.*s\"; each needs its own",
                         error_excerpt(strlen(s->output)), s->output);
    }
    if (s->resume && s->checkpoint == NULL) {
        return error_set(e, ERROR_SYNTAX, "-resume needs -checkpoint FILE");
    }
    return ERROR_NONE;
}

static void show_progress(void *context, uint64_t done)
{
    Work *const w = context;
    progress_show(&w->line, done);
}

static ErrorCode report_epoch(void *context, const Training *t, double training, double validation, Error *e)
{
    Work *const w = context;
    progress_clear(&w->line);
    printf("epoch %d: training loss %.5f", t->epoch, training);
    if (w->validated) {
        printf(", validation loss %.5f", validation);
    }
    putchar('\n');
    const int lost = fflush(stdout) != 0 ? errno : 0;
    const ErrorCode code =
        w->settings->checkpoint == NULL ? ERROR_NONE : checkpoint_write(w->settings->checkpoint, w->identity, t, e);
    return code == ERROR_NONE && lost != 0 ? error_set(e, ERROR_SYNTAX, "standard output: %s", strerror(lost)) : code;
}

/* A signal came: what is kept. */
static ErrorCode interrupted(const Settings *s, int epochs, Error *e)
{
    if (s->checkpoint != NULL && epochs > 0) {
        return error_set(e, ERROR_INTERRUPTED, "interrupted; %s keeps %d epoch%s", s->checkpoint, epochs,
                         epochs == 1 ? "" : "s");
    }
    return error_set(e, ERROR_INTERRUPTED, "interrupted; nothing is kept of the training");
}

static ErrorCode read_samples(const Settings *s, Samples *samples, const FileWords *files, Error *e)
{
    ErrorCode code = ERROR_NONE;
    for (int i = 0; i < files->count && code == ERROR_NONE; i++) {
        code = samples_read(samples, files->words[i], e);
    }
    if (code == ERROR_INTERRUPTED) {
        return interrupted(s, 0, e);
    }
    code = code == ERROR_NONE ? samples_finish(samples, e) : code;
    if (code == ERROR_NONE) {
        printf("games %zu, positions %zu, different %zu, in solved endings %zu (left out)\n", samples->games,
               samples->positions, samples->count, samples->solved);
    }
    return code;
}

/* Rounds the network, compares the losses, and writes it. */
static ErrorCode finish(const Settings *s, const Training *t, ThreadPool *pool, const Samples *samples,
                        const TrainingConfig *config, AtomicFile *output, Error *e)
{
    char made_by[MADE_BY_ROOM];
    Error why;
    Network *const n = float_net_round(&t->shape, t->numbers, config->target.k);
    if (n == NULL) {
        return error_set(e, ERROR_MEMORY, "not enough memory for a network");
    }
    if (network_check(n, &why) != ERROR_NONE) {
        network_free(n);
        return error_set(e, ERROR_SYNTAX, "the trained network cannot be used: %s", why.text);
    }
    if (samples->part_count[SAMPLES_VALIDATION] > 0) {
        const FloatNetBatch batch = float_net_batch(samples, SAMPLES_VALIDATION, config->target);
        const double loss = training_validate(t, pool, samples, config->target);
        if (thread_pool_stopped(pool)) {
            network_free(n);
            return interrupted(s, t->epoch, e);
        }
        printf("validation loss %.5f, in whole numbers %.5f\n", loss, float_net_network_loss(n, &batch));
    }
    snprintf(made_by, sizeof made_by,
             "bushka-train -variant %s -neurons %d -buckets %d%s -lambda %g -k %g -rate %g -lastrate %g -decay %g "
             "-batch %zu -epochs %d -seed %" PRIu64 " on %zu positions, digest %016" PRIx64,
             s->variant->name, n->neurons, n->buckets, s->squares ? " -squares" : "", config->target.lambda,
             config->target.k, config->rate, config->last_rate, config->decay, config->batch, config->epochs,
             config->seed, samples->count, samples->digest);
    const ErrorCode code = network_file_commit(output, n, made_by, e);
    network_free(n);
    return code;
}

static ErrorCode train(const Settings *s, Samples *samples, ThreadPool *pool, AtomicFile *output, Error *e)
{
    FloatNetShape shape;
    Training t;
    TrainingConfig config = {.target = {.lambda = s->lambda, .k = s->k},
                             .rate = s->rate,
                             .last_rate = s->last_rate,
                             .decay = s->decay,
                             .batch = (size_t)s->batch,
                             .epochs = (int)s->epochs,
                             .seed = (uint64_t)s->seed};
    if (s->k == 0) {
        config.target.k = training_fit_k(samples);
        printf("K %.1f\n", config.target.k);
    }
    float_net_shape(&shape, s->variant, (int)s->neurons, (int)s->buckets, !s->squares);
    ErrorCode code = training_begin(&t, &shape, config.seed, e);
    if (code != ERROR_NONE) {
        return code;
    }
    Work work = {.settings = s,
                 .identity = checkpoint_identity(samples, &shape, &config),
                 .validated = samples->part_count[SAMPLES_VALIDATION] > 0};
    if (s->resume && s->checkpoint != NULL && file_exists(s->checkpoint)) {
        code = checkpoint_read(s->checkpoint, work.identity, &t, config.seed, e);
    }
    if (code == ERROR_NONE) {
        const uint64_t each = samples->part_count[SAMPLES_TRAINING];
        progress_begin(&work.line, "positions", (uint64_t)t.epoch * each, (uint64_t)config.epochs * each,
                       s->quiet ? PROGRESS_NOWHERE : PROGRESS_ANYWHERE);
        code = training_run(&t, pool, samples, &config, report_epoch, show_progress, &work, e);
        progress_clear(&work.line);
    }
    if (code == ERROR_INTERRUPTED) {
        interrupted(s, t.epoch, e);
    }
    code = code == ERROR_NONE ? finish(s, &t, pool, samples, &config, output, e) : code;
    training_free(&t);
    return code;
}

static ErrorCode run(const void *settings, const FileWords *files, const atomic_bool *stop, Error *e)
{
    const Settings *const s = settings;
    AtomicFile output = {.stream = NULL};
    Samples samples;
    samples_init(&samples, s->variant);
    samples.stop = stop;
    ErrorCode code = s->checkpoint != NULL ? checkpoint_check(s->checkpoint, e) : ERROR_NONE;
    code = code == ERROR_NONE ? network_file_begin(&output, s->output, e) : code;
    code = code == ERROR_NONE ? read_samples(s, &samples, files, e) : code;
    if (code == ERROR_NONE) {
        ThreadPool *const pool = thread_pool_new((int)s->threads, stop);
        code = pool != NULL ? train(s, &samples, pool, &output, e)
                            : error_set(e, ERROR_MEMORY, "cannot start %d threads", (int)s->threads);
        thread_pool_free(pool);
    }
    atomic_file_abort(&output);
    samples_free(&samples);
    return code;
}

int main(int argc, char **argv)
{
    Settings s = {.variant = variant_at(0),
                  .neurons = 64,
                  .buckets = 4,
                  .batch = 8192,
                  .epochs = 16,
                  .seed = 1,
                  .threads = 1,
                  .lambda = 0.3,
                  .rate = 0.002,
                  .last_rate = 0.00001,
                  .decay = 0.1};
    const Option options[] = {
        {"-variant", OPTION_BOARD, &s.variant, 0, 0, "NAME: the board, bushka (the default) or bushka9x11"},
        {"-output", OPTION_TEXT, &s.output, 0, 0, "FILE: the network, as the engine's option EvalFile reads it"},
        {"-neurons", OPTION_WHOLE, &s.neurons, NETWORK_NEURONS_STEP, NETWORK_NEURONS_MAX,
         "N: of each side's view, a multiple of 32 (64)"},
        {"-buckets", OPTION_WHOLE, &s.buckets, 1, NETWORK_BUCKETS_MAX,
         "N: sets of output weights, by the number of pieces (4)"},
        {"-squares", OPTION_FLAG, &s.squares, 0, 0, "men are inputs by their squares alone, not by segments of lines"},
        {"-lambda", OPTION_DECIMAL, &s.lambda, 0, 1, "X: share of the game's result in the target (0.3)"},
        {"-k", OPTION_DECIMAL, &s.k, 1, POINTS_MOST, "X: points of the logistic scale (fitted)"},
        {"-rate", OPTION_DECIMAL, &s.rate, 0, RATE_MOST, "X: first rate of Adam (0.002)"},
        {"-lastrate", OPTION_DECIMAL, &s.last_rate, 0, RATE_MOST, "X: its last rate (0.00001)"},
        {"-decay", OPTION_DECIMAL, &s.decay, 0, DECAY_MOST, "X: decay of the weights, times the rate (0.1)"},
        {"-batch", OPTION_WHOLE, &s.batch, 1, BATCH_MOST, "N: positions for each step (8192)"},
        {"-epochs", OPTION_WHOLE, &s.epochs, 1, EPOCHS_MOST, "N: passes over the data (16)"},
        {"-seed", OPTION_WHOLE, &s.seed, 0, COUNT_MOST, "N: decides first weights and the order of positions (1)"},
        {"-threads", OPTION_WHOLE, &s.threads, 1, THREAD_POOL_MAX, "N: no matter for the result (1)"},
        {"-checkpoint", OPTION_TEXT, &s.checkpoint, 0, 0, "FILE: written after each epoch"},
        {"-resume", OPTION_FLAG, &s.resume, 0, 0, "begin with the checkpoint, if there is one"},
        {"-quiet", OPTION_FLAG, &s.quiet, 0, 0, "no progress"},
    };
    const Program program = {.name = "bushka-train",
                             .usage = "bushka-train RECORDS... -output FILE [options]: trains the network of the "
                                      "learned evaluation",
                             .options = options,
                             .option_count = (int)(sizeof options / sizeof options[0]),
                             .settings = &s,
                             .check = check,
                             .run = run};
    return command_line_run(&program, argc, argv);
}
