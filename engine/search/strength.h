/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Play for people: how much a weaker level searches, how it chooses among the best moves, and how full strength varies
 * its openings. */
#ifndef BUSHKA_SEARCH_STRENGTH_H
#define BUSHKA_SEARCH_STRENGTH_H

#include <stdint.h>

#include "evaluation/score.h"

enum {
    STRENGTH_LEVEL_COUNT = 20,                  /* weaker levels, 0 to 19 */
    STRENGTH_LEVEL_FULL = STRENGTH_LEVEL_COUNT, /* the search as it is */
    STRENGTH_UNIT = 100,                        /* levels are given in hundredths */
    STRENGTH_LINES_MAX = 16,                    /* the most candidates */
    STRENGTH_PAUSE_MAX = 1000,                  /* ms that a weak level takes for its answer */
    STRENGTH_VARIETY_MAX = 100,                 /* points */
    STRENGTH_VARIETY_PLIES = 16,                /* plies of a game that full strength varies */
    STRENGTH_ELO_MIN = 340,                     /* rating of a beginner, who plays nearly at random */
    STRENGTH_ELO_MAX = 2830                     /* of the highest weaker level, as in the table (strength.c) */
};

/* A weaker level. */
typedef struct StrengthLevel {
    int depth;  /* plies, 0: no limit */
    int nodes;  /* positions searched; the first iteration counts even if this limit interrupts it */
    int lines;  /* root moves with exact scores among which the level chooses */
    int margin; /* points by which the chosen move may be worse than the best */
    int elo;    /* measured by scripts/calibrate; level 0 is the anchor */
} StrengthLevel;

/* The level by its number, 0 to STRENGTH_LEVEL_COUNT - 1. */
const StrengthLevel *strength_level(int number);

/* The level in hundredths, -STRENGTH_UNIT to STRENGTH_UNIT * (STRENGTH_LEVEL_COUNT - 1), that plays at the rating,
 * STRENGTH_ELO_MIN to STRENGTH_ELO_MAX: interpolated between the measured ones, whose order is that of the levels.
 * Below 0 a beginner plays instead of level 0, as often as the hundredths say. */
int strength_of_elo(int elo);

/* The level to play one move at, for a strength in hundredths: of the two levels around it the upper one as often as
 * the fraction says, by the seed. NULL from STRENGTH_UNIT * STRENGTH_LEVEL_FULL on: full strength. */
const StrengthLevel *strength_pick(int hundredths, uint64_t seed);

/* True when the level chooses among several moves. The highest one plays the best it finds, as full strength does. */
bool strength_chooses(const StrengthLevel *level);

/* Chooses among moves with these scores, best first: each score is raised by a random number of points up to the
 * margin, and the highest wins, so that better moves are likelier and no move is more than the margin worse than the
 * first. Where the first is a mate score, it is chosen. Returns the index; count is at least 1. */
int strength_choose(const Score *scores, int count, int margin, uint64_t seed);

/* Points by which a move of full strength is raised, 0 to `variety`: the search then finds the move with the highest
 * sum of score and bonus, which is at most `variety` worse than the best, and costs no more than a search for the best.
 * `move` is any number that tells the moves of a position apart. */
int strength_bonus(uint64_t seed, uint64_t move, int variety);

/* A score raised by the bonus of its move. Forced wins and losses are not raised: they are preferred or avoided as they
 * are. */
static inline Score strength_raised(Score score, int bonus)
{
    const Score raised = score + bonus;
    return score_is_solved(score) ? score : raised < SCORE_EVAL_MAX ? raised : SCORE_EVAL_MAX;
}

/* The score that was raised: the inverse of strength_raised(). */
static inline Score strength_true_score(Score raised, int bonus)
{
    return score_is_solved(raised) ? raised : raised - bonus;
}

/* The bound that a score must exceed for its raised score to exceed `bound`. */
static inline Score strength_lowered(Score bound, int bonus)
{
    const Score lowered = bound - bonus;
    return score_is_solved(bound) ? bound : lowered > -SCORE_SOLVED ? lowered : -SCORE_SOLVED;
}

#endif
