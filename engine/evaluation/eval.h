/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluation of a position: its features (eval_features.h) times their weights (eval_weights.h). */
#ifndef BUSHKA_EVALUATION_EVAL_H
#define BUSHKA_EVALUATION_EVAL_H

#include "evaluation/eval_weights.h"
#include "evaluation/score.h"

/* An evaluation prepared for both boards. Immutable: any number of threads may use it at once. */
typedef struct Eval Eval;

enum {
    EVAL_TRACE_SQUARES = EVAL_TERM_COUNT, /* the place of all features of men on squares together */
    EVAL_TRACE_COUNT,
    EVAL_LAZY_MARGIN = 200, /* points; in 1 of 1,000 leaves of the search the other terms are worth more */
    EVAL_SCALE = EVAL_PHASE_MAX * EVAL_UNIT /* parts of a point in EvalTrace */
};

/* What makes up an evaluation. */
typedef struct EvalTrace {
    int count[EVAL_TRACE_COUNT][COLOR_COUNT];     /* what was counted: men, steps of pace, moves, ... */
    int64_t parts[EVAL_TRACE_COUNT][COLOR_COUNT]; /* what it is worth, in points times EVAL_SCALE */
    int phase;                                    /* 0 (the ending) to EVAL_PHASE_MAX (the opening) */
    int64_t ending; /* what the solved endings add to that, White's view, in the same parts */
    Score total;    /* points, White's view: the sum of White's parts less Black's, and of `ending` */
} EvalTrace;

/* An evaluation with these weights; NULL when memory runs out. */
Eval *eval_new(const EvalWeightSet *set);

/* Frees it. NULL is allowed. */
void eval_free(Eval *e);

/* What the pieces are worth to White by their kind and square alone: the part of the evaluation that is kept up move by
 * move. Two sums in one number, for the opening and for the ending. */
typedef int64_t EvalMaterial;

/* The sum of a position, from scratch; and from that of another position of the board. */
EvalMaterial eval_material(const Eval *e, const Position *p);
EvalMaterial eval_material_between(const Eval *e, const Position *before, EvalMaterial sum, const Position *p);

/* The evaluation from the side of the player to move, within +-SCORE_EVAL_MAX. The position need not be quiet. */
Score eval_position(const Eval *e, const Position *p);

/* Lazy evaluation: the same, given the material, exact within the window from alpha to beta; where material and the
 * men's squares alone lie so far outside that the other terms are not expected to bring it back, a bound outside the
 * window instead. */
Score eval_bounded(const Eval *e, const Position *p, EvalMaterial material, Score alpha, Score beta);

/* The same number for White's side, with every term. */
void eval_trace(const Eval *e, const Position *p, EvalTrace *trace);

#endif
