/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of the library: games, and texts about them. */
#include <stdlib.h>

#include "core/fen.h"
#include "core/game.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/perft.h"
#include "library/bushka.h"
#include "protocol/move_details.h"
#include "protocol/play.h"
#include "system/text.h"

struct BushkaGame {
    Game game;
    Error error; /* of the last call */
    Text text;   /* the text about moves returned last */
    char fen[FEN_SIZE];
};

/* By the error with its sign reversed. */
static const char *const ERROR_TEXTS[] = {
    [BUSHKA_OK] = "no error",
    [-BUSHKA_ERROR_ARGUMENT] = "an argument is NULL or out of its range",
    [-BUSHKA_ERROR_LINE_BREAK] = "a line break in a command line",
    [-BUSHKA_ERROR_TOO_LONG] = "a command line that is too long",
    [-BUSHKA_ERROR_ENDED] = "a command line after quit",
    [-BUSHKA_ERROR_FULL] = "too many command lines are waiting",
    [-BUSHKA_ERROR_MEMORY] = "not enough memory",
    [-BUSHKA_ERROR_CALLBACK] = "not possible in a callback",
    [-BUSHKA_ERROR_TIME] = "the engine is still working",
    [-BUSHKA_ERROR_SYNTAX] = "not the form of a move or a FEN",
    [-BUSHKA_ERROR_SQUARE] = "not a square of the board",
    [-BUSHKA_ERROR_DUPLICATE] = "a square named twice",
    [-BUSHKA_ERROR_PROMOTION] = "a man on its promotion row",
    [-BUSHKA_ERROR_ILLEGAL] = "not a legal move",
    [-BUSHKA_ERROR_AMBIGUOUS] = "several legal moves fit",
    [-BUSHKA_ERROR_GAME_OVER] = "the game is over",
};

const char *bushka_error_text(int error)
{
    const int count = sizeof ERROR_TEXTS / sizeof ERROR_TEXTS[0];
    return error <= 0 && error > -count ? ERROR_TEXTS[-error] : "unknown error";
}

/* The library's value for an error of the rules. ERROR_INTERRUPTED does not occur here. */
static int code_of(ErrorCode code)
{
    static const int codes[] = {[ERROR_NONE] = BUSHKA_OK,
                                [ERROR_SYNTAX] = BUSHKA_ERROR_SYNTAX,
                                [ERROR_SQUARE] = BUSHKA_ERROR_SQUARE,
                                [ERROR_DUPLICATE] = BUSHKA_ERROR_DUPLICATE,
                                [ERROR_PROMOTION] = BUSHKA_ERROR_PROMOTION,
                                [ERROR_ILLEGAL] = BUSHKA_ERROR_ILLEGAL,
                                [ERROR_AMBIGUOUS] = BUSHKA_ERROR_AMBIGUOUS,
                                [ERROR_GAME_OVER] = BUSHKA_ERROR_GAME_OVER,
                                [ERROR_MEMORY] = BUSHKA_ERROR_MEMORY,
                                [ERROR_INTERRUPTED] = BUSHKA_ERROR_MEMORY};
    return codes[code];
}

/* Refuses an argument, with the reason. */
static int refuse_argument(BushkaGame *g, const char *reason)
{
    error_set(&g->error, ERROR_SYNTAX, "%s", reason);
    return BUSHKA_ERROR_ARGUMENT;
}

static int refuse_for_memory(BushkaGame *g)
{
    return code_of(error_set(&g->error, ERROR_MEMORY, "not enough memory for the game"));
}

BushkaGame *bushka_game_new(const char *board)
{
    const Variant *const v = board != NULL ? variant_by_name(board) : variant_at(0);
    BushkaGame *const g = v != NULL ? calloc(1, sizeof *g) : NULL;
    if (g == NULL) {
        return NULL;
    }
    const Position start = position_start(v);
    text_init(&g->text);
    if (game_init(&g->game, &start) != ERROR_NONE) {
        bushka_game_free(g);
        return NULL;
    }
    return g;
}

