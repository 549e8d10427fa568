/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/terminal_device.h"
#include "system/terminal_signals.h"
#include "system/words.h"

/* How lines of the engine begin that mean something here. */
static const char ERROR_BEGIN[] = "info string error: ";
static const char INFO[] = "info ";
static const char BEST[] = "bestmove ";

static bool begins(const char *line, size_t length, const char *with)
{
    return length >= strlen(with) && memcmp(line, with, strlen(with)) == 0;
}

/* Reads a line of the session's search. Returns true when it is to be shown. */
static bool take_search_line(SearchOutcome *o, const char *line, size_t length)
{
    Words words = words_of(line, length);
    Word word;
    if (begins(line, length, ERROR_BEGIN)) {
        return true;
    }
    if (begins(line, length, BEST)) {
        words_next(&words, &word);
        words_next(&words, &word);
        word_copy(word, o->best, sizeof o->best);
        o->reply[0] = '\0';
        if (words_next(&words, &word) && word_is(word, "ponder") && words_next(&words, &word)) {
            word_copy(word, o->reply, sizeof o->reply);
        }
        o->finished = true;
        return false;
    }
    if (!begins(line, length, INFO)) {
        return true;
    }
    int64_t rank = 1;
    while (words_next(&words, &word) && !word_is(word, "pv") && !word_is(word, "string")) {
        int64_t number = 0;
        if (word_is(word, "multipv") && words_next(&words, &word)) {
            word_number(word, 1, INT16_MAX, &rank);
        } else if ((word_is(word, "cp") || word_is(word, "mate")) && rank == 1) {
            o->mate = word_is(word, "mate");
            o->has_score = words_next(&words, &word) && word_number(word, INT16_MIN, INT16_MAX, &number);
            o->score = (int)number;
        }
    }
    return false;
}

/* The engine writes lines (OutputWrite). They are kept for the thread that has the screen. */
static bool on_output(void *context, const char *data, size_t length)
{
    Session *const s = context;
    if (pthread_equal(pthread_self(), s->reader) && s->captured != NULL) { /* others may not even look at it */
        text_add_bytes(s->captured, data, length);
        return true;
    }
    pthread_mutex_lock(&s->lock);
    for (const char *line = data; line < data + length;) {
        const char *const newline = memchr(line, '\n', length - (size_t)(line - data));
        const char *const next = newline != NULL ? newline + 1 : data + length;
        const size_t size = (size_t)(next - line);
        if (s->outcome.purpose == SEARCH_ASKED || s->outcome.finished || take_search_line(&s->outcome, line, size)) {
            text_add_bytes(&s->output, line, size);
        }
        line = next;
    }
    const bool read = !s->unread;
    pthread_mutex_unlock(&s->lock);
    terminal_signals_wake();
    return read;
}

/* The engine reports how far something is (OutputStatus). */
static void on_status(void *context, const char *text)
{
    Session *const s = context;
    pthread_mutex_lock(&s->lock);
    snprintf(s->status, sizeof s->status, "%s", text);
    pthread_mutex_unlock(&s->lock);
    terminal_signals_wake();
}

/* The old video terminals: vt100, vt220. */
static bool is_video_terminal(const char *name)
{
    return name[0] == 'v' && name[1] == 't' && name[2] >= '0' && name[2] <= '9';
}

/* Colours where the terminal has them and they are not declined (no-color.org). */
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

void session_init(Session *s, Engine *e, Editor *editor)
{
    *s = (Session){.engine = e,
                   .editor = editor,
                   .look = {.colours = colours_of_terminal(), .symbols = terminal_device_shows_symbols()},
                   .reader = pthread_self()};
    text_init(&s->output);
    pthread_mutex_init(&s->lock, NULL);
    /* Where lines are not edited, there is no prompt while something runs, before which a status could be shown. */
    output_redirect(e->output, on_output, editor_edits(editor) ? on_status : NULL, s);
}

void session_free(Session *s)
{
    output_redirect(s->engine->output, NULL, NULL, NULL);
    text_free(&s->output);
    pthread_mutex_destroy(&s->lock);
}

void session_flush(Session *s)
{
    Text lines;
    text_init(&lines);
    pthread_mutex_lock(&s->lock);
    text_add_bytes(&lines, s->output.data, s->output.length);
    lines.failed = lines.failed || s->output.failed;
    text_free(&s->output);
    text_init(&s->output);
    pthread_mutex_unlock(&s->lock);
    if (lines.failed) {
        text_free(&lines);
        text_init(&lines);
        text_add(&lines, "not enough memory for the answer\n");
    }
    if (lines.length > 0 && !editor_show(s->editor, lines.data, lines.length)) {
        pthread_mutex_lock(&s->lock);
        s->unread = true;
        pthread_mutex_unlock(&s->lock);
    }
    text_free(&lines);
}

void session_show(Session *s, const Text *t)
{
    session_flush(s);
    if (t->failed) {
        session_say(s, "not enough memory for the answer");
    } else {
        editor_show(s->editor, t->data, t->length);
    }
}

