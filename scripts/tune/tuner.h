/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The whole of a tuning: reads records, fits the weights of one board, writes them. */
#ifndef BUSHKA_TUNE_TUNER_H
#define BUSHKA_TUNE_TUNER_H

#include "tune/fit.h"

/* What to tune, and with what. */
typedef struct TunerConfig {
    const Variant *variant;
    char **files; /* record files of that board */
    int file_count;
    const EvalWeightSet *start; /* the starting weights; those of the other board are kept */
    FitConfig fit;              /* scale.k 0: fitted with the starting weights */
    int threads;
    const char *checkpoint;  /* written after each epoch; NULL: none */
    bool resume;             /* from the checkpoint, if it is there */
    bool quiet;              /* no progress on the error output */
    const atomic_bool *stop; /* when it becomes true, the work ends with ERROR_INTERRUPTED; may be NULL */
} TunerConfig;

/* Tunes, prints a report on standard output, and fills *tuned. Says on the error output how it goes. A checkpoint that
 * could not be written or read is refused before the work. */
ErrorCode tuner_run(const TunerConfig *config, EvalWeightSet *tuned, Error *e);

#endif
