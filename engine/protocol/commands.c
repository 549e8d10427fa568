/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/commands.h"

#include <stdlib.h>
#include <string.h>

#include "protocol/bench.h"
#include "protocol/display.h"
#include "protocol/endings_command.h"
#include "protocol/engine_options.h"
#include "protocol/go.h"
#include "protocol/move_details.h"
#include "protocol/perft_work.h"
#include "protocol/play.h"
#include "protocol/search_work.h"
#include "system/version.h"
#include "system/words.h"

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

/* Executes a command with the words after its name. An error refuses it. */
typedef ErrorCode (*Handler)(Engine *e, Words *arguments, Error *error);

/* What the table says about a command. */
typedef struct CommandSpec {
    const char *name;
    const char *arguments; /* as help shows them; "" when it takes none */
    const char *help;
    Handler run;
    CommandTurn turn;
} CommandSpec;

typedef struct Command {
    const CommandSpec *spec;
    UT_hash_handle hh;
} Command;

struct CommandTable {
    Command *table; /* uthash: by name */
    Command *all;   /* the entries themselves, in the order of help */
};

/* Writes what was put together, and frees it. */
static ErrorCode answer(Engine *e, Text *t, Error *error)
{
    output_text(e->output, t);
    text_free(t);
    return error_clear(error);
}

static ErrorCode run_uci(Engine *e, Words *arguments, Error *error)
{
    Text t;
    (void)arguments;
    text_init(&t);
    text_add(&t, "id name %s %s\nid author %s\n", BUSHKA_NAME, BUSHKA_VERSION, BUSHKA_AUTHOR);
    options_print(e->options, &t);
    text_add(&t, "uciok\n");
    return answer(e, &t, error);
}

static ErrorCode run_isready(Engine *e, Words *arguments, Error *error)
{
    (void)arguments;
    output_line(e->output, "readyok");
    return error_clear(error);
}

static ErrorCode run_ucinewgame(Engine *e, Words *arguments, Error *error)
{
    (void)arguments;
    search_clear(e->search);
    return error_clear(error);
}

/* Appends the words up to `last` (or all of them), one blank between two. Zero bytes become '?'. Returns true when
 * `last` was found. */
static bool join(Words *words, const char *last, Text *t)
{
    Word word;
    while (words_next(words, &word)) {
        if (last != NULL && word_is(word, last)) {
            return true;
        }
        if (t->length > 0) {
            text_add_bytes(t, " ", 1);
        }
        for (size_t i = 0; i < word.length; i++) {
            text_add_bytes(t, word.text[i] == '\0' ? "?" : &word.text[i], 1);
        }
    }
    return false;
}

static ErrorCode run_setoption(Engine *e, Words *arguments, Error *error)
{
    Word word;
    Text name, value;
    bool has_value = false;
    ErrorCode code = ERROR_NONE;
    text_init(&name);
    text_init(&value);
    if (words_next(arguments, &word) && word_is(word, "name")) {
        has_value = join(arguments, "value", &name);
        join(arguments, NULL, &value);
    }
    if (name.failed || value.failed) {
        code = error_set(error, ERROR_MEMORY, "not enough memory for this option");
    } else if (name.length == 0) {
        code = error_set(error, ERROR_SYNTAX, "setoption takes name X and then value Y, if X takes a value");
    } else {
        code = options_set(e->options, name.data, has_value ? value.data : NULL, error);
    }
    text_free(&name);
    text_free(&value);
    return code;
}

/* Runs a perft with the threads of the option Threads. */
static ErrorCode start_perft(Engine *e, PerftOptions *options, Error *error)
{
    options->threads = options_number(e->options, OPTION_THREADS);
    Work *const work = perft_work_new(game_position(&e->game), options, e->style, e->output);
    if (work == NULL) {
        return error_set(error, ERROR_MEMORY, "not enough memory for perft");
    }
    return engine_start(e, work, error);
}

/* Searches; every `go` that is not refused is answered with a move, if there is one. */
static ErrorCode start_search(Engine *e, const SearchLimits *limits, Error *error)
{
    Work *const work = search_work_new(e->search, &e->game, limits, e->style, e->output, error);
    if (work != NULL) {
        return engine_start(e, work, error);
    }
    engine_refuse(e, error);
    search_work_answer(&e->game, limits, e->style, e->output);
    return error_clear(error);
}

static ErrorCode run_go(Engine *e, Words *arguments, Error *error)
{
    GoRequest request;
    go_init(&request);
    ErrorCode code = go_parse(arguments, game_position(&e->game), &request, error);
    if (code == ERROR_NONE && request.is_perft) {
        code = start_perft(e, &request.perft, error);
    } else if (code == ERROR_NONE) {
        request.limits.multipv = options_number(e->options, OPTION_MULTIPV);
        request.limits.overhead = options_number(e->options, OPTION_MOVE_OVERHEAD);
        request.limits.received = e->received;
        engine_options_play(e, &request.limits);
        code = start_search(e, &request.limits, error);
    }
    go_free(&request);
    return code;
}

