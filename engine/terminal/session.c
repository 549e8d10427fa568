/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/session.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "system/tty.h"

/* How error lines of the protocol begin, for programs. */
static const char ERROR_BEGIN[] = "info string error: ";

/* Receives the engine's lines (OutputWrite), and keeps them for the thread that has the screen. */
static void on_output(void *context, const char *data, size_t length)
{
    Session *const s = context;
    pthread_mutex_lock(&s->lock);
    if (!s->silent) {
        text_add_bytes(&s->output, data, length);
    }
    pthread_mutex_unlock(&s->lock);
    tty_wake();
}

/* True during a search of the session. */
static bool is_searching(const Session *s)
{
    return s->purpose != SEARCH_TYPED && !s->finished;
}

/* The functions of an EngineListener. During a search of the session its lines are not shown, but its result is kept.
 */

static bool on_info(void *context, const SearchInfo *info)
{
    Session *const s = context;
    const bool own = is_searching(s);
    if (own && info->multipv == 1) {
        s->score = info->score;
    }
    return own;
}

static bool on_current(void *context, const SearchCurrentMove *current)
{
    (void)current;
    return is_searching(context);
}

static bool on_result(void *context, const SearchResult *result)
{
    Session *const s = context;
    const bool own = is_searching(s);
    if (own) {
        s->found = *result;
        s->found.score = s->score;
        s->finished = true;
    }
    return own;
}

static int on_columns(void *context)
{
    (void)context;
    return tty_columns();
}

static void on_idle(void *context)
{
    (void)context;
    tty_wake();
}

/* DEC's video terminals, which have no colours: vt100, vt220. */
static bool is_video_terminal(const char *name)
{
    return name[0] == 'v' && name[1] == 't' && name[2] >= '0' && name[2] <= '9';
}

/* The terminal's colours, unless they are declined (no-color.org). */
static BoardColours colours_of_terminal(void)
{
    const char *const without = getenv("NO_COLOR");
    const char *const name = tty_name();
    const char *const more = getenv("COLORTERM");
    if ((without != NULL && without[0] != '\0') || name == NULL || name[0] == '\0' || strcmp(name, "dumb") == 0 ||
        is_video_terminal(name)) {
        return BOARD_PLAIN;
    }
    return strstr(name, "256color") != NULL || (more != NULL && more[0] != '\0') ? BOARD_RICH : BOARD_BASIC;
}

void session_init(Session *s, Engine *e, Editor *editor)
{
    *s = (Session){
        .engine = e, .editor = editor, .look = {.colours = colours_of_terminal(), .symbols = tty_shows_symbols()}};
    text_init(&s->output);
    text_init(&s->kept);
    pthread_mutex_init(&s->lock, NULL);
    e->listener = (EngineListener){.info = on_info,
                                   .current = on_current,
                                   .result = on_result,
                                   .idle = on_idle,
                                   .columns = on_columns,
                                   .interactive = true,
                                   .context = s};
    output_redirect(s->engine->output, on_output, s);
}

void session_free(Session *s)
{
    output_redirect(s->engine->output, NULL, NULL);
    text_free(&s->output);
    text_free(&s->kept);
    pthread_mutex_destroy(&s->lock);
}

/* Appends a line and a newline, broken between words when the screen is too narrow for it; the rest is indented like
 * its beginning. */
static void add_line(Text *t, const char *line, size_t length, int columns)
{
    size_t begin = 0; /* of what has not been appended */
    size_t blank = 0; /* the last one after a word from there on; 0: none */
    int indent = 0;
    while ((size_t)indent < length && indent < columns / 2 && line[indent] == ' ') {
        indent++;
    }
    int column = 0;
    for (size_t i = 0; i < length; i++) {
        const bool follows = i > begin && line[i - 1] != ' ';
        blank = line[i] == ' ' && follows ? i : blank;
        column += ((unsigned char)line[i] & 0xC0) != 0x80 ? 1 : 0; /* characters of UTF-8 */
        if (columns > 0 && column > columns && blank > begin && line[i] != ' ') {
            text_add_bytes(t, line + begin, blank - begin);
            text_add(t, "\n%*s", indent, "");
            begin = blank;
            while (line[begin] == ' ') {
                begin++;
            }
            i = begin;
            blank = 0;
            column = indent + 1;
        }
    }
    text_add_bytes(t, line + begin, length - begin);
    text_add(t, "\n");
}

/* Appends whole lines in the form for a person: without what is for programs only, and broken between words. */
static void add_lines(Text *t, const Text *lines)
{
    const int columns = tty_columns();
    const size_t skipped = strlen(ERROR_BEGIN);
    const char *const end = lines->data + lines->length;
    const char *newline;
    for (const char *line = lines->data; (newline = memchr(line, '\n', (size_t)(end - line))) != NULL;
         line = newline + 1) {
        line += strncmp(line, ERROR_BEGIN, skipped) == 0 ? skipped : 0;
        add_line(t, line, (size_t)(newline - line), columns);
    }
    t->failed = t->failed || lines->failed;
}

/* Shows lines as they are. */
static void show(Session *s, const Text *lines)
{
    static const char NO_MEMORY[] = "not enough memory for the answer\n";
    const bool read = lines->failed ? editor_show(s->editor, NO_MEMORY, sizeof NO_MEMORY - 1)
                                    : lines->length == 0 || editor_show(s->editor, lines->data, lines->length);
    s->screen_gone = s->screen_gone || !read;
}

