/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hand-crafted evaluation `pace-tempo`: a sum of terms that a player can read, each a count times its weight. Pace
 * is that of the game's inventor; of what he calls tempo, the spare moves, only the steps that are possible now behind
 * the front are counted. The solved endings (solved_ending.h) are not part of it. */
#ifndef BUSHKA_EVALUATION_PACE_TEMPO_H
#define BUSHKA_EVALUATION_PACE_TEMPO_H

#include "core/position.h"
#include "evaluation/score.h"

enum {
    PACE_TEMPO_TERMS = 26,                      /* without the squares of the men */
    PACE_TEMPO_PHASE_MAX = 256,                 /* the phase in which only the weights of the opening count */
    PACE_TEMPO_POINT = 8 * PACE_TEMPO_PHASE_MAX /* a point in the parts of PaceTempoTerm; weights are in eighths of a
                                                   point */
};

/* The subjects to which terms belong. */
typedef enum PaceTempoGroup {
    PACE_TEMPO_MATERIAL,
    PACE_TEMPO_PACE,
    PACE_TEMPO_TEMPO,
    PACE_TEMPO_MOBILITY,
    PACE_TEMPO_STRUCTURE,
    PACE_TEMPO_KINGS,
    PACE_TEMPO_GROUPS
} PaceTempoGroup;

/* Their names, such as "material". */
extern const char *const PACE_TEMPO_GROUP_NAMES[PACE_TEMPO_GROUPS];

/* A term in a position, for both sides. */
typedef struct PaceTempoTerm {
    const char *name;
    PaceTempoGroup group;
    int count[COLOR_COUNT];     /* what was counted: men, steps of pace, moves, ... */
    int64_t parts[COLOR_COUNT]; /* what that is worth, in parts of PACE_TEMPO_POINT */
} PaceTempoTerm;

/* What the evaluation of a position is made of. */
typedef struct PaceTempoTrace {
    PaceTempoTerm term[PACE_TEMPO_TERMS];
    PaceTempoTerm squares; /* what men are worth for where they stand; in no group */
    int phase;             /* PACE_TEMPO_PHASE_MAX (the opening) to 0 (the ending) */
    Score value;           /* points, White's view: White's parts less Black's, cut off at +-SCORE_EVAL_MAX */
} PaceTempoTrace;

/* What each piece is worth on each square, added up once from the terms that a piece contributes by itself. */
typedef struct PaceTempo {
    struct PaceTempoBoard {
        int64_t man[COLOR_COUNT][64], king[COLOR_COUNT][64]; /* by square; packed, and White's view */
    } board[VARIANT_COUNT];
} PaceTempo;

/* The pieces of a position and what they are worth, updated from one position to the next. Zeroed: an empty board. */
typedef struct PaceTempoSum {
    Bitboard men[COLOR_COUNT], kings[COLOR_COUNT];
    int64_t worth;
} PaceTempoSum;

/* Fills the table; from then on any number of threads may read it. */
void pace_tempo_prepare(PaceTempo *t);

/* The value of the position for the side to move, in points, within +-SCORE_EVAL_MAX; the position need not be quiet.
 * It is exact within the window from alpha to beta. Outside it may be only a bound: when the pieces on their squares
 * alone are worth so much or so little that the other terms are not expected to bring the value back into the window
 * ("lazy evaluation"). */
Score pace_tempo_value(const PaceTempo *t, PaceTempoSum *sum, const Position *p, Score alpha, Score beta);

/* The exact value and every term. */
void pace_tempo_trace(const Position *p, PaceTempoTrace *trace);

#endif
