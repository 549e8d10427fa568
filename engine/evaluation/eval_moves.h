/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms about the moves that the men have left: mobility, safe moves, tempo. Private to the evaluation. */
#ifndef BUSHKA_EVALUATION_EVAL_MOVES_H
#define BUSHKA_EVALUATION_EVAL_MOVES_H

#include "evaluation/eval_sides.h"

/* With so many safe moves or fewer a side is about to run out of them. */
enum { SAFE_FEW_MAX = 2 };

/* Men that can move NW, alone or as the last of a line: one move each. The same for both sides as reach_runs(). */
INLINE_HOT BoardPair find_movers_nw(const EvalSides *s)
{
    BoardPair run = s->men & pair_se(s->vacant);
    BoardPair through = s->men & s->own_se;
    run |= s->men & pair_se(run);
    run |= through & (run >> 2 * STEP_NUMBER);
    through &= through >> 2 * STEP_NUMBER;
    run |= through & (run >> 4 * STEP_NUMBER);
    return run | (s->men & pair_se(run));
}

/* The same NE. */
INLINE_HOT BoardPair find_movers_ne(const EvalSides *s)
{
    BoardPair run = s->men & pair_sw(s->vacant);
    BoardPair through = s->men & s->own_sw;
    run |= s->men & pair_sw(run);
    run |= through & (run >> 2 * STEP_LETTER);
    through &= through >> 2 * STEP_LETTER;
    run |= through & (run >> 4 * STEP_LETTER);
    return run | (s->men & pair_sw(run));
}

/* Vacant squares on which no enemy man can capture by approach: no enemy stands two steps away on a line with the
 * square between vacant. */
INLINE_HOT BoardPair find_quiet(const EvalSides *s)
{
    return s->vacant & ~(pair_nw(s->vacant & s->foe_nw) | pair_ne(s->vacant & s->foe_ne) |
                         pair_sw(s->vacant & s->foe_sw) | pair_se(s->vacant & s->foe_se));
}

/* Men between an own man and an enemy on one line: if they leave, the two stand at capturing distance. */
INLINE_HOT BoardPair find_pinned(const EvalSides *s)
{
    return s->men &
           ((s->own_nw & s->foe_se) | (s->own_ne & s->foe_sw) | (s->own_sw & s->foe_ne) | (s->own_se & s->foe_nw));
}

/* Where safe single steps end: by men that are not pinned, to quiet squares, and not straight away from an enemy
 * behind, who would follow. */
INLINE_HOT BoardPair find_safe_nw(const EvalSides *s, BoardPair pinned, BoardPair quiet)
{
    return pair_nw(s->men & ~(pinned | s->foe_nw)) & quiet;
}
INLINE_HOT BoardPair find_safe_ne(const EvalSides *s, BoardPair pinned, BoardPair quiet)
{
    return pair_ne(s->men & ~(pinned | s->foe_ne)) & quiet;
}

/* Tempo in the inventor's sense: steps that can be made behind the front line, without coming nearer to the enemy. */
INLINE_HOT IntPair count_tempo(const EvalSides *s)
{
    const BoardPair targets = s->vacant & s->behind;
    return int_pair_add(pair_count(s->own_nw & targets), pair_count(s->own_ne & targets));
}

#endif