void bushka_game_free(BushkaGame *game)
{
    if (game != NULL) {
        game_free(&game->game);
        text_free(&game->text);
        free(game);
    }
}

int bushka_game_set(BushkaGame *game, const char *fen)
{
    if (game == NULL) {
        return BUSHKA_ERROR_ARGUMENT;
    }
    const Variant *const v = game_position(&game->game)->variant;
    Position p = position_start(v);
    error_clear(&game->error);
    if (fen != NULL && play_read_fen(v, word_of(fen), &p, &game->error) != ERROR_NONE) {
        return code_of(game->error.code);
    }
    Game begun;
    if (game_init(&begun, &p) != ERROR_NONE) {
        return refuse_for_memory(game);
    }
    game_free(&game->game);
    game->game = begun;
    return BUSHKA_OK;
}

int bushka_game_play(BushkaGame *game, const char *move)
{
    if (game == NULL) {
        return BUSHKA_ERROR_ARGUMENT;
    }
    if (move == NULL) {
        return refuse_argument(game, "a move is missing");
    }
    return code_of(play_move(&game->game, word_of(move), true, &game->error));
}

int bushka_game_undo(BushkaGame *game)
{
    if (game == NULL) {
        return BUSHKA_ERROR_ARGUMENT;
    }
    return code_of(game_undo(&game->game) ? error_clear(&game->error)
                                          : error_set(&game->error, ERROR_ILLEGAL, "no move to take back"));
}

const char *bushka_game_fen(BushkaGame *game)
{
    if (game == NULL) {
        return NULL;
    }
    fen_print(game_position(&game->game), game->fen);
    return game->fen;
}

const char *bushka_game_moves(BushkaGame *game)
{
    if (game == NULL) {
        return NULL;
    }
    const Position *const p = game_position(&game->game);
    MoveList legal;
    move_list_init(&legal);
    if (game_result(&game->game) == GAME_ONGOING) {
        movegen_legal(p, &legal);
    }
    text_free(&game->text);
    for (int i = 0; i < legal.count; i++) {
        char move[NOTATION_SIZE];
        notation_print(p, legal.moves[i], NOTATION_COORDINATE, move);
        text_add(&game->text, "%s%s", i == 0 ? "" : " ", move);
    }
    const bool failed = legal.failed || game->text.failed;
    move_list_free(&legal);
    return failed ? NULL : game->text.data;
}

int bushka_game_describe(BushkaGame *game, const char *move, const char **line)
{
    if (game == NULL) {
        return BUSHKA_ERROR_ARGUMENT;
    }
    if (move == NULL || line == NULL) {
        return refuse_argument(game, "a move, or a place for its description, is missing");
    }
    Move m;
    const ErrorCode code = play_read_move(&game->game, word_of(move), &m, &game->error);
    if (code != ERROR_NONE) {
        return code_of(code);
    }
    text_free(&game->text);
    move_details_line(&game->text, game_position(&game->game), m);
    if (game->text.failed) {
        return refuse_for_memory(game);
    }
    *line = game->text.data;
    return BUSHKA_OK;
}

const char *bushka_game_result(const BushkaGame *game)
{
    return game != NULL ? game_result_text(game_result(&game->game)) : NULL;
}

int bushka_game_perft(BushkaGame *game, int depth, uint64_t *count)
{
    if (game == NULL) {
        return BUSHKA_ERROR_ARGUMENT;
    }
    if (count == NULL) {
        return refuse_argument(game, "a place for the count is missing");
    }
    if (depth < 0 || depth > PERFT_DEPTH_MAX) {
        return refuse_argument(game, "perft takes a depth of 0 to 64");
    }
    _Static_assert(PERFT_DEPTH_MAX == 64, "the message says so");
    const PerftOptions options = {.depth = depth};
    PerftResult result;
    const ErrorCode code = perft_run(game_position(&game->game), &options, &result, &game->error);
    if (code == ERROR_NONE) {
        *count = result.leaves;
        perft_free(&result);
    }
    return code_of(code);
}

const char *bushka_game_error(const BushkaGame *game)
{
    return game == NULL || game->error.code == ERROR_NONE ? "" : game->error.text;
}
