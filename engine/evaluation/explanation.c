/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/explanation.h"

/* The position without what stands on a square. */
static Position without(const Position *p, Square s)
{
    Position rest = *p;
    for (int c = WHITE; c <= BLACK; c++) {
        rest.men[c] &= ~bit(s);
        rest.kings[c] &= ~bit(s);
    }
    rest.key = position_compute_key(&rest);
    return rest;
}

/* White's view of what is the mover's. */
static Score of_white(const Position *p, Score mover)
{
    return p->side == WHITE ? mover : -mover;
}

/* What the solved endings add, White's view. */
static Score ending_of(const Evaluation *e, const Position *p, Score value)
{
    if (evaluation_kind(e) == EVALUATION_LEARNED) {
        return value - of_white(p, network_value_plain(evaluation_network(e, p->variant), p));
    }
    EvalTrace trace;
    eval_trace(evaluation_terms(e), p, &trace);
    return (Score)(trace.ending / EVAL_SCALE);
}

void evaluation_explain(const Evaluation *e, const Position *p, Explanation *x)
{
    *x = (Explanation){.value = of_white(p, evaluation_position(e, p))};
    x->ending = ending_of(e, p, x->value);
    for (int c = WHITE; c <= BLACK; c++) {
        for (Bitboard left = position_pieces(p, (Color)c); left != 0; left &= left - 1) {
            const Square s = lowest(left);
            const Position rest = without(p, s);
            const Score added = x->value - of_white(p, evaluation_position(e, &rest));
            x->piece[s] = c == WHITE ? added : -added;
        }
    }
}
