/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/terminal_search.h"

#include <stdio.h>
#include <string.h>

#include "system/clock.h"
#include "system/words.h"

/* How lines of the engine begin that mean something here. */
static const char INFO[] = "info ";
static const char BEST[] = "bestmove ";

enum { POINTS_PER_MAN = 100, SCORE_SIZE = 32 };

static bool begins(const char *line, size_t length, const char *with)
{
    return length >= strlen(with) && memcmp(line, with, strlen(with)) == 0;
}

bool session_search_line(SearchOutcome *o, const char *line, size_t length)
{
    Words words = words_of(line, length);
    Word word;
    if (begins(line, length, SESSION_ERROR_BEGIN)) {
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

SearchPurpose session_purpose(TerminalSession *s)
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
    if (session_purpose(s) != SEARCH_ASKED) {
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
        notation_print(p, m, session_style(s), text);
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
        session_say_result(s);
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
    if (session_is_engines_turn(s) && !engine_quitting(e) && session_purpose(s) == SEARCH_ASKED && !engine_busy(e)) {
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
    const SearchPurpose purpose = session_purpose(s);
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
    if (interrupted && session_purpose(s) == SEARCH_PLAYS) {
        set_outcome(s, (SearchOutcome){.purpose = SEARCH_DROPPED});
        end_playing(s);
    }
    if (interrupted || due) {
        s->hint_ends = 0;
        engine_stop(s->engine);
    }
}
