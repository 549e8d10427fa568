/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solved endings in the evaluation: which they are, and what they are worth. */
#include "evaluation/solved_ending.h"

#include "core/square.h"
#include "support/positions.h"
#include "support/test.h"

/* What counts as a solved ending: kings on both sides, and few pieces or one king alone. */
static const struct {
    const char *fen;
    bool ending;
} COVERED[] = {
    {"W:WKe2,f2:BKe9,Ke8", true},   {"W:WKe2,f2,f3:BKe9,Ke8", false},
    {"W:WKe2,f2,f3,f4:BKe9", true}, {"W:We2,f2,f3:BKe9", false},
    {"W:WKe2:Be9", false},          {"W:We2:BKe9", false},
    {"B:WKe2:BKe9,e8,e7,d7", true},
};

TEST_EACH(which_endings, ROWS(COVERED))
{
    const Position p = position_of(variant_at(0), COVERED[_i].fen);
    ck_assert_int_eq(solved_ending_covers(&p), COVERED[_i].ending);
}

/* Steps to the nearest border; on 9x11 rows count one step more. */
static const struct {
    int column, row, steps[VARIANT_COUNT];
} STEPS[] = {{1, 1, {0, 0}}, {1, 5, {0, 0}}, {3, 1, {0, 1}}, {5, 5, {4, 4}}, {6, 6, {4, 4}},
             {4, 2, {1, 2}}, {6, 8, {2, 2}}, {2, 6, {1, 1}}, {9, 3, {1, 2}}, {6, 4, {3, 4}}};

TEST_EACH(border_steps, ROWS(STEPS) * VARIANT_COUNT)
{
    const int row = _i / VARIANT_COUNT, board = _i % VARIANT_COUNT;
    const Variant *const v = variant_at(board);
    const Square s = square_at(v, STEPS[row].column, STEPS[row].row);
    ck_assert_int_eq(solved_ending_border_steps(v, s), STEPS[row].steps[board]);
}

/* The value: for drawn endings the points of the ending, which are few, and a quarter of the value without them; for
 * won ones the points, the whole value, and 50 in the winner's favour for each step of a king from the border. */
static const struct {
    const char *fen;
    Score unaware, value;
} VALUES[] = {
    {"W:WKe1,Ke2,Ke5:BKe9", 100, 1600}, {"W:WKe9:BKe1,Ke2,Ke5", 100, -1400}, {"B:WKe9:BKe1,Ke2,Ke5", 0, -1500},
    {"W:WKe1,Ke5:BKe9", 100, 42},       {"W:WKe1,Ke5:BKe9", -30, 10},        {"W:WKe9:BKe1,Ke5", 0, -17},
    {"W:We1,e2,e3,Ke5:BKe9", 0, 1450},  {"W:WKe1,e2:BKe9,e8", 80, 20},       {"W:WKe1,e2,Ke5:BKe9", 0, 1351},
    {"W:WKe1,e2,e5:BKe9", 0, 710},      {"B:WKe9:BKe1,e2,e5", 0, -710},      {"W:WKe1,e2:BKe9", 0, 11},
    {"W:WKe1,Ke2:BKe9,e8", 0, 9},       {"W:WKe1,Ke2:BKe9,Ke8", 0, 0},       {"W:WKe1:BKe9", 8, 2},
};

TEST_EACH(values, ROWS(VALUES))
{
    const Position p = position_of(variant_at(0), VALUES[_i].fen);
    ck_assert_int_eq(solved_ending_value(&p, VALUES[_i].unaware), VALUES[_i].value);
}
