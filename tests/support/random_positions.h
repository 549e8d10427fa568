/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deterministic random positions for the tests of the rules: scattered pieces of every density, and positions from
 * random games. */
#ifndef BUSHKA_SUPPORT_RANDOM_POSITIONS_H
#define BUSHKA_SUPPORT_RANDOM_POSITIONS_H

#include "support/random_play.h"

/* Which pieces a scattered position holds. */
typedef enum Scatter {
    SCATTER_MEN = 0,  /* men alone, up to a full board */
    SCATTER_FEW,      /* a few men and kings of both sides */
    SCATTER_MIXED,    /* any number of each, up to a full board */
    SCATTER_ROWS,     /* crowded with men: long lines; hardly a king */
    SCATTER_KINGS,    /* kings alone, up to half the board */
    SCATTER_ONE_SWARM /* many kings of the side to move against scattered men */
} Scatter;

enum { SCATTER_COUNT = 6 };

/* Pieces of that kind on random squares, either side to move. No man stands on its promotion row. */
Position random_scatter(RandomPlay *r, const Variant *v, Scatter kind);

/* The position after 0 to max_plies random moves from the start position, or where the game ended before. */
Position random_game_position(RandomPlay *r, const Variant *v, int max_plies);

#endif
