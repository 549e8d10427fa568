/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Squares, their names, and the two boards as data. */
#include <string.h>

#include "core/position.h"
#include "core/square.h"
#include "support/test.h"

enum { SQUARES_10X10 = 50, SQUARES_9X11 = 50, ORDERS = 100 };

/* Column and row change of a step in each Direction. */
static const int COLUMN_STEP[DIRECTION_COUNT] = {-1, 1, -1, 1};
static const int ROW_STEP[DIRECTION_COUNT] = {1, 1, -1, -1};

static void expect_name(const Variant *v, int column, int row, const char *name)
{
    char got[SQUARE_NAME_SIZE];
    const Square s = square_at(v, column, row);
    ck_assert_uint_ne(s, SQUARE_NONE);
    square_name(s, got);
    ck_assert_str_eq(got, name);
    ck_assert_uint_eq(square_parse(v, name), s);
}

/* Fails unless the words of `names`, a blank between two, are the squares of b. */
static void expect_squares(const Variant *v, Bitboard b, const char *names)
{
    Bitboard named = 0;
    for (const char *at = names; *at != '\0'; at += at[2] == ' ' ? 3 : 2) {
        const Square s = square_parse(v, at);
        ck_assert_msg(s != SQUARE_NONE, "no square: %s", at);
        named |= bit(s);
    }
    ck_assert_uint_eq(named, b);
}

/* "(1,1) is e1, (3,1) is f2, (10,10) is e0, (1,9) is a5." */
TEST(names_of_the_rules)
{
    for (int i = 0; i < VARIANT_COUNT; i++) {
        expect_name(variant_at(i), 1, 1, "e1");
        expect_name(variant_at(i), 3, 1, "f2");
        expect_name(variant_at(i), 1, 9, "a5");
    }
    expect_name(&VARIANT_10X10, 10, 10, "e0");
    expect_name(&VARIANT_10X10, 9, 1, "i5");
    expect_name(&VARIANT_10X10, 10, 2, "i6");
    expect_name(&VARIANT_10X10, 2, 10, "a6");
    expect_name(&VARIANT_9X11, 11, 1, "j6");
    expect_name(&VARIANT_9X11, 11, 9, "f0");
}

/* Every dark square has a name of its own, which is read back; every light one is none. */
TEST_EACH(names_are_unique, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    Bitboard board = 0;
    for (int column = -1; column <= v->files + 2; column++) {
        for (int row = -1; row <= v->rows + 2; row++) {
            const bool dark = (column + row) % 2 == 0;
            const bool inside = column >= 1 && column <= v->files && row >= 1 && row <= v->rows;
            const Square s = square_at(v, column, row);
            ck_assert_int_eq(s != SQUARE_NONE, dark && inside);
            if (s == SQUARE_NONE) {
                continue;
            }
            char name[SQUARE_NAME_SIZE];
            square_name(s, name);
            ck_assert_uint_eq(square_parse(v, name), s);
            ck_assert_uint_eq(square_on_lines(v, square_number(s), square_letter(s)), s);
            ck_assert_int_eq(square_column(s), column);
            ck_assert_int_eq(square_row(s), row);
            ck_assert_int_eq(2 * square_number(s), column + row);
            ck_assert_int_eq(2 * square_letter(s), column - row + 8);
            ck_assert_uint_eq(board & bit(s), 0);
            board |= bit(s);
        }
    }
    ck_assert_uint_eq(board, v->board);
    ck_assert_int_eq(popcount(board), v == &VARIANT_10X10 ? SQUARES_10X10 : SQUARES_9X11);
}

/* Every other pair of characters names no square: as many parse as there are squares. */
TEST_EACH(other_names_are_refused, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    int parsed = 0;
    for (int letter = 0; letter <= 255; letter++) {
        for (int digit = 0; digit <= 255; digit++) {
            const char text[] = {(char)letter, (char)digit, '\0'};
            parsed += square_parse(v, text) != SQUARE_NONE ? 1 : 0;
        }
    }
    ck_assert_int_eq(parsed, popcount(v->board));
    ck_assert_uint_eq(square_parse(v, ""), SQUARE_NONE);
    ck_assert_uint_eq(square_parse(v, "e"), SQUARE_NONE);
    ck_assert_uint_eq(square_parse(v, "E1"), SQUARE_NONE);
    ck_assert_uint_eq(square_parse(v, "a1"), SQUARE_NONE);
}

