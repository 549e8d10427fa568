/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an evaluation makes of a position, piece by piece: an answer that a network can give too, which has no terms. */
#ifndef BUSHKA_EVALUATION_EXPLANATION_H
#define BUSHKA_EVALUATION_EXPLANATION_H

#include "evaluation/evaluation.h"

enum { EXPLANATION_SQUARES = 64 };

/* All in points. */
typedef struct Explanation {
    Score value;                      /* of the position, White's view */
    Score ending;                     /* what the solved endings add to the network or the terms, White's view */
    Score piece[EXPLANATION_SQUARES]; /* by square: what the value loses without the piece there, its owner's view;
                                         0 on vacant squares */
} Explanation;

/* Explains the position, which need not be quiet. Every piece is left out on its own, the same side being to move: what
 * the pieces add does not add up to the value. */
void evaluation_explain(const Evaluation *e, const Position *p, Explanation *x);

#endif
