/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune/tuner.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "search/search.h"
#include "system/clock.h"
#include "system/path.h"
#include "system/progress.h"
#include "tune/checkpoint.h"
#include "tune/weight_table.h"

/* A tuning under way. */
typedef struct Tuner {
    const TunerConfig *config;
    FitConfig fit; /* with the scale that was fitted */
    Dataset dataset;
    ThreadPool *pool;
    FitWeights start;
    FitState state;
    uint64_t identity;
    int board;       /* place in the set */
    int first_epoch; /* done before this run */
    int kept;        /* epochs that the checkpoint keeps */
    int64_t began;   /* ms */
} Tuner;

static void show_epoch(const Tuner *t, const FitState *s, double training, double validation)
{
    const double seconds = (double)(clock_ms() - t->began) / MS_PER_S;
    char left[PROGRESS_TIME_SIZE];
    progress_time(seconds / (s->epoch - t->first_epoch) * (t->fit.epochs - s->epoch), left);
    fprintf(stderr, "epoch %d: training %.6f, validation %.6f%s, rate %.3g, %.0f s, at most %s left\n", s->epoch,
            training, validation, s->stale == 0 ? " (best)" : "", s->rate, seconds, left);
}

static ErrorCode after_epoch(void *context, const FitState *s, double training, double validation, Error *e)
{
    Tuner *const t = context;
    if (!t->config->quiet) {
        show_epoch(t, s, training, validation);
    }
    const char *const path = t->config->checkpoint;
    const ErrorCode code = path != NULL ? checkpoint_write(path, t->identity, s, e) : ERROR_NONE;
    if (path != NULL && code == ERROR_NONE) {
        t->kept = s->epoch;
    }
    return code;
}

/* What an interruption leaves. */
static ErrorCode interrupted(const Tuner *t, Error *e)
{
    if (t->kept > 0) {
        return error_set(e, ERROR_INTERRUPTED, "interrupted; %s keeps %d epoch%s", t->config->checkpoint, t->kept,
                         t->kept == 1 ? "" : "s");
    }
    return error_set(e, ERROR_INTERRUPTED, "interrupted; nothing is kept of the fit");
}

static ErrorCode read_files(Tuner *t, Error *e)
{
    ErrorCode code = error_clear(e);
    for (int i = 0; i < t->config->file_count && code == ERROR_NONE; i++) {
        code = dataset_read(&t->dataset, t->config->files[i], e);
    }
    if (code == ERROR_NONE && t->dataset.part_count[DATASET_TRAINING] == 0) {
        code = error_set(e, ERROR_SYNTAX, "the files hold no position to train with");
    }
    return code;
}

/* Sets K, unless it is given. */
static ErrorCode set_scale(Tuner *t, Error *e)
{
    bool at_bound = false;
    if (t->fit.scale.k <= 0) {
        t->fit.scale.k = loss_fit_scale(t->pool, &t->dataset, &t->start, &at_bound);
    }
    if (at_bound) {
        return error_set(e, ERROR_SYNTAX,
                         "no scale K fits: the starting weights say nothing of the results; other ones, or -k, would");
    }
    return ERROR_NONE;
}

/* The state before the first epoch, or that of the checkpoint. */
static ErrorCode begin(Tuner *t, Error *e)
{
    t->identity = checkpoint_identity(&t->dataset, &t->fit, &t->start);
    fit_begin(&t->state, t->pool, &t->dataset, &t->fit, &t->start);
    ErrorCode code = error_clear(e);
    if (t->config->resume && t->config->checkpoint != NULL && path_exists(t->config->checkpoint)) {
        code = checkpoint_read(t->config->checkpoint, t->identity, &t->state, e);
        t->kept = code == ERROR_NONE ? t->state.epoch : 0;
    }
    return code;
}

/* Prints nothing once the pool is stopped. */
static void report(const Tuner *t, const EvalWeights *tuned)
{
    const EvalWeights *const before = &t->config->start->board[t->board];
    bool usable[EVAL_FEATURE_COUNT][EVAL_PHASES];
    FitWeights rounded;
    fit_usable(t->pool, &t->dataset, t->fit.rare, usable);
    fit_from_eval(&rounded, tuned);
    const double loss_before = fit_validate(t->pool, &t->dataset, t->fit.scale, &t->start);
    const double loss_after = fit_validate(t->pool, &t->dataset, t->fit.scale, &rounded);
    if (thread_pool_stopped(t->pool)) {
        return;
    }
    weight_table_print(before, tuned, usable);
    printf("board %s, positions %zu (validation %zu), games %zu, nonzero features a position %.1f\n",
           t->dataset.variant->name, t->dataset.count, t->dataset.part_count[DATASET_VALIDATION], t->dataset.games,
           (double)t->dataset.entry_count / (double)t->dataset.count);
    printf("K %.2f, lambda %g, epochs %d\n", t->fit.scale.k, t->fit.scale.lambda, t->state.epoch);
    printf("validation loss %.6f before, %.6f after\n", loss_before, loss_after);
}

static ErrorCode tune(Tuner *t, EvalWeightSet *tuned, Error *e)
{
    ErrorCode code = t->config->checkpoint != NULL ? checkpoint_check(t->config->checkpoint, e) : error_clear(e);
    code = code == ERROR_NONE ? read_files(t, e) : code;
    code = code == ERROR_NONE ? set_scale(t, e) : code;
    code = code == ERROR_NONE ? begin(t, e) : code;
    if (thread_pool_stopped(t->pool)) {
        return interrupted(t, e);
    }
    if (code != ERROR_NONE) {
        return code;
    }
    if (!t->config->quiet) {
        fprintf(stderr, "%zu positions of %zu games, K %.2f, validation %.6f\n", t->dataset.count, t->dataset.games,
                t->fit.scale.k, t->state.best_loss);
    }
    t->first_epoch = t->state.epoch;
    t->began = clock_ms();
    code = fit_run(&t->state, t->pool, &t->dataset, &t->fit, &t->start, after_epoch, t, e);
    if (code == ERROR_NONE) {
        *tuned = *t->config->start;
        fit_to_eval(&t->state.best, &tuned->board[t->board]);
        report(t, &tuned->board[t->board]);
    }
    return thread_pool_stopped(t->pool) ? interrupted(t, e) : code;
}

ErrorCode tuner_run(const TunerConfig *config, EvalWeightSet *tuned, Error *e)
{
    Tuner *const t = calloc(1, sizeof *t);
    if (t == NULL) {
        return error_set(e, ERROR_MEMORY, "not enough memory for the fit");
    }
    t->config = config;
    t->fit = config->fit;
    while (variant_at(t->board) != config->variant) {
        t->board++;
    }
    dataset_init(&t->dataset, config->variant);
    fit_from_eval(&t->start, &config->start->board[t->board]);
    t->dataset.stop = config->stop;
    t->pool = thread_pool_new(config->threads, config->stop);
    const ErrorCode code =
        t->pool != NULL ? tune(t, tuned, e) : error_set(e, ERROR_MEMORY, "%d threads cannot be had", config->threads);
    thread_pool_free(t->pool);
    dataset_free(&t->dataset);
    free(t);
    return code;
}
