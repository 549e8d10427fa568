/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which evaluation is wanted: its kind, and what stands in place of the built-in weights and networks. */
#ifndef BUSHKA_EVALUATION_EVALUATION_CHOICE_H
#define BUSHKA_EVALUATION_EVALUATION_CHOICE_H

#include "evaluation/evaluation.h"

/* A choice. It owns the networks; end it with evaluation_choice_free(). */
typedef struct EvaluationChoice {
    EvaluationKind kind;
    EvalWeightSet weights;
    Network *network[VARIANT_COUNT]; /* NULL: the built-in one */
} EvaluationChoice;

/* The built-in evaluation of that kind. */
void evaluation_choice_init(EvaluationChoice *c, EvaluationKind kind);

/* A copy; ERROR_MEMORY (then it is the built-in evaluation). */
ErrorCode evaluation_choice_copy(EvaluationChoice *copy, const EvaluationChoice *c, Error *e);

/* Takes weights (for both boards) or a network (for the board that it names) from a file; the other parts stay as they
 * are. *read, unless NULL, tells whose part was read. The errors of eval_file_read() and network_file_read(), and one
 * for what is neither; nothing is changed then. */
ErrorCode evaluation_choice_read(EvaluationChoice *c, const char *path, EvaluationKind *read, Error *e);

/* Back to the built-in weights and networks; the kind stays. */
void evaluation_choice_reset(EvaluationChoice *c);

/* Its parts; valid until the choice changes. */
EvaluationParts evaluation_choice_parts(const EvaluationChoice *c);

/* Frees what it owns. */
void evaluation_choice_free(EvaluationChoice *c);

#endif
