/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Openings: start positions with a few moves, from a file or made at random, in an order set by a seed.
 *
 * A file of format "epd" holds one opening a line; empty lines and lines that begin with '#' are skipped:
 *
 *     (FEN | startpos) ["moves" MOVE...] [";" comment]
 *
 * A file of format "pdn" holds games (see games/pdn.h); their first plies are the openings.
 *
 * Two openings are the same when their last positions are equal, or one is the other turned by 180 degrees
 * with the colours swapped, or (where the board has a mirror) mirrored left to right: a pair of games with the
 * colours swapped cannot tell them apart. Of these the first is kept.
 */
#ifndef BUSHKA_MATCH_OPENINGS_H
#define BUSHKA_MATCH_OPENINGS_H

#include <stddef.h>

#include "core/error.h"
#include "core/position.h"

enum {
    OPENINGS_PLIES_MAX = 200,     /* longest opening */
    OPENINGS_COUNT_MAX = 1000000, /* most openings of a set */
    OPENINGS_PLIES_DEFAULT = 8    /* random plies when nothing else is said */
};

/* OPENINGS_MADE is not a format of files: the openings are made at random. */
typedef enum OpeningsFormat { OPENINGS_EPD = 0, OPENINGS_PDN, OPENINGS_MADE } OpeningsFormat;
typedef enum OpeningsOrder { OPENINGS_SEQUENTIAL = 0, OPENINGS_RANDOM } OpeningsOrder;

/* One opening: the game begins at start and moves are played without asking. Valid as long as its set. */
typedef struct Opening {
    Position start;
    const Move *moves;
    int plies;
    unsigned number; /* place in the file or in the order of making, from 1 */
} Opening;

/* A set of openings; it never changes once made. */
typedef struct Openings Openings;

/* Reads a set for that board. Of each opening at most max_plies moves are kept (0 or less: all of an EPD
 * line, OPENINGS_PLIES_DEFAULT of a PDN game). Refuses what is not a regular file, and ("FILE:LINE: reason") a line
 * that does not parse, an illegal move, a game of the other board, an opening that ends in a finished game, and an
 * empty set. NULL with *e filled on error; else the caller frees the set. */
Openings *openings_read(const Variant *v, const char *path, OpeningsFormat format, int max_plies, Error *e);

/* Makes up to `count` different openings of `plies` random moves from the start position, each balanced: both sides
 * have the same number of men and of kings, neither could capture if it were to move, and the side to move has a move.
 * The same arguments always give the same set, and a smaller count its first part. May hold fewer than `count` when
 * there hardly are that many. The count is 1 to OPENINGS_COUNT_MAX, plies are 0 to OPENINGS_PLIES_MAX. Errors:
 * ERROR_MEMORY; ERROR_SYNTAX when no balanced opening turned up. */
Openings *openings_random(const Variant *v, int count, int plies, uint64_t seed, Error *e);

/* Frees a set. NULL is allowed. */
void openings_free(Openings *o);

/* Puts the set, which is in the order of its file, into one that follows from the seed. */
void openings_shuffle(Openings *o, uint64_t seed);

/* Number of openings, at least 1. */
size_t openings_count(const Openings *o);

/* The opening of a round, counted from 0; after the last the first comes again. */
Opening openings_at(const Openings *o, uint64_t round);

#endif
