/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/terminal_commands.h"

#include <stdio.h>
#include <string.h>

#include "core/movegen.h"
#include "protocol/commands.h"
#include "protocol/engine_options.h"
#include "protocol/terminal_files.h"
#include "protocol/terminal_search.h"
#include "system/clock.h"
#include "system/numbers.h"

enum { VALUE_SIZE = 24 };

/* Executes a command with the words after its name. Returns false when the line belongs to the protocol after all. */
typedef bool (*Handler)(TerminalSession *s, Words arguments);

/* A command, as help shows it. */
typedef struct TerminalCommand {
    const char *name;
    const char *arguments;
    const char *help;
    Handler run;
} TerminalCommand;

static Game *game_of(TerminalSession *s)
{
    return &s->engine->game;
}

/* Refuses words that nobody asked for. Returns false when there are any. */
static bool no_more(TerminalSession *s, const char *command, Words arguments)
{
    Word word;
    if (words_next(&arguments, &word)) {
        session_say(s, "%s takes no more than that, not \"%.*s\"", command, WORD_SHOWN(word));
        return false;
    }
    return true;
}

/* Says which sides the engine plays. */
static void say_sides(TerminalSession *s)
{
    if (s->plays[WHITE] && s->plays[BLACK]) {
        session_say(s, "The engine plays both sides. Ctrl-C or play off ends that.");
    } else if (s->plays[WHITE] || s->plays[BLACK]) {
        const Color engine = s->plays[WHITE] ? WHITE : BLACK;
        session_say(s, "The engine plays %s, you play %s.", board_side_name(engine), board_side_name(other(engine)));
    } else {
        session_say(s, "The engine plays neither side; play white, black or both changes that.");
    }
}

static bool run_play(TerminalSession *s, Words arguments)
{
    static const struct {
        const char *name;
        bool plays[COLOR_COUNT];
    } choices[] = {{"white", {true, false}}, {"black", {false, true}}, {"both", {true, true}}, {"off", {false, false}}};
    Word word;
    if (!words_next(&arguments, &word)) {
        say_sides(s);
        return true;
    }
    for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++) {
        if (word_is(word, choices[i].name)) {
            if (no_more(s, "play", arguments) && session_settle(s, "play")) {
                memcpy(s->plays, choices[i].plays, sizeof s->plays);
                s->look.turned = s->plays[WHITE] != s->plays[BLACK] ? s->plays[WHITE] : s->look.turned;
                say_sides(s);
                session_changed(s);
            }
            return true;
        }
    }
    session_say(s, "play takes the side of the engine: white, black, both or off, not \"%.*s\"", WORD_SHOWN(word));
    return true;
}

/* Executes a line of the protocol, of which nothing but a refusal is shown. */
static bool execute(TerminalSession *s, const char *command, const char *value)
{
    Text line;
    Error why;
    text_init(&line);
    text_add(&line, "%s %s", command, value);
    const bool done = session_execute(s, &line, &why);
    if (!done) {
        session_say(s, "%s", why.text);
    }
    text_free(&line);
    return done;
}

static bool run_new(TerminalSession *s, Words arguments)
{
    static const struct {
        const char *name;
        int variant;
    } boards[] = {{"10x10", 0}, {"bushka", 0}, {"9x11", 1}, {"bushka9x11", 1}};
    const Variant *v = engine_variant(s->engine);
    Word word;
    if (words_next(&arguments, &word)) {
        size_t i = 0;
        while (i < sizeof boards / sizeof boards[0] && !word_is(word, boards[i].name)) {
            i++;
        }
        if (i == sizeof boards / sizeof boards[0]) {
            session_say(s, "new takes a board: 10x10 or 9x11, not \"%.*s\"", WORD_SHOWN(word));
            return true;
        }
        v = variant_at(boards[i].variant);
    }
    if (!no_more(s, "new", arguments) || !session_settle(s, "new")) {
        return true;
    }
    const bool same = v == engine_variant(s->engine);
    if ((same || execute(s, "setoption name " OPTION_VARIANT " value", v->name)) && execute(s, "ucinewgame", "") &&
        execute(s, "position", "startpos")) {
        session_changed(s);
    }
    return true;
}

