/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluation weights with which the programs for tuning begin. */
#ifndef BUSHKA_TUNE_WEIGHTS_H
#define BUSHKA_TUNE_WEIGHTS_H

#include "core/error.h"
#include "evaluation/eval_weights.h"

/* Stands for the plain weights where a file of weights is asked for. */
#define WEIGHTS_PLAIN "plain"

/* The built-in weights for NULL; for WEIGHTS_PLAIN men and kings alone, a man 100 points and a king 300, all else 0: so
 * that a fit owes nothing to earlier ones; for another name those of that file, with eval_file_read()'s errors. */
ErrorCode weights_begin(const char *name, EvalWeightSet *set, Error *e);

#endif
