/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluation as the search asks for it: one interface, two implementations.
 *
 * `learned` is a network (network.h). `pace-tempo` is the sum of terms that a player can read (eval.h, terms.h). Both
 * give way to the solved endings (eval_endings.h) where these reach. */
#ifndef BUSHKA_EVALUATION_EVALUATION_H
#define BUSHKA_EVALUATION_EVALUATION_H

#include "evaluation/eval.h"
#include "evaluation/network.h"

typedef enum EvaluationKind { EVALUATION_LEARNED, EVALUATION_PACE_TEMPO, EVALUATION_KINDS } EvaluationKind;

/* Their names, in the order of EvaluationKind; NULL at the end. */
extern const char *const EVALUATION_NAMES[EVALUATION_KINDS + 1];

/* What an evaluation is made of. */
typedef struct EvaluationParts {
    EvaluationKind kind;
    const EvalWeightSet *weights;          /* of pace-tempo; NULL: the built-in ones */
    const Network *network[VARIANT_COUNT]; /* by board; NULL: the built-in one */
} EvaluationParts;

/* An evaluation for both boards. Immutable: any number of threads may use it at once. */
typedef struct Evaluation Evaluation;

/* What a thread knows of the positions that it evaluated last, by ply: positions near in the tree are near each other,
 * and their sums are made from one another. */
typedef struct EvaluationStack EvaluationStack;

/* The evaluation of those parts, which are copied; NULL, with ERROR_MEMORY, when there is not enough memory. */
Evaluation *evaluation_new(const EvaluationParts *parts, Error *e);

/* Frees it. NULL is allowed. */
void evaluation_free(Evaluation *e);

/* Its kind, its pace-tempo sum, and its network for a board; valid as long as it is. */
EvaluationKind evaluation_kind(const Evaluation *e);
const Eval *evaluation_terms(const Evaluation *e);
const Network *evaluation_network(const Evaluation *e, const Variant *v);

/* A stack for plies 0 to SEARCH_PLY_MAX; NULL when memory runs out. */
EvaluationStack *evaluation_stack_new(void);

/* Frees it. NULL is allowed. */
void evaluation_stack_free(EvaluationStack *s);

/* Makes the stack ready for positions of that board; to be called before the first of them, and after the evaluation
 * was exchanged for another (then with `again` true). */
void evaluation_stack_prepare(EvaluationStack *s, const Evaluation *e, const Variant *v, bool again);

/* The value of the position at a ply for the side to move, within +-SCORE_EVAL_MAX; outside the window from alpha to
 * beta it may be a bound that lies outside too. The position need not be quiet. */
Score evaluation_value(const Evaluation *e, EvaluationStack *s, const Position *p, int ply, Score alpha, Score beta);

/* The exact value of one position. */
Score evaluation_position(const Evaluation *e, const Position *p);

#endif
