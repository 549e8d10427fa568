/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The board that a player sees at a terminal. */
#include <string.h>

#include "core/notation.h"
#include "support/positions.h"
#include "support/test.h"
#include "terminal/board_picture.h"

/* Parts of the picture after 1. g5-f5. */
static const struct {
    BoardLook look;
    NotationStyle style;
    const char *begins;
    const char *holds[3];
} PICTURES[] = {
    {{.colours = BOARD_PLAIN, .symbols = true},
     NOTATION_FORMAL,
     "     xa6     xb7     xc8     xd9     xe0  x Black: 15 men, to move\n",
     {"     .c4     .d5     .e6     .f7     .g8  1. g5-f5\n",
      "     .d3     .e4    *of5     .g6     .h7\n od2     oe3     of4    -.g5     oh6    \n",
      " oe1     of2     og3     oh4     oi5      o White: 15 men\n"}},
    {{.turned = true},
     NOTATION_FORMAL,
     "     oi5     oh4     og3     of2     oe1  o White: 15 men\n",
     {" oh6    -.g5     of4", "  1. g5-f5\n", "  x Black: 15 men, to move\n"}},
    {{.columns = 79},
     NOTATION_SHORT,
     "     xa6     xb7     xc8     xd9     xe0\n",
     {"oi5    \n  x Black: 15 men, to move\n  1. gf5\n  o White: 15 men\n", "*of5", "-.g5"}},
    {{.columns = 40},
     NOTATION_FORMAL,
     "    xa6    xb7    xc8    xd9    xe0\n xa5    xb6    xc7    xd8    xe9   \n",
     {"    .c4    .d5    .e6    .f7    .g8\n", "    .d3    .e4   *of5    .g6    .h7\n",
      " od2    oe3    of4   -.g5    oh6   \n"}},
};

TEST_EACH(test_picture, ROWS(PICTURES))
{
    Game g = game_of(variant_at(0), NULL);
    Text t;
    text_init(&t);
    game_play_words(&g, "g5f5");
    board_picture(&t, &g, PICTURES[_i].style, &PICTURES[_i].look);
    ck_assert_ptr_eq(strstr(t.data, PICTURES[_i].begins), t.data);
    for (int i = 0; i < ROWS(PICTURES[_i].holds); i++) {
        ck_assert_msg(strstr(t.data, PICTURES[_i].holds[i]) != NULL, "\"%s\" is not in\n%s", PICTURES[_i].holds[i],
                      t.data);
    }
    text_free(&t);
    game_free(&g);
}
