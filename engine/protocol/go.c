/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/go.h"

#include <inttypes.h>

#include "core/notation_parse.h"
#include "protocol/book_command.h"
#include "protocol/display.h"
#include "protocol/options.h"
#include "protocol/perft_command.h"
#include "system/random.h"

#define NO_MOVE "bestmove (none)"

/* The words of `go`, which index ARGUMENTS. */
typedef enum GoArgumentId {
    GO_DEPTH = 0,
    GO_NODES,
    GO_MOVETIME,
    GO_WTIME,
    GO_BTIME,
    GO_WINC,
    GO_BINC,
    GO_MOVESTOGO,
    GO_MATE,
    GO_NUMBER_COUNT, /* those above take a number */
    GO_INFINITE = GO_NUMBER_COUNT,
    GO_PONDER,
    GO_SEARCHMOVES,
    GO_PERFT,
    GO_ARGUMENT_COUNT
} GoArgumentId;

/* Name and range of a word. */
typedef struct GoArgument {
    const char *name;
    int64_t min, max;
} GoArgument;

/* The largest numbers accepted: of nodes, and of milliseconds. */
#define NODES_LIMIT INT64_C(1000000000000000000)
#define TIME_LIMIT INT64_C(1000000000000)

enum { MOVES_TO_GO_LIMIT = 10000, MATE_LIMIT = SEARCH_PLY_MAX / 2 };

static const GoArgument ARGUMENTS[GO_ARGUMENT_COUNT] = {
    [GO_DEPTH] = {"depth", 1, SEARCH_PLY_MAX},
    [GO_NODES] = {"nodes", 1, NODES_LIMIT},
    [GO_MOVETIME] = {"movetime", 0, TIME_LIMIT},
    [GO_WTIME] = {"wtime", -TIME_LIMIT, TIME_LIMIT}, /* a clock that has run out is the arbiter's business */
    [GO_BTIME] = {"btime", -TIME_LIMIT, TIME_LIMIT},
    [GO_WINC] = {"winc", 0, TIME_LIMIT},
    [GO_BINC] = {"binc", 0, TIME_LIMIT},
    [GO_MOVESTOGO] = {"movestogo", 0, MOVES_TO_GO_LIMIT},
    [GO_MATE] = {"mate", 1, MATE_LIMIT},
    [GO_INFINITE] = {"infinite", 0, 0},
    [GO_PONDER] = {"ponder", 0, 0},
    [GO_SEARCHMOVES] = {"searchmoves", 0, 0},
    [GO_PERFT] = {"perft", 0, 0},
};

/* The words read so far. */
typedef struct GoReader {
    Words *words;
    const Position *position;
    bool given[GO_ARGUMENT_COUNT];
    int64_t numbers[GO_NUMBER_COUNT];
    MoveList moves; /* of searchmoves */
} GoReader;

/* The index of the word, or GO_ARGUMENT_COUNT. */
static GoArgumentId find_argument(Word word)
{
    int i = 0;
    while (i < GO_ARGUMENT_COUNT && !word_is(word, ARGUMENTS[i].name)) {
        i++;
    }
    return (GoArgumentId)i;
}

/* Reads the moves up to the next word of `go`, at least one. */
static ErrorCode read_moves(GoReader *g, Error *e)
{
    MoveList *const list = &g->moves;
    Word word;
    while (words_peek(g->words, &word) && find_argument(word) == GO_ARGUMENT_COUNT) {
        Move m;
        words_next(g->words, &word);
        const ErrorCode code = notation_parse(g->position, word.text, word.length, &m, e);
        if (code != ERROR_NONE) {
            return error_set(e, code, "go searchmoves: %s", e->text);
        }
        if (move_index(list->moves, list->count, m) == list->count) {
            move_list_add(list, m);
        }
    }
    if (list->failed) {
        return error_set(e, ERROR_MEMORY, "not enough memory for searchmoves");
    }
    if (list->count == 0) {
        return error_set(e, ERROR_SYNTAX, "go searchmoves needs at least one move");
    }
    return error_clear(e);
}

/* Reads what follows the word i. */
static ErrorCode read_argument(GoReader *g, GoArgumentId i, Error *e)
{
    switch (i) {
    case GO_INFINITE:
    case GO_PONDER:
        return error_clear(e);
    case GO_SEARCHMOVES:
        return read_moves(g, e);
    case GO_PERFT:
        return error_set(e, ERROR_SYNTAX, "go perft N takes no search limits");
    default:
        return words_number_of(ARGUMENTS[i].name, g->words, ARGUMENTS[i].min, ARGUMENTS[i].max, &g->numbers[i], e);
    }
}

