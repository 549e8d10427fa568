/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "games/pdn_write.h"

#include <string.h>

#include "core/fen.h"
#include "core/notation.h"

enum { LINE_WIDTH = 100 /* columns of the moves */ };

void pdn_write_tag(Text *t, PdnTag tag, const char *value)
{
    text_add(t, "[%s \"", PDN_TAG_NAMES[tag]);
    for (const char *c = value; *c != '\0'; c++) {
        text_add(t, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    }
    text_add(t, "\"]\n");
}

static void add_tags(Text *t, const PdnGame *g)
{
    const Position *const start = &g->game.positions[0];
    const Position usual = position_start(start->variant);
    for (int tag = 0; tag < PDN_TIME_CONTROL; tag++) {
        pdn_write_tag(t, (PdnTag)tag, g->tag[tag]);
    }
    pdn_write_tag(t, PDN_RESULT, game_result_text(g->result));
    pdn_write_tag(t, PDN_VARIANT, start->variant->name);
    if (!position_equal(start, &usual)) {
        char fen[FEN_SIZE];
        fen_print(start, fen);
        pdn_write_tag(t, PDN_SETUP, "1");
        pdn_write_tag(t, PDN_FEN, fen);
    }
    for (int tag = PDN_TIME_CONTROL; tag < PDN_TAG_TEXTS; tag++) {
        if (g->tag[tag][0] != '\0') {
            pdn_write_tag(t, (PdnTag)tag, g->tag[tag]);
        }
    }
    text_add(t, "[%s \"%zu\"]\n", PDN_TAG_NAMES[PDN_PLY_COUNT], g->game.plies);
    pdn_write_tag(t, PDN_TERMINATION, PDN_TERMINATIONS[g->termination]);
    text_add(t, "\n");
}

/* Appends a word of the moves, with `before` and `after` around it, on a new line if it does not fit. */
static void add_word(Text *t, size_t *column, const char *before, const char *word, const char *after)
{
    const size_t length = strlen(before) + strlen(word) + strlen(after);
    if (*column > 0) {
        const bool fits = *column + 1 + length <= LINE_WIDTH;
        text_add(t, fits ? " " : "\n");
        *column = fits ? *column + 1 : 0;
    }
    text_add(t, "%s%s%s", before, word, after);
    *column += length;
}

static void add_moves(Text *t, const PdnGame *g)
{
    size_t column = 0;
    for (size_t i = 0; i < g->game.plies; i++) {
        const Position *const p = &g->game.positions[i];
        char move[NOTATION_SIZE];
        char comment[PDN_COMMENT_SIZE];
        if (p->side == WHITE || i == 0) {
            char number[PDN_NUMBER_SIZE];
            pdn_move_number(&g->game, i, number);
            add_word(t, &column, "", number, "");
        }
        notation_print(p, g->game.moves[i], NOTATION_FORMAL, move);
        add_word(t, &column, "", move, "");
        pdn_comment_print(&g->infos[i], comment);
        /* An empty comment keeps a remark from being read as the figures of the last move. */
        if (comment[0] != '\0' || (i + 1 == g->game.plies && g->remark[0] != '\0')) {
            add_word(t, &column, "{", comment, "}");
        }
    }
    if (g->remark[0] != '\0') {
        add_word(t, &column, "{", g->remark, "}");
    }
    add_word(t, &column, "", game_result_text(g->result), "\n\n");
}

ErrorCode pdn_write(const PdnGame *g, Text *text)
{
    add_tags(text, g);
    add_moves(text, g);
    return text->failed ? ERROR_MEMORY : ERROR_NONE;
}
