/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "games/pdn.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    FIRST_CAPACITY = 64, /* moves of a record's first array of comments */
    PLIES_PER_NUMBER = 2
};

const char *const PDN_TAG_NAMES[PDN_TAG_COUNT] = {
    [PDN_EVENT] = "Event",
    [PDN_DATE] = "Date",
    [PDN_ROUND] = "Round",
    [PDN_WHITE] = "White",
    [PDN_BLACK] = "Black",
    [PDN_TIME_CONTROL] = "TimeControl",
    [PDN_WHITE_TIME_CONTROL] = "WhiteTimeControl",
    [PDN_BLACK_TIME_CONTROL] = "BlackTimeControl",
    [PDN_OPENING] = "Opening",
    [PDN_SEED] = "Seed",
    [PDN_OPENING_SET] = "OpeningSet",
    [PDN_ADJUDICATION] = "Adjudication",
    [PDN_WHITE_ENGINE] = "WhiteEngine",
    [PDN_BLACK_ENGINE] = "BlackEngine",
    [PDN_WHITE_COUNTS] = "WhiteCounts",
    [PDN_BLACK_COUNTS] = "BlackCounts",
    [PDN_RESULT] = "Result",
    [PDN_VARIANT] = "Variant",
    [PDN_SETUP] = "SetUp",
    [PDN_FEN] = "FEN",
    [PDN_PLY_COUNT] = "PlyCount",
    [PDN_TERMINATION] = "Termination",
};

const char *const PDN_TERMINATIONS[PDN_TERMINATION_COUNT] = {
    [PDN_UNTERMINATED] = "unterminated",
    [PDN_NORMAL] = "normal",
    [PDN_ADJUDICATED_WIN] = "adjudication: resign",
    [PDN_ADJUDICATED_DRAW] = "adjudication: draw",
    [PDN_ADJUDICATED_LIMIT] = "adjudication: moves",
    [PDN_ADJUDICATED_TABLE] = "adjudication: tables",
    [PDN_TIME_FORFEIT] = "time forfeit",
    [PDN_ILLEGAL_MOVE] = "illegal move",
    [PDN_STALL] = "stalled connection",
    [PDN_CRASH] = "abandoned",
    [PDN_PROTOCOL_ERROR] = "rules infraction",
    [PDN_AGREEMENT] = "agreement",
};

ErrorCode pdn_game_init(PdnGame *g, const Position *start)
{
    memset(g, 0, sizeof *g);
    if (game_init(&g->game, start) != ERROR_NONE) {
        return ERROR_MEMORY;
    }
    for (int tag = 0; tag < PDN_TAG_REQUIRED; tag++) {
        pdn_set_tag(g, (PdnTag)tag, "");
    }
    return ERROR_NONE;
}

void pdn_game_free(PdnGame *g)
{
    game_free(&g->game);
    free(g->infos);
    g->infos = NULL;
    g->info_capacity = 0;
}

/* Plays the moves of a game in the record. */
static ErrorCode replay(PdnGame *g, const Game *game, Error *e)
{
    if (game->plies > PDN_PLIES_MAX) {
        return error_set(e, ERROR_GAME_OVER, "the game is longer than %d plies", (int)PDN_PLIES_MAX);
    }
    for (size_t i = 0; i < game->plies; i++) {
        if (game_result(&g->game) != GAME_ONGOING) {
            return error_set(e, ERROR_GAME_OVER, "moves were played after the end of the game; undo takes them back");
        }
        if (pdn_game_play(g, game->moves[i], NULL) != ERROR_NONE) {
            return error_set(e, ERROR_MEMORY, "not enough memory for the game");
        }
    }
    g->result = game_result(&g->game);
    g->termination = g->result == GAME_ONGOING ? PDN_UNTERMINATED : PDN_NORMAL;
    return error_clear(e);
}

ErrorCode pdn_game_of(PdnGame *g, const Game *game, Error *e)
{
    if (pdn_game_init(g, &game->positions[0]) != ERROR_NONE) {
        return error_set(e, ERROR_MEMORY, "not enough memory for the game");
    }
    const ErrorCode code = replay(g, game, e);
    if (code != ERROR_NONE) {
        pdn_game_free(g);
    }
    return code;
}

/* Copies text in the form of a tag's value. */
static void copy_printable(char to[PDN_TEXT_SIZE], const char *text)
{
    size_t n = 0;
    for (; n < PDN_TEXT_SIZE - 1 && text[n] != '\0'; n++) {
        to[n] = text[n] >= ' ' && text[n] <= '~' ? text[n] : '?';
    }
    to[n] = '\0';
}

void pdn_set_tag(PdnGame *g, PdnTag tag, const char *text)
{
    copy_printable(g->tag[tag], text[0] == '\0' && tag < PDN_TAG_REQUIRED ? "?" : text);
}

void pdn_set_remark(PdnGame *g, const char *text)
{
    copy_printable(g->remark, text);
    for (char *c = g->remark; *c != '\0'; c++) {
        *c = *c == '{' ? '(' : *c == '}' ? ')' : *c;
    }
}

ErrorCode pdn_game_play(PdnGame *g, Move m, const PdnMoveInfo *info)
{
    if (g->game.plies == g->info_capacity) {
        const size_t capacity = g->info_capacity == 0 ? FIRST_CAPACITY : 2 * g->info_capacity;
        PdnMoveInfo *const infos = realloc(g->infos, capacity * sizeof *infos);
        if (infos == NULL) {
            return ERROR_MEMORY;
        }
        g->infos = infos;
        g->info_capacity = capacity;
    }
    const ErrorCode code = game_play(&g->game, m);
    if (code == ERROR_NONE) {
        g->infos[g->game.plies - 1] = pdn_comment_normal(info);
    }
    return code;
}

ErrorCode pdn_check(const PdnGame *g, Error *e)
{
    const GameResult board = game_result(&g->game);
    if (board != GAME_ONGOING && g->result != board) {
        return error_set(e, ERROR_SYNTAX, "the result is %s, but by the rules the game ended %s",
                         game_result_text(g->result), game_result_text(board));
    }
    if (board != GAME_ONGOING && g->termination != PDN_NORMAL) {
        return error_set(e, ERROR_SYNTAX, "the termination is \"%s\", but the game ended by the rules: \"%s\"",
                         PDN_TERMINATIONS[g->termination], PDN_TERMINATIONS[PDN_NORMAL]);
    }
    if (board == GAME_ONGOING && g->termination == PDN_NORMAL) {
        return error_set(e, ERROR_SYNTAX, "the termination is \"%s\", but by the rules the game is not over",
                         PDN_TERMINATIONS[PDN_NORMAL]);
    }
    if ((g->result == GAME_ONGOING) != (g->termination == PDN_UNTERMINATED)) {
        return error_set(e, ERROR_SYNTAX, "the result %s and the termination \"%s\" contradict each other",
                         game_result_text(g->result), PDN_TERMINATIONS[g->termination]);
    }
    return error_clear(e);
}

void pdn_move_number(const Game *g, size_t ply, char text[PDN_NUMBER_SIZE])
{
    const size_t passed = g->positions[0].side == BLACK ? 1 : 0;
    snprintf(text, PDN_NUMBER_SIZE, "%zu%s", (ply + passed) / PLIES_PER_NUMBER + 1,
             g->positions[ply].side == WHITE ? "." : "...");
}
