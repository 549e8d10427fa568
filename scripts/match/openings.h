/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Openings: start positions with a few moves, from a file or generated at random, in an order set by a seed.
 *
 * A file of format "epd" holds one opening per line; empty lines and lines that begin with '#' are skipped:
 *
 *     (FEN | startpos) ["moves" MOVE...] [";" comment]
 *
 * A file of format "pdn" holds games (see games/pdn.h); their first plies are the openings.
 *
 * Two openings are the same if their last positions are equal, or become equal by turning the board by 180 degrees and
 * swapping the colours, or (where the board has a mirror) by mirroring it left to right: a pair of games with the
 * colours swapped cannot tell them apart. Only the first of them is kept.
 */
#ifndef BUSHKA_MATCH_OPENINGS_H
#define BUSHKA_MATCH_OPENINGS_H

#include <stddef.h>

#include "core/error.h"
#include "core/position.h"

enum {
    OPENINGS_PLIES_MAX = 200,     /* longest opening */
    OPENINGS_COUNT_MAX = 1000000, /* most openings of a set */
    OPENINGS_PLIES_DEFAULT = 8    /* plies of an opening where nothing else is configured */
};

/* OPENINGS_MADE is not a file format: the openings are generated at random. */
typedef enum OpeningsFormat { OPENINGS_EPD = 0, OPENINGS_PDN, OPENINGS_MADE } OpeningsFormat;
typedef enum OpeningsOrder { OPENINGS_SEQUENTIAL = 0, OPENINGS_RANDOM } OpeningsOrder;

/* One opening: the game begins at `start`, and `moves` are played without asking the engines. Valid as long as its set.
 */
typedef struct Opening {
    Position start;
    const Move *moves;
    int plies;
    unsigned number; /* place in the file or in the order of generation, from 1 */
} Opening;

/* A set of openings. */
typedef struct Openings Openings;

/* Reads the openings for that board in a file, at most max_plies plies of each (0: all of an EPD line,
 * OPENINGS_PLIES_DEFAULT of a PDN game). NULL with *e filled on error, else the caller frees the set. Errors: the file
 * is not a regular one or holds no opening; a line does not parse, a move is illegal, a game is of the other board, an
 * opening ends in a finished game ("FILE:LINE: reason"). */
Openings *openings_read(const Variant *v, const char *path, OpeningsFormat format, int max_plies, Error *e);

/* Generates up to `count` different openings of `plies` random moves from the start position, each balanced: both sides
 * have the same number of men and of kings, neither could capture if it were to move, and the side to move has a move.
 * The same arguments always give the same set, and a smaller count its first part. The set may hold fewer than `count`
 * if hardly that many exist. The count is 1 to OPENINGS_COUNT_MAX, plies are 0 to OPENINGS_PLIES_MAX. Errors:
 * ERROR_MEMORY; ERROR_SYNTAX if no balanced opening was found. */
Openings *openings_random(const Variant *v, int count, int plies, uint64_t seed, Error *e);

/* Frees a set. NULL is allowed. */
void openings_free(Openings *o);

/* Shuffles a set that is in the order of its file; the seed decides the new order. */
void openings_shuffle(Openings *o, uint64_t seed);

/* Number of openings, at least 1. */
size_t openings_count(const Openings *o);

/* The opening of a round, counted from 0; after the last one they start over. */
Opening openings_at(const Openings *o, uint64_t round);

#endif
