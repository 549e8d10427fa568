/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/options.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

#include "core/fen.h"
#include "evaluation/network_file.h"
#include "system/text.h"

/* What an option takes. */
typedef enum OptionType {
    OPTION_CHECK,  /* true or false */
    OPTION_SPIN,   /* a whole number */
    OPTION_COMBO,  /* one of several words */
    OPTION_BUTTON, /* nothing; setting it does something */
    OPTION_STRING  /* any text; "<empty>" stands for the empty one */
} OptionType;

/* An option. */
typedef struct Option {
    const char *name; /* compared ignoring case */
    OptionType type;
    int initial;
    int min, max;               /* of a spin */
    const char *const *choices; /* of a combo, NULL at the end */
    /* Act on a new value before it is stored; an error refuses it. The first takes a number, as options_number()
     * returns it (NULL: it is only stored), the other the text of a string, which is not stored. */
    ErrorCode (*change)(Engine *engine, int number, Error *e);
    ErrorCode (*change_text)(Engine *engine, const char *text, Error *e);
} Option;

/* How the empty text is written in UCI. */
static const char EMPTY[] = "<empty>";

/* The order of NotationStyle. */
static const char *const NOTATION_NAMES[] = {"coordinate", "formal", "short", NULL};

static ErrorCode change_hash(Engine *engine, int number, Error *e)
{
    return search_set_hash(engine->search, number, e);
}

static ErrorCode clear_hash(Engine *engine, int number, Error *e)
{
    (void)number;
    search_clear(engine->search);
    return error_clear(e);
}

static ErrorCode change_threads(Engine *engine, int number, Error *e)
{
    return search_set_threads(engine->search, number, e);
}

/* A new board means a new game. The answer is the one that Fairy-Stockfish gives. */
static ErrorCode change_variant(Engine *engine, int number, Error *e)
{
    const Variant *const v = variant_at(number);
    const Position start = position_start(v);
    Game game;
    char fen[FEN_SIZE];
    if (search_evaluation(engine->search, v, e) == NULL) { /* prepared here, where no clock runs */
        return e->code;
    }
    if (game_init(&game, &start) != ERROR_NONE) {
        return error_set(e, ERROR_MEMORY, "not enough memory for a game");
    }
    state_set_game(engine, &game);
    search_clear(engine->search);
    fen_print(&start, fen);
    output_line(engine->output, "info string variant %s files %d ranks %d pocket 0 template fairy startpos %s", v->name,
                v->columns, v->rows, fen);
    return error_clear(e);
}

static ErrorCode change_notation(Engine *engine, int number, Error *e)
{
    engine->style = (NotationStyle)number;
    return error_clear(e);
}

static ErrorCode change_evaluation(Engine *engine, int number, Error *e)
{
    EvaluationChoice wanted = engine->evaluation;
    wanted.kind = (EvaluationKind)number;
    const ErrorCode code = search_set_evaluation(engine->search, &wanted, e);
    if (code == ERROR_NONE) {
        engine->evaluation.kind = wanted.kind;
    }
    return code;
}

/* Reads another network, for the board that its file names; an empty name stands for the built-in ones. */
static ErrorCode change_eval_file(Engine *engine, const char *text, Error *e)
{
    EvaluationChoice wanted = {.kind = engine->evaluation.kind};
    Network *read = NULL;
    if (text[0] != '\0') {
        read = network_file_read(text, e);
        if (read == NULL) {
            return e->code;
        }
        wanted = engine->evaluation;
        wanted.network[variant_index(read->shape.variant)] = read;
    }
    const ErrorCode code = search_set_evaluation(engine->search, &wanted, e);
    if (code != ERROR_NONE) {
        network_free(read);
        return code;
    }
    for (int b = 0; b < VARIANT_COUNT; b++) {
        if (wanted.network[b] != engine->evaluation.network[b]) {
            network_free(engine->evaluation.network[b]);
        }
    }
    engine->evaluation = wanted;
    return code;
}

