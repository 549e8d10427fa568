/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How the solved endings (eval_endings.h) enter the evaluation. */
#ifndef BUSHKA_EVALUATION_SOLVED_ENDING_H
#define BUSHKA_EVALUATION_SOLVED_ENDING_H

#include "core/position.h"
#include "evaluation/eval_endings.h"
#include "evaluation/score.h"

/* True when the position is one of them, or one of more pieces against a lone king. */
static inline bool solved_ending_covers(const Position *p)
{
    const Bitboard white = position_pieces(p, WHITE);
    const Bitboard black = position_pieces(p, BLACK);
    if (p->kings[WHITE] == 0 || p->kings[BLACK] == 0) {
        return false;
    }
    return !has_several(white) || !has_several(black) || popcount(white | black) <= EVAL_ENDING_PIECES;
}

/* The value of such an ending, given that by an evaluation that does not know it; both from White's view, in points. */
Score solved_ending_value(const Position *p, Score unaware);

/* Steps from a square to the border in the direction in which that is nearest: from the middle lines most squares are
 * within reach. On 9x11, which is wider than high, rows count one step more. */
int solved_ending_border_steps(const Variant *v, Square s);

#endif
