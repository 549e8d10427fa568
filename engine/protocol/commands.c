/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/commands.h"

#include <string.h>

#include "protocol/bench.h"
#include "protocol/book_command.h"
#include "protocol/display.h"
#include "protocol/go.h"
#include "protocol/move_details.h"
#include "protocol/options.h"
#include "protocol/perft_command.h"
#include "protocol/play.h"
#include "protocol/tablebase_command.h"
#include "system/text.h"
#include "system/version.h"

struct Command {
    const char *name;
    const char *arguments; /* as help shows them; "" when it takes none */
    const char *help;
    LineMode mode;
    /* Executes it with the words after its name; or appends its answer, which is then written. An error refuses the
     * command. */
    ErrorCode (*run)(Engine *engine, Words *arguments, Error *e);
    ErrorCode (*answer)(Engine *engine, Words *arguments, Text *t, Error *e);
};

static ErrorCode answer_uci(Engine *engine, Words *arguments, Text *t, Error *e)
{
    (void)engine, (void)arguments;
    text_add(t, "id name %s %s\nid author %s\n", BUSHKA_NAME, BUSHKA_VERSION, BUSHKA_AUTHOR);
    options_print(t);
    text_add(t, "uciok\n");
    return error_clear(e);
}

static ErrorCode run_isready(Engine *engine, Words *arguments, Error *e)
{
    (void)arguments;
    output_line(engine->output, "readyok");
    return error_clear(e);
}

static ErrorCode run_ucinewgame(Engine *engine, Words *arguments, Error *e)
{
    (void)arguments;
    search_clear(engine->search);
    engine->position_refused = false;
    return error_clear(e);
}

/* Appends the words of an option's name, up to `value`, separated by spaces. NUL bytes become '?'. Returns true when
 * `value` was found. */
static bool join_name(Words *words, Text *t)
{
    Word word;
    while (words_next(words, &word)) {
        if (word_is(word, "value")) {
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

static ErrorCode run_setoption(Engine *engine, Words *arguments, Error *e)
{
    Word word;
    Text name, value;
    bool has_value = false;
    text_init(&name);
    text_init(&value);
    if (words_next(arguments, &word) && word_is(word, "name")) {
        has_value = join_name(arguments, &name);
        const Word rest = words_rest(arguments);
        text_add_bytes(&value, rest.text, rest.length);
    }
    if (name.failed || value.failed) {
        error_set(e, ERROR_MEMORY, "not enough memory for this option");
    } else if (name.length == 0) {
        error_set(e, ERROR_SYNTAX, "setoption takes name X and then value Y, if X takes a value");
    } else if (memchr(value.data, '\0', value.length) != NULL) {
        error_set(e, ERROR_SYNTAX, "the value of an option cannot contain a zero byte");
    } else {
        options_set(engine, name.data, has_value ? value.data : NULL, e);
    }
    text_free(&name);
    text_free(&value);
    return e->code;
}

/* The run that it stops was stopped when it arrived. */
static ErrorCode run_stop(Engine *engine, Words *arguments, Error *e)
{
    (void)arguments;
    if (!queue_has_stopped(&engine->queue)) {
        return error_set(e, ERROR_SYNTAX, "no search is running, so there is nothing to stop");
    }
    return error_clear(e);
}

static ErrorCode run_ponderhit(Engine *engine, Words *arguments, Error *e)
{
    (void)arguments;
    if (queue_run(&engine->queue).search != engine->search) {
        return error_set(e, ERROR_SYNTAX, "no search is running; ponderhit follows go ponder");
    }
    if (!search_pondering(engine->search)) {
        return error_set(e, ERROR_SYNTAX, "the search is not pondering; ponderhit follows go ponder");
    }
    search_ponderhit(engine->search);
    queue_set_unlimited(&engine->queue, search_unlimited(engine->search));
    return error_clear(e);
}

/* The columns that an answer may take; 0: any number. */
static int columns_of(const Engine *engine)
{
    const EngineListener *const l = &engine->listener;
    return l->columns != NULL ? l->columns(l->context) : 0;
}

static ErrorCode answer_d(Engine *engine, Words *arguments, Text *t, Error *e)
{
    (void)arguments;
    display_game(t, &engine->game, engine->style, columns_of(engine));
    return error_clear(e);
}

static ErrorCode answer_eval(Engine *engine, Words *arguments, Text *t, Error *e)
{
    (void)arguments;
    const Evaluation *const evaluation = search_evaluation(engine->search, state_variant(engine), e);
    if (evaluation == NULL) {
        return e->code;
    }
    display_evaluation(t, evaluation, game_position(&engine->game), columns_of(engine));
    return ERROR_NONE;
}

static ErrorCode answer_moves(Engine *engine, Words *arguments, Text *t, Error *e)
{
    Word word;
    if (!words_next(arguments, &word)) {
        display_moves(t, &engine->game, engine->style);
        return error_clear(e);
    }
    if (!word_is(word, "full")) {
        return error_set(e, ERROR_SYNTAX, "moves takes full, and then moves M... if any, not \"%s\"", WORD_SHOWN(word));
    }
    return move_details(t, &engine->game, arguments, e);
}

static ErrorCode answer_help(Engine *engine, Words *arguments, Text *t, Error *e)
{
    (void)engine, (void)arguments;
    commands_list(t);
    return error_clear(e);
}

/* The order is that of help. */
static const Command COMMANDS[] = {
    {"uci", "", "print name and options, then uciok", LINE_CONCURRENT, .answer = answer_uci},
    {"isready", "", "print readyok, at any time", LINE_OVERTAKING, .run = run_isready},
    {"ucinewgame", "", "clear the hash table and the search history", LINE_EXCLUSIVE, .run = run_ucinewgame},
    {"setoption", "name X [value Y]", "set an option; uci lists them", LINE_EXCLUSIVE, .run = run_setoption},
    {"position", "startpos|fen F [moves M...]", "set up a position and play moves", LINE_EXCLUSIVE,
     .run = play_position},
    {"go", "[depth|nodes|movetime|mate N] [wtime|btime|winc|binc|movestogo N] [infinite] [ponder] [searchmoves M...]",
     "search; without a limit, until stop; go perft N is perft N", LINE_EXCLUSIVE, .run = go_command},
    {"stop", "", "end the search, perft or bench, and what waits for its end", LINE_STOP, .run = run_stop},
    {"ponderhit", "", "start the clock: the expected move was played", LINE_CONCURRENT, .run = run_ponderhit},
    {"quit", "", "end the program, as the end of input does; in a script, searches with a limit are finished first",
     LINE_QUIT, .run = NULL},
    {"d", "", "draw the board, and print FEN, key, side to move and legal moves", LINE_CONCURRENT, .answer = answer_d},
    {"eval", "", "print the evaluation: what each piece adds, then term by term", LINE_CONCURRENT,
     .answer = answer_eval},
    {"moves", "[full [M...]]", "list the legal moves; full: one per line, with all squares", LINE_CONCURRENT,
     .answer = answer_moves},
    {"move", "M...", "play moves, such as f2f5, f2-f5 or f25", LINE_EXCLUSIVE, .run = play_moves},
    {"undo", "[N]", "take back the last move, or N moves", LINE_EXCLUSIVE, .run = play_undo},
    {"perft", "N [hash MIB] [leaves]", "count the move sequences of N plies; leaves: by making every move",
     LINE_EXCLUSIVE, .run = perft_command},
    {"endings", "[variant NAME] [tables FOLDERS] [FEN]",
     "probe the tablebases: the result, that of every move, and best play", LINE_EXCLUSIVE,
     .answer = tablebase_command},
    {"book", "", "list the moves that the opening book knows, best first", LINE_CONCURRENT, .answer = book_command},
    {"bench", "[depth D] [threads N] [hash MIB]",
     "search fixed positions for a signature and the speed; by default depth 9, one thread and 16 MiB", LINE_EXCLUSIVE,
     .run = bench_command},
    {"help", "", "print this list", LINE_CONCURRENT, .answer = answer_help},
};

_Static_assert(BENCH_DEPTH_DEFAULT == 9 && SEARCH_HASH_DEFAULT == 16, "help says so");

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

static void describe(Text *t, const Command *command)
{
    const char *const gap = command->arguments[0] == '\0' ? "" : " ";
    text_add(t, "%s%s%s\n    %s\n", command->name, gap, command->arguments, command->help);
}

void commands_list(Text *t)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        describe(t, &COMMANDS[i]);
    }
}

/* The command of that name; NULL when there is none. */
static const Command *find(Word name)
{
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (word_is(name, COMMANDS[i].name)) {
            return &COMMANDS[i];
        }
    }
    return NULL;
}