void session_say(Session *s, const char *format, ...)
{
    char line[ERROR_TEXT + NOTATION_SIZE] = "";
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(line, sizeof line - 1, format, arguments);
    va_end(arguments);
    const size_t end = strlen(line);
    line[end] = '\n';
    session_flush(s);
    editor_show(s->editor, line, end + 1);
}

void session_board(Session *s)
{
    const int columns = terminal_device_columns();
    Text t;
    text_init(&t);
    text_add(&t, "\n");
    s->look.narrow = columns > 0 && columns < BOARD_PICTURE_WIDTH;
    board_picture(&t, &s->engine->game, session_style(s), &s->look);
    session_show(s, &t);
    text_free(&t);
    s->shows_boards = true;
}

void session_prompt(Session *s, const char *prompt)
{
    char status[SESSION_STATUS_SIZE];
    session_flush(s);
    pthread_mutex_lock(&s->lock);
    memcpy(status, s->status, sizeof status);
    pthread_mutex_unlock(&s->lock);
    editor_prompt(s->editor, status, prompt);
}

NotationStyle session_style(const Session *s)
{
    return s->engine->style == NOTATION_SHORT ? NOTATION_SHORT : NOTATION_FORMAL;
}

void session_line(Session *s, const char *line, size_t length)
{
    engine_execute(s->engine, line, length);
}

/* The message of an error line among the lines of an answer. */
static void take_error(const Text *answer, Error *why)
{
    const char *const message = answer->failed ? NULL : strstr(answer->data, ERROR_BEGIN);
    if (message == NULL) {
        error_set(why, ERROR_MEMORY, "not enough memory for the command");
        return;
    }
    const char *const begin = message + strlen(ERROR_BEGIN);
    error_set(why, ERROR_SYNTAX, "%.*s", (int)strcspn(begin, "\n"), begin);
}

bool session_execute(Session *s, const Text *line, Error *why)
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

bool session_command_text(Session *s, const Text *line)
{
    Error why;
    const bool done = session_execute(s, line, &why);
    if (!done) {
        session_say(s, "%s", why.text);
    }
    return done;
}

bool session_command(Session *s, const char *format, ...)
{
    char text[TEXT_LOCAL];
    Text line;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text_init(&line);
    text_add(&line, "%s", text);
    const bool done = session_command_text(s, &line);
    text_free(&line);
    return done;
}

static void set_outcome(Session *s, SearchOutcome outcome)
{
    pthread_mutex_lock(&s->lock);
    s->outcome = outcome;
    pthread_mutex_unlock(&s->lock);
}

bool session_search(Session *s, SearchPurpose purpose, const char *line)
{
    set_outcome(s, (SearchOutcome){.purpose = purpose});
    const bool started = engine_execute(s->engine, line, strlen(line));
    if (!started) {
        set_outcome(s, (SearchOutcome){.purpose = SEARCH_ASKED});
    }
    return started;
}

SearchPurpose session_purpose(Session *s)
{
    pthread_mutex_lock(&s->lock);
    const SearchPurpose purpose = s->outcome.purpose;
    pthread_mutex_unlock(&s->lock);
    return purpose;
}

/* Waits for what is writing its last line, which takes no time. */
static void await_last_line(Session *s)
{
    Activity *const a = &s->engine->activity;
    if (activity_stopped(a) || activity_state(a) == ACTIVITY_FINISHING) {
        activity_wait(a, ACTIVITY_FOREVER);
    }
}

bool session_is_idle(Session *s)
{
    await_last_line(s);
    engine_resume(s->engine);
    return !engine_busy(s->engine);
}

bool session_take_outcome(Session *s, SearchOutcome *outcome)
{
    pthread_mutex_lock(&s->lock);
    *outcome = s->outcome;
    pthread_mutex_unlock(&s->lock);
    if (!outcome->finished || !session_is_idle(s)) { /* a line that was typed after stop is before it */
        return false;
    }
    set_outcome(s, (SearchOutcome){.purpose = SEARCH_ASKED});
    return outcome->purpose != SEARCH_DROPPED;
}

void session_disown_search(Session *s)
{
    set_outcome(s, (SearchOutcome){.purpose = SEARCH_DROPPED});
}

void session_drop_search(Session *s)
{
    pthread_mutex_lock(&s->lock);
    const bool finished = s->outcome.finished;
    pthread_mutex_unlock(&s->lock);
    session_disown_search(s);
    if (!finished) {
        activity_stop(&s->engine->activity);
    }
    await_last_line(s);
    set_outcome(s, (SearchOutcome){.purpose = SEARCH_ASKED});
    s->hint_ends = 0;
}

bool session_settle(Session *s, const char *command)
{
    if (session_purpose(s) != SEARCH_ASKED) {
        session_drop_search(s);
    }
    if (!session_is_idle(s)) {
        session_say(s, "%s has to wait: %s is running, and stop ends it", command, s->engine->activity.work->name);
        return false;
    }
    return true;
}
