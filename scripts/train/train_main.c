/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bushka-train: trains a network for the learned evaluation on record files. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "evaluation/network_file.h"
#include "system/descriptor.h"
#include "system/file.h"
#include "system/text.h"
#include "tools/program.h"
#include "tools/progress.h"
#include "train/checkpoint.h"

#define SEED_MAX INT64_C(1000000000000000)

enum {
    BATCH_MAX = 1 << 24,
    EPOCHS_MAX = 10000,
    DECAY_MAX = 100,
    PIECES_MAX = 1000,
    MADE_BY_ROOM = 1024,
    MADE_BY_PIECES = 32
};

/* The command line. */
typedef struct TrainSettings {
    int board; /* variant_at() */
    int neurons, buckets, threads, pieces;
    TrainingConfig config;
    const char *output, *checkpoint, *from;
    bool squares, resume, quiet;
} TrainSettings;

/* A training under way. */
typedef struct Work {
    const TrainSettings *settings;
    uint64_t identity;
    bool validated; /* there are validation games */
    double epoch;   /* approximate number of positions in an epoch */
    Progress progress;
} Work;

/* Refuses options that are missing or contradict each other; opens no file. */
static ErrorCode check(void *settings, const Operands *files, Error *e)
{
    const TrainSettings *const s = settings;
    if (s->neurons % NETWORK_NEURONS_STEP != 0) {
        return error_set(e, ERROR_SYNTAX, "-neurons takes a multiple of %d, not %d", NETWORK_NEURONS_STEP, s->neurons);
    }
    if (s->output == NULL) {
        return error_set(e, ERROR_SYNTAX, "-output FILE is missing");
    }
    if (files->count == 0) {
        return error_set(e, ERROR_SYNTAX, "no record file is named; bushka-datagen makes them");
    }
    if (s->checkpoint != NULL && (strcmp(s->output, s->checkpoint) == 0 || file_is_same(s->output, s->checkpoint))) {
        return error_set(e, ERROR_SYNTAX, "-output and -checkpoint are one file, \"%s\"; each needs its own",
                         error_excerpt(s->output, strlen(s->output)).text);
    }
    if (s->from != NULL && s->squares) {
        return error_set(e, ERROR_SYNTAX, "-from and -squares exclude each other: networks know men by segments");
    }
    if (s->resume && s->checkpoint == NULL) {
        return error_set(e, ERROR_SYNTAX, "-resume needs -checkpoint FILE");
    }
    return ERROR_NONE;
}

static void show_progress(void *context, double done)
{
    Work *const w = context;
    progress_show(&w->progress, (uint64_t)(done * w->epoch));
}

static ErrorCode report_epoch(void *context, const Training *t, double training, double validation, Error *e)
{
    Work *const w = context;
    progress_clear(&w->progress);
    printf("epoch %d: training loss %.5f", t->epoch, training);
    if (w->validated) {
        printf(", validation loss %.5f", validation);
    }
    putchar('\n');
    Error output;
    (void)descriptor_flush(&output); /* the checkpoint is written all the same */
    if (w->settings->checkpoint != NULL && checkpoint_write(w->settings->checkpoint, w->identity, t, e) != ERROR_NONE) {
        return e->code;
    }
    *e = output;
    return e->code;
}

/* Sets the error after a signal, which says what is kept. */
static ErrorCode interrupted(const TrainSettings *s, int epochs, Error *e)
{
    if (s->checkpoint != NULL && epochs > 0) {
        return error_set(e, ERROR_INTERRUPTED, "interrupted; %s keeps %d epoch%s", s->checkpoint, epochs,
                         text_plural((uint64_t)epochs));
    }
    if (s->resume && file_exists(s->checkpoint)) {
        return error_set(e, ERROR_INTERRUPTED, "interrupted; %s stays as it was", s->checkpoint);
    }
    return error_set(e, ERROR_INTERRUPTED, "interrupted; nothing of the training is kept");
}

/* Reads the network of -from; *n is NULL without the option. */
static ErrorCode read_first(const TrainSettings *s, Network **n, Error *e)
{
    *n = s->from != NULL ? network_file_read(s->from, e) : NULL;
    if (*n == NULL) {
        return s->from == NULL ? ERROR_NONE : e->code;
    }
    const Network *const first = *n;
    const Variant *const v = variant_at(s->board);
    if (first->shape.variant != v || first->neurons > s->neurons || first->buckets != s->buckets) {
        return error_set(
            e, ERROR_SYNTAX, "-from: %s is for %s with %d neurons and %d buckets; the training for %s with %d and %d",
            s->from, first->shape.variant->name, first->neurons, first->buckets, v->name, s->neurons, s->buckets);
    }
    return ERROR_NONE;
}

