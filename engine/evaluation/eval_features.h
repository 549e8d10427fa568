/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the evaluation counts: the features of a position. The evaluation is linear in them (eval_weights.h), so that
 * their weights can be tuned without knowing what they are. */
#ifndef BUSHKA_EVALUATION_EVAL_FEATURES_H
#define BUSHKA_EVALUATION_EVAL_FEATURES_H

#include "core/position.h"

/* The terms: feature, name, group, kind. Each is counted for White and for Black; the functions that count them
 * (eval_men.h, eval_moves.h, eval_structure.h, eval_kings.h) say what and why. */
#define EVAL_TERMS(X)                                                                                                  \
    X(EVAL_MEN, "men", EVAL_GROUP_MATERIAL, EVAL_LINEAR)                                                               \
    X(EVAL_KINGS, "kings", EVAL_GROUP_MATERIAL, EVAL_LINEAR)                                                           \
    X(EVAL_HAS_KING, "has_king", EVAL_GROUP_MATERIAL, EVAL_COUNTED)                                                    \
    X(EVAL_TO_MOVE, "to_move", EVAL_GROUP_MATERIAL, EVAL_COUNTED)                                                      \
    X(EVAL_PACE, "pace", EVAL_GROUP_PACE, EVAL_LINEAR)                                                                 \
    X(EVAL_FRONT, "front", EVAL_GROUP_PACE, EVAL_COUNTED)                                                              \
    X(EVAL_TEMPO, "tempo", EVAL_GROUP_TEMPO, EVAL_COUNTED)                                                             \
    X(EVAL_TEMPO_SAFE, "tempo_safe", EVAL_GROUP_TEMPO, EVAL_COUNTED)                                                   \
    X(EVAL_MOBILITY, "mobility", EVAL_GROUP_MOBILITY, EVAL_COUNTED)                                                    \
    X(EVAL_SAFE, "safe", EVAL_GROUP_MOBILITY, EVAL_COUNTED)                                                            \
    X(EVAL_SAFE_NONE, "safe_none", EVAL_GROUP_MOBILITY, EVAL_COUNTED)                                                  \
    X(EVAL_SAFE_FEW, "safe_few", EVAL_GROUP_MOBILITY, EVAL_COUNTED)                                                    \
    X(EVAL_ZUGZWANG, "zugzwang", EVAL_GROUP_MOBILITY, EVAL_COUNTED)                                                    \
    X(EVAL_STUCK, "stuck", EVAL_GROUP_MOBILITY, EVAL_COUNTED)                                                          \
    X(EVAL_PAIRS, "pairs", EVAL_GROUP_STRUCTURE, EVAL_COUNTED)                                                         \
    X(EVAL_CONTACT, "contact", EVAL_GROUP_STRUCTURE, EVAL_COUNTED)                                                     \
    X(EVAL_WINGS, "wings", EVAL_GROUP_STRUCTURE, EVAL_COUNTED)                                                         \
    X(EVAL_CENTRE, "centre", EVAL_GROUP_STRUCTURE, EVAL_LINEAR)                                                        \
    X(EVAL_BACK_ROW, "back_row", EVAL_GROUP_STRUCTURE, EVAL_LINEAR)                                                    \
    X(EVAL_CORNERS, "corners", EVAL_GROUP_STRUCTURE, EVAL_LINEAR)                                                      \
    X(EVAL_KING_MOBILITY, "king_mobility", EVAL_GROUP_KINGS, EVAL_COUNTED)                                             \
    X(EVAL_KING_TRAPPED, "king_trapped", EVAL_GROUP_KINGS, EVAL_COUNTED)                                               \
    X(EVAL_KING_EDGE, "king_edge", EVAL_GROUP_KINGS, EVAL_LINEAR)                                                      \
    X(EVAL_KING_LONG_LINE, "king_long_line", EVAL_GROUP_KINGS, EVAL_LINEAR)                                            \
    X(EVAL_KINGS_ALONE, "kings_alone", EVAL_GROUP_KINGS, EVAL_COUNTED)                                                 \
    X(EVAL_KING_CENTRE, "king_centre", EVAL_GROUP_KINGS, EVAL_LINEAR)

enum {
    EVAL_PHASE_MAX = 256, /* the phase in which opening weights count alone */
    EVAL_SQUARES = 50,    /* features for men on squares */
    EVAL_NAME_SIZE = 24   /* room for a feature's name and its NUL */
};

/* The features: the terms above, then men on squares (eval_square_feature()). */
typedef enum EvalFeature {
#define EVAL_TERM_ENUM(feature, name, group, kind) feature,
    EVAL_TERMS(EVAL_TERM_ENUM)
#undef EVAL_TERM_ENUM
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
    EVAL_LINEAR       /* a sum over the pieces of what each gives on its square: kept up move by move */
} EvalKind;

/* The features of a position: White's counts minus Black's. */
typedef struct EvalFeatures {
    int phase; /* EVAL_PHASE_MAX: opening weights count alone; 0: ending weights alone */
    int16_t count[EVAL_FEATURE_COUNT];
} EvalFeatures;

/* Counts the features of p. Slow next to eval_position(), which counts with the same code; for tuning and tests. */
void eval_features(const Position *p, EvalFeatures *f);

/* The feature of a man of that colour on that square of the board. Squares are seen from the own side. Where the
 * board has a mirror, both halves share their features, and some are not used. */
EvalFeature eval_square_feature(const Variant *v, Color c, Square s);

/* The feature's name, such as "pace" or "man_square_17", in the buffer, which is returned. */
const char *eval_feature_name(EvalFeature f, char buffer[EVAL_NAME_SIZE]);

/* The group to which a term (a feature below EVAL_TERM_COUNT) belongs, and its name, such as "material". */
EvalGroup eval_feature_group(EvalFeature f);
const char *eval_group_name(EvalGroup g);

/* How the feature is treated; men on squares are EVAL_LINEAR. */
EvalKind eval_feature_kind(EvalFeature f);

#endif
