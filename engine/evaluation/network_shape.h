/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a network sees a board: the lines of squares, in both directions, are cut into segments of a few squares, and
 * what stands on a segment is one input (patterns, as Scan and Othello programs have them, feeding a network).
 *
 * A square of a segment is empty or holds a king (digit 0), an own man (1) or an enemy man (2); the digits, the lowest
 * square's first, are a number to base 3, the segment's code. Every code of every segment is a row of input weights,
 * one of which counts at a time. Kings count square by square, own and enemy ones.
 *
 * Segments lie symmetrically on their lines, so that those of a board that is turned, or mirrored where it has a
 * mirror, are segments too. Which row one view's row is to another is in tables. */
#ifndef BUSHKA_EVALUATION_NETWORK_SHAPE_H
#define BUSHKA_EVALUATION_NETWORK_SHAPE_H

#include "core/variant.h"

enum {
    SHAPE_DIRECTIONS = 2,    /* of lines */
    SHAPE_SEGMENTS_MAX = 40, /* of a board */
    SHAPE_ROWS_MAX = 2048,   /* of a board */
    SHAPE_OWN = 1,           /* digits */
    SHAPE_ENEMY = 2
};

/* The segments and rows of a board. A plain value. */
typedef struct NetworkShape {
    const Variant *variant;
    int segments;
    int rows;  /* codes of all segments, then squares of own kings and of enemy kings, lowest first */
    int kings; /* the first row of kings */
    uint16_t first[SHAPE_SEGMENTS_MAX + 1]; /* the row of a segment's code 0; at the end, of the first king */
    uint8_t segment[SHAPE_DIRECTIONS][64];  /* in which a square lies, */
    uint8_t worth[SHAPE_DIRECTIONS][64];    /* and what its digit is multiplied by: a power of 3 */
    uint64_t touched[64];                   /* the segments of a square, as bits */
    uint16_t king[COLOR_COUNT][64];         /* the row of White's view for a king of that colour on a square */
    uint16_t turned[SHAPE_ROWS_MAX + 1]; /* the row of Black's view for one of White's; the number of rows for itself */
    uint16_t mirrored[SHAPE_ROWS_MAX];   /* the row when left and right are exchanged; itself without a mirror */
} NetworkShape;

/* The shape of a board. */
void network_shape(NetworkShape *shape, const Variant *v);

/* The rows of all segments, as White sees them. */
void network_shape_rows(const NetworkShape *shape, const Bitboard men[COLOR_COUNT], uint16_t rows[SHAPE_SEGMENTS_MAX]);

#endif
