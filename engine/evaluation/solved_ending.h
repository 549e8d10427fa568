/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endings with few pieces and kings on both sides, as the evaluation values them. They are solved (scripts/endings). In
 * nearly all of them the count of pieces alone decides between a draw and a win, which no sum of terms can express: two
 * pieces do not win against a lone king, three do. */
#ifndef BUSHKA_EVALUATION_SOLVED_ENDING_H
#define BUSHKA_EVALUATION_SOLVED_ENDING_H

#include "core/position.h"
#include "evaluation/score.h"

enum {
    SOLVED_ENDING_PIECES = 4,       /* endings with that many pieces or fewer are solved */
    SOLVED_ENDING_POINTS_MAX = 1200 /* the bound of SolvedEnding's points: all but certain */
};

/* A solved ending by the count of pieces. */
typedef struct SolvedEnding {
    uint8_t kings, men;             /* of the first side */
    uint8_t enemy_kings, enemy_men; /* of the other */
    int16_t points[VARIANT_COUNT];  /* by board: the first side's expected result in quiet positions, on the scale of
                                       the evaluation */
} SolvedEnding;

/* All that have kings on both sides, once each, the stronger side first. scripts/endings/README.md says how they
 * follow from the tablebases, and tests/endings/test_endings.c works them out. */
extern const SolvedEnding SOLVED_ENDINGS[];
extern const int SOLVED_ENDING_COUNT;

/* True when the position is one of them, or one of more pieces against a lone king. */
static inline bool solved_ending_covers(const Position *p)
{
    const Bitboard white = position_pieces(p, WHITE);
    const Bitboard black = position_pieces(p, BLACK);
    if (p->kings[WHITE] == 0 || p->kings[BLACK] == 0) {
        return false;
    }
    return !has_several(white) || !has_several(black) || popcount(white | black) <= SOLVED_ENDING_PIECES;
}

/* The value of such an ending, given the value by an evaluation that does not know it; both from White's view, in
 * points. */
Score solved_ending_value(const Position *p, Score value);

/* Steps from a square to the nearest border: from the middle a king reaches the most squares. On 9x11, which is wider
 * than high, rows count one step more. */
int solved_ending_border_steps(const Variant *v, Square s);

#endif
