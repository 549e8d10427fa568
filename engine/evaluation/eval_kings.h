/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Terms about kings. Private to the evaluation. */
#ifndef BUSHKA_EVALUATION_EVAL_KINGS_H
#define BUSHKA_EVALUATION_EVAL_KINGS_H

#include "core/square.h"
#include "evaluation/eval_sides.h"

/* A king with so many moves or fewer is trapped. */
enum { TRAPPED_MAX = 1 };

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

/* Steps from a square to the border in the direction in which that is nearest: from the middle lines most squares are
 * within reach. On 9x11 the middle row counts as one step more than its rows tell. */
INLINE_HOT int king_centre(const Variant *v, Square s)
{
    const int across =
        square_column(s) < v->files + 1 - square_column(s) ? square_column(s) - 1 : v->files - square_column(s);
    const int along = square_row(s) < v->rows + 1 - square_row(s) ? square_row(s) - 1 : v->rows - square_row(s);
    const int along_of_files = along + (v->files - v->rows) / 2;
    return across < along_of_files ? across : along_of_files;
}

INLINE_HOT IntPair count_king_centre(const EvalSides *s)
{
    IntPair n = {{0, 0}};
    for (int c = WHITE; c <= BLACK; c++) {
        for (Bitboard kings = s->kings[c]; kings != 0;) {
            n.side[c] += king_centre(s->variant, pop_lowest(&kings));
        }
    }
    return n;
}

/* Kings against a side that has none: they hunt its men unhindered. */
INLINE_HOT BoardPair find_kings_alone(const EvalSides *s)
{
    return pair_where_none(s->kings, s->enemy_kings);
}

#endif
