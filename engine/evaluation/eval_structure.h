/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms about how the men stand to each other and to the enemy. Private to the evaluation. */
#ifndef BUSHKA_EVALUATION_EVAL_STRUCTURE_H
#define BUSHKA_EVALUATION_EVAL_STRUCTURE_H

#include "evaluation/eval_sides.h"

/* Men with an own man behind them on a letter line, and on a number line: lines move and capture as a whole. */
INLINE_HOT BoardPair find_pairs_letter(const EvalSides *s)
{
    return s->men & s->own_ne;
}
INLINE_HOT BoardPair find_pairs_number(const EvalSides *s)
{
    return s->men & s->own_nw;
}

/* Men next to an enemy: they cannot be captured by him, but they bind each other. */
INLINE_HOT BoardPair find_contact(const EvalSides *s)
{
    return s->men & (s->foe_nw | s->foe_ne | s->foe_sw | s->foe_se);
}

/* By how many men one wing outweighs the other: men crowded on one wing lack on the other. */
INLINE_HOT IntPair count_wings(const EvalSides *s)
{
    const IntPair left = pair_count(s->men & s->geometry->left);
    const IntPair right = pair_count(s->men & s->geometry->right);
    const int white = left.side[WHITE] - right.side[WHITE];
    const int black = left.side[BLACK] - right.side[BLACK];
    const IntPair wings = {{white < 0 ? -white : white, black < 0 ? -black : black}};
    return wings;
}

/* Men in the columns around the middle. */
INLINE_HOT BoardPair find_centre(const EvalSides *s)
{
    return s->men & s->geometry->centre;
}

/* Men at home on the first row keep the enemy from it. */
INLINE_HOT BoardPair find_back_row(const EvalSides *s)
{
    return s->men & EVAL_ROW(1);
}

/* The same on the outermost squares at home: in the opening these men cover the wings. */
INLINE_HOT BoardPair find_corners(const EvalSides *s)
{
    return s->men & s->geometry->corners;
}

#endif
