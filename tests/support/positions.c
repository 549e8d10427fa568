/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/positions.h"

#include <check.h>
#include <string.h>

#include "core/fen.h"
#include "core/movegen.h"
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
    ck_assert_msg(notation_parse(p, word, strcspn(word, " "), &m, &e) == ERROR_NONE, "%s", e.text);
    return m;
}

void legal_moves(const Position *p, MoveList *list)
{
    move_list_init(list);
    movegen_legal(p, list);
}

bool is_legal(const Position *p, Move m)
{
    MoveList legal;
    legal_moves(p, &legal);
    const bool found = move_index(legal.moves, legal.count, m) < legal.count;
    move_list_free(&legal);
    return found;
}

Game game_from(const Position *start)
{
    Game g;
    ck_assert_int_eq(game_init(&g, start), ERROR_NONE);
    return g;
}

Game game_of(const Variant *v, const char *fen)
{
    const Position start = position_of(v, fen);
    return game_from(&start);
}

void game_play_words(Game *g, const char *words)
{
    while (*words != '\0') {
        ck_assert_int_eq(game_play(g, move_of(game_position(g), words)), ERROR_NONE);
        words += strcspn(words, " ");
        words += strspn(words, " ");
    }
}
