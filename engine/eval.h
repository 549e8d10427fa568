/* The evaluation of a position by material, pace and tempo. */
#ifndef BUSHKA_ENGINE_EVAL_H
#define BUSHKA_ENGINE_EVAL_H

#include "position.h"
#include "score.h"

/* The terms; eval_term_name() names them. */
typedef enum EvalTerm {
    EVAL_MEN = 0,  /* men, 100 each */
    EVAL_KINGS,    /* kings */
    EVAL_PACE,     /* sum over the men of their row, 1 on the own first row (RULES: pace) */
    EVAL_MOBILITY, /* moves available to the men */
    EVAL_TEMPO,    /* spare moves behind the front line */
    EVAL_TERM_COUNT
} EvalTerm;

/* What makes up an evaluation. Points are scaled: total = sum over terms of (points[WHITE] - points[BLACK]). */
typedef struct EvalTrace {
    int count[EVAL_TERM_COUNT][COLOR_COUNT];  /* what was counted: men, kings, steps of pace, moves, ... */
    int points[EVAL_TERM_COUNT][COLOR_COUNT]; /* what it is worth, in points */
    int phase;                                /* 0 (kings decide) to EVAL_PHASE_MAX (men only) */
    Score total;                              /* White's view */
} EvalTrace;

enum { EVAL_PHASE_MAX = 256 };

/* The evaluation from the side of the player to move, within +-SCORE_EVAL_MAX. The position need not be quiet. */
Score eval_position(const Position *p);

/* The same number for White's side, with every term. */
void eval_trace(const Position *p, EvalTrace *trace);

/* A short name such as "pace". */
const char *eval_term_name(EvalTerm term);

#endif