static ErrorCode read_samples(const TrainSettings *s, Samples *samples, Error *e)
{
    const ErrorCode code = samples_load(samples, 0, e);
    if (code == ERROR_INTERRUPTED) {
        return interrupted(s, 0, e);
    }
    if (code == ERROR_NONE) {
        printf("games %zu, positions %zu, different %zu%s, in solved endings %zu (left out)\n", samples->games,
               samples->positions, samples->count, samples->pieces > 1 ? " in the first piece" : "", samples->solved);
    }
    return code;
}

/* Rounds the network, prints both losses, and writes it. */
static ErrorCode finish(const TrainSettings *s, const Training *t, ThreadPool *pool, const Samples *samples,
                        const TrainingConfig *config, AtomicFile *output, Error *e)
{
    char made_by[MADE_BY_ROOM], pieces[MADE_BY_PIECES] = "";
    Error why;
    Network *const n = float_net_quantise(&t->shape, t->parameters, config->target.k);
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
    if (samples->pieces > 1) {
        snprintf(pieces, sizeof pieces, " -pieces %d", samples->pieces);
    }
    snprintf(made_by, sizeof made_by,
             "bushka-train -variant %s -neurons %d -buckets %d%s -lambda %g -k %g -rate %g -lastrate %g -decay %g "
             "-batch %zu -epochs %d -seed %" PRIu64 "%s on %zu positions%s, digest %016" PRIx64 "%s%s",
             variant_at(s->board)->name, n->neurons, n->buckets, s->squares ? " -squares" : "", config->target.lambda,
             config->target.k, config->learning_rate, config->final_learning_rate, config->weight_decay,
             config->batch_size, config->epochs, config->seed, pieces, samples->count,
             samples->pieces > 1 ? " in the first piece" : "", samples->digest, s->from != NULL ? ", from " : "",
             s->from != NULL ? s->from : "");
    const ErrorCode code = network_file_commit(output, n, made_by, e);
    network_free(n);
    return code;
}

static ErrorCode train(const TrainSettings *s, const Network *first, Samples *samples, ThreadPool *pool,
                       AtomicFile *output, Error *e)
{
    FloatNetShape shape;
    Training t;
    TrainingConfig config = s->config;
    if (config.target.k == 0) {
        config.target.k = training_fit_k(samples);
        printf("K %.1f\n", config.target.k);
    }
    float_net_shape(&shape, variant_at(s->board), s->neurons, s->buckets, !s->squares);
    ErrorCode code = training_init(&t, &shape, config.seed, e);
    if (code != ERROR_NONE) {
        return code;
    }
    const bool validated = samples->part_count[SAMPLES_VALIDATION] > 0;
    if (first != NULL) {
        config.first = network_digest(first);
        float_net_load(&shape, t.parameters, first, config.target.k);
        if (validated) {
            printf("starts with validation loss %.5f\n", training_validate(&t, pool, samples, config.target));
        }
    }
    Work work = {.settings = s,
                 .identity = checkpoint_identity(samples, &shape, &config),
                 .validated = validated,
                 .epoch = (double)samples->part_count[SAMPLES_TRAINING] * samples->pieces};
    if (s->resume && file_exists(s->checkpoint)) {
        code = checkpoint_read(s->checkpoint, work.identity, &t, e);
    }
    if (code == ERROR_NONE) {
        progress_begin(&work.progress, "positions", (uint64_t)(t.epoch * work.epoch),
                       (uint64_t)(config.epochs * work.epoch), s->quiet ? PROGRESS_NOWHERE : PROGRESS_ANYWHERE);
        code = training_run(&t, pool, samples, &config, report_epoch, show_progress, &work, e);
        progress_clear(&work.progress);
    }
    if (code == ERROR_INTERRUPTED) {
        interrupted(s, t.epoch, e);
    }
    code = code == ERROR_NONE ? finish(s, &t, pool, samples, &config, output, e) : code;
    training_free(&t);
    return code;
}

