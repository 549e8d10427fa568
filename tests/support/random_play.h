/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Deterministic random games and positions: scattered pieces of every density, and positions from random games. */
#ifndef BUSHKA_SUPPORT_RANDOM_PLAY_H
#define BUSHKA_SUPPORT_RANDOM_PLAY_H

#include "core/position.h"

/* A generator of pseudo-random numbers (SplitMix64). Start it with any seed; the same seed gives the same games. */
typedef struct RandomPlay {
    uint64_t state;
} RandomPlay;

/* A number from 0 to n - 1; n is 1 or more. */
int random_play_below(RandomPlay *r, int n);

/* A random legal move; MOVE_NONE when there is none. */
Move random_play_move(RandomPlay *r, const Position *p);

/* Plays a random legal move on *p; returns false, with *p unchanged, when there is none. */
bool random_play_step(RandomPlay *r, Position *p);

/* Puts one piece on a random vacant square where it may stand, if there is one. */
void random_play_put(RandomPlay *r, Position *p, Color c, bool king);

/* Up to `kings` kings and up to `men` men of each side on random squares, either side to move. No man stands on its
 * promotion row. */
Position random_play_scatter(RandomPlay *r, const Variant *v, int kings, int men);

/* Which pieces a scattered position holds. */
typedef enum Scatter {
    SCATTER_MEN = 0,  /* men alone, up to a full board */
    SCATTER_FEW,      /* a few men and kings of both sides */
    SCATTER_MIXED,    /* any number of each, up to a full board */
    SCATTER_ROWS,     /* crowded with men: long lines, few kings */
    SCATTER_KINGS,    /* kings alone, up to half the board */
    SCATTER_ONE_SWARM /* many kings of the side to move against scattered men */
} Scatter;

enum { SCATTER_COUNT = 6 };

/* Pieces of that kind on random squares, either side to move. No man stands on its promotion row. */
Position random_scatter(RandomPlay *r, const Variant *v, Scatter kind);

/* The position after 0 to max_plies random moves from the start position, fewer if the game ends before. */
Position random_game_position(RandomPlay *r, const Variant *v, int max_plies);

#endif
