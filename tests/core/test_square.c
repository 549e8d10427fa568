/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Squares, their names, and the two boards as data: RULES "Board and coordinates". */
#include "core/square.h"
#include "support/test.h"

enum { SQUARES = 50, BYTES = 256 };

/* Every dark square has a different name, which is read back (test_fen.c: which name), and its place in every set of
 * squares of the board; a light square is not one of the board. */
TEST_EACH(every_square, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    Bitboard board = 0;
    for (int column = -1; column <= v->columns + 2; column++) {
        for (int row = -1; row <= v->rows + 2; row++) {
            const bool dark = (column + row) % 2 == 0;
            const bool inside = column >= 1 && column <= v->columns && row >= 1 && row <= v->rows;
            const Square s = square_at(v, column, row);
            ck_assert_int_eq(s != SQUARE_NONE, dark && inside);
            if (s == SQUARE_NONE) {
                continue;
            }
            char name[SQUARE_NAME_SIZE];
            square_name(s, name);
            ck_assert_uint_eq(square_parse(v, name), s);
            ck_assert_int_eq(square_column(s), column);
            ck_assert_int_eq(square_row(s), row);
            /* The row farthest from each player promotes. */
            ck_assert_int_eq((v->promotion[WHITE] & bit(s)) != 0, row == v->rows);
            ck_assert_int_eq((v->promotion[BLACK] & bit(s)) != 0, row == 1);
            const Square turned = square_at(v, v->columns + 1 - column, v->rows + 1 - row);
            ck_assert_uint_eq(variant_turn(v, bit(s)), bit(turned));
            if (v->has_mirror) {
                ck_assert_uint_eq(variant_mirror(v, bit(s)), bit(square_at(v, v->columns + 1 - column, row)));
            }
            ck_assert_uint_eq(board & bit(s), 0);
            board |= bit(s);
        }
    }
    ck_assert_uint_eq(board, v->board);
    ck_assert_int_eq(popcount(board), SQUARES);
    ck_assert_uint_eq((v->promotion[WHITE] | v->promotion[BLACK]) & ~board, 0);
    ck_assert_int_eq(v->has_mirror, v == &VARIANT_9X11);
}

/* No other pair of characters names a square: as many are accepted as there are squares. */
TEST_EACH(other_names_are_refused, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    int names = 0;
    for (int i = 0; i < BYTES * BYTES; i++) {
        const char text[] = {(char)(i / BYTES), (char)(i % BYTES), '\0'};
        names += square_parse(v, text) != SQUARE_NONE ? 1 : 0;
    }
    ck_assert_int_eq(names, SQUARES);
}

TEST(variants_by_name)
{
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const Variant *const v = variant_at(i);
        ck_assert_int_eq(variant_index(v), i);
        ck_assert_str_eq(VARIANT_NAMES[i], v->name);
        ck_assert_ptr_eq(variant_by_name(v->name), v);
    }
    ck_assert_ptr_eq(variant_by_name("bushka"), &VARIANT_10X10);
    ck_assert_ptr_eq(variant_by_name("bushka9x11"), &VARIANT_9X11);
    ck_assert_ptr_null(variant_by_name("bushka9"));
    ck_assert_ptr_null(variant_by_name(""));
}