/* Opens another tablebase; an empty list of folders stands for the built-in one. */
static ErrorCode change_tables(Engine *engine, const char *text, Error *e)
{
    Tablebase *tables = NULL;
    const bool folders = text[0] != '\0';
    if (tablebase_open(folders ? text : NULL, NULL, state_report_ignored, engine, &tables, e) != ERROR_NONE) {
        return e->code;
    }
    if (search_set_tables(engine->search, tables, e) != ERROR_NONE) {
        tablebase_free(tables);
        return e->code;
    }
    tablebase_free(engine->tablebase);
    engine->tablebase = tables;
    engine->tablebase_from_folders = folders;
    for (int i = 0; i < VARIANT_COUNT && folders; i++) {
        output_line(engine->output, "info string tables %s count %d pieces %d", variant_at(i)->name,
                    tablebase_count(tables, variant_at(i)), tablebase_pieces(tables, variant_at(i)));
    }
    return error_clear(e);
}

/* Opens a book, for the board that its file names; an empty name closes those of both boards. */
static ErrorCode change_book(Engine *engine, const char *text, Error *e)
{
    if (text[0] == '\0') {
        for (int i = 0; i < VARIANT_COUNT; i++) {
            book_free(engine->books[i]);
            engine->books[i] = NULL;
        }
        return error_clear(e);
    }
    Book *const read = book_read(text, e);
    if (read == NULL) {
        return e->code;
    }
    Book **const place = &engine->books[variant_index(book_variant(read))];
    book_free(*place);
    *place = read;
    output_line(engine->output, "info string book %s positions %" PRIu32 " nodes %" PRIu64, book_variant(read)->name,
                book_size(read), book_nodes(read));
    return error_clear(e);
}

/* In the order in which `uci` announces them. */
static const Option OPTIONS[] = {
    {.name = "Hash",
     .type = OPTION_SPIN,
     .initial = SEARCH_HASH_DEFAULT,
     .min = SEARCH_HASH_MIN,
     .max = SEARCH_HASH_MAX,
     .change = change_hash},
    {.name = "Clear Hash", .type = OPTION_BUTTON, .change = clear_hash},
    {.name = "Threads",
     .type = OPTION_SPIN,
     .initial = 1,
     .min = 1,
     .max = SEARCH_THREADS_MAX,
     .change = change_threads},
    {.name = "MultiPV", .type = OPTION_SPIN, .initial = 1, .min = 1, .max = SEARCH_MULTIPV_MAX},
    {.name = "Ponder", .type = OPTION_CHECK}, /* it does not change the use of the clock; `go ponder` always works */
    {.name = "Move Overhead", .type = OPTION_SPIN, .initial = SEARCH_OVERHEAD_DEFAULT, .max = SEARCH_OVERHEAD_MAX},
    {.name = "UCI_Variant", .type = OPTION_COMBO, .choices = VARIANT_NAMES, .change = change_variant},
    {.name = "Notation", .type = OPTION_COMBO, .choices = NOTATION_NAMES, .change = change_notation},
    {.name = "Evaluation", .type = OPTION_COMBO, .choices = EVALUATION_NAMES, .change = change_evaluation},
    {.name = "EvalFile", .type = OPTION_STRING, .change_text = change_eval_file},
    {.name = "TablesPath", .type = OPTION_STRING, .change_text = change_tables},
    {.name = "OwnBook", .type = OPTION_CHECK},
    {.name = "BookFile", .type = OPTION_STRING, .change_text = change_book},
    {.name = "Skill Level", .type = OPTION_SPIN, .initial = STRENGTH_LEVEL_FULL, .max = STRENGTH_LEVEL_FULL},
    {.name = "UCI_LimitStrength", .type = OPTION_CHECK},
    {.name = "UCI_Elo",
     .type = OPTION_SPIN,
     .initial = STRENGTH_ELO_MAX,
     .min = STRENGTH_ELO_MIN,
     .max = STRENGTH_ELO_MAX},
    {.name = "Seed", .type = OPTION_SPIN, .max = INT32_MAX},
    {.name = "Variety", .type = OPTION_SPIN, .max = STRENGTH_VARIETY_MAX},
};

enum { OPTION_COUNT = sizeof OPTIONS / sizeof OPTIONS[0] };

_Static_assert((int)OPTION_COUNT <= (int)STATE_OPTIONS_MAX, "there is room for their values");

void options_init(Engine *engine)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        engine->options[i] = OPTIONS[i].initial;
    }
}

/* The index of the option, or OPTION_COUNT. */
static int find(const char *name)
{
    int i = 0;
    while (i < OPTION_COUNT && !equal_ignoring_case(name, OPTIONS[i].name)) {
        i++;
    }
    return i;
}

