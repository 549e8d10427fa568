/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/positions.h"

#include <check.h>
#include <string.h>

#include "core/fen.h"
#include "core/notation_parse.h"

Position position_of(const Variant *v, const char *fen)
{
    Position p = position_start(v);
    Error e;
    if (fen != NULL) {
        ck_assert_msg(fen_parse(v, fen, &p, &e) == ERROR_NONE, "%s: %s", fen, e.text);
    }
    return p;
}

Move move_of(const Position *p, const char *word)
{
    Move m = {.kind = MOVE_NONE};
    Error e;
    ck_assert_msg(notation_parse(p, word, strlen(word), &m, &e) == ERROR_NONE, "%s", e.text);
    return m;
}