static bool run_board(TerminalSession *s, Words arguments)
{
    if (no_more(s, "board", arguments)) {
        session_board_and_result(s);
    }
    return true;
}

static bool run_flip(TerminalSession *s, Words arguments)
{
    if (no_more(s, "flip", arguments)) {
        s->look.turned = !s->look.turned;
        session_board(s);
    }
    return true;
}

/* How strong the engine plays. */
static void say_level(TerminalSession *s)
{
    const Options *const options = s->engine->options;
    const int level = options_number(options, OPTION_SKILL);
    if (options_number(options, OPTION_LIMIT_STRENGTH) != 0) {
        session_say(s, "The engine plays at %d points (UCI_Elo).", options_number(options, OPTION_ELO));
    } else if (level == STRENGTH_LEVEL_FULL) {
        session_say(s, "The engine plays at full strength (level %d).", level);
    } else {
        session_say(s, "The engine plays at level %d of %d: about %d points.", level, STRENGTH_LEVEL_FULL,
                    strength_level(level)->elo);
    }
}

static bool run_level(TerminalSession *s, Words arguments)
{
    char value[VALUE_SIZE];
    Word word;
    Error why;
    int64_t level = 0;
    if (!words_next(&arguments, &word)) {
        say_level(s);
        return true;
    }
    if (word_number_of("level", word, 0, STRENGTH_LEVEL_FULL, &level, &why) != ERROR_NONE) {
        session_say(s, "%s", why.text);
        return true;
    }
    snprintf(value, sizeof value, "%d", (int)level);
    if (no_more(s, "level", arguments) && session_settle(s, "level") &&
        execute(s, "setoption name " OPTION_SKILL " value", value) &&
        execute(s, "setoption name " OPTION_LIMIT_STRENGTH " value", "false")) {
        say_level(s);
    }
    return true;
}

/* Reads seconds with up to three decimals as milliseconds; false when the word is none or more than the greatest. */
static bool read_seconds(Word word, int *ms)
{
    int64_t value;
    if (number_thousandths(word.text, word.length, SESSION_THINK_MAX, &value) != word.length ||
        value > SESSION_THINK_MAX) {
        return false;
    }
    *ms = (int)value;
    return true;
}

static bool run_time(TerminalSession *s, Words arguments)
{
    Word word;
    int ms = s->think_ms;
    if (words_next(&arguments, &word) && !read_seconds(word, &ms)) {
        session_say(s, "time takes seconds from 0 to %d, such as 0.5, not \"%.*s\"", SESSION_THINK_MAX / MS_PER_S,
                    WORD_SHOWN(word));
    } else if (no_more(s, "time", arguments)) {
        s->think_ms = ms;
        session_say(s, "The engine thinks %g s about each of its moves.", (double)ms / MS_PER_S);
    }
    return true;
}

static bool run_hint(TerminalSession *s, Words arguments)
{
    if (!no_more(s, "hint", arguments) || !session_settle(s, "hint")) {
        return true;
    }
    if (game_result(game_of(s)) != GAME_ONGOING) {
        session_say(s, "There is no hint: the game is over.");
    } else {
        session_hint(s);
    }
    return true;
}

/* How many plies `undo` takes back: one, or against the engine as many as lead to the player's last move. 0: there is
 * no such move. */
static size_t plies_to_undo(const TerminalSession *s)
{
    const Game *const g = &s->engine->game;
    const bool against = s->plays[WHITE] != s->plays[BLACK];
    const Color player = s->plays[WHITE] ? BLACK : WHITE;
    size_t plies = 1;
    while (against && plies <= g->plies && g->positions[g->plies - plies].side != player) {
        plies++;
    }
    return plies <= g->plies ? plies : 0;
}

