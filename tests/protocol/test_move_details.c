/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `moves full`: the lines that protocol.md describes, on chosen positions and against the moves themselves. */
#include <stdio.h>
#include <string.h>

#include "core/movegen.h"
#include "core/notation.h"
#include "protocol/move_details.h"
#include "support/engine_process.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/test.h"

enum { POSITIONS = 300, PLIES = 80 };

static const char *const TALKS[] = {
    /* Each kind of move has its words, whichever notation asked for it. */
    "> position fen W:Wf3,f4,Ki5:Bc8\n> moves full f35 i5-i6\nFen: W:Wf3,f4,Ki5:Bc8\nLegal moves (2):\n"
    "move f3f5 formal f3-f5 short f35 kind line from f3 to f5 line f4,f3\n"
    "move i5i6 formal i5-i6 short i56 kind king from i5 to i6",
    "> position fen W:We3,e4:Bc7,e6,e7,Ke8\n> moves full\nFen: *\nLegal moves (1):\n"
    "move e3e5 formal e3xe5 short e3x5 kind linear-capture from e3 to e5 line e4,e3 taken e6,e7",
    "> position fen W:Wf4:Bd5,d8,f6\n> moves full\nFen: *\nLegal moves (1):\n"
    "move f4f5e5 formal f4xf5xe5 short f4e5x kind man-capture from f4 to e5 taken f6,d5 route f5:f6,e5:d5",
    "> position fen W:WKe2:Be7\n> moves full\nFen: *\nLegal moves (1):\n"
    "move e2e6 formal e2xe6 short e26x kind king-capture from e2 to e6 taken e7 route e6:e7",
    "> position fen W:Wd8:Bg5\n> moves full d89\nFen: *\nLegal moves (1):\n"
    "move d8d9 formal d8-d9 short d89 kind man from d8 to d9 promotes",
    /* What is refused */
    "> position fen W:Wb4,f3,f4,Ki5:Bc8\n> moves full f3f5 b4b6 i5i6\n" ERROR_LINE "move 2: b4b6: *",
    "> moves all\n" ERROR_LINE "moves takes full, and then moves M... if any, not \"all\"",
    /* Finished games */
    "> position fen W:W:Bd8\n> moves full\nFen: W:W:Bd8\nResult: 0-1 (White has no legal move and has lost)\n"
    "Legal moves (0):\n> moves full f2f3\n" ERROR_LINE
    "move 1: f2f3: the game is over: White has no legal move and has lost",
};

TEST_TALKS(TALKS)

/* Every legal move has its line, and each of its three words is read as that move. */
TEST_EACH(lines_are_the_moves, VARIANT_COUNT)
{
    RandomPlay r = {.state = (uint64_t)_i + 1};
    for (int n = 0; n < POSITIONS; n++) {
        const Position p = n % 2 == 0 ? random_scatter(&r, variant_at(_i), (Scatter)(n / 2 % SCATTER_COUNT))
                                      : random_game_position(&r, variant_at(_i), PLIES);
        Game game = game_from(&p);
        Text text;
        Error error;
        MoveList list;
        text_init(&text);
        move_list_init(&list);
        Words words = words_of("", 0);
        movegen_legal(&p, &list);
        ck_assert_int_eq(move_details(&text, &game, &words, &error), ERROR_NONE);
        const char *line = text.data;
        int seen = 0;
        for (; (line = strstr(line, "\nmove ")) != NULL; seen++) {
            char word[3][NOTATION_SIZE];
            line++;
            ck_assert_int_eq(sscanf(line, "move %159s formal %159s short %159s", word[0], word[1], word[2]), 3);
            for (int k = 0; k < 3; k++) {
                ck_assert(move_equal(move_of(&p, word[k]), list.moves[seen]));
            }
        }
        ck_assert_int_eq(seen, list.count);
        game_free(&game);
        move_list_free(&list);
        text_free(&text);
    }
}
