/* Terms about kings. Private to the evaluation. */
#ifndef BUSHKA_ENGINE_EVAL_KINGS_H
#define BUSHKA_ENGINE_EVAL_KINGS_H

#include "eval_sides.h"

enum {
    TRAPPED_MAX = 1,   /* a king with so many moves or fewer is trapped */
    WINNING_KINGS = 3, /* so many are said to win against one */
    FORTRESS_MEN = 2   /* so many men at home may hold against one king */
};

/* What the kings of a side can do. */
typedef struct KingMoves {
    int mobility; /* squares that they reach */
    int trapped;  /* kings that reach none or one: a king may be born in a prison */
} KingMoves;

INLINE_HOT KingMoves king_moves_of(const Variant *v, Bitboard kings, Bitboard vacant)
{
    const Bitboard occupied = v->board & ~vacant;
    KingMoves moves = {0, 0};
    while (kings != 0) {
        const Square k = pop_lowest(&kings);
        const int reached = popcount(reach_slide(v, occupied, k, DIR_NW) | reach_slide(v, occupied, k, DIR_NE) |
                                     reach_slide(v, occupied, k, DIR_SW) | reach_slide(v, occupied, k, DIR_SE));
        moves.mobility += reached;
        moves.trapped += reached <= TRAPPED_MAX;
    }
    return moves;
}

/* 1 for a side that has a king at all. */
INLINE_HOT IntPair count_has_king(const Position *p)
{
    const IntPair has = {{p->kings[WHITE] != 0, p->kings[BLACK] != 0}};
    return has;
}

/* Kings on the border, where they see half as much and can be shut in. */
INLINE_HOT BoardPair find_king_edge(const EvalSides *s)
{
    return s->kings & s->geometry->edge;
}

/* Kings on a line of nine squares or more, from where they reach the whole board. */
INLINE_HOT BoardPair find_king_long_line(const EvalSides *s)
{
    return s->kings & s->geometry->long_line;
}

/* Kings against a side that has none: they hunt its men unhindered. */
INLINE_HOT BoardPair find_kings_alone(const EvalSides *s)
{
    return pair_where_none(s->kings, s->enemy_kings);
}

/* True for a side that has one king and nothing else. */
INLINE_HOT bool is_lone_king(Bitboard men, Bitboard kings)
{
    return men == 0 && kings != 0 && !has_several(kings);
}

/* 1 for a side with three kings or more against a lone one: said to be won. */
INLINE_HOT IntPair count_kings_three(const EvalSides *s)
{
    const IntPair three = {
        {is_lone_king(s->enemy_men[WHITE], s->enemy_kings[WHITE]) && popcount(s->kings[WHITE]) >= WINNING_KINGS,
         is_lone_king(s->enemy_men[BLACK], s->enemy_kings[BLACK]) && popcount(s->kings[BLACK]) >= WINNING_KINGS}};
    return three;
}

/* 1 for a side without a king, with two men or more on its first two rows, against a lone king: a small fortress. */
INLINE_HOT bool is_fortress(Bitboard men, Bitboard kings)
{
    return kings == 0 && popcount(men & (EVAL_ROW(1) | EVAL_ROW(2))) >= FORTRESS_MEN;
}
INLINE_HOT IntPair count_fortress(const EvalSides *s)
{
    const IntPair fortress = {
        {is_lone_king(s->enemy_men[WHITE], s->enemy_kings[WHITE]) && is_fortress(s->men[WHITE], s->kings[WHITE]),
         is_lone_king(s->enemy_men[BLACK], s->enemy_kings[BLACK]) && is_fortress(s->men[BLACK], s->kings[BLACK])}};
    return fortress;
}

#endif