void session_flush(Session *s)
{
    Text lines;
    text_init(&lines);
    pthread_mutex_lock(&s->lock);
    add_lines(&lines, &s->output);
    text_free(&s->output);
    pthread_mutex_unlock(&s->lock);
    show(s, &lines);
    text_free(&lines);
}

void session_show(Session *s, const Text *t)
{
    Text lines;
    text_init(&lines);
    session_flush(s);
    add_lines(&lines, t);
    show(s, &lines);
    text_free(&lines);
}

void session_print(Session *s, const char *format, ...)
{
    Text line;
    va_list arguments;
    text_init(&line);
    va_start(arguments, format);
    text_add_va_list(&line, format, arguments);
    va_end(arguments);
    text_add(&line, "\n");
    session_show(s, &line);
    text_free(&line);
}

void session_show_board(Session *s)
{
    Text t;
    text_init(&t);
    text_add(&t, "\n");
    s->look.columns = tty_columns();
    board_picture(&t, &s->engine->game, session_style(s), &s->look);
    session_flush(s);
    show(s, &t);
    text_free(&t);
    s->shows_boards = true;
}

NotationStyle session_style(const Session *s)
{
    return s->engine->style == NOTATION_SHORT ? NOTATION_SHORT : NOTATION_FORMAL;
}

void session_line(Session *s, const char *line, size_t length)
{
    if (engine_push(s->engine, line, length) == QUEUE_NO_MEMORY) {
        session_print(s, "not enough memory for the command");
    }
    queue_drain(&s->engine->queue);
}

bool session_execute(Session *s, const Text *line, Error *why)
{
    Engine *const e = s->engine;
    error_clear(&e->refusal);
    s->silent = true;
    if (line->failed || engine_push(e, line->data, line->length) != QUEUE_ACCEPTED) {
        error_set(&e->refusal, ERROR_MEMORY, "not enough memory for the command");
    }
    queue_wait(&e->queue, SEARCH_FOREVER);
    s->silent = false;
    *why = e->refusal;
    return why->code == ERROR_NONE;
}

bool session_command(Session *s, const char *format, ...)
{
    Text line;
    Error why;
    va_list arguments;
    text_init(&line);
    va_start(arguments, format);
    text_add_va_list(&line, format, arguments);
    va_end(arguments);
    const bool done = session_execute(s, &line, &why);
    if (!done) {
        session_print(s, "%s", why.text);
    }
    text_free(&line);
    return done;
}

/* A search of the session begins, or has ended (SEARCH_TYPED). */
static void set_purpose(Session *s, SearchPurpose purpose)
{
    if (purpose == SEARCH_TYPED) {
        s->hint_due = 0;
    }
    s->purpose = purpose;
    s->finished = false;
}

bool session_search(Session *s, SearchPurpose purpose, const char *line)
{
    set_purpose(s, purpose);
    s->searched_plies = s->engine->game.plies;
    s->searched_key = game_position(&s->engine->game)->key;
    session_line(s, line, strlen(line));
    const bool started = !queue_wait(&s->engine->queue, 0) || s->finished;
    if (!started) {
        set_purpose(s, SEARCH_TYPED);
    }
    return started;
}

bool session_is_idle(Session *s)
{
    queue_drain(&s->engine->queue); /* a run that is writing its last line has all but ended */
    return queue_wait(&s->engine->queue, 0);
}

SearchPurpose session_take_result(Session *s, SearchResult *result)
{
    if (!s->finished || !session_is_idle(s)) {
        return SEARCH_TYPED;
    }
    const Game *const g = &s->engine->game;
    const bool same = g->plies == s->searched_plies && game_position(g)->key == s->searched_key;
    const SearchPurpose purpose = same ? s->purpose : SEARCH_TYPED;
    *result = s->found;
    set_purpose(s, SEARCH_TYPED);
    return purpose;
}

void session_drop_search(Session *s)
{
    if (!s->finished) {
        queue_stop(&s->engine->queue);
    }
    session_is_idle(s);
    set_purpose(s, SEARCH_TYPED);
}

bool session_is_stable(Session *s)
{
    queue_drain(&s->engine->queue);
    return queue_is_stable(&s->engine->queue);
}

static void print_busy(Session *s, const char *command)
{
    const char *const name = queue_run(&s->engine->queue).name;
    session_print(s, "%s has to wait: %s is running, and stop ends it", command,
                  name != NULL ? name : "another command");
}

bool session_allows(Session *s, const char *command)
{
    const bool quiet = session_is_stable(s);
    if (!quiet) {
        print_busy(s, command);
    }
    return quiet;
}

bool session_make_idle(Session *s, const char *command)
{
    const SearchPurpose purpose = s->purpose;
    const bool behind = s->finished && !session_is_idle(s); /* a line that was typed meanwhile is running */
    if (purpose != SEARCH_TYPED && !behind) {
        session_drop_search(s);
        if (purpose == SEARCH_FOR_HINT) {
            session_print(s, "The hint is cancelled.");
        } else if (!s->plays[game_position(&s->engine->game)->side]) {
            session_print(s, "The move asked for with go is cancelled.");
        }
    }
    const bool idle = session_is_idle(s);
    if (!idle) {
        print_busy(s, command);
    }
    return idle;
}
