/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The position as both sides see it: the sets of squares and the numbers that the terms (terms.h) are made of, and how
 * they are counted. Private to the evaluation. */
#ifndef BUSHKA_EVALUATION_SETS_H
#define BUSHKA_EVALUATION_SETS_H

#include "core/cpu.h"
#include "core/reach.h"
#include "core/square.h"
#include "evaluation/eval_features.h"

/* Rows and columns in the layout of bitboard.h, as constant expressions. Squares that the board lacks do not matter,
 * since men and kings stand on the board. */
#define EVAL_ROW_BEGIN(r) (((r)-1) / 2 * 13 + ((r)-1) % 2 * 7)
#define EVAL_ROW(r) (((r) % 2 != 0 ? (Bitboard)0x3F : (Bitboard)0x1F) << EVAL_ROW_BEGIN(r))
#define EVAL_ROWS_BELOW(r) (((Bitboard)1 << EVAL_ROW_BEGIN(r)) - 1)
#define EVAL_COLUMN(c)                                                                                                 \
    (((Bitboard)1 | (Bitboard)1 << 13 | (Bitboard)1 << 26 | (Bitboard)1 << 39 | (Bitboard)1 << 52)                     \
     << ((c) % 2 != 0 ? ((c)-1) / 2 : 6 + (c) / 2))
#define EVAL_SQUARE(c, r) (EVAL_COLUMN(c) & EVAL_ROW(r))

/* A set for White in lane WHITE and one for Black in lane BLACK, each seen from the side's own end of the board
 * (Black's is turned), so that own men move NW and NE in both. Every operation works on both sides at once. */
typedef uint64_t BoardPair __attribute__((vector_size(16)));

/* The same set for both sides, as a constant. */
#define EVAL_BOTH(set)                                                                                                 \
    {                                                                                                                  \
        (set), (set)                                                                                                   \
    }

enum { EVAL_ROWS_MAX = 10 };

/* The sets of one board, from the own side. */
typedef struct EvalGeometry {
    BoardPair left;      /* the columns left of the middle */
    BoardPair right;     /* and right of it */
    BoardPair centre;    /* the columns around the middle */
    BoardPair corners;   /* the outermost squares of the first two rows: one left, one right */
    BoardPair edge;      /* the border */
    BoardPair long_line; /* lines of nine squares or more */
} EvalGeometry;

#define EVAL_LINES_10X10                                                                                               \
    (EVAL_SQUARE(1, 1) | EVAL_SQUARE(2, 2) | EVAL_SQUARE(3, 3) | EVAL_SQUARE(4, 4) | EVAL_SQUARE(5, 5) |               \
     EVAL_SQUARE(6, 6) | EVAL_SQUARE(7, 7) | EVAL_SQUARE(8, 8) | EVAL_SQUARE(9, 9) | EVAL_SQUARE(10, 10) |             \
     EVAL_SQUARE(1, 9) | EVAL_SQUARE(2, 8) | EVAL_SQUARE(3, 7) | EVAL_SQUARE(4, 6) | EVAL_SQUARE(6, 4) |               \
     EVAL_SQUARE(7, 3) | EVAL_SQUARE(8, 2) | EVAL_SQUARE(9, 1) | EVAL_SQUARE(2, 10) | EVAL_SQUARE(3, 9) |              \
     EVAL_SQUARE(4, 8) | EVAL_SQUARE(5, 7) | EVAL_SQUARE(7, 5) | EVAL_SQUARE(8, 4) | EVAL_SQUARE(9, 3) |               \
     EVAL_SQUARE(10, 2))
