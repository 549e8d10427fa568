/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune/weight_table.h"

#include <stdio.h>

static double points(int16_t weight)
{
    return (double)weight / EVAL_UNIT;
}

void weight_table_print(const EvalWeights *before, const EvalWeights *after,
                        bool usable[EVAL_FEATURE_COUNT][EVAL_PHASES])
{
    printf("%-24s %9s %9s   %9s %9s\n", "feature", "opening", "ending", "opening", "ending");
    printf("%-24s %9s %9s   %9s %9s\n", "", "before", "before", "after", "after");
    for (int f = 0; f < EVAL_FEATURE_COUNT; f++) {
        char name[EVAL_NAME_SIZE];
        printf("%-24s %9.1f %9.1f   %8.1f%c %8.1f%c\n", eval_feature_name((EvalFeature)f, name),
               points(before->value[f][EVAL_OPENING]), points(before->value[f][EVAL_ENDING]),
               points(after->value[f][EVAL_OPENING]), usable[f][EVAL_OPENING] ? ' ' : '=',
               points(after->value[f][EVAL_ENDING]), usable[f][EVAL_ENDING] ? ' ' : '=');
    }
    printf("in points; a man %.0f in the opening, %.0f in the ending, and what its square and shape add;\n   ",
           points(after->value[EVAL_MEN][EVAL_OPENING]), points(after->value[EVAL_MEN][EVAL_ENDING]));
    printf(" = too rare in the data, not tuned\n");
}
