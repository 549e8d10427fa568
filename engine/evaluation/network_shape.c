/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/network_shape.h"

#include <string.h>

enum { SQUARES = 64, LINE_MAX = 10, PARTS_MAX = 3, DIGITS = 3 };

/* The lengths of the segments into which a line of that many squares is cut: the same from either end. */
static const uint8_t CUTS[LINE_MAX + 1][PARTS_MAX] = {{0},    {1},       {2},    {3},       {4},   {5},
                                                      {3, 3}, {2, 3, 2}, {4, 4}, {3, 3, 3}, {5, 5}};
static const int STEPS[SHAPE_DIRECTIONS] = {STEP_NUMBER, STEP_LETTER};

static bool is_on(const Variant *v, int s)
{
    return s >= 0 && s < SQUARES && (v->board & bit((Square)s)) != 0;
}

/* Cuts the line that begins at that square, going up, into segments. */
static void cut_line(NetworkShape *shape, int direction, int begin)
{
    const int step = STEPS[direction];
    int length = 0;
    while (is_on(shape->variant, begin + length * step)) {
        length++;
    }
    int s = begin;
    for (int part = 0; part < PARTS_MAX && CUTS[length][part] > 0; part++) {
        int codes = 1;
        for (int i = 0; i < CUTS[length][part]; i++, s += step) {
            shape->segment_mask[s] |= (uint64_t)1 << shape->segments;
            shape->segment[direction][s] = (uint8_t)shape->segments;
            shape->power[direction][s] = (uint8_t)codes;
            codes *= DIGITS;
        }
        shape->first[shape->segments + 1] = (uint16_t)(shape->first[shape->segments] + codes);
        shape->segments++;
    }
}

/* A board seen in another way: where a square goes, whether lines of one direction become lines of the other, and
 * whether colours are swapped. */
typedef struct View {
    uint8_t square[SQUARES];
    bool crossed, swapped;
} View;

/* Fills in which row each row becomes in another view. */
static void map_rows(const NetworkShape *shape, const View *view, uint16_t *to)
{
    const Variant *const v = shape->variant;
    for (int direction = 0; direction < SHAPE_DIRECTIONS; direction++) {
        const int there = view->crossed ? 1 - direction : direction;
        for (int s = 0; s < SQUARES; s++) {
            if (!is_on(v, s)) {
                continue;
            }
            const int segment = shape->segment[direction][s];
            const int power = shape->power[direction][s];
            const int seen = view->square[s];
            const int first = shape->first[shape->segment[there][seen]];
            for (int row = shape->first[segment]; row < shape->first[segment + 1]; row++) {
                const int digit = (row - shape->first[segment]) / power % DIGITS;
                const int other_digit = digit != 0 && view->swapped ? DIGITS - digit : digit;
                const int sum = power == 1 ? first : to[row]; /* the lowest square of a segment comes first */
                to[row] = (uint16_t)(sum + other_digit * shape->power[there][seen]);
            }
        }
    }
    for (int s = 0; s < SQUARES; s++) {
        for (int color = WHITE; color <= BLACK && is_on(v, s); color++) {
            const int seen_color = view->swapped ? 1 - color : color;
            to[shape->king[color][s]] = shape->king[seen_color][view->square[s]];
        }
    }
}

void network_shape(NetworkShape *shape, const Variant *v)
{
    View turned = {.swapped = true}, mirrored = {.crossed = v->has_mirror};
    memset(shape, 0, sizeof *shape);
    shape->variant = v;
    for (int direction = 0; direction < SHAPE_DIRECTIONS; direction++) {
        for (int s = 0; s < SQUARES; s++) {
            if (is_on(v, s) && !is_on(v, s - STEPS[direction])) {
                cut_line(shape, direction, s);
            }
        }
    }
    shape->kings = shape->first[shape->segments];
    shape->rows = shape->kings;
    for (int color = WHITE; color <= BLACK; color++) {
        for (int s = 0; s < SQUARES; s++) {
            if (is_on(v, s)) {
                const Bitboard square = bit((Square)s);
                shape->king[color][s] = (uint16_t)shape->rows++;
                turned.square[s] = lowest(variant_turn(v, square));
                mirrored.square[s] = lowest(v->has_mirror ? variant_mirror(v, square) : square);
            }
        }
    }
    map_rows(shape, &turned, shape->turned);
    map_rows(shape, &mirrored, shape->mirrored);
    shape->turned[shape->rows] = (uint16_t)shape->rows; /* the row of zeros: see Network */
}

void network_shape_rows(const NetworkShape *shape, const Bitboard men[COLOR_COUNT], uint16_t rows[SHAPE_SEGMENTS_MAX])
{
    memcpy(rows, shape->first, (size_t)shape->segments * sizeof *rows);
    for (int color = WHITE; color <= BLACK; color++) {
        const int digit = color == WHITE ? SHAPE_OWN : SHAPE_ENEMY;
        for (Bitboard b = men[color]; b != 0; b &= b - 1) {
            for (int direction = 0; direction < SHAPE_DIRECTIONS; direction++) {
                const int segment = shape->segment[direction][lowest(b)];
                rows[segment] = (uint16_t)(rows[segment] + digit * shape->power[direction][lowest(b)]);
            }
        }
    }
}
