/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune/weights.h"

#include <string.h>

#include "evaluation/eval_file.h"

enum { PLAIN_MAN = 100, PLAIN_KING = 300 }; /* points */

static EvalWeightSet plain(void)
{
    EvalWeightSet set;
    memset(&set, 0, sizeof set);
    for (int b = 0; b < VARIANT_COUNT; b++) {
        for (int phase = 0; phase < EVAL_PHASES; phase++) {
            set.board[b].value[EVAL_MEN][phase] = PLAIN_MAN * EVAL_UNIT;
            set.board[b].value[EVAL_KINGS][phase] = PLAIN_KING * EVAL_UNIT;
        }
    }
    return set;
}

ErrorCode weights_begin(const char *name, EvalWeightSet *set, Error *e)
{
    if (name != NULL && strcmp(name, WEIGHTS_PLAIN) != 0) {
        return eval_file_read(name, set, e);
    }
    *set = name == NULL ? EVAL_WEIGHTS_BUILTIN : plain();
    return error_clear(e);
}
