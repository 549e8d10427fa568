/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board that a player sees at a terminal. */
#include <string.h>

#include "core/notation.h"
#include "support/test.h"
#include "terminal/board_picture.h"

TEST(test_picture)
{
    static const BoardLook plain = {.colours = BOARD_PLAIN, .symbols = true};
    static const BoardLook turned = {.turned = true};
    static const BoardLook narrow = {.narrow = true};
    static const char above[] = "     xa6     xb7     xc8     xd9     xe0  x Black: 15 men, to move\n";
    static const char middle[] = "     .c4     .d5     .e6     .f7     .g8  1. g5-f5\n";
    static const char right[] = "     .d3     .e4    *of5     .g6     .h7\n od2     oe3     of4    -.g5     oh6    \n";
    static const char below[] = " oe1     of2     og3     oh4     oi5      o White: 15 men\n";
    const Position start = position_start(variant_at(0));
    Game g;
    Move m;
    Error e;
    Text t;
    text_init(&t);
    ck_assert_int_eq(game_init(&g, &start), ERROR_NONE);
    ck_assert_int_eq(notation_parse(&start, "g5f5", 4, &m, &e), ERROR_NONE);
    ck_assert_int_eq(game_play(&g, m), ERROR_NONE);
    board_picture(&t, &g, NOTATION_FORMAL, &plain);
    ck_assert_ptr_eq(strstr(t.data, above), t.data);
    ck_assert_ptr_nonnull(strstr(t.data, middle));
    ck_assert_ptr_nonnull(strstr(t.data, right));
    ck_assert_ptr_nonnull(strstr(t.data, below));
    text_free(&t);
    text_init(&t);
    board_picture(&t, &g, NOTATION_FORMAL, &turned);
    ck_assert_ptr_eq(strstr(t.data, "     oi5     oh4     og3     of2     oe1  o White: 15 men\n"), t.data);
    ck_assert_ptr_nonnull(strstr(t.data, " oh6    -.g5     of4"));
    text_free(&t);
    text_init(&t);
    board_picture(&t, &g, NOTATION_SHORT, &narrow);
    ck_assert_ptr_eq(strstr(t.data, "     xa6     xb7     xc8     xd9     xe0\n"), t.data);
    ck_assert_ptr_nonnull(strstr(t.data, "oi5    \n  x Black: 15 men, to move\n  1. gf5\n  o White: 15 men\n"));
    text_free(&t);
    game_free(&g);
}