bool commands_describe(Text *t, Word name)
{
    const Command *const command = find(name);
    if (command != NULL) {
        describe(t, command);
    }
    return command != NULL;
}

const char *commands_name(int i)
{
    return i < COMMAND_COUNT ? COMMANDS[i].name : NULL;
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

/* True when a command that takes no arguments is given some; *word is the first one. */
static bool has_unwanted(const Command *command, const Words *arguments, Word *word)
{
    return command->arguments[0] == '\0' && words_peek(arguments, word);
}

const Command *commands_find(const char *line, size_t length, LineMode *mode)
{
    Words words = words_of(line, length);
    Word name, unwanted;
    *mode = LINE_CONCURRENT; /* a blank or refused line waits for nothing */
    if (!words_next(&words, &name)) {
        return NULL;
    }
    const Command *const command = find(name);
    if (command != NULL) {
        *mode = has_unwanted(command, &words, &unwanted) ? LINE_CONCURRENT : command->mode;
    }
    return command;
}

static void refuse_unknown(const Engine *engine, Word name, Error *e)
{
    const EngineListener *const l = &engine->listener;
    if (l->unknown == NULL || !l->unknown(l->context, name, e)) {
        error_set(e, ERROR_SYNTAX, "unknown command \"%s\"; help lists the commands", WORD_SHOWN(name));
    }
}

void commands_execute(Engine *engine, const Line *line)
{
    const Command *const command = line->command;
    const char *const running = queue_run(&engine->queue).name;
    Words words = words_of(line->text, line->length);
    Word name, unwanted;
    Error e;
    if (!words_next(&words, &name)) {
        return;
    }
    if (command == NULL) {
        refuse_unknown(engine, name, &e);
    } else if (has_unwanted(command, &words, &unwanted)) {
        error_set(&e, ERROR_SYNTAX, "%s takes no arguments, not \"%s\"", command->name, WORD_SHOWN(unwanted));
    } else if (line->mode == LINE_EXCLUSIVE && running != NULL) {
        error_set(&e, ERROR_SYNTAX, "%s is running; send stop first", running);
    } else if (command->run != NULL) {
        command->run(engine, &words, &e);
    } else {
        Text t;
        text_init(&t);
        if (command->answer(engine, &words, &t, &e) == ERROR_NONE) {
            output_text(engine->output, &t);
        }
        text_free(&t);
    }
    if (e.code != ERROR_NONE) {
        if (command != NULL && command->run == play_position && !engine->listener.interactive) {
            engine->position_refused = true;
        }
        state_refuse(engine, &e);
    }
}
