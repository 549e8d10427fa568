/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All terms of a position: the one place where the search's evaluation, its explanation and the tuner count. Private
 * to the evaluation. */
#ifndef BUSHKA_EVALUATION_EVAL_COUNT_H
#define BUSHKA_EVALUATION_EVAL_COUNT_H

#include <stddef.h>

#include "evaluation/eval_kings.h"
#include "evaluation/eval_men.h"
#include "evaluation/eval_moves.h"
#include "evaluation/eval_structure.h"

enum {
    PHASE_MEN_LEAST = 4,
    PHASE_MEN_MOST = 24,
    PHASE_KINGS = 3 /* with this many kings on the board the ending has come */
};

/* Each side's counts. */
typedef struct EvalCounts {
    int phase;
    int side[EVAL_TERM_COUNT][COLOR_COUNT];
} EvalCounts;

/* Where the counts go: to their weights at once, or into a table. One of the two is NULL, a constant where it counts,
 * so that nothing but the other is compiled. A packed weight holds the opening's in the low half and the ending's in
 * the high half; so does the sum of all counts times their weights, White's less Black's. */
typedef struct EvalSink {
    const int64_t *weights; /* packed, EVAL_TERM_COUNT of them */
    int64_t sum;            /* packed */
    EvalCounts *counts;
} EvalSink;

INLINE_HOT void put(EvalSink *sink, EvalFeature f, IntPair n)
{
    if (sink->counts == NULL) {
        sink->sum += ((int64_t)n.side[WHITE] - n.side[BLACK]) * sink->weights[f];
    } else {
        sink->counts->side[f][WHITE] = n.side[WHITE];
        sink->counts->side[f][BLACK] = n.side[BLACK];
    }
}

INLINE_HOT void put_set(EvalSink *sink, EvalFeature f, BoardPair set)
{
    put(sink, f, pair_count(set));
}

/* Terms that are in the tables for pieces on squares: they are counted when it comes to counts. */
INLINE_HOT void put_linear(EvalSink *sink, EvalFeature f, IntPair n)
{
    if (sink->counts != NULL) {
        put(sink, f, n);
    }
}

/* The phase: full with many men and no king, down to 0 as men go, and soon where kings appear. */
INLINE_HOT int eval_phase(const Position *p)
{
    static const int with_kings[PHASE_KINGS + 1] = {EVAL_PHASE_MAX, EVAL_PHASE_MAX * 3 / 8, EVAL_PHASE_MAX / 16, 0};
    enum { RANGE = PHASE_MEN_MOST - PHASE_MEN_LEAST };
    const int men = popcount(p->men[WHITE] | p->men[BLACK]) - PHASE_MEN_LEAST;
    const int kings = popcount(p->kings[WHITE] | p->kings[BLACK]);
    return with_kings[kings < PHASE_KINGS ? kings : PHASE_KINGS] * (men < 0 ? 0 : men < RANGE ? men : RANGE) / RANGE;
}

/* Safe moves: how many, and whether they run out. The side to move loses something when it has none. */
INLINE_HOT void put_safe(EvalSink *sink, const EvalSides *s, IntPair safe)
{
    const IntPair none = {{safe.side[WHITE] == 0, safe.side[BLACK] == 0}};
    const IntPair few = {{safe.side[WHITE] != 0 && safe.side[WHITE] <= SAFE_FEW_MAX,
                          safe.side[BLACK] != 0 && safe.side[BLACK] <= SAFE_FEW_MAX}};
    const IntPair zugzwang = {{none.side[WHITE] && s->to_move == WHITE, none.side[BLACK] && s->to_move == BLACK}};
    put(sink, EVAL_SAFE, safe);
    put(sink, EVAL_SAFE_NONE, none);
    put(sink, EVAL_SAFE_FEW, few);
    put(sink, EVAL_ZUGZWANG, zugzwang);
}

INLINE_HOT void put_structure(EvalSink *sink, const EvalSides *s)
{
    put(sink, EVAL_PAIRS, int_pair_add(pair_count(find_pairs_letter(s)), pair_count(find_pairs_number(s))));
    put(sink, EVAL_WINGS, count_wings(s));
    put_linear(sink, EVAL_CENTRE, pair_count(find_centre(s)));
    put_linear(sink, EVAL_BACK_ROW, pair_count(find_back_row(s)));
    put_linear(sink, EVAL_CORNERS, pair_count(find_corners(s)));
}

/* The terms that are 0 while there is no king. */
INLINE_HOT void put_kings(EvalSink *sink, const EvalSides *s)
{
    const KingMoves white = king_moves_of(s->variant, s->kings[WHITE], s->vacant[WHITE]);
    const KingMoves black = king_moves_of(s->variant, s->kings[BLACK], s->vacant[BLACK]);
    const IntPair mobility = {{white.mobility, black.mobility}};
    const IntPair trapped = {{white.trapped, black.trapped}};
    put_linear(sink, EVAL_KINGS, pair_count(s->kings));
    put(sink, EVAL_KING_MOBILITY, mobility);
    put(sink, EVAL_KING_TRAPPED, trapped);
    put_linear(sink, EVAL_KING_EDGE, pair_count(find_king_edge(s)));
    put_linear(sink, EVAL_KING_LONG_LINE, pair_count(find_king_long_line(s)));
    put_linear(sink, EVAL_KING_CENTRE, count_king_centre(s));
    put_set(sink, EVAL_KINGS_ALONE, find_kings_alone(s));
}

/* Counts everything but has_king and men on squares. Counts that are not put are 0. */
INLINE_HOT void eval_count(const EvalSides *s, EvalSink *sink)
{
    const IntPair to_move = {{s->to_move == WHITE, s->to_move == BLACK}};
    const BoardPair movers_nw = find_movers_nw(s);
    const BoardPair movers_ne = find_movers_ne(s);
    const BoardPair pinned = find_pinned(s);
    const BoardPair quiet = find_quiet(s);
    const BoardPair safe_nw = find_safe_nw(s, pinned, quiet);
    const BoardPair safe_ne = find_safe_ne(s, pinned, quiet);

    put_linear(sink, EVAL_MEN, s->men_count);
    put(sink, EVAL_TO_MOVE, to_move);
    put_linear(sink, EVAL_PACE, count_pace(s));
    put(sink, EVAL_FRONT, s->front);
    put(sink, EVAL_TEMPO, count_tempo(s));
    put(sink, EVAL_TEMPO_SAFE, int_pair_add(pair_count(safe_nw & s->behind), pair_count(safe_ne & s->behind)));
    put(sink, EVAL_MOBILITY, int_pair_add(pair_count(movers_nw), pair_count(movers_ne)));
    put_safe(sink, s, int_pair_add(pair_count(safe_nw), pair_count(safe_ne)));
    put_set(sink, EVAL_STUCK, s->men & ~(movers_nw | movers_ne));
    put_set(sink, EVAL_CONTACT, find_contact(s));
    put_structure(sink, s);
    if (s->kings_exist) {
        put_kings(sink, s);
    }
}

/* Counts everything into the table (eval_features.c). */
void eval_counts(const Position *p, EvalCounts *c);

#endif