/* True while something runs whose last line is not under way yet. */
static bool is_running(const Engine *e)
{
    const ActivityState state = activity_state(&e->activity);
    return state == ACTIVITY_RUNNING || state == ACTIVITY_STOPPING;
}

static ErrorCode run_stop(Engine *e, Words *arguments, Error *error)
{
    (void)arguments;
    if (!is_running(e) && e->waiting.first == NULL) {
        return error_set(error, ERROR_SYNTAX, "no search is running, so there is nothing to stop");
    }
    engine_stop(e);
    return error_clear(error);
}

static ErrorCode run_ponderhit(Engine *e, Words *arguments, Error *error)
{
    (void)arguments;
    if (!is_running(e)) {
        return error_set(error, ERROR_SYNTAX, "no search is running; ponderhit follows go ponder");
    }
    if (!search_pondering(e->search)) {
        return error_set(error, ERROR_SYNTAX, "the search is not pondering; ponderhit follows go ponder");
    }
    search_ponderhit(e->search);
    return error_clear(error);
}

static ErrorCode run_quit(Engine *e, Words *arguments, Error *error)
{
    (void)arguments;
    e->quitting = true;
    return error_clear(error);
}

static ErrorCode run_d(Engine *e, Words *arguments, Error *error)
{
    Text t;
    (void)arguments;
    text_init(&t);
    display_game(&t, &e->game, e->style);
    return answer(e, &t, error);
}

static ErrorCode run_eval(Engine *e, Words *arguments, Error *error)
{
    Text t;
    (void)arguments;
    text_init(&t);
    display_evaluation(&t, search_evaluation(e->search), game_position(&e->game));
    return answer(e, &t, error);
}

static ErrorCode run_moves(Engine *e, Words *arguments, Error *error)
{
    Text t;
    Word word;
    text_init(&t);
    if (words_next(arguments, &word)) {
        if (!word_is(word, "full")) {
            return error_set(error, ERROR_SYNTAX, "moves takes full, and then moves M... if any, not \"%.*s\"",
                             WORD_SHOWN(word));
        }
        const ErrorCode code = move_details(&t, &e->game, arguments, error);
        if (code != ERROR_NONE) {
            text_free(&t);
            return code;
        }
    } else {
        display_moves(&t, &e->game, e->style);
    }
    return answer(e, &t, error);
}

static ErrorCode run_endings(Engine *e, Words *arguments, Error *error)
{
    Text t;
    text_init(&t);
    const ErrorCode code = endings_command(e, arguments, &t, error);
    if (code == ERROR_NONE) {
        return answer(e, &t, error);
    }
    text_free(&t);
    return code;
}

static ErrorCode run_perft(Engine *e, Words *arguments, Error *error)
{
    PerftOptions options = {0};
    const ErrorCode code = perft_work_parse(arguments, &options, error);
    return code == ERROR_NONE ? start_perft(e, &options, error) : code;
}

static ErrorCode run_bench(Engine *e, Words *arguments, Error *error)
{
    BenchOptions options;
    const ErrorCode code = bench_parse(arguments, &options, error);
    if (code != ERROR_NONE) {
        return code;
    }
    Work *const work = bench_work_new(&options, &e->evaluation, e->has_folders ? e->tables : NULL, e->output, error);
    return work != NULL ? engine_start(e, work, error) : ERROR_MEMORY;
}

static ErrorCode run_help(Engine *e, Words *arguments, Error *error);

/* The order is that of help. */
static const CommandSpec SPECS[] = {
    {"uci", "", "name, options, uciok", run_uci, COMMAND_BESIDE},
    {"isready", "", "readyok, at any time", run_isready, COMMAND_READY},
    {"ucinewgame", "", "forget what was learnt in the last game", run_ucinewgame, COMMAND_ALONE},
    {"setoption", "name X [value Y]", "set an option; uci lists them", run_setoption, COMMAND_ALONE},
    {"position", "startpos|fen F [moves M...]", "set up a position and play moves", play_position, COMMAND_ALONE},
    {"go", "[depth|nodes|movetime|mate N] [wtime|btime|winc|binc|movestogo N] [infinite] [ponder] [searchmoves M...]",
     "search; without any limit until stop. go perft N is perft N", run_go, COMMAND_ALONE},
    {"stop", "", "end the search, perft or bench, and what waits for its end", run_stop, COMMAND_AT_ONCE},
    {"ponderhit", "", "the expected move was played: the clock runs", run_ponderhit, COMMAND_BESIDE},
    {"quit", "", "end the program, as does the end of input; in a script when what has a limit is done", run_quit,
     COMMAND_AT_ONCE},
    {"d", "", "draw the board; FEN, key, side to move, legal moves", run_d, COMMAND_BESIDE},
    {"eval", "", "the evaluation: what each piece adds, and term by term", run_eval, COMMAND_BESIDE},
    {"moves", "[full [M...]]", "the legal moves; full: one a line, with all squares", run_moves, COMMAND_BESIDE},
    {"move", "M...", "play moves, such as f2f3, f2-f3 or f23", play_moves, COMMAND_ALONE},
    {"undo", "[N]", "take back the last move, or N moves", play_undo, COMMAND_ALONE},
    {"perft", "N [hash MIB] [leaves]", "count the move sequences of N plies; leaves: by making every move", run_perft,
     COMMAND_ALONE},
    {"endings", "[variant NAME] [tables FOLDERS] [FEN]",
     "by the tables of endings: the result, every move with its own, and the main line", run_endings, COMMAND_BESIDE},
    {"bench", "[depth D] [threads N] [hash MIB]",
     "search fixed positions: signature and speed; by default depth 9, one thread and 16 MiB", run_bench,
     COMMAND_ALONE},
    {"help", "", "this list", run_help, COMMAND_BESIDE},
};

