/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/terminal_session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/square.h"
#include "protocol/commands.h"
#include "protocol/terminal_commands.h"
#include "protocol/terminal_signals.h"
#include "system/clock.h"

/* How lines of the engine begin that mean something here. */
static const char INFO[] = "info ";
static const char ERROR_BEGIN[] = "info string error: ";
static const char BEST[] = "bestmove ";

enum { POINTS_PER_MAN = 100, SCORE_SIZE = 32 };

static bool begins(const char *line, size_t length, const char *with)
{
    return length >= strlen(with) && memcmp(line, with, strlen(with)) == 0;
}

/* Reads a line of the session's search. Returns true when the person is to see it. */
static bool read_line(SearchOutcome *o, const char *line, size_t length)
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
            o->forced = word_is(word, "mate");
            o->has_score = words_next(&words, &word) && word_number(word, INT16_MIN, INT16_MAX, &number);
            o->score = (int)number;
        }
    }
    return false;
}

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
        if (s->outcome.purpose == SEARCH_ASKED || s->outcome.finished || read_line(&s->outcome, line, size)) {
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
    const char *const name = getenv("TERM");
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

/* The notation of the session's own lines: that of people, unless the option Notation asks for the short one. */
static NotationStyle style_of(const TerminalSession *s)
{
    return s->engine->style == NOTATION_SHORT ? NOTATION_SHORT : NOTATION_FORMAL;
}

void session_board(TerminalSession *s)
{
    Text t;
    text_init(&t);
    text_add(&t, "\n");
    s->look.narrow = terminal_editor_columns() < BOARD_PICTURE_WIDTH;
    board_picture(&t, &s->engine->game, style_of(s), &s->look);
    session_show(s, &t);
    text_free(&t);
    s->shows_boards = true;
}

/* Says how the game has ended, if it has. */
static void say_result(TerminalSession *s)
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
    say_result(s);
}

/* True when the engine is to make the next move. */
static bool is_engines_turn(const TerminalSession *s)
{
    const Game *const g = &s->engine->game;
    return s->plays[game_position(g)->side] && game_result(g) == GAME_ONGOING;
}

