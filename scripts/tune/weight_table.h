/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tuned weights for people. */
#ifndef BUSHKA_TUNE_WEIGHT_TABLE_H
#define BUSHKA_TUNE_WEIGHT_TABLE_H

#include "tune/fit.h"

/* Prints a table of the weights of a board before and after, in points, on standard output. */
void weight_table_print(const EvalWeights *before, const EvalWeights *after,
                        bool usable[EVAL_FEATURE_COUNT][EVAL_PHASES]);

#endif