static ErrorCode run(void *settings, const Operands *files, SignalWatch *w, Error *e)
{
    const TrainSettings *const s = settings;
    AtomicFile output = {.stream = NULL};
    Samples samples;
    Network *first = NULL;
    samples_init(&samples, variant_at(s->board), files->words, files->count, s->pieces);
    samples.stop = &w->requested;
    ErrorCode code = s->checkpoint != NULL ? checkpoint_check(s->checkpoint, e) : ERROR_NONE;
    if (code == ERROR_NONE && s->checkpoint != NULL && !s->resume && file_size(s->checkpoint) > 0) {
        code = error_set(e, ERROR_SYNTAX, "%s holds a checkpoint: -resume continues that training, or remove the file",
                         s->checkpoint);
    }
    code = code == ERROR_NONE ? atomic_file_begin(&output, s->output, NETWORK_FILE_MAGIC, e) : code;
    code = code == ERROR_NONE ? read_first(s, &first, e) : code;
    code = code == ERROR_NONE ? read_samples(s, &samples, e) : code;
    if (code == ERROR_NONE) {
        ThreadPool *const pool = thread_pool_new(s->threads, &w->requested);
        code = pool != NULL ? train(s, first, &samples, pool, &output, e)
                            : error_set(e, ERROR_MEMORY, "cannot start %d threads", s->threads);
        thread_pool_free(pool);
    }
    atomic_file_abort(&output);
    samples_free(&samples);
    network_free(first);
    return code;
}

#define STORED(member) OPTION_STORED(TrainSettings, member)
#define WHOLE(from, to) .kind = OPTION_WHOLE, .min = (from), .max = (to)
#define DECIMAL(from, to) .kind = OPTION_DECIMAL, .low = (from), .high = (to)
#define TEXT(member) .kind = OPTION_TEXT, STORED(member)

static const OptionRow OPTIONS[] = {
    {"variant", "NAME", "train for this board: bushka or bushka9x11", OPTION_CHOICE, STORED(board),
     .choices = VARIANT_NAMES, .initial = "bushka"},
    {"output", "FILE", "write the network, as the engine's option EvalFile reads it", TEXT(output)},
    {"neurons", "N", "give each side's view N neurons, a multiple of 32",
     WHOLE(NETWORK_NEURONS_STEP, NETWORK_NEURONS_MAX), STORED(neurons), .initial = "64"},
    {"buckets", "N", "use N sets of output weights, by the number of pieces", WHOLE(1, NETWORK_BUCKETS_MAX),
     STORED(buckets), .initial = "4"},
    {"squares", NULL, "take men as inputs by their squares alone, not by segments of lines", OPTION_ON,
     STORED(squares)},
    {"lambda", "X", "give the game's result this share in the target", DECIMAL(0, 1), STORED(config.target.lambda),
     .initial = "0.3"},
    {"k", "X", "set the logistic scale to X points (fitted)", DECIMAL(1, NETWORK_SCALE_MAX), STORED(config.target.k)},
    {"rate", "X", "start with this learning rate of Adam", DECIMAL(0, 1), STORED(config.learning_rate),
     .initial = "0.002"},
    {"lastrate", "X", "end with this learning rate", DECIMAL(0, 1), STORED(config.final_learning_rate),
     .initial = "0.00001"},
    {"decay", "X", "let weights decay by X times the learning rate in each step", DECIMAL(0, DECAY_MAX),
     STORED(config.weight_decay), .initial = "0.1"},
    {"batch", "N", "use N positions for each step", WHOLE(1, BATCH_MAX), STORED(config.batch_size), .initial = "8192"},
    {"epochs", "N", "make N passes over the data", WHOLE(1, EPOCHS_MAX), STORED(config.epochs), .initial = "16"},
    {"seed", "N", "seed of the first weights and of the order of positions", WHOLE(0, SEED_MAX), STORED(config.seed),
     .initial = "1"},
    {"pieces", "N", "hold one of N pieces of the positions in memory, and read all files N times an epoch",
     WHOLE(1, PIECES_MAX), STORED(pieces), .initial = "1"},
    {"threads", "N", "use N threads; does not affect the result", WHOLE(1, THREAD_POOL_MAX), STORED(threads),
     .initial = "1"},
    {"from", "FILE", "start from the neurons of this network; any more start at random", TEXT(from)},
    {"checkpoint", "FILE", "save a checkpoint to this file after each epoch", TEXT(checkpoint)},
    {"resume", NULL, "resume from the checkpoint, if there is one", OPTION_ON, STORED(resume)},
    {"quiet", NULL, "show no progress", OPTION_ON, STORED(quiet)},
    {.name = NULL},
};

int main(int argc, char **argv)
{
    TrainSettings s = {.neurons = 0};
    const Program program = {.name = "bushka-train",
                             .usage = "bushka-train RECORDS... -output FILE [options]: trains the network of the "
                                      "learned evaluation",
                             .options = OPTIONS,
                             .settings = &s,
                             .check = check,
                             .run = run};
    return program_run(&program, argc, argv);
}
