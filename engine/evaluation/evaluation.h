/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluation as the search calls it: one interface over the network (network.h), the hand-crafted evaluation
 * (pace_tempo.h) and material alone. Where a solved ending (solved_ending.h) covers the position, it corrects the value
 * of all of them. */
#ifndef BUSHKA_EVALUATION_EVALUATION_H
#define BUSHKA_EVALUATION_EVALUATION_H

#include "evaluation/network.h"
#include "evaluation/pace_tempo.h"

typedef enum EvaluationKind {
    EVALUATION_LEARNED,    /* a network */
    EVALUATION_PACE_TEMPO, /* the sum of terms */
    EVALUATION_KINDS,      /* the number of kinds above, which an option offers */
    EVALUATION_MATERIAL    /* a man 100 points, a king 300: plays the first games of a training run */
} EvaluationKind;

/* The names of the kinds that an option offers; NULL at the end. */
extern const char *const EVALUATION_NAMES[EVALUATION_KINDS + 1];

/* Which evaluation is wanted. It owns the networks; free it with evaluation_choice_free(). */
typedef struct EvaluationChoice {
    EvaluationKind kind;
    Network *network[VARIANT_COUNT]; /* of EVALUATION_LEARNED, by board; NULL: the built-in one */
} EvaluationChoice;

/* Frees the networks of a choice, which then stands for the built-in ones. */
void evaluation_choice_free(EvaluationChoice *c);

/* An evaluation for both boards. Any number of threads may use it at once, for the boards that it has been prepared
 * for. */
typedef struct Evaluation Evaluation;

/* What a thread remembers of the positions that it evaluated last, by ply: positions close in the tree differ little,
 * so their accumulators are updated from one another. */
typedef struct EvaluationStack EvaluationStack;

/* Makes the chosen evaluation, prepared for that board. The networks of the choice must outlive it. NULL, with
 * ERROR_MEMORY, when memory runs out. */
Evaluation *evaluation_new(const EvaluationChoice *choice, const Variant *v, Error *e);

/* Prepares it for another board: reads the built-in network, if that is used. Not while other threads use the
 * evaluation, unless it is already prepared for that board. Returns false when memory runs out. */
bool evaluation_prepare(Evaluation *e, const Variant *v);

/* Frees it. NULL is allowed. */
void evaluation_free(Evaluation *e);

/* Its kind. */
EvaluationKind evaluation_kind(const Evaluation *e);

/* The network of an EVALUATION_LEARNED for a board; valid as long as the evaluation is. */
const Network *evaluation_network(const Evaluation *e, const Variant *v);

/* A stack for plies 0 to SEARCH_PLY_MAX; NULL when memory runs out. */
EvaluationStack *evaluation_stack_new(void);

/* Frees it. NULL is allowed. */
void evaluation_stack_free(EvaluationStack *s);

/* Forgets all positions. To be called when the evaluation is replaced. */
void evaluation_stack_clear(EvaluationStack *s);

/* Prepares the stack for positions of that board. To be called before the first of them. */
void evaluation_stack_prepare(EvaluationStack *s, const Evaluation *e, const Variant *v);

/* The value of the position at a ply for the side to move, within +-SCORE_EVAL_MAX. Outside the window from alpha to
 * beta it may be only a bound, on the same side of the window. The position need not be quiet. */
Score evaluation_value(const Evaluation *e, EvaluationStack *s, const Position *p, int ply, Score alpha, Score beta);

/* The material balance for the side to move: men and kings at the fixed values of EVALUATION_MATERIAL. */
Score evaluation_material(const Position *p);

/* The exact value of a single position, computed without a stack. */
Score evaluation_position(const Evaluation *e, const Position *p);

/* An explained evaluation, in points: piece by piece, which works for a network too, and by the terms of pace-tempo. */
typedef struct Explanation {
    Score value;     /* White's view */
    Score ending;    /* what the solved endings add to the network or the terms, White's view */
    Score piece[64]; /* by square: what the value loses without the piece there, its owner's view; 0 if vacant */
    PaceTempoTrace terms;
    Score terms_ending; /* what the solved endings add to the terms, White's view */
} Explanation;

/* Explains the position, which need not be quiet. Each piece is removed by itself, with the same side to move, so what
 * the pieces add does not add up to the value. */
void evaluation_explain(const Evaluation *e, const Position *p, Explanation *x);

#endif
