/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/tablebase_command.h"

#include <stdlib.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "protocol/display.h"
#include "protocol/play.h"
#include "system/file.h"
#include "tables/best_play.h"

enum {
    CACHE_BLOCKS = 1024,
    LINE_EFFORT = 100000 /* positions visited in search of one with known plies: less than a second */
};

/* What the command asks for. */
typedef struct Query {
    const Variant *variant;
    bool has_variant; /* it was given */
    Position position;
    char *folders; /* owned; NULL: the tables of the option */
    bool builtin;  /* the built-in tables are asked */
} Query;

/* What a result is called. */
static const char *const RESULT_NAMES[] = {
    [WDL_DRAW] = "draws", [WDL_WIN] = "wins", [WDL_LOSS] = "loses", [WDL_NONE] = "unknown"};

/* Appends a value and ends the line. */
static void add_value(Text *t, TablebaseValue v)
{
    text_add(t, " %s", RESULT_NAMES[v.result]);
    if ((v.result == WDL_WIN || v.result == WDL_LOSS) && v.plies >= 0) {
        text_add(t, " in %d %s", v.plies, v.plies == 1 ? "ply" : "plies");
    }
    text_add(t, "\n");
}

static ErrorCode read_variant(Query *q, Words *arguments, Error *e)
{
    Word word;
    const bool given = !q->has_variant && words_next(arguments, &word);
    q->has_variant = true;
    for (int i = 0; i < VARIANT_COUNT && given; i++) {
        if (word_is(word, variant_at(i)->name)) {
            q->variant = variant_at(i);
            return error_clear(e);
        }
    }
    return error_set(e, ERROR_SYNTAX, "endings variant needs a board, once: bushka or bushka9x11");
}

static ErrorCode read_folders(Query *q, Words *arguments, Error *e)
{
    Word word;
    const bool given = q->folders == NULL && words_next(arguments, &word);
    if (given) {
        q->folders = malloc(word.length + 1);
        if (q->folders == NULL) {
            return error_set(e, ERROR_MEMORY, "not enough memory for the tablebases");
        }
    }
    if (!given || !word_copy(word, q->folders, word.length + 1)) {
        return error_set(e, ERROR_SYNTAX, "endings tables needs folders, once, with '%c' between them",
                         file_list_separator());
    }
    return error_clear(e);
}

/* Reads the words. The caller frees what q owns, also after an error. */
static ErrorCode read_query(const Engine *engine, Words *arguments, Query *q, Error *e)
{
    Word word;
    ErrorCode code = error_clear(e);
    bool has_fen = false;
    *q = (Query){.variant = state_variant(engine), .position = *game_position(&engine->game), .folders = NULL};
    while (code == ERROR_NONE && words_next(arguments, &word)) {
        if (has_fen) {
            code = error_set(e, ERROR_SYNTAX, "endings takes variant NAME, tables FOLDERS, and then a FEN, not \"%s\"",
                             WORD_SHOWN(word));
        } else if (word_is(word, "variant")) {
            code = read_variant(q, arguments, e);
        } else if (word_is(word, "tables")) {
            code = read_folders(q, arguments, e);
        } else {
            has_fen = true;
            code = play_read_fen(q->variant, word, &q->position, e);
        }
    }
    if (code == ERROR_NONE && !has_fen && q->variant != state_variant(engine)) {
        code = error_set(e, ERROR_SYNTAX, "endings variant needs a FEN too: the game is on the other board");
    }
    return code;
}

/* The class of the table that is missing for a position of unknown result: its own, or one that a capture leads to. */
static TableClass unknown_class(TablebaseCache *cache, const Position *p)
{
    TableClass class = table_class_of(table_pieces_of(p));
    MoveList list;
    if (!movegen_can_capture(p, p->side)) {
        return class;
    }
    move_list_init(&list);
    movegen_legal(p, &list);
    bool found = false;
    for (int i = 0; i < list.count && !found; i++) {
        const Position next = position_after(p, list.moves[i]);
        found = tablebase_probe_wdl(cache, &next) == WDL_NONE;
        class = found ? unknown_class(cache, &next) : class;
    }
    move_list_free(&list);
    return class;
}

/* Refuses a position, with the table that it would need. */
static ErrorCode refuse_unknown(const Tablebase *tables, TablebaseCache *cache, const Query *q, Error *e)
{
    const Position *const p = &q->position;
    const TableClass class = unknown_class(cache, p);
    if (q->builtin) {
        return error_set(e, ERROR_SYNTAX,
                         "the built-in tablebases stop at %d pieces: make endings builds larger ones, setoption name "
                         "TablesPath value FOLDER opens them, and endings tables FOLDER FEN probes those of a folder",
                         tablebase_pieces(tables, p->variant));
    }
    const TableClassName name = table_class_name(class);
    return error_set(e, ERROR_SYNTAX,
                     "the table of %s for %s is %s: bushka-endings build -class %s -variant %s -dir FOLDER makes it",
                     name.text, p->variant->name,
                     tablebase_file(tables, p->variant, class, BLOCK_RESULTS) != NULL ? "damaged" : "missing",
                     name.text, p->variant->name);
}

