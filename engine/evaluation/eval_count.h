/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All terms of a position: the one place where the search's evaluation, its explanation and the tuner count. Private
 * to the evaluation. */
#ifndef BUSHKA_EVALUATION_EVAL_COUNT_H
#define BUSHKA_EVALUATION_EVAL_COUNT_H

#include <stddef.h>

#include "evaluation/sets.h"

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

/* The phase: full with many men and no king, down to 0 as men go, and soon where kings appear. */
INLINE_HOT int eval_phase(const Position *p)
{
    static const int with_kings[PHASE_KINGS + 1] = {EVAL_PHASE_MAX, EVAL_PHASE_MAX * 3 / 8, EVAL_PHASE_MAX / 16, 0};
    enum { RANGE = PHASE_MEN_MOST - PHASE_MEN_LEAST };
    const int men = popcount(p->men[WHITE] | p->men[BLACK]) - PHASE_MEN_LEAST;
    const int kings = popcount(p->kings[WHITE] | p->kings[BLACK]);
    return with_kings[kings < PHASE_KINGS ? kings : PHASE_KINGS] * (men < 0 ? 0 : men < RANGE ? men : RANGE) / RANGE;
}

/* Counts everything but men on squares, those terms only that are not counted elsewhere where it comes to the sum: the
 * linear ones are in the tables for pieces on squares, the rough ones were counted before. What is not put is 0. */
INLINE_HOT void eval_count(const EvalSides *s, EvalSink *sink)
{
#define TERM(term, name, group, kind, count)                                                                           \
    if ((kind) == EVAL_COUNTED || ((kind) != EVAL_WITH_KINGS && sink->counts != NULL)) {                               \
        put(sink, (term), (count));                                                                                    \
    }
#include "evaluation/terms.h"
    if (s->kings_exist) {
#define TERM(term, name, group, kind, count)                                                                           \
    if ((kind) == EVAL_WITH_KINGS) {                                                                                   \
        put(sink, (term), (count));                                                                                    \
    }
#include "evaluation/terms.h"
    }
}

/* Counts everything into the table (eval_features.c). */
void eval_counts(const Position *p, EvalCounts *c);

#endif
