/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules of the library: a game and the texts about it. */
#include <stdlib.h>

#include "core/fen.h"
#include "core/game.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "core/perft.h"
#include "library/bushka.h"
#include "protocol/display.h"
#include "protocol/play.h"
#include "system/text.h"

struct BushkaGame {
    Game game;
    Error error; /* of the last call */
    Text moves;  /* what bushka_game_moves() returned */
    char fen[FEN_SIZE];
};

const char *bushka_error_text(int error)
{
    switch (error) {
    case BUSHKA_OK:
        return "no error";
    case BUSHKA_ERROR_ARGUMENT:
        return "an argument is NULL or out of its range";
    case BUSHKA_ERROR_LINE_BREAK:
        return "a line break in a command line";
    case BUSHKA_ERROR_TOO_LONG:
        return "a command line that is too long";
    case BUSHKA_ERROR_ENDED:
        return "a command line after quit";
    case BUSHKA_ERROR_FULL:
        return "too many command lines wait";
    case BUSHKA_ERROR_MEMORY:
        return "not enough memory";
    case BUSHKA_ERROR_CALLBACK:
        return "not possible in a callback";
    case BUSHKA_ERROR_TIME:
        return "the engine still works";
    case BUSHKA_ERROR_SYNTAX:
        return "not the form of a move or a FEN";
    case BUSHKA_ERROR_SQUARE:
        return "no square of the board";
    case BUSHKA_ERROR_DUPLICATE:
        return "a square named twice";
    case BUSHKA_ERROR_PROMOTION:
        return "a man on its promotion row";
    case BUSHKA_ERROR_ILLEGAL:
        return "no legal move";
    case BUSHKA_ERROR_AMBIGUOUS:
        return "several legal moves fit";
    case BUSHKA_ERROR_GAME_OVER:
        return "the game is over";
    default:
        return "unknown error";
    }
}

/* What the library returns for an error of the rules. */
static int code_of(ErrorCode code)
{
    switch (code) {
    case ERROR_NONE:
        return BUSHKA_OK;
    case ERROR_SYNTAX:
        return BUSHKA_ERROR_SYNTAX;
    case ERROR_SQUARE:
        return BUSHKA_ERROR_SQUARE;
    case ERROR_DUPLICATE:
        return BUSHKA_ERROR_DUPLICATE;
    case ERROR_PROMOTION:
        return BUSHKA_ERROR_PROMOTION;
    case ERROR_ILLEGAL:
        return BUSHKA_ERROR_ILLEGAL;
    case ERROR_AMBIGUOUS:
        return BUSHKA_ERROR_AMBIGUOUS;
    case ERROR_GAME_OVER:
        return BUSHKA_ERROR_GAME_OVER;
    case ERROR_INTERRUPTED: /* nothing interrupts what the library calls */
    case ERROR_MEMORY:
        break;
    }
    return BUSHKA_ERROR_MEMORY;
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
    text_init(&g->moves);
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
        text_free(&game->moves);
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
    const ErrorCode code = play_move(&game->game, word_of(move), &game->error);
    return code_of(code);
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
    text_free(&game->moves);
    text_init(&game->moves);
    for (int i = 0; i < legal.count; i++) {
        char move[NOTATION_SIZE];
        notation_print(p, legal.moves[i], NOTATION_COORDINATE, move);
        text_add(&game->moves, "%s%s", i == 0 ? "" : " ", move);
    }
    const bool failed = legal.failed || game->moves.failed;
    move_list_free(&legal);
    return failed ? NULL : game->moves.data;
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