/* A step along a letter line changes the number, one along a number line the letter; steps off the board vanish. */
TEST_EACH(steps_and_rays, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    for (Bitboard left = v->board; left != 0;) {
        const Square s = pop_lowest(&left);
        for (int d = 0; d < DIRECTION_COUNT; d++) {
            Bitboard ray = 0;
            int column = square_column(s) + COLUMN_STEP[d];
            int row = square_row(s) + ROW_STEP[d];
            const Square next = square_at(v, column, row);
            ck_assert_uint_eq(step(bit(s), (Direction)d) & v->board, next == SQUARE_NONE ? 0 : bit(next));
            while (square_at(v, column, row) != SQUARE_NONE) {
                ray |= bit(square_at(v, column, row));
                column += COLUMN_STEP[d];
                row += ROW_STEP[d];
            }
            ck_assert_uint_eq(v->ray[d][s], ray);
            ck_assert_int_lt(popcount(ray), LINE_SQUARES);
        }
    }
    const Square f2 = square_parse(v, "f2");
    ck_assert_uint_eq(step(bit(f2), DIR_NE), bit(square_parse(v, "f3")));
    ck_assert_uint_eq(step(bit(square_parse(v, "g5")), DIR_NW), bit(square_parse(v, "f5")));
}

TEST(opposite_directions)
{
    ck_assert_int_eq(opposite(DIR_NE), DIR_SW);
    ck_assert_int_eq(opposite(DIR_NW), DIR_SE);
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        ck_assert_int_eq(opposite(opposite((Direction)d)), d);
    }
}

/* The start positions, square by square. */
TEST(start_positions)
{
    const Position today = position_start(&VARIANT_10X10);
    expect_squares(&VARIANT_10X10, today.men[WHITE], "d2 e1 e2 e3 f2 f3 f4 g3 g4 g5 h4 h5 h6 i5 i6");
    expect_squares(&VARIANT_10X10, today.men[BLACK], "a5 a6 b5 b6 b7 c6 c7 c8 d7 d8 d9 e8 e9 e0 f9");
    const Position old = position_start(&VARIANT_9X11);
    expect_squares(&VARIANT_9X11, old.men[WHITE], "d2 e1 e2 e3 f2 f3 f4 g3 g4 g5 h4 h5 h6 i5 i6 i7 j6");
    expect_squares(&VARIANT_9X11, old.men[BLACK], "a5 b4 b5 b6 c5 c6 c7 d6 d7 d8 e7 e8 e9 f8 f9 f0 g9");
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const Position p = position_start(variant_at(i));
        ck_assert_uint_eq(p.kings[WHITE] | p.kings[BLACK], 0);
        ck_assert_int_eq(p.side, WHITE);
        ck_assert_uint_eq(variant_turn(p.variant, p.men[WHITE]), p.men[BLACK]);
    }
}

/* The row farthest from each player promotes. */
TEST_EACH(rows, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    for (Bitboard rest = v->board; rest != 0;) {
        const Square s = pop_lowest(&rest);
        ck_assert_int_eq((v->promotion[WHITE] & bit(s)) != 0, square_row(s) == v->rows);
        ck_assert_int_eq((v->promotion[BLACK] & bit(s)) != 0, square_row(s) == 1);
    }
    ck_assert_int_eq(popcount(v->promotion[BLACK]), v == &VARIANT_10X10 ? 5 : 6);
}

/* Turning maps (column, row) to its point reflection, mirroring exchanges left and right. */
TEST_EACH(turn_and_mirror, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    for (Bitboard left = v->board; left != 0;) {
        const Square s = pop_lowest(&left);
        const int column = square_column(s);
        const int row = square_row(s);
        ck_assert_uint_eq(variant_turn(v, bit(s)), bit(square_at(v, v->files + 1 - column, v->rows + 1 - row)));
        if (v->has_mirror) {
            ck_assert_uint_eq(variant_mirror(v, bit(s)), bit(square_at(v, v->files + 1 - column, row)));
        }
    }
    ck_assert_int_eq(v->has_mirror, v == &VARIANT_9X11);
}

TEST(variants_by_name)
{
    ck_assert_ptr_eq(variant_at(0), &VARIANT_10X10);
    ck_assert_ptr_eq(variant_at(1), &VARIANT_9X11);
    ck_assert_ptr_null(variant_at(VARIANT_COUNT));
    ck_assert_ptr_null(variant_at(-1));
    ck_assert_ptr_eq(variant_by_name("bushka"), &VARIANT_10X10);
    ck_assert_ptr_eq(variant_by_name("bushka9x11"), &VARIANT_9X11);
    ck_assert_ptr_null(variant_by_name("bushka9"));
    ck_assert_ptr_null(variant_by_name(""));
}