int options_number(const Engine *engine, const char *name)
{
    const int i = find(name);
    assert(i < OPTION_COUNT);
    return engine->options[i];
}

static ErrorCode read_combo(const Option *o, Word value, int *number, Error *e)
{
    Text choices;
    for (*number = 0; o->choices[*number] != NULL; ++*number) {
        if (equal_ignoring_case(o->choices[*number], value.text)) {
            return error_clear(e);
        }
    }
    text_init(&choices);
    for (int i = 0; o->choices[i] != NULL; i++) {
        const char *const between = i == 0 ? "" : o->choices[i + 1] == NULL ? " or " : ", ";
        text_add(&choices, "%s%s", between, o->choices[i]);
    }
    const ErrorCode code =
        error_set(e, ERROR_SYNTAX, "option %s takes %s, not \"%s\"", o->name, choices.data, WORD_SHOWN(value));
    text_free(&choices);
    return code;
}

/* Reads a value of the option's type. */
static ErrorCode read_value(const Option *o, Word value, int *number, Error *e)
{
    int64_t wide = 0;
    if (o->type == OPTION_COMBO) {
        return read_combo(o, value, number, e);
    }
    if (o->type == OPTION_CHECK && !equal_ignoring_case(value.text, "true") &&
        !equal_ignoring_case(value.text, "false")) {
        return error_set(e, ERROR_SYNTAX, "option %s takes true or false, not \"%s\"", o->name, WORD_SHOWN(value));
    }
    if (o->type == OPTION_SPIN && !word_number(value, o->min, o->max, &wide)) {
        return error_set(e, ERROR_SYNTAX, "option %s takes a whole number from %d to %d, not \"%s\"", o->name, o->min,
                         o->max, WORD_SHOWN(value));
    }
    if (o->type == OPTION_BUTTON && value.length > 0) {
        return error_set(e, ERROR_SYNTAX, "option %s is a button and takes no value", o->name);
    }
    *number = o->type == OPTION_CHECK ? equal_ignoring_case(value.text, "true") : (int)wide;
    return error_clear(e);
}

ErrorCode options_set(Engine *engine, const char *name, const char *value, Error *e)
{
    const int i = find(name);
    int number = 0;
    if (i == OPTION_COUNT) {
        return error_set(e, ERROR_SYNTAX, "unknown option \"%s\"; uci lists the options", WORD_SHOWN(word_of(name)));
    }
    const Option *const o = &OPTIONS[i];
    if (value == NULL && o->type != OPTION_BUTTON) {
        return error_set(e, ERROR_SYNTAX, "option %s takes a value: setoption name %s value Y", o->name, o->name);
    }
    value = value != NULL ? value : "";
    ErrorCode code = read_value(o, word_of(value), &number, e);
    if (code == ERROR_NONE && o->change != NULL) {
        code = o->change(engine, number, e);
    } else if (code == ERROR_NONE && o->change_text != NULL) {
        code = o->change_text(engine, strcmp(value, EMPTY) != 0 ? value : "", e);
    }
    if (code == ERROR_NONE) {
        engine->options[i] = number;
    }
    return code;
}

/* Appends what follows the name of the option in UCI's announcement. */
static void print_type(const Option *o, Text *t)
{
    switch (o->type) {
    case OPTION_CHECK:
        text_add(t, "check default %s", o->initial != 0 ? "true" : "false");
        break;
    case OPTION_SPIN:
        text_add(t, "spin default %d min %d max %d", o->initial, o->min, o->max);
        break;
    case OPTION_COMBO:
        text_add(t, "combo default %s", o->choices[o->initial]);
        for (int i = 0; o->choices[i] != NULL; i++) {
            text_add(t, " var %s", o->choices[i]);
        }
        break;
    case OPTION_BUTTON:
        text_add(t, "button");
        break;
    case OPTION_STRING:
        text_add(t, "string default %s", EMPTY);
        break;
    }
}

void options_print(Text *t)
{
    for (int i = 0; i < OPTION_COUNT; i++) {
        text_add(t, "option name %s type ", OPTIONS[i].name);
        print_type(&OPTIONS[i], t);
        text_add(t, "\n");
    }
}