#define EVAL_LINES_9X11                                                                                                \
    (EVAL_SQUARE(1, 1) | EVAL_SQUARE(2, 2) | EVAL_SQUARE(3, 3) | EVAL_SQUARE(4, 4) | EVAL_SQUARE(5, 5) |               \
     EVAL_SQUARE(6, 6) | EVAL_SQUARE(7, 7) | EVAL_SQUARE(8, 8) | EVAL_SQUARE(9, 9) | EVAL_SQUARE(3, 1) |               \
     EVAL_SQUARE(4, 2) | EVAL_SQUARE(5, 3) | EVAL_SQUARE(6, 4) | EVAL_SQUARE(7, 5) | EVAL_SQUARE(8, 6) |               \
     EVAL_SQUARE(9, 7) | EVAL_SQUARE(10, 8) | EVAL_SQUARE(11, 9) | EVAL_SQUARE(1, 9) | EVAL_SQUARE(2, 8) |             \
     EVAL_SQUARE(3, 7) | EVAL_SQUARE(4, 6) | EVAL_SQUARE(6, 4) | EVAL_SQUARE(7, 3) | EVAL_SQUARE(8, 2) |               \
     EVAL_SQUARE(9, 1) | EVAL_SQUARE(3, 9) | EVAL_SQUARE(4, 8) | EVAL_SQUARE(5, 7) | EVAL_SQUARE(6, 6) |               \
     EVAL_SQUARE(7, 5) | EVAL_SQUARE(8, 4) | EVAL_SQUARE(9, 3) | EVAL_SQUARE(10, 2) | EVAL_SQUARE(11, 1))

/* In the order of variant_at(). */
static const EvalGeometry EVAL_GEOMETRY[VARIANT_COUNT] = {
    {.left = EVAL_BOTH(EVAL_COLUMN(1) | EVAL_COLUMN(2) | EVAL_COLUMN(3) | EVAL_COLUMN(4) | EVAL_COLUMN(5)),
     .right = EVAL_BOTH(EVAL_COLUMN(6) | EVAL_COLUMN(7) | EVAL_COLUMN(8) | EVAL_COLUMN(9) | EVAL_COLUMN(10)),
     .centre = EVAL_BOTH(EVAL_COLUMN(4) | EVAL_COLUMN(5) | EVAL_COLUMN(6) | EVAL_COLUMN(7)),
     .corners = EVAL_BOTH(EVAL_SQUARE(1, 1) | EVAL_SQUARE(10, 2)),
     .edge = EVAL_BOTH(EVAL_COLUMN(1) | EVAL_COLUMN(10) | EVAL_ROW(1) | EVAL_ROW(10)),
     .long_line = EVAL_BOTH(EVAL_LINES_10X10)},
    {.left = EVAL_BOTH(EVAL_COLUMN(1) | EVAL_COLUMN(2) | EVAL_COLUMN(3) | EVAL_COLUMN(4) | EVAL_COLUMN(5)),
     .right = EVAL_BOTH(EVAL_COLUMN(7) | EVAL_COLUMN(8) | EVAL_COLUMN(9) | EVAL_COLUMN(10) | EVAL_COLUMN(11)),
     .centre = EVAL_BOTH(EVAL_COLUMN(4) | EVAL_COLUMN(5) | EVAL_COLUMN(6) | EVAL_COLUMN(7) | EVAL_COLUMN(8)),
     .corners = EVAL_BOTH(EVAL_SQUARE(1, 1) | EVAL_SQUARE(11, 1)),
     .edge = EVAL_BOTH(EVAL_COLUMN(1) | EVAL_COLUMN(11) | EVAL_ROW(1) | EVAL_ROW(9)),
     .long_line = EVAL_BOTH(EVAL_LINES_9X11)}};

/* The rows below row r, r from 0, which stands for "none", on. */
static const Bitboard EVAL_BELOW[EVAL_ROWS_MAX + 1] = {
    0,
    EVAL_ROWS_BELOW(1),
    EVAL_ROWS_BELOW(2),
    EVAL_ROWS_BELOW(3),
    EVAL_ROWS_BELOW(4),
    EVAL_ROWS_BELOW(5),
    EVAL_ROWS_BELOW(6),
    EVAL_ROWS_BELOW(7),
    EVAL_ROWS_BELOW(8),
    EVAL_ROWS_BELOW(9),
    EVAL_ROWS_BELOW(10),
};

/* The row of each square; see square_row(). */
#define EVAL_PAIR_ROWS(n)                                                                                              \
    2 * (n) + 1, 2 * (n) + 1, 2 * (n) + 1, 2 * (n) + 1, 2 * (n) + 1, 2 * (n) + 1, 2 * (n) + 1, 2 * (n) + 2,            \
        2 * (n) + 2, 2 * (n) + 2, 2 * (n) + 2, 2 * (n) + 2, 2 * (n) + 2
