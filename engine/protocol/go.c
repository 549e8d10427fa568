/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/go.h"

#include "core/notation.h"
#include "protocol/perft_work.h"

/* The words that `go` knows; the order is that of ARGUMENTS. */
typedef enum GoWord {
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
    GO_WORD_COUNT
} GoWord;

/* Name and range of a word. */
typedef struct GoArgument {
    const char *name;
    int64_t min, max;
} GoArgument;

static const GoArgument ARGUMENTS[GO_WORD_COUNT] = {
    [GO_DEPTH] = {"depth", 1, SEARCH_PLY_MAX},
    [GO_NODES] = {"nodes", 1, GO_NODES_MAX},
    [GO_MOVETIME] = {"movetime", 0, GO_TIME_MAX},
    [GO_WTIME] = {"wtime", -GO_TIME_MAX, GO_TIME_MAX}, /* a clock that has run out is the arbiter's business */
    [GO_BTIME] = {"btime", -GO_TIME_MAX, GO_TIME_MAX},
    [GO_WINC] = {"winc", 0, GO_TIME_MAX},
    [GO_BINC] = {"binc", 0, GO_TIME_MAX},
    [GO_MOVESTOGO] = {"movestogo", 0, GO_MOVES_TO_GO_MAX},
    [GO_MATE] = {"mate", 1, GO_MATE_MAX},
    [GO_INFINITE] = {"infinite", 0, 0},
    [GO_PONDER] = {"ponder", 0, 0},
    [GO_SEARCHMOVES] = {"searchmoves", 0, 0},
    [GO_PERFT] = {"perft", 0, 0},
};

/* What has been read so far. */
typedef struct GoReader {
    Words *words;
    const Position *position;
    GoRequest *request;
    bool given[GO_WORD_COUNT];
    int64_t numbers[GO_NUMBER_COUNT];
} GoReader;

void go_init(GoRequest *r)
{
    const SearchLimits limits = {0};
    const PerftOptions perft = {0};
    r->is_perft = false;
    r->perft = perft;
    r->limits = limits;
    move_list_init(&r->moves);
}

void go_free(GoRequest *r)
{
    move_list_free(&r->moves);
}

/* The index of the word, or GO_WORD_COUNT. */
static GoWord find_word(Word word)
{
    int i = 0;
    while (i < GO_WORD_COUNT && !word_is(word, ARGUMENTS[i].name)) {
        i++;
    }
    return (GoWord)i;
}

static bool contains(const MoveList *list, Move m)
{
    for (int i = 0; i < list->count; i++) {
        if (move_equal(list->moves[i], m)) {
            return true;
        }
    }
    return false;
}

/* Reads the moves up to the next word of `go`, at least one. */
static ErrorCode read_moves(GoReader *g, Error *e)
{
    MoveList *const list = &g->request->moves;
    Word word;
    while (words_peek(g->words, &word) && find_word(word) == GO_WORD_COUNT) {
        Move m;
        words_next(g->words, &word);
        const ErrorCode code = notation_parse(g->position, word.text, word.length, &m, e);
        if (code != ERROR_NONE) {
            return error_set(e, code, "go searchmoves: %s", e->text);
        }
        if (!contains(list, m)) {
            move_list_add(list, m);
        }
    }
    if (list->failed) {
        return error_set(e, ERROR_MEMORY, "not enough memory for searchmoves");
    }
    if (list->count == 0) {
        return error_set(e, ERROR_SYNTAX, "go searchmoves needs one move or several");
    }
    return error_clear(e);
}

/* Reads what follows the word i. */
static ErrorCode read_argument(GoReader *g, GoWord i, Error *e)
{
    switch (i) {
    case GO_INFINITE:
    case GO_PONDER:
        return error_clear(e);
    case GO_SEARCHMOVES:
        return read_moves(g, e);
    case GO_PERFT:
        g->request->is_perft = true;
        return perft_work_parse(g->words, &g->request->perft, e);
    default:
        return words_number_of(ARGUMENTS[i].name, g->words, ARGUMENTS[i].min, ARGUMENTS[i].max, &g->numbers[i], e);
    }
}

static ErrorCode read_arguments(GoReader *g, Error *e)
{
    Word word;
    int count = 0;
    for (; words_next(g->words, &word); count++) {
        const GoWord i = find_word(word);
        if (i == GO_WORD_COUNT) {
            return error_set(e, ERROR_SYNTAX,
                             "go does not know \"%.*s\"; it takes depth, nodes, movetime, wtime, btime, winc, binc, "
                             "movestogo, mate, infinite, ponder, searchmoves, perft",
                             WORD_SHOWN(word));
        }
        ErrorCode code = word_once("go", ARGUMENTS[i].name, &g->given[i], e);
        if (code == ERROR_NONE) {
            code = read_argument(g, i, e);
        }
        if (code != ERROR_NONE) {
            return code;
        }
    }
    if (g->request->is_perft && count > 1) {
        return error_set(e, ERROR_SYNTAX, "go perft N stands alone, without limits of a search");
    }
    return error_clear(e);
}

/* A clock counts only together with the time of the side to move. */
static ErrorCode check_clock(const GoReader *g, Error *e)
{
    const GoWord own = g->position->side == WHITE ? GO_WTIME : GO_BTIME;
    const bool clock =
        g->given[GO_WTIME] || g->given[GO_BTIME] || g->given[GO_WINC] || g->given[GO_BINC] || g->given[GO_MOVESTOGO];
    if (clock && !g->given[own]) {
        return error_set(e, ERROR_SYNTAX, "go has a clock, but not that of the side to move: give %s too",
                         ARGUMENTS[own].name);
    }
    return error_clear(e);
}

static void fill_limits(const GoReader *g, SearchLimits *limits)
{
    limits->depth = (int)g->numbers[GO_DEPTH];
    limits->nodes = (uint64_t)g->numbers[GO_NODES];
    limits->mate = (int)g->numbers[GO_MATE];
    limits->use_movetime = g->given[GO_MOVETIME];
    limits->movetime = g->numbers[GO_MOVETIME];
    limits->use_clock = g->given[GO_WTIME] || g->given[GO_BTIME];
    limits->time[WHITE] = g->numbers[GO_WTIME];
    limits->time[BLACK] = g->numbers[GO_BTIME];
    limits->increment[WHITE] = g->numbers[GO_WINC];
    limits->increment[BLACK] = g->numbers[GO_BINC];
    limits->moves_to_go = (int)g->numbers[GO_MOVESTOGO];
    limits->infinite = g->given[GO_INFINITE];
    limits->ponder = g->given[GO_PONDER];
    limits->moves = g->request->moves.moves;
    limits->move_count = g->request->moves.count;
}

ErrorCode go_parse(Words *arguments, const Position *p, GoRequest *r, Error *e)
{
    GoReader g = {.words = arguments, .position = p, .request = r};
    ErrorCode code = read_arguments(&g, e);
    if (code == ERROR_NONE) {
        code = check_clock(&g, e);
    }
    if (code == ERROR_NONE) {
        fill_limits(&g, &r->limits);
    }
    return code;
}
