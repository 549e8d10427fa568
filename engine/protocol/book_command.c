/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/book_command.h"

#include <inttypes.h>

#include "core/fen.h"
#include "protocol/display.h"
#include "protocol/options.h"

enum {
    SHOWN_MAX = 5,    /* moves that the line of book_pick() names */
    LEVEL_MARGIN = 20 /* points that a move of a weaker level may lose against the best one */
};

static const Book *book_of(const Engine *engine)
{
    return engine->books[variant_index(state_variant(engine))];
}

/* ---- The command ---- */

/* Appends an entry and ends the line. */
static void add_entry(Text *t, const BookEntry *entry)
{
    text_add(t, "score ");
    display_score(t, entry->score);
    if (entry->searches > 0) {
        text_add(t, " searches %d", entry->searches);
    }
    if (entry->wins > 0 || entry->draws > 0 || entry->losses > 0) {
        text_add(t, " wins %" PRIu32 " draws %" PRIu32 " losses %" PRIu32, entry->wins, entry->draws, entry->losses);
    }
    text_add(t, "\n");
}

ErrorCode book_command(Engine *engine, Words *arguments, Text *t, Error *e)
{
    (void)arguments;
    const Book *const book = book_of(engine);
    const Position *const p = game_position(&engine->game);
    char fen[FEN_SIZE];
    BookEntry entry;
    BookMoves moves;
    if (book == NULL) {
        return error_set(e, ERROR_SYNTAX, "no book of the board %s is open: setoption name BookFile value FILE",
                         p->variant->name);
    }
    if (book_moves(book, &engine->game, &moves, e) != ERROR_NONE) {
        return e->code;
    }
    fen_print(p, fen);
    text_add(t, "Fen: %s\nBook: ", fen);
    if (book_find(book, p, &entry)) {
        add_entry(t, &entry);
    } else {
        text_add(t, "unknown\n");
    }
    text_add(t, "Moves (%d):\n", moves.count);
    for (int i = 0; i < moves.count; i++) {
        char move[NOTATION_SIZE];
        notation_print(p, moves.moves[i].move, engine->style, move);
        text_add(t, " %s ", move);
        add_entry(t, &moves.moves[i].entry);
    }
    book_moves_free(&moves);
    return error_clear(e);
}

/* ---- Playing ---- */

/* Appends the line with the moves to choose from. */
static void add_choices(Text *t, const Engine *engine, const BookMoves *moves)
{
    text_add(t, "info string book %d move%s", moves->count, text_plural((uint64_t)moves->count));
    for (int i = 0; i < moves->count && i < SHOWN_MAX; i++) {
        char move[NOTATION_SIZE];
        notation_print(game_position(&engine->game), moves->moves[i].move, engine->style, move);
        text_add(t, "%s %s ", i == 0 ? ":" : ",", move);
        display_score(t, moves->moves[i].entry.score);
    }
    text_add(t, "%s\n", moves->count > SHOWN_MAX ? ", ..." : "");
}

static int choose(const SearchLimits *limits, const BookMoves *moves)
{
    const bool weaker = limits->level != NULL && strength_chooses(limits->level);
    Score scores[STRENGTH_LINES_MAX];
    int count = 0;
    for (; count < moves->count && count < STRENGTH_LINES_MAX; count++) {
        scores[count] = moves->moves[count].entry.score;
    }
    return strength_choose(scores, count, weaker ? LEVEL_MARGIN : limits->variety, limits->seed);
}

/* Appends the book's best moves after the first move of the line, until a position repeats. */
static void follow(const Book *book, const Position *root, BookPick *pick)
{
    Game game;
    BookMoves moves = {.moves = NULL};
    const bool begun = game_init(&game, root) == ERROR_NONE;
    while (begun && pick->length < BOOK_LINE_MAX && game_play(&game, pick->line[pick->length - 1]) == ERROR_NONE &&
           game_occurrences(&game) == 1 && book_moves(book, &game, &moves, NULL) == ERROR_NONE && moves.count > 0) {
        pick->line[pick->length++] = moves.moves[0].move;
        book_moves_free(&moves);
    }
    book_moves_free(&moves);
    game_free(&game);
}

bool book_pick(const Engine *engine, const SearchLimits *limits, BookPick *pick, Text *t)
{
    const Book *const book = book_of(engine);
    BookMoves moves;
    if (book == NULL || options_number(engine, "OwnBook") == 0 || game_result(&engine->game) != GAME_ONGOING ||
        book_moves(book, &engine->game, &moves, NULL) != ERROR_NONE) {
        return false;
    }
    const bool playable = book_moves_playable(&moves);
    if (playable) {
        const BookMove *const chosen = &moves.moves[choose(limits, &moves)];
        *pick = (BookPick){.line = {chosen->move}, .length = 1};
        follow(book, game_position(&engine->game), pick);
        pick->found = (SearchResult){.best = chosen->move,
                                     .ponder = pick->length > 1 ? pick->line[1] : (Move){.kind = MOVE_NONE},
                                     .score = chosen->entry.score};
        add_choices(t, engine, &moves);
    }
    book_moves_free(&moves);
    return playable;
}