/* Appends the last line: best play. */
static ErrorCode add_line(const Engine *engine, TablebaseCache *cache, const Query *q, Wdl result, Text *t, Error *e)
{
    const Position *const p = &q->position;
    BestPlayLine line;
    Position now = *p;
    if (best_play_line(cache, p, LINE_EFFORT, &line, e) != ERROR_NONE) {
        return e->code;
    }
    text_add(t, "Main line:%s",
             result == WDL_DRAW             ? " none, both sides hold the draw"
             : !movegen_has_move(p)         ? " none, the game is over"
             : line.end == BEST_PLAY_NONE   ? q->builtin
                                                  ? " not known, folders of tablebases hold the plies: make endings, "
                                                    "setoption name TablesPath value FOLDER"
                                                  : " not found: too far from positions whose plies are known"
             : line.end == BEST_PLAY_JOINED ? " (the fastest way to positions of known plies first)"
                                            : "");
    for (int i = 0; i < line.moves.count && line.end != BEST_PLAY_NONE; i++) {
        char move[NOTATION_SIZE];
        notation_print(&now, line.moves.moves[i], engine->style, move);
        text_add(t, " %s", move);
        now = position_after(&now, line.moves.moves[i]);
    }
    text_add(t, "\n");
    best_play_line_free(&line);
    return error_clear(e);
}

/* Appends the answer about a position that the tables know. */
static ErrorCode add_answer(const Engine *engine, TablebaseCache *cache, const Query *q, TablebaseValue value, Text *t,
                            Error *e)
{
    const Position *const p = &q->position;
    char fen[FEN_SIZE];
    BestPlayMoves moves;
    if (best_play_moves(cache, p, &moves, e) != ERROR_NONE) {
        return e->code;
    }
    fen_print(p, fen);
    text_add(t, "Fen: %s\nEnding: %s to move", fen, display_side(p->side));
    add_value(t, value);
    text_add(t, "Moves (%d):\n", moves.count);
    for (int i = 0; i < moves.count; i++) {
        char move[NOTATION_SIZE];
        notation_print(p, moves.moves[i].move, engine->style, move);
        text_add(t, " %s", move);
        add_value(t, moves.moves[i].value);
    }
    best_play_moves_free(&moves);
    return add_line(engine, cache, q, value.result, t, e);
}

/* True when tablebases can have that many pieces, or the side to move has none and has lost. */
static bool may_be_known(const Position *p)
{
    return position_pieces(p, p->side) == 0 || table_class_possible(table_class_of(table_pieces_of(p)));
}

/* Answers from these tables. */
static ErrorCode answer(const Engine *engine, const Tablebase *tables, const Query *q, Text *t, Error *e)
{
    const Position *const p = &q->position;
    if (!may_be_known(p)) {
        return error_set(e, ERROR_SYNTAX,
                         "tablebases have 1 to %d pieces of each side, %d together: here are %d and %d", TABLE_SIDE_MAX,
                         TABLE_PIECES_MAX, popcount(position_pieces(p, WHITE)), popcount(position_pieces(p, BLACK)));
    }
    TablebaseCache *const cache = tablebase_cache_new(tables, CACHE_BLOCKS);
    if (cache == NULL) {
        return error_set(e, ERROR_MEMORY, "not enough memory for the tablebases");
    }
    const TablebaseValue value = tablebase_probe(cache, p);
    const ErrorCode code =
        value.result == WDL_NONE ? refuse_unknown(tables, cache, q, e) : add_answer(engine, cache, q, value, t, e);
    tablebase_cache_free(cache);
    return code;
}

ErrorCode tablebase_command(Engine *engine, Words *arguments, Text *t, Error *e)
{
    Query q;
    Tablebase *opened = NULL;
    ErrorCode code = read_query(engine, arguments, &q, e);
    if (code == ERROR_NONE && q.folders != NULL) {
        code = tablebase_open(q.folders, NULL, state_report_ignored, engine, &opened, e);
    }
    q.builtin = q.folders == NULL && !engine->tablebase_from_folders;
    if (code == ERROR_NONE) {
        code = answer(engine, q.folders != NULL ? opened : engine->tablebase, &q, t, e);
    }
    tablebase_free(opened);
    free(q.folders);
    return code;
}
