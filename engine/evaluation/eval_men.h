/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pace. Private to the evaluation. */
#ifndef BUSHKA_EVALUATION_EVAL_MEN_H
#define BUSHKA_EVALUATION_EVAL_MEN_H

#include "evaluation/eval_sides.h"

/* Bit n of the row's number is set on the squares of the n-th set, so that the sum of the rows of many men takes four
 * population counts. */
#define PACE_ROWS_1 (EVAL_ROW(1) | EVAL_ROW(3) | EVAL_ROW(5) | EVAL_ROW(7) | EVAL_ROW(9))
#define PACE_ROWS_2 (EVAL_ROW(2) | EVAL_ROW(3) | EVAL_ROW(6) | EVAL_ROW(7) | EVAL_ROW(10))
#define PACE_ROWS_4 (EVAL_ROW(4) | EVAL_ROW(5) | EVAL_ROW(6) | EVAL_ROW(7))
#define PACE_ROWS_8 (EVAL_ROW(8) | EVAL_ROW(9) | EVAL_ROW(10))

/* Pace in the inventor's sense: the sum over the men of their row, 1 on the own first row. */
INLINE_HOT int pace_of(Bitboard men)
{
    return popcount(men & PACE_ROWS_1) + 2 * popcount(men & PACE_ROWS_2) + 4 * popcount(men & PACE_ROWS_4) +
           8 * popcount(men & PACE_ROWS_8);
}

INLINE_HOT IntPair count_pace(const EvalSides *s)
{
    const IntPair pace = {{pace_of(s->men[WHITE]), pace_of(s->men[BLACK])}};
    return pace;
}

#endif