_Static_assert(BENCH_DEPTH_DEFAULT == 9 && SEARCH_HASH_DEFAULT == 16, "help says so");

enum { COMMAND_COUNT = sizeof SPECS / sizeof SPECS[0] };

void commands_list(Text *t)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        const char *const gap = SPECS[i].arguments[0] == '\0' ? "" : " ";
        text_add(t, "%s%s%s\n    %s\n", SPECS[i].name, gap, SPECS[i].arguments, SPECS[i].help);
    }
}

static ErrorCode run_help(Engine *e, Words *arguments, Error *error)
{
    Text t;
    (void)arguments;
    text_init(&t);
    commands_list(&t);
    return answer(e, &t, error);
}

CommandTable *commands_new(void)
{
    CommandTable *const table = calloc(1, sizeof *table);
    if (table == NULL) {
        return NULL;
    }
    table->all = calloc(COMMAND_COUNT, sizeof *table->all);
    for (int i = 0; i < COMMAND_COUNT && table->all != NULL; i++) {
        Command *const command = &table->all[i];
        command->spec = &SPECS[i];
        HASH_ADD_KEYPTR(hh, table->table, SPECS[i].name, strlen(SPECS[i].name), command);
    }
    if (table->all == NULL || HASH_COUNT(table->table) != COMMAND_COUNT) {
        commands_free(table);
        return NULL;
    }
    return table;
}

void commands_free(CommandTable *table)
{
    if (table != NULL) {
        HASH_CLEAR(hh, table->table);
        free(table->all);
        free(table);
    }
}

/* The command of that name, or NULL. */
static const CommandSpec *find(const Engine *e, Word name)
{
    Command *command = NULL;
    HASH_FIND(hh, e->commands->table, name.text, name.length, command);
    return command != NULL ? command->spec : NULL;
}

/* Checks what holds for every command, and runs it. */
static ErrorCode execute(Engine *e, const CommandSpec *spec, Words *arguments, Error *error)
{
    Word word;
    if (spec->arguments[0] == '\0' && words_peek(arguments, &word)) {
        return error_set(error, ERROR_SYNTAX, "%s takes no arguments, not \"%.*s\"", spec->name, WORD_SHOWN(word));
    }
    if (spec->turn == COMMAND_ALONE && !activity_wait(&e->activity, 0)) {
        return error_set(error, ERROR_SYNTAX, "%s is running; send stop first", e->activity.work->name);
    }
    return spec->run(e, arguments, error);
}

const char *commands_name(int i)
{
    return i < COMMAND_COUNT ? SPECS[i].name : NULL;
}

size_t commands_length(const char *line, size_t length)
{
    Words words = words_of(line, length);
    Word word;
    bool first = true;
    while (words_next(&words, &word)) {
        if (word_is(word, "#") || (first && word.text[0] == '#')) {
            return (size_t)(word.text - line);
        }
        first = false;
    }
    return length;
}

CommandTurn commands_turn(const Engine *e, const char *line, size_t length)
{
    Words words = words_of(line, commands_length(line, length));
    Word name;
    if (!words_next(&words, &name)) {
        return COMMAND_AT_ONCE;
    }
    const CommandSpec *const spec = find(e, name);
    return spec != NULL ? spec->turn : COMMAND_BESIDE;
}

bool commands_is_last(const char *line, size_t length)
{
    Words words = words_of(line, commands_length(line, length));
    Word name, more;
    return words_next(&words, &name) && word_is(name, "quit") && !words_peek(&words, &more);
}

bool commands_execute(Engine *e, const char *line, size_t length)
{
    Words words = words_of(line, commands_length(line, length));
    Word name;
    Error error;
    if (!words_next(&words, &name)) {
        return true;
    }
    const CommandSpec *const spec = find(e, name);
    if (spec == NULL) {
        error_set(&error, ERROR_SYNTAX, "unknown command \"%.*s\"; help lists the commands", WORD_SHOWN(name));
        return engine_refuse(e, &error);
    }
    return execute(e, spec, &words, &error) == ERROR_NONE || engine_refuse(e, &error);
}
