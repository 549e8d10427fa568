/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a network sees a board: the lines of squares, in both directions, are cut into segments of a few squares, and the
 * contents of a segment are one input (the patterns of Scan and of Othello programs, as inputs of a network).
 *
 * A square of a segment is a digit: 0 when it is vacant or holds a king, 1 for an own man, 2 for an enemy man. The
 * digits form a number to base 3, the segment's code, in which the lowest square has the lowest place. Every code of
 * every segment has a row of input weights; of each segment one row is active at a time. Kings have a row for each side
 * and square.
 *
 * Segments lie symmetrically on their lines, so that turning the board, or mirroring it where it has a mirror, turns
 * segments into segments. Tables say which row each row then becomes. */
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
    uint8_t segment[SHAPE_DIRECTIONS][64];  /* the segment in which a square lies, */
    uint8_t power[SHAPE_DIRECTIONS][64];    /* and what its digit is multiplied by: a power of 3 */
    uint64_t segment_mask[64];              /* the segments of a square, as bits */
    uint16_t king[COLOR_COUNT][64];         /* the row of White's view for a king of that colour on a square */
    uint16_t turned[SHAPE_ROWS_MAX + 1];    /* Black's row for each of White's; the row of zeros, number `rows`, stays
                                               itself */
    uint16_t mirrored[SHAPE_ROWS_MAX];      /* the row with left and right exchanged; itself without a mirror */
} NetworkShape;

/* The shape of a board. */
void network_shape(NetworkShape *shape, const Variant *v);

/* The rows of all segments, as White sees them. */
void network_shape_rows(const NetworkShape *shape, const Bitboard men[COLOR_COUNT], uint16_t rows[SHAPE_SEGMENTS_MAX]);

#endif