/* A clock is of use only together with the time of the side to move. */
static ErrorCode check_clock(const GoReader *g, Error *e)
{
    const GoArgumentId own = g->position->side == WHITE ? GO_WTIME : GO_BTIME;
    const bool clock =
        g->given[GO_WTIME] || g->given[GO_BTIME] || g->given[GO_WINC] || g->given[GO_BINC] || g->given[GO_MOVESTOGO];
    if (clock && !g->given[own]) {
        return error_set(e, ERROR_SYNTAX, "go has a clock, but not that of the side to move: give %s too",
                         ARGUMENTS[own].name);
    }
    return error_clear(e);
}

static ErrorCode read_arguments(GoReader *g, Error *e)
{
    Word word;
    while (words_next(g->words, &word)) {
        const GoArgumentId i = find_argument(word);
        if (i == GO_ARGUMENT_COUNT) {
            return error_set(e, ERROR_SYNTAX,
                             "go does not know \"%s\"; it takes depth, nodes, movetime, wtime, btime, winc, binc, "
                             "movestogo, mate, infinite, ponder, searchmoves, perft",
                             WORD_SHOWN(word));
        }
        if (word_once("go", ARGUMENTS[i].name, &g->given[i], e) != ERROR_NONE || read_argument(g, i, e) != ERROR_NONE) {
            return e->code;
        }
    }
    return check_clock(g, e);
}

/* The playing strength that the options set, in hundredths of a level. */
static int wanted_strength(const Engine *engine)
{
    if (options_number(engine, "UCI_LimitStrength") != 0) {
        return strength_of_elo(options_number(engine, "UCI_Elo"));
    }
    return options_number(engine, "Skill Level") * STRENGTH_UNIT;
}

/* The seed for the next move: with the option Seed it depends only on that and on the game. */
static uint64_t next_seed(const Engine *engine)
{
    const int fixed = options_number(engine, "Seed");
    uint64_t seed = fixed != 0 ? random_mix((uint64_t)fixed) : random_seed();
    seed = random_mix(seed + game_position(&engine->game)->key);
    return random_mix(seed + engine->game.plies);
}

/* The limits that the words and the options set. Its moves point to those of the reader. */
static SearchLimits limits_of(const Engine *engine, const GoReader *g)
{
    const uint64_t seed = next_seed(engine);
    return (SearchLimits){.depth = (int)g->numbers[GO_DEPTH],
                          .nodes = (uint64_t)g->numbers[GO_NODES],
                          .mate = (int)g->numbers[GO_MATE],
                          .use_movetime = g->given[GO_MOVETIME],
                          .movetime = g->numbers[GO_MOVETIME],
                          .use_clock = g->given[GO_WTIME] || g->given[GO_BTIME],
                          .time = {[WHITE] = g->numbers[GO_WTIME], [BLACK] = g->numbers[GO_BTIME]},
                          .increment = {[WHITE] = g->numbers[GO_WINC], [BLACK] = g->numbers[GO_BINC]},
                          .moves_to_go = (int)g->numbers[GO_MOVESTOGO],
                          .infinite = g->given[GO_INFINITE],
                          .ponder = g->given[GO_PONDER],
                          .moves = g->moves.moves,
                          .move_count = g->moves.count,
                          .multipv = options_number(engine, "MultiPV"),
                          .overhead = options_number(engine, "Move Overhead"),
                          .received = engine->received,
                          .seed = seed,
                          .level = strength_pick(wanted_strength(engine), seed),
                          .variety =
                              engine->game.plies < STRENGTH_VARIETY_PLIES ? options_number(engine, "Variety") : 0};
}

/* Writes the text and then a line of analysis, unless the client takes the latter as a value. Frees the text. */
static void write_info(const Engine *engine, Text *t, const SearchInfo *info)
{
    const EngineListener *const l = &engine->listener;
    Position p = *game_position(&engine->game);
    if (l->info != NULL && l->info(l->context, info)) {
        text_free(t);
        return;
    }
    text_add(t, "info depth %d seldepth %d multipv %d score ", info->depth, info->seldepth, info->multipv);
    display_score(t, info->score);
    text_add(t, " nodes %" PRIu64 " nps %" PRIu64 " hashfull %d time %" PRId64, info->nodes, info->nps, info->hashfull,
             info->time);
    if (info->tables || info->tablebase_hits > 0) {
        text_add(t, " tbhits %" PRIu64, info->tablebase_hits);
    }
    for (int i = 0; i < info->pv_length; i++) {
        char move[NOTATION_SIZE];
        notation_print(&p, info->pv[i], engine->style, move);
        text_add(t, "%s %s", i == 0 ? " pv" : "", move);
        p = position_after(&p, info->pv[i]);
    }
    text_add(t, "\n");
    output_text(engine->output, t);
}

