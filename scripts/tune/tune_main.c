/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bushka-tune: fits the weights of the evaluation to record files. */
#include "evaluation/eval_file.h"
#include "system/command_line.h"
#include "tune/fit_files.h"
#include "tune/tuner.h"
#include "tune/weights.h"

static const double COUNT_MOST = 1e15;
static const double BATCH_MOST = 1 << 24;
static const double POINTS_MOST = 10000;

/* What the command line says. */
typedef struct Settings {
    const Variant *variant;
    int64_t batch, epochs, patience, seed, threads;
    double k, lambda, rate, pull, rare;
    const char *start, *output, *checkpoint;
    bool to_zero, resume, quiet;
} Settings;

static ErrorCode check(const void *settings, const FileWords *files, Error *e)
{
    const Settings *const s = settings;
    return fit_files_check(s->output, s->checkpoint, s->resume, files, e);
}

static ErrorCode run(const void *settings, const FileWords *files, const atomic_bool *stop, Error *e)
{
    const Settings *const s = settings;
    EvalWeightSet start, tuned;
    AtomicFile output = {.stream = NULL};
    const TunerConfig config = {.variant = s->variant,
                                .files = files->words,
                                .file_count = files->count,
                                .start = &start,
                                .fit = {.scale = {s->k, s->lambda},
                                        .rate = s->rate,
                                        .pull = s->pull,
                                        .pull_to_zero = s->to_zero,
                                        .rare = s->rare,
                                        .batch = (size_t)s->batch,
                                        .epochs = (int)s->epochs,
                                        .patience = (int)s->patience,
                                        .seed = (uint64_t)s->seed},
                                .threads = (int)s->threads,
                                .checkpoint = s->checkpoint,
                                .resume = s->resume,
                                .quiet = s->quiet,
                                .stop = stop};
    ErrorCode code = weights_begin(s->start, &start, e);
    code = code == ERROR_NONE ? eval_file_begin(&output, s->output, e) : code;
    code = code == ERROR_NONE ? tuner_run(&config, &tuned, e) : code;
    if (code == ERROR_NONE) {
        return eval_file_commit(&output, &tuned, e);
    }
    atomic_file_abort(&output);
    return code;
}

int main(int argc, char **argv)
{
    Settings s = {.variant = variant_at(0),
                  .batch = 4096,
                  .epochs = 100,
                  .patience = 6,
                  .seed = 1,
                  .threads = 1,
                  .lambda = 0.6,
                  .rate = 1,
                  .pull = 1e-4,
                  .rare = 200};
    const Option options[] = {
        {"-variant", OPTION_BOARD, &s.variant, 0, 0, "NAME: the board, bushka (the default) or bushka9x11"},
        {"-start", OPTION_TEXT, &s.start, 0, 0,
         "FILE: starting weights, and those of the other board (the built-in), or plain: men and kings alone"},
        {"-output", OPTION_TEXT, &s.output, 0, 0,
         "FILE: the tuned weights, as the engine's option EvalFile reads them"},
        {"-lambda", OPTION_DECIMAL, &s.lambda, 0, 1, "X: share of the game's result in the target (0.6)"},
        {"-k", OPTION_DECIMAL, &s.k, 1, POINTS_MOST, "X: points of the logistic scale (fitted)"},
        {"-rate", OPTION_DECIMAL, &s.rate, 0, POINTS_MOST, "X: first rate of Adam, points (1)"},
        {"-pull", OPTION_DECIMAL, &s.pull, 0, 1, "X: strength of the pull to the starting weights (0.0001)"},
        {"-tozero", OPTION_FLAG, &s.to_zero, 0, 0, "pull to zero instead"},
        {"-rare", OPTION_DECIMAL, &s.rare, 0, COUNT_MOST, "N: positions below which a weight is left alone (200)"},
        {"-batch", OPTION_WHOLE, &s.batch, 1, BATCH_MOST, "N: positions for each step (4096)"},
        {"-epochs", OPTION_WHOLE, &s.epochs, 0, COUNT_MOST / 1e9, "N: passes over the data, at most (100)"},
        {"-patience", OPTION_WHOLE, &s.patience, 1, COUNT_MOST / 1e9, "N: epochs without gain before the end (6)"},
        {"-seed", OPTION_WHOLE, &s.seed, 0, COUNT_MOST, "N: decides the order of the positions (1)"},
        {"-threads", OPTION_WHOLE, &s.threads, 1, THREAD_POOL_MAX, "N: no matter for the result (1)"},
        {"-checkpoint", OPTION_TEXT, &s.checkpoint, 0, 0, "FILE: written after each epoch"},
        {"-resume", OPTION_FLAG, &s.resume, 0, 0, "begin with the checkpoint, if there is one"},
        {"-quiet", OPTION_FLAG, &s.quiet, 0, 0, "no progress"},
    };
    const Program program = {.name = "bushka-tune",
                             .usage =
                                 "bushka-tune RECORDS... -output FILE [options]: fits the weights of the evaluation",
                             .options = options,
                             .option_count = (int)(sizeof options / sizeof options[0]),
                             .settings = &s,
                             .check = check,
                             .run = run};
    return command_line_run(&program, argc, argv);
}
