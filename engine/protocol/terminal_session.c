/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/terminal_session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/square.h"
#include "protocol/commands.h"
#include "protocol/terminal_commands.h"
#include "protocol/terminal_search.h"
#include "system/terminal_device.h"
#include "system/terminal_signals.h"

/* The engine writes lines (OutputWrite). */
static bool on_output(void *context, const char *data, size_t length)
{
    TerminalSession *const s = context;
    Text shown;
    if (pthread_equal(pthread_self(), s->reader) && s->captured != NULL) { /* others may not even look at it */
        text_add_bytes(s->captured, data, length);
        return true;
    }
    text_init(&shown);
    pthread_mutex_lock(&s->lock);
    for (const char *line = data; line < data + length;) {
        const char *const newline = memchr(line, '\n', length - (size_t)(line - data));
        const char *const next = newline != NULL ? newline + 1 : data + length;
        const size_t size = (size_t)(next - line);
        if (s->outcome.purpose == SEARCH_ASKED || s->outcome.finished || session_search_line(&s->outcome, line, size)) {
            text_add_bytes(&shown, line, size);
        }
        line = next;
    }
    pthread_mutex_unlock(&s->lock);
    const bool good = shown.length == 0 || terminal_editor_show(s->editor, shown.data, shown.length);
    text_free(&shown);
    terminal_signals_wake();
    return good;
}

/* The engine tells how far something is (OutputStatus). */
static void on_status(void *context, const char *text)
{
    const TerminalSession *const s = context;
    terminal_editor_status(s->editor, text);
}

/* The video terminals of old: vt100, vt220. */
static bool is_video_terminal(const char *name)
{
    return name[0] == 'v' && name[1] == 't' && name[2] >= '0' && name[2] <= '9';
}

/* Colours where the terminal has them and nobody has asked for none (no-color.org). */
static BoardColours colours_of_terminal(void)
{
    const char *const without = getenv("NO_COLOR");
    const char *const name = terminal_device_name();
    const char *const more = getenv("COLORTERM");
    if ((without != NULL && without[0] != '\0') || name == NULL || name[0] == '\0' || strcmp(name, "dumb") == 0 ||
        is_video_terminal(name)) {
        return BOARD_PLAIN;
    }
    return strstr(name, "256color") != NULL || (more != NULL && more[0] != '\0') ? BOARD_RICH : BOARD_BASIC;
}

void session_init(TerminalSession *s, Engine *e, TerminalEditor *editor)
{
    *s = (TerminalSession){.engine = e,
                           .editor = editor,
                           .look = {.colours = colours_of_terminal()},
                           .think_ms = SESSION_THINK_DEFAULT,
                           .reader = pthread_self()};
    pthread_mutex_init(&s->lock, NULL);
    /* Where lines are not edited, there is no prompt while something runs, in which it could be told. */
    output_redirect(e->output, on_output, terminal_editor_edits(editor) ? on_status : NULL, s);
}

void session_free(TerminalSession *s)
{
    pthread_mutex_destroy(&s->lock);
}

void session_show(TerminalSession *s, const Text *t)
{
    if (t->failed) {
        session_say(s, "not enough memory for the answer");
    } else {
        terminal_editor_show(s->editor, t->data, t->length);
    }
}

void session_say(TerminalSession *s, const char *format, ...)
{
    char line[ERROR_TEXT + NOTATION_SIZE];
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    if (length >= 0) {
        const size_t end = strlen(line);
        line[end] = '\n';
        terminal_editor_show(s->editor, line, end + 1);
    }
}

NotationStyle session_style(const TerminalSession *s)
{
    return s->engine->style == NOTATION_SHORT ? NOTATION_SHORT : NOTATION_FORMAL;
}

void session_board(TerminalSession *s)
{
    Text t;
    text_init(&t);
    text_add(&t, "\n");
    s->look.narrow = terminal_editor_columns() < BOARD_PICTURE_WIDTH;
    board_picture(&t, &s->engine->game, session_style(s), &s->look);
    session_show(s, &t);
    text_free(&t);
    s->shows_boards = true;
}

void session_say_result(TerminalSession *s)
{
    static const char next[] = "new begins another game, undo takes a move back.";
    switch (game_result(&s->engine->game)) {
    case GAME_WHITE_WINS:
        session_say(s, "Black has no legal move: White wins. %s", next);
        break;
    case GAME_BLACK_WINS:
        session_say(s, "White has no legal move: Black wins. %s", next);
        break;
    case GAME_DRAW:
        session_say(s, "The position has occurred for the third time: a draw. %s", next);
        break;
    case GAME_ONGOING:
        break;
    }
}

