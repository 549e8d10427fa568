/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms about pace and the race to the far row. Private to the evaluation. */
#ifndef BUSHKA_EVALUATION_EVAL_MEN_H
#define BUSHKA_EVALUATION_EVAL_MEN_H

#include "evaluation/eval_sides.h"

/* Bit n of the row's number is set on the squares of the n-th set, so that the sum of the rows of many men takes four
 * population counts. */
#define PACE_ROWS_1 (EVAL_ROW(1) | EVAL_ROW(3) | EVAL_ROW(5) | EVAL_ROW(7) | EVAL_ROW(9))
#define PACE_ROWS_2 (EVAL_ROW(2) | EVAL_ROW(3) | EVAL_ROW(6) | EVAL_ROW(7) | EVAL_ROW(10))
#define PACE_ROWS_4 (EVAL_ROW(4) | EVAL_ROW(5) | EVAL_ROW(6) | EVAL_ROW(7))
#define PACE_ROWS_8 (EVAL_ROW(8) | EVAL_ROW(9) | EVAL_ROW(10))

/* Pace in the inventor's sense: the sum over the men of their row, 1 on the own first row. */
INLINE_HOT int pace_of(Bitboard men)
{
    return popcount(men & PACE_ROWS_1) + 2 * popcount(men & PACE_ROWS_2) + 4 * popcount(men & PACE_ROWS_4) +
           8 * popcount(men & PACE_ROWS_8);
}

INLINE_HOT IntPair count_pace(const EvalSides *s)
{
    const IntPair pace = {{pace_of(s->men[WHITE]), pace_of(s->men[BLACK])}};
    return pace;
}

/* Row of the rearmost man; 0 without men. A man far behind takes no part, or is the last reserve. */
INLINE_HOT int rear_of(Bitboard men)
{
    return men != 0 ? EVAL_ROW_OF[lowest(men)] : 0;
}
INLINE_HOT IntPair count_rear(const EvalSides *s)
{
    const IntPair rear = {{rear_of(s->men[WHITE]), rear_of(s->men[BLACK])}};
    return rear;
}

/* Men near the far row that no enemy man can meet any more, whatever both do: no enemy man stands in the forward
 * cone widened by two steps, from where it could capture by approach. Own men in the way and enemy kings are not
 * looked at. */
INLINE_HOT BoardPair find_passed(const EvalSides *s)
{
    const BoardPair board = s->board;
    BoardPair met = s->enemy_men;
    met |= (pair_nw(met) | pair_ne(met) | pair_sw(met) | pair_se(met)) & board;
    met |= (pair_nw(met) | pair_ne(met) | pair_sw(met) | pair_se(met)) & board;
    for (int row = 0; row < EVAL_RUNAWAY_ROWS; row++) {
        met |= (pair_sw(met) | pair_se(met)) & board;
    }
    return s->men & ~met & s->geometry->near_promotion;
}

/* Passed men that become kings by force: the enemy has no king that could stop them. */
INLINE_HOT BoardPair find_runaways(const EvalSides *s, BoardPair passed)
{
    return s->kings_exist ? pair_where_none(passed, s->enemy_kings) : passed;
}

/* Plies until the first runaway becomes a king; RACE_NEVER without one. */
enum { RACE_NEVER = 100 };
INLINE_HOT int race_plies(const EvalSides *s, Bitboard runaways, Color c)
{
    const int plies = 2 * (s->variant->rows - front_of(runaways)) - (s->to_move == c);
    return runaways != 0 ? plies : RACE_NEVER;
}

/* 1 for the side that will have the first king. They never tie, since they move in turn. */
INLINE_HOT IntPair count_race(const EvalSides *s, BoardPair runaways)
{
    const int white = race_plies(s, runaways[WHITE], WHITE);
    const int black = race_plies(s, runaways[BLACK], BLACK);
    const IntPair race = {{white < black, black < white}};
    return race;
}

#endif
