/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the evaluation counts: the features of a position. The evaluation is linear in them (eval_weights.h), so that
 * their weights can be tuned without knowing what they are. */
#ifndef BUSHKA_EVALUATION_EVAL_FEATURES_H
#define BUSHKA_EVALUATION_EVAL_FEATURES_H

#include "core/position.h"

enum {
    EVAL_PHASE_MAX = 256, /* the phase in which opening weights count alone */
    EVAL_SQUARES = 45,    /* features for men on squares; none for the farthest row, where no man stays */
    EVAL_NAME_SIZE = 24   /* room for a feature's name and its NUL */
};

/* The features: the terms (terms.h), then men on squares (eval_square_feature()). */
typedef enum EvalFeature {
#define TERM(term, name, group, kind, count) term,
#include "evaluation/terms.h"
    EVAL_TERM_COUNT,
    EVAL_MAN_SQUARE = EVAL_TERM_COUNT, /* the first of EVAL_SQUARES */
    EVAL_FEATURE_COUNT = EVAL_MAN_SQUARE + EVAL_SQUARES
} EvalFeature;

/* The subjects to which terms belong. */
typedef enum EvalGroup {
    EVAL_GROUP_MATERIAL = 0,
    EVAL_GROUP_PACE,
    EVAL_GROUP_TEMPO,
    EVAL_GROUP_MOBILITY,
    EVAL_GROUP_STRUCTURE,
    EVAL_GROUP_KINGS,
    EVAL_GROUP_COUNT
} EvalGroup;

/* How the evaluation treats a term. */
typedef enum EvalKind {
    EVAL_COUNTED = 0, /* counted in each position */
    EVAL_WITH_KINGS,  /* counted where there is a king; 0 where there is none */
    EVAL_ROUGH,       /* counted before the others, for the lazy bound (eval_bounded()): has_king alone */
    EVAL_LINEAR       /* a sum over the pieces of what each gives on its square: kept up move by move */
} EvalKind;

/* The features of a position: White's counts minus Black's. */
typedef struct EvalFeatures {
    int phase; /* EVAL_PHASE_MAX: opening weights count alone; 0: ending weights alone */
    int16_t count[EVAL_FEATURE_COUNT];
} EvalFeatures;

/* Counts the features of p. Slow next to eval_position(), which counts with the same code; for tuning and tests. */
void eval_features(const Position *p, EvalFeatures *f);

/* The feature of a man of that colour on that square of the board, which is none where he promotes. Squares are seen
 * from the own side. Where the board has a mirror, both halves share their features, and some are not used. */
EvalFeature eval_square_feature(const Variant *v, Color c, Square s);

/* The feature's name, such as "pace" or "man_square_17", in the buffer, which is returned. */
const char *eval_feature_name(EvalFeature f, char buffer[EVAL_NAME_SIZE]);

/* The group to which a term (a feature below EVAL_TERM_COUNT) belongs, and its name, such as "material". */
EvalGroup eval_feature_group(EvalFeature f);
const char *eval_group_name(EvalGroup g);

/* How the feature is treated; men on squares are EVAL_LINEAR. */
EvalKind eval_feature_kind(EvalFeature f);

#endif
