/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/game_text.h"

#include <string.h>

#include "core/fen.h"
#include "core/notation.h"
#include "protocol/board_picture.h"

enum { LINE_WIDTH = 100 /* columns of movetext */ };

static void add_tag(Text *t, const char *name, const char *value)
{
    text_add(t, "[%s \"", name);
    for (const char *c = value; *c != '\0'; c++) {
        text_add(t, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
    text_add(t, "\"]\n");
}

/* Whether somebody played on after the end of the game. */
static bool played_on(const Game *g)
{
    Game part = *g; /* borrows the arrays: to look at the beginnings of the game */
    for (part.plies = 0; part.plies < g->plies; part.plies++) {
        if (game_result(&part) != GAME_ONGOING) {
            return true;
        }
    }
    return false;
}

static void add_tags(Text *t, const Game *g, const GameTextNames *names)
{
    const GameResult result = game_result(g);
    const Position *const start = &g->positions[0];
    const Position usual = position_start(start->variant);
    text_add(t, "%s", GAME_TEXT_BEGINS);
    add_tag(t, "Date", names->date);
    add_tag(t, "Round", "?");
    add_tag(t, "White", names->player[WHITE]);
    add_tag(t, "Black", names->player[BLACK]);
    add_tag(t, "Result", game_result_text(result));
    add_tag(t, "Variant", start->variant->name);
    if (!position_equal(start, &usual)) {
        char fen[FEN_SIZE];
        fen_print(start, fen);
        add_tag(t, "SetUp", "1");
        add_tag(t, "FEN", fen);
    }
    add_tag(t, "TimeControl", "?");
    text_add(t, "[PlyCount \"%zu\"]\n", g->plies);
    add_tag(t, "Termination", result == GAME_ONGOING ? "unterminated" : "normal");
    text_add(t, "\n");
}

/* Appends a word of the movetext, on a new line where it would not fit. */
static void add_word(Text *t, size_t *column, const char *word)
{
    const size_t length = strlen(word);
    if (*column > 0) {
        const bool fits = *column + 1 + length <= LINE_WIDTH;
        text_add(t, fits ? " " : "\n");
        *column = fits ? *column + 1 : 0;
    }
    text_add(t, "%s", word);
    *column += length;
}

ErrorCode game_text_write(Text *t, const Game *g, const GameTextNames *names, Error *e)
{
    size_t column = 0;
    if (g->plies > GAME_TEXT_PLIES_MAX) {
        return error_set(e, ERROR_GAME_OVER, "the game is longer than %d plies", (int)GAME_TEXT_PLIES_MAX);
    }
    if (played_on(g)) {
        return error_set(e, ERROR_GAME_OVER, "moves were played after the end of the game; undo takes them back");
    }
    add_tags(t, g, names);
    for (size_t i = 0; i < g->plies; i++) {
        char word[NOTATION_SIZE];
        if (i == 0 || g->positions[i].side == WHITE) {
            char number[MOVE_NUMBER_SIZE];
            board_move_number(g, i, number);
            add_word(t, &column, number);
        }
        notation_print(&g->positions[i], g->moves[i], NOTATION_FORMAL, word);
        add_word(t, &column, word);
    }
    add_word(t, &column, game_result_text(game_result(g)));
    text_add(t, "\n\n");
    return error_clear(e);
}
