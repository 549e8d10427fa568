/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Match statistics: score, Elo, likelihood of superiority and SPRT from counts of games and of game pairs.
 *
 * All figures are those of the first of two players. A pair is two games from one opening with the colours
 * swapped; its two results are not independent, so where pairs are complete the variance is taken from them
 * (pentanomial), else from single games (trinomial). Pure functions: no I/O, no state.
 *
 * Formulas, with outcomes a_i in [0,1] (the mean score of a game or a pair), their frequencies p_i, and n
 * games or pairs:
 *     score   s = sum p_i a_i,   v = sum p_i (a_i - s)^2,   standard error  e = sqrt(v / n)
 *     Elo     400 log10(s / (1 - s)); its error is half the width of the interval of s -+ 1.96 e
 *     nElo    (s - 1/2) / sigma * 800 / ln 10, sigma the deviation of one game: sqrt(v), for pairs sqrt(2 v)
 *     LOS     Phi((s - 1/2) / e)
 *     LLR     log of the ratio of the greatest likelihoods of the counts under H1 and under H0 (generalised
 *             SPRT); each hypothesis fixes the score (logistic) or (score - 1/2) / sigma (normalised).
 */
#ifndef BUSHKA_MATCH_STATS_H
#define BUSHKA_MATCH_STATS_H

#include <stdint.h>

/* The result of a game in half points of the first player: 0, 1 or 2. */
typedef enum StatsResult { STATS_LOSS = 0, STATS_DRAW = 1, STATS_WIN = 2 } StatsResult;

enum { STATS_PAIR_KINDS = 5 };

/* The results of a match. A zeroed struct is an empty match. */
typedef struct StatsCounts {
    uint64_t wins, draws, losses;     /* all games, also those of unfinished pairs */
    uint64_t pairs[STATS_PAIR_KINDS]; /* complete pairs by half points: LL, LD, DD or WL, WD, WW */
} StatsCounts;

/* Counts one game. */
void stats_add_game(StatsCounts *c, StatsResult r);

/* Counts a complete pair. Its games must be counted by stats_add_game() as well. */
void stats_add_pair(StatsCounts *c, StatsResult first, StatsResult second);

/* Adds the counts of *more to *c. */
void stats_merge(StatsCounts *c, const StatsCounts *more);

/* The same match from the other player's point of view. */
StatsCounts stats_flipped(const StatsCounts *c);

/* Number of games, and of complete pairs. */
uint64_t stats_games(const StatsCounts *c);
uint64_t stats_pairs(const StatsCounts *c);

/* The figures of a match. With pairs, everything but the game counts comes from the complete pairs. No
 * figure is NaN: Elo and its error are infinite where the data give no bound. Without games the score is 0.5,
 * Elo 0 with infinite error and LOS 0.5. */
typedef struct StatsSummary {
    double score;           /* 0 to 1 */
    double score_error;     /* half width of its 95 % interval; 0.5 where nothing is known of the spread */
    double elo;             /* logistic Elo difference */
    double elo_error;       /* 95 % */
    double nelo;            /* normalised Elo */
    double nelo_error;      /* 95 % */
    double los;             /* likelihood of superiority, 0 to 1 */
    double draw_ratio;      /* drawn games out of all games, 0 to 1 */
    double pair_draw_ratio; /* pairs that ended 1 : 1 out of all pairs, 0 to 1 */
} StatsSummary;

/* Computes the figures. */
StatsSummary stats_summary(const StatsCounts *c);

/* How the bounds of an SPRT are meant, and the names of that with NULL at the end. */
typedef enum StatsModel { STATS_LOGISTIC = 0, STATS_NORMALIZED = 1 } StatsModel;
extern const char *const STATS_MODEL_NAMES[];

/* A sequential probability ratio test of H0 (elo0) against H1 (elo1). */
typedef struct StatsSprt {
    double elo0, elo1; /* elo0 < elo1, both within -+STATS_SPRT_ELO_MAX */
    double alpha;      /* probability of accepting H1 if H0 is true; above 0, below 0.5 */
    double beta;       /* probability of accepting H0 if H1 is true; above 0, below 0.5 */
    StatsModel model;
} StatsSprt;

enum { STATS_SPRT_ELO_MAX = 200 };

typedef enum StatsDecision { STATS_CONTINUE = 0, STATS_H0, STATS_H1 } StatsDecision;

/* How a test stands. */
typedef struct StatsSprtState {
    double llr;          /* log-likelihood ratio */
    double lower, upper; /* H0 is accepted at llr <= lower, H1 at llr >= upper */
    StatsDecision decision;
} StatsSprtState;

/* How the test stands; from pairs when there are any, else from single games. t must be valid. A kind of
 * result that has not occurred counts as a thousandth of one, so that no likelihood is zero. Without games
 * the ratio is 0. */
StatsSprtState stats_sprt(const StatsSprt *t, const StatsCounts *c);

#endif
