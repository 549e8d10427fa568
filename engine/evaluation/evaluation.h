/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluation as the search calls it: one interface over the network (network.h), the hand-crafted evaluation
 * (pace_tempo.h) and material alone. All give way to the solved endings (solved_ending.h) where these reach. */
#ifndef BUSHKA_EVALUATION_EVALUATION_H
#define BUSHKA_EVALUATION_EVALUATION_H

#include "evaluation/network.h"
#include "evaluation/pace_tempo.h"

typedef enum EvaluationKind {
    EVALUATION_LEARNED,    /* a network */
    EVALUATION_PACE_TEMPO, /* the sum of terms */
    EVALUATION_KINDS,      /* that an option offers */
    EVALUATION_MATERIAL    /* a man 100 points, a king 300: what the first games of a training are played with */
} EvaluationKind;

/* The names of those that an option offers; NULL at the end. */
extern const char *const EVALUATION_NAMES[EVALUATION_KINDS + 1];

/* Which evaluation is wanted. It owns the networks: to be ended with evaluation_choice_free(). */
typedef struct EvaluationChoice {
    EvaluationKind kind;
    Network *network[VARIANT_COUNT]; /* of EVALUATION_LEARNED, by board; NULL: the built-in one */
} EvaluationChoice;

/* Frees the networks of a choice: it is of the built-in ones then. */
void evaluation_choice_free(EvaluationChoice *c);

/* An evaluation for both boards. Any number of threads may use it at once, for positions of boards that it has been
 * prepared for. */
typedef struct Evaluation Evaluation;

/* What a thread knows of the positions that it evaluated last, by ply: positions near in the tree are near each other,
 * and their accumulators are made from one another. */
typedef struct EvaluationStack EvaluationStack;

/* The evaluation chosen, whose networks must outlive it, prepared for that board; NULL, with ERROR_MEMORY, when there
 * is not enough memory. */
Evaluation *evaluation_new(const EvaluationChoice *choice, const Variant *v, Error *e);

/* Prepares it for a board, too: makes the built-in network, where that is used. Not while other threads use the
 * evaluation, except for a board that it is prepared for. Returns false when memory runs out. */
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

/* Forgets all positions; to be called when the evaluation is exchanged for another. */
void evaluation_stack_clear(EvaluationStack *s);

/* Makes the stack ready for positions of that board; to be called before the first of them. */
void evaluation_stack_prepare(EvaluationStack *s, const Evaluation *e, const Variant *v);

/* The value of the position at a ply for the side to move, within +-SCORE_EVAL_MAX; outside the window from alpha to
 * beta it may be a bound that lies outside too. The position need not be quiet. */
Score evaluation_value(const Evaluation *e, EvaluationStack *s, const Position *p, int ply, Score alpha, Score beta);

/* What the pieces of the side to move count more than those of the other, men and kings alone. */
Score evaluation_material(const Position *p);

/* The exact value of one position. */
Score evaluation_position(const Evaluation *e, const Position *p);

enum { EXPLANATION_SQUARES = 64 };

/* What an evaluation makes of a position, in points: piece by piece, which a network can answer too, and by the terms
 * of pace-tempo. */
typedef struct Explanation {
    Score value;                      /* White's view */
    Score ending;                     /* what the solved endings add to the network or the terms, White's view */
    Score piece[EXPLANATION_SQUARES]; /* by square: what the value loses without the piece there, its owner's view;
                                         0 on vacant squares */
    PaceTempoTrace terms;
    Score terms_ending; /* what the solved endings add to the terms, White's view */
} Explanation;

/* Explains the position, which need not be quiet. Every piece is left out on its own, the same side being to move: what
 * the pieces add does not add up to the value. */
void evaluation_explain(const Evaluation *e, const Position *p, Explanation *x);

#endif
