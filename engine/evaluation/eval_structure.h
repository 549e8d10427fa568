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

/* Rows of three men: strong in attack, and a rich prey. */
INLINE_HOT IntPair count_threes(BoardPair letter, BoardPair number)
{
    return int_pair_add(pair_count(letter & pair_ne(letter)), pair_count(number & pair_nw(number)));
}

/* Heads of lines with an enemy three steps ahead and nothing between: whoever steps in offers an exchange, and the
 * line captures more. */
INLINE_HOT IntPair count_facing(const EvalSides *s, BoardPair letter, BoardPair number)
{
    const BoardPair ahead_letter = pair_ne(pair_ne(letter) & s->vacant) & s->vacant;
    const BoardPair ahead_number = pair_nw(pair_nw(number) & s->vacant) & s->vacant;
    return int_pair_add(pair_count(ahead_letter & s->foe_sw), pair_count(ahead_number & s->foe_se));
}

/* Men next to an enemy: they cannot be captured by him, but they bind each other. */
INLINE_HOT BoardPair find_contact(const EvalSides *s)
{
    return s->men & (s->foe_nw | s->foe_ne | s->foe_sw | s->foe_se);
}

/* Men without an own man next to them. */
INLINE_HOT BoardPair find_isolated(const EvalSides *s)
{
    return s->men & ~(s->own_nw | s->own_ne | s->own_sw | s->own_se);
}

/* Vacant squares between two own men on a line: an enemy there breaks the line in two. */
INLINE_HOT BoardPair find_holes(const EvalSides *s)
{
    return s->vacant & ((s->own_ne & s->own_sw) | (s->own_nw & s->own_se));
}

/* Men beyond the middle that have an own man behind them. */
INLINE_HOT BoardPair find_outposts(const EvalSides *s)
{
    return s->men & s->geometry->beyond & (s->own_nw | s->own_ne);
}

/* Men beyond the middle that have none. */
INLINE_HOT BoardPair find_outposts_lone(const EvalSides *s)
{
    return s->men & s->geometry->beyond & ~(s->own_nw | s->own_ne);
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