void session_changed(TerminalSession *s)
{
    s->shows_boards = true;
    if (!is_engines_turn(s)) {
        session_board_and_result(s);
    }
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

static SearchPurpose purpose_of(TerminalSession *s)
{
    pthread_mutex_lock(&s->lock);
    const SearchPurpose purpose = s->outcome.purpose;
    pthread_mutex_unlock(&s->lock);
    return purpose;
}

static void set_outcome(TerminalSession *s, SearchOutcome outcome)
{
    pthread_mutex_lock(&s->lock);
    s->outcome = outcome;
    pthread_mutex_unlock(&s->lock);
}

/* Waits for what is writing its last line, which takes no time. */
static void await_last_line(TerminalSession *s)
{
    const Activity *const a = &s->engine->activity;
    if (activity_stopped(a) || activity_state(a) == ACTIVITY_FINISHING) {
        activity_wait(&s->engine->activity, ACTIVITY_FOREVER);
    }
}

/* Ends a search of the session's without using its move. */
static void drop_search(TerminalSession *s)
{
    pthread_mutex_lock(&s->lock);
    const bool finished = s->outcome.finished;
    s->outcome = (SearchOutcome){.purpose = SEARCH_DROPPED};
    pthread_mutex_unlock(&s->lock);
    if (!finished) {
        activity_stop(&s->engine->activity);
    }
    await_last_line(s);
    set_outcome(s, (SearchOutcome){.purpose = SEARCH_ASKED});
    s->hint_ends = 0;
}

bool session_settle(TerminalSession *s, const char *command)
{
    Engine *const e = s->engine;
    if (purpose_of(s) != SEARCH_ASKED) {
        drop_search(s);
    }
    await_last_line(s);
    engine_resume(e);
    if (engine_busy(e)) {
        session_say(s, "%s has to wait: %s is running, and stop ends it", command, e->activity.work->name);
        return false;
    }
    return true;
}

/* Starts a search of the session's. A refusal has been shown. */
static bool search(TerminalSession *s, SearchPurpose purpose, const Text *line)
{
    set_outcome(s, (SearchOutcome){.purpose = purpose});
    if (line->failed || !engine_execute(s->engine, line->data, line->length)) {
        set_outcome(s, (SearchOutcome){.purpose = SEARCH_ASKED});
        return false;
    }
    return true;
}

/* True when the engine plays one of the weaker levels. */
static bool is_weakened(const TerminalSession *s)
{
    const Options *const o = s->engine->options;
    return options_number(o, OPTION_LIMIT_STRENGTH) != 0 || options_number(o, OPTION_SKILL) < STRENGTH_LEVEL_FULL;
}

static void think(TerminalSession *s)
{
    Text line;
    text_init(&line);
    if (s->think_ms == 0 && is_weakened(s)) {
        text_add(&line, "go"); /* a weaker level has limits of its own, and does not pause without a time */
    } else {
        text_add(&line, "go movetime %d", s->think_ms);
    }
    if (!search(s, SEARCH_PLAYS, &line)) {
        s->plays[WHITE] = s->plays[BLACK] = false;
        session_say(s, "The engine cannot think, and plays neither side now.");
    }
    text_free(&line);
}

void session_hint(TerminalSession *s)
{
    Text line;
    text_init(&line);
    text_add(&line, "go infinite"); /* never weakened, unlike other searches */
    s->hint_ends = clock_ms() + s->think_ms;
    if (!search(s, SEARCH_HINTS, &line)) {
        s->hint_ends = 0;
    }
    text_free(&line);
}

/* The move of the current position in the session's notation. */
static void rewrite(const TerminalSession *s, const Position *p, const char *word, char text[NOTATION_SIZE])
{
    Move m;
    if (notation_parse(p, word, strlen(word), &m, NULL) == ERROR_NONE) {
        notation_print(p, m, style_of(s), text);
    } else {
        text[0] = '\0';
    }
}

/* Who is better, and by how much, in words. */
static void describe_score(const SearchOutcome *o, Color mover, char *text, size_t size)
{
    const char *const name = board_side_name(o->score > 0 ? mover : other(mover));
    const int number = o->score > 0 ? o->score : -o->score;
    if (!o->has_score) {
        snprintf(text, size, "no score");
    } else if (o->forced) {
        snprintf(text, size, "%s wins in %d", name, number);
    } else if (number == 0) {
        snprintf(text, size, "even");
    } else {
        snprintf(text, size, "%s +%d.%02d", name, number / POINTS_PER_MAN, number % POINTS_PER_MAN);
    }
}

static void play_found(TerminalSession *s, const SearchOutcome *o)
{
    const Color mover = game_position(&s->engine->game)->side;
    char move[NOTATION_SIZE];
    char score[SCORE_SIZE];
    Text line;
    Error why;
    rewrite(s, game_position(&s->engine->game), o->best, move);
    describe_score(o, mover, score, sizeof score);
    text_init(&line);
    text_add(&line, "move %s", o->best);
    if (session_execute(s, &line, &why)) {
        session_board(s);
        session_say(s, "The engine plays %s (%s).", move, score);
        say_result(s);
    } else {
        s->plays[WHITE] = s->plays[BLACK] = false;
        session_say(s, "The engine's move is not played: %s", why.text);
    }
    text_free(&line);
}

static void tell_hint(TerminalSession *s, const SearchOutcome *o)
{
    const Position *const p = game_position(&s->engine->game);
    char move[NOTATION_SIZE];
    char reply[NOTATION_SIZE] = "";
    char score[SCORE_SIZE];
    Move m;
    rewrite(s, p, o->best, move);
    describe_score(o, p->side, score, sizeof score);
    if (o->reply[0] != '\0' && notation_parse(p, o->best, strlen(o->best), &m, NULL) == ERROR_NONE) {
        const Position next = position_after(p, m);
        rewrite(s, &next, o->reply, reply);
    }
    session_say(s, "Hint: %s (%s)%s%s", move, score, reply[0] != '\0' ? ", with the answer " : "", reply);
}

/* Does what a search of the session's was for. */
static void use_outcome(TerminalSession *s, const SearchOutcome *o)
{
    set_outcome(s, (SearchOutcome){.purpose = SEARCH_ASKED});
    if (o->purpose == SEARCH_PLAYS) {
        play_found(s, o);
    } else if (o->purpose == SEARCH_HINTS) {
        s->hint_ends = 0;
        tell_hint(s, o);
    }
}

void session_continue(TerminalSession *s)
{
    Engine *const e = s->engine;
    pthread_mutex_lock(&s->lock);
    const SearchOutcome o = s->outcome;
    pthread_mutex_unlock(&s->lock);
    if (o.finished) {
        await_last_line(s);
        engine_resume(e);
        if (!engine_busy(e)) { /* otherwise a line that was typed after stop is before it */
            use_outcome(s, &o);
        }
    } else if (o.purpose == SEARCH_HINTS && s->hint_ends > 0 && clock_ms() >= s->hint_ends) {
        s->hint_ends = 0;
        engine_stop(e);
    }
    if (is_engines_turn(s) && !engine_quitting(e) && purpose_of(s) == SEARCH_ASKED && !engine_busy(e)) {
        think(s);
    }
}

int session_timeout(const TerminalSession *s)
{
    const int64_t left = s->hint_ends - clock_ms();
    return s->hint_ends == 0 ? -1 : left > 0 ? (int)left : 0;
}

/* Lets the engine play no more, since the person has stopped it. */
static void end_playing(TerminalSession *s)
{
    s->plays[WHITE] = s->plays[BLACK] = false;
    session_say(s, "Stopped. The engine plays neither side now; play white, black or both lets it play again.");
}

bool session_interrupt(TerminalSession *s)
{
    const SearchPurpose purpose = purpose_of(s);
    if (purpose == SEARCH_PLAYS) {
        drop_search(s);
        end_playing(s);
        return true;
    }
    await_last_line(s); /* what has been stopped already does not count */
    engine_resume(s->engine);
    if (purpose == SEARCH_ASKED && !engine_busy(s->engine)) {
        return false;
    }
    engine_stop(s->engine);
    return true;
}

void session_meanwhile(TerminalSession *s, bool interrupted)
{
    const bool due = s->hint_ends > 0 && clock_ms() >= s->hint_ends;
    if (interrupted && purpose_of(s) == SEARCH_PLAYS) {
        set_outcome(s, (SearchOutcome){.purpose = SEARCH_DROPPED});
        end_playing(s);
    }
    if (interrupted || due) {
        s->hint_ends = 0;
        engine_stop(s->engine);
    }
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
    if (purpose_of(s) != SEARCH_ASKED) {
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
    if (purpose_of(s) == SEARCH_PLAYS) {
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
                    why.text + (count == 1 && begins(why.text, strlen(why.text), single) ? strlen(single) : 0));
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