static const uint8_t EVAL_ROW_OF[] = {EVAL_PAIR_ROWS(0), EVAL_PAIR_ROWS(1), EVAL_PAIR_ROWS(2), EVAL_PAIR_ROWS(3),
                                      EVAL_PAIR_ROWS(4)};

/* A number for each side. */
typedef struct IntPair {
    int side[COLOR_COUNT];
} IntPair;

/* Both sides' view. */
typedef struct EvalSides {
    const Position *position;
    const EvalGeometry *geometry;
    bool kings_exist;
    BoardPair men, kings;
    BoardPair enemy_men, enemy_kings;
    BoardPair vacant;
    BoardPair own_nw, own_ne, own_sw, own_se; /* squares reached by own men with a step in that direction */
    BoardPair foe_nw, foe_ne, foe_sw, foe_se; /* the same by enemy pieces */
    BoardPair behind;                         /* the rows behind the most advanced man's */
    BoardPair movers_nw, movers_ne;           /* men that can move so, alone or as the last of a line: one move each */
    BoardPair safe_nw, safe_ne;               /* where safe single steps end */
    IntPair safe;                             /* how many there are */
    IntPair front;                            /* row of the most advanced man; 0 without men */
    IntPair king_mobility;                    /* squares that the kings reach */
    IntPair king_trapped;                     /* kings that reach none or one */
} EvalSides;

enum {
    TRAPPED_MAX = 1, /* a king with so many moves or fewer is trapped */
    SAFE_FEW_MAX = 2 /* with so many safe moves or fewer a side is about to run out of them */
};

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

/* Number of squares for each side, of a set and of two sets together. */
INLINE_HOT IntPair number_of(BoardPair b)
{
    const IntPair n = {{popcount(b[WHITE]), popcount(b[BLACK])}};
    return n;
}
INLINE_HOT IntPair number_of_two(BoardPair a, BoardPair b)
{
    const IntPair n = {{popcount(a[WHITE]) + popcount(b[WHITE]), popcount(a[BLACK]) + popcount(b[BLACK])}};
    return n;
}

/* 1 for a side that has a king at all. */
INLINE_HOT IntPair has_king(const Position *p)
{
    const IntPair n = {{p->kings[WHITE] != 0, p->kings[BLACK] != 0}};
    return n;
}

/* 1 for a side whose number is 0; and for one whose number is small, but not 0. */
INLINE_HOT IntPair has_none(IntPair n)
{
    const IntPair none = {{n.side[WHITE] == 0, n.side[BLACK] == 0}};
    return none;
}
INLINE_HOT IntPair has_few(IntPair n)
{
    const IntPair few = {
        {n.side[WHITE] != 0 && n.side[WHITE] <= SAFE_FEW_MAX, n.side[BLACK] != 0 && n.side[BLACK] <= SAFE_FEW_MAX}};
    return few;
}

/* 1 for the side to move; and the same where it also holds a 1. */
INLINE_HOT IntPair is_mover(const EvalSides *s)
{
    const IntPair mover = {{s->position->side == WHITE, s->position->side == BLACK}};
    return mover;
}
INLINE_HOT IntPair both_hold(IntPair a, IntPair b)
{
    const IntPair n = {{a.side[WHITE] && b.side[WHITE], a.side[BLACK] && b.side[BLACK]}};
    return n;
}

/* How far two numbers of a side are apart. */
INLINE_HOT IntPair difference(IntPair a, IntPair b)
{
    const int white = a.side[WHITE] - b.side[WHITE];
    const int black = a.side[BLACK] - b.side[BLACK];
    const IntPair n = {{white < 0 ? -white : white, black < 0 ? -black : black}};
    return n;
}

/* The set of each side for which the other set is empty; nothing for a side for which it is not. */
INLINE_HOT BoardPair pair_where_none(BoardPair b, BoardPair tested)
{
    const BoardPair kept = {tested[WHITE] == 0 ? b[WHITE] : 0, tested[BLACK] == 0 ? b[BLACK] : 0};
    return kept;
}

