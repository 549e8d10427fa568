/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The position as both sides see it, with the sets that several terms share. Private to the evaluation. */
#ifndef BUSHKA_EVALUATION_EVAL_SIDES_H
#define BUSHKA_EVALUATION_EVAL_SIDES_H

#include "core/cpu.h"
#include "core/reach.h"
#include "evaluation/eval_features.h"
#include "evaluation/eval_geometry.h"

/* A number for each side. */
typedef struct IntPair {
    int side[COLOR_COUNT];
} IntPair;

/* Both sides' view. */
typedef struct EvalSides {
    const Variant *variant;
    const EvalGeometry *geometry;
    Color to_move;
    bool kings_exist;
    BoardPair men, kings;
    BoardPair enemy_men, enemy_kings;
    BoardPair vacant;
    BoardPair own_nw, own_ne, own_sw, own_se; /* squares reached by own men with a step in that direction */
    BoardPair foe_nw, foe_ne, foe_sw, foe_se; /* the same by enemy pieces */
    BoardPair behind;                         /* the rows behind the most advanced man's */
    IntPair men_count;
    IntPair front; /* row of the most advanced man; 0 without men */
} EvalSides;

/* One step of every square; see step(). */
INLINE_HOT BoardPair pair_nw(BoardPair b)
{
    return b << STEP_NUMBER;
}
INLINE_HOT BoardPair pair_ne(BoardPair b)
{
    return b << STEP_LETTER;
}
INLINE_HOT BoardPair pair_sw(BoardPair b)
{
    return b >> STEP_LETTER;
}
INLINE_HOT BoardPair pair_se(BoardPair b)
{
    return b >> STEP_NUMBER;
}

/* Number of squares for each side. */
INLINE_HOT IntPair pair_count(BoardPair b)
{
    const IntPair n = {{popcount(b[WHITE]), popcount(b[BLACK])}};
    return n;
}

INLINE_HOT IntPair int_pair_add(IntPair a, IntPair b)
{
    const IntPair n = {{a.side[WHITE] + b.side[WHITE], a.side[BLACK] + b.side[BLACK]}};
    return n;
}

/* The set of each side for which the other set is empty; nothing for a side for which it is not. */
INLINE_HOT BoardPair pair_where_none(BoardPair b, BoardPair tested)
{
    const BoardPair kept = {tested[WHITE] == 0 ? b[WHITE] : 0, tested[BLACK] == 0 ? b[BLACK] : 0};
    return kept;
}

/* Both sets turned by 180 degrees: bit i becomes bit 63 - i, and the board is moved back to bit 0. */
INLINE_HOT BoardPair pair_turned(const Variant *v, Bitboard first, Bitboard second)
{
    static const Bitboard ones = 0x5555555555555555u, twos = 0x3333333333333333u, fours = 0x0F0F0F0F0F0F0F0Fu;
    BoardPair b = {__builtin_bswap64(first), __builtin_bswap64(second)};
    b = ((b >> 1) & ones) | ((b & ones) << 1);
    b = ((b >> 2) & twos) | ((b & twos) << 2);
    b = ((b >> 4) & fours) | ((b & fours) << 4);
    return b >> (63 - v->last);
}

INLINE_HOT int front_of(Bitboard men)
{
    return men != 0 ? EVAL_ROW_OF[highest(men)] : 0;
}

/* Fills the view. Every field is set, none is set twice: the compiler keeps them in registers. */
INLINE_HOT void eval_sides(const Position *p, EvalSides *s)
{
    const Variant *const v = p->variant;
    const BoardPair men = pair_turned(v, p->men[BLACK], p->men[WHITE]);
    s->variant = v;
    s->geometry = &EVAL_GEOMETRY[eval_board_index(v)];
    s->to_move = p->side;
    s->men = (BoardPair){p->men[WHITE], men[0]};
    s->enemy_men = (BoardPair){p->men[BLACK], men[1]};
    s->kings_exist = (p->kings[WHITE] | p->kings[BLACK]) != 0;
    if (s->kings_exist) {
        const BoardPair kings = pair_turned(v, p->kings[BLACK], p->kings[WHITE]);
        s->kings = (BoardPair){p->kings[WHITE], kings[0]};
        s->enemy_kings = (BoardPair){p->kings[BLACK], kings[1]};
    } else {
        s->kings = (BoardPair){0, 0};
        s->enemy_kings = (BoardPair){0, 0};
    }
    const BoardPair enemies = s->enemy_men | s->enemy_kings;
    s->vacant = (BoardPair){v->board, v->board} & ~(s->men | s->kings | enemies);
    s->own_nw = pair_nw(s->men);
    s->own_ne = pair_ne(s->men);
    s->own_sw = pair_sw(s->men);
    s->own_se = pair_se(s->men);
    s->foe_nw = pair_nw(enemies);
    s->foe_ne = pair_ne(enemies);
    s->foe_sw = pair_sw(enemies);
    s->foe_se = pair_se(enemies);
    s->men_count.side[WHITE] = popcount(p->men[WHITE]);
    s->men_count.side[BLACK] = popcount(p->men[BLACK]);
    s->front.side[WHITE] = front_of(s->men[WHITE]);
    s->front.side[BLACK] = front_of(s->men[BLACK]);
    s->behind = (BoardPair){EVAL_BELOW[s->front.side[WHITE]], EVAL_BELOW[s->front.side[BLACK]]};
}

#endif
