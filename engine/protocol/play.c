/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/play.h"

#include "core/fen.h"
#include "core/notation_parse.h"
#include "protocol/display.h"

ErrorCode play_read_move(const Game *g, Word word, Move *m, Error *e)
{
    const GameResult result = game_result(g);
    if (result != GAME_ONGOING) {
        return error_set(e, ERROR_GAME_OVER, "%s: the game is over: %s", WORD_SHOWN(word), display_result(result));
    }
    return notation_parse(game_position(g), word.text, word.length, m, e);
}

ErrorCode play_move(Game *g, Word word, bool until_over, Error *e)
{
    Move m = {.kind = MOVE_NONE};
    ErrorCode code =
        until_over ? play_read_move(g, word, &m, e) : notation_parse(game_position(g), word.text, word.length, &m, e);
    if (code == ERROR_NONE) {
        code = game_play(g, m);
        if (code != ERROR_NONE) {
            error_set(e, code, "not enough memory for the game");
        }
    }
    return code;
}

/* Plays the remaining words as moves. On error the game keeps the moves before the faulty one, and the message gives
 * its number. */
static ErrorCode play_words(Game *g, Words *words, bool until_over, Error *e)
{
    Word word;
    for (size_t number = 1; words_next(words, &word); number++) {
        const ErrorCode code = play_move(g, word, until_over, e);
        if (code != ERROR_NONE) {
            return error_set(e, code, "move %zu: %s", number, e->text);
        }
    }
    return error_clear(e);
}

ErrorCode play_read_fen(const Variant *v, Word word, Position *p, Error *e)
{
    char fen[FEN_SIZE];
    if (word.length >= sizeof fen) {
        return error_set(e, ERROR_SYNTAX, "a FEN has at most %d characters, this one has %zu", FEN_SIZE - 1,
                         word.length);
    }
    if (!word_copy(word, fen, sizeof fen)) {
        return error_set(e, ERROR_SYNTAX, "a FEN is plain text, but this one contains a zero byte");
    }
    return fen_parse(v, fen, p, e);
}

/* Reads the words before the moves. */
static ErrorCode read_start(const Variant *v, Words *words, Position *p, Error *e)
{
    Word word;
    if (!words_next(words, &word)) {
        return error_set(e, ERROR_SYNTAX, "position needs startpos or fen F, and then moves M... if any");
    }
    if (word_is(word, "startpos")) {
        *p = position_start(v);
        return error_clear(e);
    }
    if (word_is(word, "fen")) {
        return words_next(words, &word) ? play_read_fen(v, word, p, e)
                                        : error_set(e, ERROR_SYNTAX, "position fen needs a FEN such as W:Wf2,Kg5:Bc6");
    }
    return error_set(e, ERROR_SYNTAX, "position takes startpos or fen F, not \"%s\"", WORD_SHOWN(word));
}

ErrorCode play_position(Engine *engine, Words *arguments, Error *e)
{
    Position start;
    Game game;
    Word word;
    ErrorCode code = read_start(state_variant(engine), arguments, &start, e);
    if (code != ERROR_NONE) {
        return code;
    }
    if (words_next(arguments, &word) && !word_is(word, "moves")) {
        return error_set(e, ERROR_SYNTAX, "position: only moves M... can follow here, not \"%s\"", WORD_SHOWN(word));
    }
    if (game_init(&game, &start) != ERROR_NONE) {
        return error_set(e, ERROR_MEMORY, "not enough memory for a game");
    }
    code = play_words(&game, arguments, false, e);
    if (code != ERROR_NONE) {
        game_free(&game);
        return code;
    }
    state_set_game(engine, &game);
    return ERROR_NONE;
}

ErrorCode play_moves(Engine *engine, Words *arguments, Error *e)
{
    Word word;
    const size_t before = engine->game.plies;
    if (!words_peek(arguments, &word)) {
        return error_set(e, ERROR_SYNTAX, "move needs at least one move, such as f2f5; moves lists them");
    }
    const ErrorCode code = play_words(&engine->game, arguments, true, e);
    while (code != ERROR_NONE && engine->game.plies > before) {
        game_undo(&engine->game);
    }
    if (code == ERROR_NONE) {
        engine->position_refused = false;
        const GameResult result = game_result(&engine->game);
        if (result != GAME_ONGOING) {
            output_line(engine->output, "info string the game is over: %s", display_result(result));
        }
    }
    return code;
}

ErrorCode play_undo(Engine *engine, Words *arguments, Error *e)
{
    int64_t count = 1;
    Word word;
    if (engine->game.plies == 0) {
        return error_set(e, ERROR_ILLEGAL, "no move to take back");
    }
    if (words_peek(arguments, &word)) {
        const ErrorCode code = words_number_of("undo", arguments, 1, (int64_t)engine->game.plies, &count, e);
        if (code != ERROR_NONE) {
            return code;
        }
        if (words_next(arguments, &word)) {
            return error_set(e, ERROR_SYNTAX, "undo takes one number, not a second word \"%s\"", WORD_SHOWN(word));
        }
    }
    while (count > 0 && game_undo(&engine->game)) {
        count--;
    }
    engine->position_refused = false;
    return error_clear(e);
}
