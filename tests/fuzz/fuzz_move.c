/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libFuzzer target: a position scattered after the first bytes, and the rest as the text of a move. An accepted text is
 * a legal move; legal moves, printed in every notation, are read back as themselves. */
#include <stdlib.h>
#include <string.h>

#include "core/movegen.h"
#include "core/notation.h"
#include "core/notation_parse.h"
#include "system/random.h"

enum { HEADER = 12, PIECES_MAX = 24, CHECKED_MOVES = 4 };

/* The first bytes choose board, side, number of pieces, the share of kings, and the squares. */
static Position scatter(const uint8_t *data)
{
    const Variant *const v = variant_at(data[0] & 1);
    Position p = position_empty(v);
    uint64_t state = 0;
    memcpy(&state, data + HEADER - sizeof state, sizeof state);
    for (int i = 0; i < data[1] % PIECES_MAX; i++) {
        const uint64_t random = random_next(&state);
        const Square s = (Square)(random & 63);
        const Color c = (Color)((random >> 8) & 1);
        const bool king = ((random >> 16) & 255) < data[2] || (v->promotion[c] & bit(s)) != 0;
        if ((position_vacant(&p) & bit(s)) != 0) {
            position_put(&p, c, king, s);
        }
    }
    position_set_side(&p, (Color)(data[3] & 1));
    return p;
}

static void check_printed(const Position *p, Move m, NotationStyle style)
{
    char text[NOTATION_SIZE];
    Move read;
    Error e;
    const int length = notation_print(p, m, style, text);
    const ErrorCode code = notation_parse(p, text, (unsigned long)length, &read, &e);
    if (code != ERROR_NONE || !move_equal(read, m)) {
        abort();
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < HEADER) {
        return 0;
    }
    const Position p = scatter(data);
    MoveList list;
    Move m;
    Error e;
    move_list_init(&list);
    movegen_legal(&p, &list);
    const ErrorCode code = notation_parse(&p, (const char *)data + HEADER, size - HEADER, &m, &e);
    if (code == ERROR_NONE ? move_index(list.moves, list.count, m) == list.count
                           : e.text[0] == '\0' || strchr(e.text, '\n') != NULL) {
        abort();
    }
    for (int i = 0; i < list.count && i < CHECKED_MOVES; i++) {
        const Move legal = list.moves[(i + data[4]) % list.count];
        for (int style = 0; style < NOTATION_STYLE_COUNT; style++) {
            check_printed(&p, legal, (NotationStyle)style);
        }
    }
    move_list_free(&list);
    return 0;
}