static void on_info(void *context, const SearchInfo *info)
{
    Text t;
    text_init(&t);
    write_info(context, &t, info);
}

static void on_current(void *context, const SearchCurrentMove *current)
{
    const Engine *const engine = context;
    const EngineListener *const l = &engine->listener;
    char move[NOTATION_SIZE];
    if (l->current == NULL || !l->current(l->context, current)) {
        notation_print(game_position(&engine->game), current->move, engine->style, move);
        output_line(engine->output, "info depth %d currmove %s currmovenumber %d", current->depth, move,
                    current->number);
    }
}

void go_add_result(Text *t, const Position *root, NotationStyle style, const SearchResult *result)
{
    char move[NOTATION_SIZE];
    if (result->best.kind == MOVE_NONE) {
        text_add(t, NO_MOVE "\n");
        return;
    }
    notation_print(root, result->best, style, move);
    text_add(t, "bestmove %s", move);
    if (result->ponder.kind != MOVE_NONE) {
        const Position next = position_after(root, result->best);
        notation_print(&next, result->ponder, style, move);
        text_add(t, " ponder %s", move);
    }
    text_add(t, "\n");
}

static void write_result(const Engine *engine, const SearchResult *result)
{
    const EngineListener *const l = &engine->listener;
    Text t;
    if (l->result == NULL || !l->result(l->context, result)) {
        text_init(&t);
        go_add_result(&t, game_position(&engine->game), engine->style, result);
        output_text(engine->output, &t);
    }
}

/* Reports the tables that turned out to be damaged: the search has done without them. */
static void report_damaged(const Engine *engine)
{
    const Variant *const v = game_position(&engine->game)->variant;
    const TableFile *file;
    while ((file = tablebase_next_damaged(engine->tablebase, v)) != NULL) {
        output_line(engine->output, "info string ignored: the table of %s for %s is damaged",
                    table_class_name(file->numbering.class).text, v->name);
    }
}

static ErrorCode search(Engine *engine, const SearchLimits *limits, Error *e)
{
    const SearchListener listener = {.info = on_info, .current = on_current, .context = engine};
    const GameResult result = game_result(&engine->game);
    if (search_prepare(engine->search, &engine->game, limits, &listener, e) != ERROR_NONE) {
        return e->code;
    }
    if (result != GAME_ONGOING) {
        output_line(engine->output, "info string the game is over: %s", display_result(result));
    }
    queue_begin_run(&engine->queue, "a search", engine->search, search_unlimited(engine->search));
    const SearchResult found = search_run(engine->search, engine->poll);
    queue_end_run(&engine->queue);
    report_damaged(engine);
    write_result(engine, &found);
    return ERROR_NONE;
}

/* True when the book may answer: the limits are those for playing a move, not for analysis. */
static bool asks_book(const SearchLimits *l)
{
    const bool limited = l->depth > 0 || l->nodes > 0 || l->use_movetime || l->use_clock || l->level != NULL;
    return limited && !l->infinite && !l->ponder && l->mate == 0 && l->move_count == 0;
}

/* Answers with a move of the book, without a search. Frees the text, which reports it. */
static void answer_by_book(const Engine *engine, Text *t, const BookPick *pick)
{
    const SearchInfo info = {.multipv = 1, .score = pick->found.score, .pv = pick->line, .pv_length = pick->length};
    write_info(engine, t, &info);
    write_result(engine, &pick->found);
}

/* Writes the error and, for a client that waits for it, a `bestmove`. */
static ErrorCode refuse(Engine *engine, Error *e)
{
    state_refuse(engine, e);
    output_line(engine->output, NO_MOVE);
    return error_clear(e);
}

ErrorCode go_command(Engine *engine, Words *arguments, Error *e)
{
    GoReader g = {.words = arguments, .position = game_position(&engine->game)};
    Words rest = *arguments;
    Word first;
    const bool counts = words_next(&rest, &first) && word_is(first, ARGUMENTS[GO_PERFT].name);
    move_list_init(&g.moves);
    if (engine->position_refused) {
        error_set(e, ERROR_ILLEGAL, "go: the last position was refused, so there is none to search; send another");
    } else if (counts) {
        return perft_command(engine, &rest, e);
    } else if (read_arguments(&g, e) == ERROR_NONE) {
        const SearchLimits limits = limits_of(engine, &g);
        BookPick pick;
        Text t;
        text_init(&t);
        if (asks_book(&limits) && book_pick(engine, &limits, &pick, &t)) {
            answer_by_book(engine, &t, &pick);
        } else {
            search(engine, &limits, e);
        }
    }
    move_list_free(&g.moves);
    return e->code == ERROR_NONE || engine->listener.interactive || counts ? e->code : refuse(engine, e);
}