static bool run_undo(TerminalSession *s, Words arguments)
{
    char count[VALUE_SIZE];
    Word word;
    if (words_peek(&arguments, &word) || !s->shows_boards) {
        return false;
    }
    if (!session_settle(s, "undo")) {
        return true;
    }
    const size_t plies = plies_to_undo(s);
    if (plies == 0) {
        session_say(s, "There is no move of yours to take back.");
        return true;
    }
    if (s->plays[WHITE] && s->plays[BLACK]) {
        s->plays[WHITE] = s->plays[BLACK] = false;
        say_sides(s);
    }
    snprintf(count, sizeof count, "%zu", plies);
    if (execute(s, "undo", count)) {
        session_board(s);
    }
    return true;
}

static bool run_save(TerminalSession *s, Words arguments)
{
    terminal_save(s, arguments);
    return true;
}

static bool run_load(TerminalSession *s, Words arguments)
{
    terminal_load(s, arguments);
    return true;
}

static bool run_help(TerminalSession *s, Words arguments);

/* The order is that of help. */
static const TerminalCommand COMMANDS[] = {
    {"play", "white|black|both|off", "the engine plays that side and answers by itself: play black, and you are White",
     run_play},
    {"new", "[10x10|9x11]", "a new game, on that board", run_new},
    {"board", "", "draw the board", run_board},
    {"flip", "", "draw it from the other side from now on", run_flip},
    {"undo", "", "take your last move back, with the engine's answer", run_undo},
    {"hint", "", "what the engine would play here, at full strength", run_hint},
    {"level", "[N]", "how strong the engine plays: 0 to 20, the strongest", run_level},
    {"time", "[SECONDS]", "how long it thinks about a move", run_time},
    {"save", "FILE", "write the game to a file", run_save},
    {"load", "FILE [N]", "resume the game of a file, the N-th of several", run_load},
    {"help", "", "all commands", run_help},
};

enum { COMMAND_COUNT = sizeof COMMANDS / sizeof COMMANDS[0] };

/* The commands of the protocol, and then those of the terminal, which stay on the screen. */
static bool run_help(TerminalSession *s, Words arguments)
{
    Text t;
    if (!no_more(s, "help", arguments)) {
        return true;
    }
    engine_execute(s->engine, "help", strlen("help"));
    text_init(&t);
    text_add(&t, "\nAt a terminal:\nf2f3, f2-f3, f23, hxe4 ...\n    a move is played\n");
    for (int i = 0; i + 1 < COMMAND_COUNT; i++) {
        const char *const gap = COMMANDS[i].arguments[0] == '\0' ? "" : " ";
        text_add(&t, "%s%s%s\n    %s\n", COMMANDS[i].name, gap, COMMANDS[i].arguments, COMMANDS[i].help);
    }
    text_add(&t, "Ctrl-C stops what runs and clears the line; a second one in a row ends the program.\n");
    session_show(s, &t);
    text_free(&t);
    return true;
}

bool terminal_command(TerminalSession *s, Words words)
{
    Word name;
    words_next(&words, &name);
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (word_is(name, COMMANDS[i].name)) {
            return COMMANDS[i].run(s, words);
        }
    }
    return false;
}

/* Counts a word that begins as the typed one does. Returns true when it is the one that is wanted. */
static bool fits(const char *candidate, const char *word, int *index)
{
    return strncmp(candidate, word, strlen(word)) == 0 && (*index)-- == 0;
}

/* The index-th move that begins so, or NULL. */
static char *complete_move(const Position *p, const char *word, int *index)
{
    char text[NOTATION_SIZE];
    bool found = false;
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(p, &moves);
    for (int i = 0; i < moves.count && !found; i++) {
        notation_print(p, moves.moves[i], NOTATION_COORDINATE, text);
        found = fits(text, word, index);
    }
    move_list_free(&moves);
    return found ? strdup(text) : NULL;
}

char *terminal_complete(void *context, const char *word, int index)
{
    const TerminalSession *const s = context;
    for (int i = 0; i < COMMAND_COUNT; i++) {
        if (fits(COMMANDS[i].name, word, &index)) {
            return strdup(COMMANDS[i].name);
        }
    }
    for (int i = 0; commands_name(i) != NULL; i++) {
        if (fits(commands_name(i), word, &index)) {
            return strdup(commands_name(i));
        }
    }
    return complete_move(game_position(&s->engine->game), word, &index);
}
