/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endings with kings on both sides and few pieces. They are solved to the end (scripts/endings): what a player would
 * learn from tables. Nearly all are drawn or won by the count of pieces alone, which no sum of terms can tell: two
 * pieces do not win against a lone king, three do. */
#ifndef BUSHKA_EVALUATION_EVAL_ENDINGS_H
#define BUSHKA_EVALUATION_EVAL_ENDINGS_H

#include <stdint.h>

#include "core/variant.h"

enum {
    EVAL_ENDING_PIECES = 4,       /* endings with that many pieces or fewer are solved */
    EVAL_ENDING_POINTS_MAX = 1200 /* the bound of EvalEnding's points: all but certain */
};

/* A solved ending by the count of pieces. */
typedef struct EvalEnding {
    uint8_t kings, men;             /* of the first side */
    uint8_t enemy_kings, enemy_men; /* of the other */
    int16_t points[VARIANT_COUNT];  /* by board, the first side's view: its expected result in quiet positions, on the
                                       scale of the evaluation */
} EvalEnding;

/* All that have kings on both sides, once each, the stronger side first. scripts/endings/README.md says how they
 * follow from the tablebases, and tests/endings/test_endings.c works them out. */
extern const EvalEnding EVAL_ENDINGS[];
extern const int EVAL_ENDING_COUNT;

#endif