void session_board_and_result(TerminalSession *s)
{
    session_board(s);
    session_say_result(s);
}

bool session_is_engines_turn(const TerminalSession *s)
{
    const Game *const g = &s->engine->game;
    return s->plays[game_position(g)->side] && game_result(g) == GAME_ONGOING;
}

void session_changed(TerminalSession *s)
{
    s->shows_boards = true;
    if (!session_is_engines_turn(s)) {
        session_board_and_result(s);
    }
}

/* The message of an error line among the lines of an answer. */
static void take_error(const Text *answer, Error *why)
{
    const char *const message = answer->failed ? NULL : strstr(answer->data, SESSION_ERROR_BEGIN);
    if (message == NULL) {
        error_set(why, ERROR_MEMORY, "not enough memory for the command");
        return;
    }
    const char *const begin = message + strlen(SESSION_ERROR_BEGIN);
    error_set(why, ERROR_SYNTAX, "%.*s", (int)strcspn(begin, "\n"), begin);
}

bool session_execute(TerminalSession *s, const Text *line, Error *why)
{
    Text answer;
    if (line->failed) {
        error_set(why, ERROR_MEMORY, "not enough memory for the command");
        return false;
    }
    text_init(&answer);
    s->captured = &answer;
    const bool done = engine_execute(s->engine, line->data, line->length);
    s->captured = NULL;
    if (!done) {
        take_error(&answer, why);
    }
    text_free(&answer);
    return done;
}

const char *session_prompt(TerminalSession *s)
{
    static const char *const names[COLOR_COUNT] = {"White> ", "Black> "};
    const bool running = engine_busy(s->engine);
    const Game *const g = &s->engine->game;
    const Color side = game_position(g)->side;
    if (running && !terminal_editor_edits(s->editor)) {
        return NULL;
    }
    if (session_purpose(s) != SEARCH_ASKED) {
        return "(thinking) ";
    }
    return s->plays[other(side)] && !s->plays[side] && game_result(g) == GAME_ONGOING ? names[side] : "> ";
}

/* A word with a digit is meant as a move: no command has one. */
static bool is_move(Word word)
{
    for (size_t i = 0; i < word.length; i++) {
        if (word.text[i] >= '0' && word.text[i] <= '9') {
            return true;
        }
    }
    return false;
}

static bool is_square(Word word)
{
    return word.length == SQUARE_NAME_SIZE - 1 && word.text[0] >= 'a' && word.text[0] <= 'z' && is_move(word);
}

/* Appends the words with a blank before each; squares without one between, since f2 f3 is one move. Returns the number
 * of moves. */
static int add_moves(Text *line, Words words)
{
    Word word;
    bool after_square = false;
    int count = 0;
    while (words_next(&words, &word)) {
        const bool joined = after_square && is_square(word);
        text_add(line, joined ? "" : " ");
        text_add_bytes(line, word.text, word.length);
        after_square = is_square(word);
        count += joined ? 0 : 1;
    }
    return count;
}

/* Plays the moves that were typed. */
static void play_typed(TerminalSession *s, Words words)
{
    const bool against = s->plays[WHITE] || s->plays[BLACK];
    Text line;
    Error why;
    if (session_purpose(s) == SEARCH_PLAYS) {
        session_say(s, "It is the engine's turn, and it is thinking; stop lets it move at once.");
        return;
    }
    if (!session_settle(s, "The move")) {
        return;
    }
    text_init(&line);
    text_add(&line, "move");
    const int count = add_moves(&line, words);
    if (against && count > 1) {
        session_say(s, "One move at a time: the engine answers each.");
    } else if (!session_execute(s, &line, &why)) {
        const char *const single = "move 1: ";
        session_say(s, "%s",
                    why.text + (count == 1 && strncmp(why.text, single, strlen(single)) == 0 ? strlen(single) : 0));
    } else {
        session_changed(s);
    }
    text_free(&line);
}

void session_line(TerminalSession *s, const char *line, size_t length)
{
    const Words words = words_of(line, commands_length(line, length));
    Word word;
    if (!words_peek(&words, &word) || terminal_command(s, words)) {
        return;
    }
    if (is_move(word)) {
        play_typed(s, words);
    } else {
        engine_execute(s->engine, line, length);
    }
}