/* Bit n of the row's number is set on the squares of the n-th set, so that the sum of the rows of many men takes four
 * population counts. */
#define ROWS_BIT_1 (EVAL_ROW(1) | EVAL_ROW(3) | EVAL_ROW(5) | EVAL_ROW(7) | EVAL_ROW(9))
#define ROWS_BIT_2 (EVAL_ROW(2) | EVAL_ROW(3) | EVAL_ROW(6) | EVAL_ROW(7) | EVAL_ROW(10))
#define ROWS_BIT_4 (EVAL_ROW(4) | EVAL_ROW(5) | EVAL_ROW(6) | EVAL_ROW(7))
#define ROWS_BIT_8 (EVAL_ROW(8) | EVAL_ROW(9) | EVAL_ROW(10))

/* The sum over the men of their row, 1 on the own first row. */
INLINE_HOT int rows_of_side(Bitboard men)
{
    return popcount(men & ROWS_BIT_1) + 2 * popcount(men & ROWS_BIT_2) + 4 * popcount(men & ROWS_BIT_4) +
           8 * popcount(men & ROWS_BIT_8);
}

INLINE_HOT IntPair rows_of(BoardPair men)
{
    const IntPair rows = {{rows_of_side(men[WHITE]), rows_of_side(men[BLACK])}};
    return rows;
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

/* The sum of that over the kings. */
INLINE_HOT IntPair centre_of_kings(const EvalSides *s)
{
    IntPair n = {{0, 0}};
    for (int c = WHITE; c <= BLACK; c++) {
        for (Bitboard kings = s->kings[c]; kings != 0;) {
            n.side[c] += king_centre(s->position->variant, pop_lowest(&kings));
        }
    }
    return n;
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

/* Men that can move NW, alone or as the last of a line. The same for both sides as reach_runs(). */
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

/* What the kings of a side can do. */
INLINE_HOT void king_moves(EvalSides *s, Color c)
{
    const Variant *const v = s->position->variant;
    const Bitboard occupied = v->board & ~s->vacant[c];
    s->king_mobility.side[c] = 0;
    s->king_trapped.side[c] = 0;
    for (Bitboard kings = s->kings[c]; kings != 0;) {
        const Square k = pop_lowest(&kings);
        const int reached = popcount(reach_slide(v, occupied, k, DIR_NW) | reach_slide(v, occupied, k, DIR_NE) |
                                     reach_slide(v, occupied, k, DIR_SW) | reach_slide(v, occupied, k, DIR_SE));
        s->king_mobility.side[c] += reached;
        s->king_trapped.side[c] += reached <= TRAPPED_MAX;
    }
}

/* Fills the view. The compiler keeps the fields in registers, and drops those that no term needs. */
INLINE_HOT void eval_sides(const Position *p, EvalSides *s)
{
    const Variant *const v = p->variant;
    const BoardPair men = pair_turned(v, p->men[BLACK], p->men[WHITE]);
    s->position = p;
    s->geometry = &EVAL_GEOMETRY[variant_index(v)];
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
    s->front.side[WHITE] = front_of(s->men[WHITE]);
    s->front.side[BLACK] = front_of(s->men[BLACK]);
    s->behind = (BoardPair){EVAL_BELOW[s->front.side[WHITE]], EVAL_BELOW[s->front.side[BLACK]]};
    s->movers_nw = find_movers_nw(s);
    s->movers_ne = find_movers_ne(s);
    const BoardPair pinned = find_pinned(s);
    const BoardPair quiet = find_quiet(s);
    s->safe_nw = find_safe_nw(s, pinned, quiet);
    s->safe_ne = find_safe_ne(s, pinned, quiet);
    s->safe = number_of_two(s->safe_nw, s->safe_ne);
    if (s->kings_exist) {
        king_moves(s, WHITE);
        king_moves(s, BLACK);
    } else {
        s->king_mobility = (IntPair){{0, 0}};
        s->king_trapped = (IntPair){{0, 0}};
    }
}

#endif
