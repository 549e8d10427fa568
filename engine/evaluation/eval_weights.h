/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each feature of a position is worth. */
#ifndef BUSHKA_EVALUATION_EVAL_WEIGHTS_H
#define BUSHKA_EVALUATION_EVAL_WEIGHTS_H

#include "evaluation/eval_features.h"

/* A weight is in eighths of a point; a man is about 100 points. */
enum { EVAL_OPENING, EVAL_ENDING, EVAL_PHASES, EVAL_UNIT = 8 };

/* The weights for one board. */
typedef struct EvalWeights {
    int16_t value[EVAL_FEATURE_COUNT][EVAL_PHASES];
} EvalWeights;

/* The weights for both boards, in the order of variant_at(). */
typedef struct EvalWeightSet {
    EvalWeights board[VARIANT_COUNT];
} EvalWeightSet;

/* The set that the engine uses unless it is given another one. */
extern const EvalWeightSet EVAL_WEIGHTS_BUILTIN;

#endif
