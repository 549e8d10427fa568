/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/player.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

void player_tail_add(PlayerTail *t, const char *bytes, size_t length)
{
    const size_t added = length < PLAYER_TAIL_SIZE ? length : PLAYER_TAIL_SIZE;
    if (t->length + added > sizeof t->bytes) {
        memmove(t->bytes, t->bytes + t->length - PLAYER_TAIL_SIZE, PLAYER_TAIL_SIZE);
        t->length = PLAYER_TAIL_SIZE;
    }
    memcpy(t->bytes + t->length, bytes + length - added, added);
    t->length += added;
    t->total += length;
}

size_t player_tail_last(const PlayerTail *t, size_t max, const char **bytes)
{
    const size_t limit = max < PLAYER_TAIL_SIZE ? max : PLAYER_TAIL_SIZE;
    const size_t length = t->length < limit ? t->length : limit;
    *bytes = t->bytes + t->length - length;
    return length;
}

enum {
    COMMAND_SIZE = 256,     /* room for a setoption line without its value */
    ERRORS_READ_SIZE = 4096 /* bytes of error output read at once */
};

static const char VARIANT_SETTING[] = "UCI_Variant";

/* Makes the player one without a process. */
static void reset(Player *p)
{
    p->child = NULL;
    p->state = p->died_in = PLAYER_DOWN;
    p->output_ended = false;
    p->breach = NULL;
    p->deadline = p->doubted_at = NS_NEVER;
    p->waited = 0;
    p->last_move[0] = p->complaint[0] = '\0';
    p->answer_bytes = 0;
    text_init(&p->unsent);
    p->input_start = p->input_length = 0;
    for (int i = 0; i < STREAM_COUNT; i++) {
        p->tails[i].total = p->tails[i].length = 0;
    }
}

void player_init(Player *p)
{
    reset(p);
    p->config = NULL;
    p->engine = -1;
}

/* Writes as much as the pipe takes and returns the number of bytes. If the engine is gone everything counts as written:
 * its end is noticed on its output. */
static size_t write_some(const Player *p, const char *text, size_t length)
{
    const ssize_t n = write(p->child->input, text, length);
    if (n < 0) {
        return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : length;
    }
    return (size_t)n;
}

static void send_text(Player *p, const char *text)
{
    const size_t length = strlen(text);
    player_tail_add(&p->tails[STREAM_INPUT], text, length);
    const size_t sent = p->unsent.length == 0 ? write_some(p, text, length) : 0;
    text_add_bytes(&p->unsent, text + sent, length - sent);
}

void player_flush(Player *p)
{
    const size_t sent = write_some(p, p->unsent.data, p->unsent.length);
    p->unsent.length -= sent;
    memmove(p->unsent.data, p->unsent.data + sent, p->unsent.length + 1);
}

/* Begins to wait for an answer that no clock limits. */
static void await(Player *p, PlayerState state)
{
    p->state = state;
    p->deadline = clock_now() + p->config->timeout_ms * NS_PER_MS;
    p->answer_bytes = 0;
}

ErrorCode player_start(Player *p, const MatchConfig *config, int engine, Error *e)
{
    reset(p);
    p->engine = engine;
    p->config = &config->engines[engine];
    p->variant = config->variant;
    p->has_variant_option = false;
    memset(p->announced, 0, sizeof p->announced);
    p->child = child_start(p->config->arguments, p->config->directory, e);
    if (p->child == NULL) {
        return e->code;
    }
    send_text(p, "uci\n");
    await(p, PLAYER_GREETING);
    return ERROR_NONE;
}

void player_new_game(Player *p)
{
    send_text(p, "ucinewgame\nisready\n");
    await(p, PLAYER_SETTLING);
}

void player_go(Player *p, const char *text, Nanoseconds deadline)
{
    p->state = PLAYER_THINKING;
    p->deadline = deadline;
    p->answer_bytes = 0;
    send_text(p, text);
}

bool player_repeats(const Player *p, Word move)
{
    return move.length > 0 && word_is(move, p->last_move);
}

void player_note_move(Player *p, Word move)
{
    word_copy(move, p->last_move, sizeof p->last_move);
}

void player_doubt(Player *p, Nanoseconds now)
{
    send_text(p, "stop\n");
    p->state = PLAYER_DOUBTED;
    p->doubted_at = now;
    p->deadline = clock_now() + p->config->grace_ms * NS_PER_MS;
}

bool player_read(Player *p)
{
    p->input_length -= p->input_start;
    memmove(p->input, p->input + p->input_start, p->input_length);
    p->input_start = 0;
    if (p->input_length == PLAYER_LINE_MAX) {
        return false; /* what was read must be taken first */
    }
    char *const end = p->input + p->input_length;
    const ssize_t n = read(p->child->output, end, PLAYER_LINE_MAX - p->input_length);
    if (n < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
        return false;
    }
    if (n <= 0) {
        p->output_ended = true;
        return true;
    }
    player_tail_add(&p->tails[STREAM_OUTPUT], end, (size_t)n);
    p->input_length += (size_t)n;
    p->answer_bytes += (uint64_t)n;
    return true;
}

bool player_read_errors(Player *p)
{
    char bytes[ERRORS_READ_SIZE];
    const ssize_t n = read(p->child->errors, bytes, sizeof bytes);
    if (n > 0) {
        player_tail_add(&p->tails[STREAM_ERRORS], bytes, (size_t)n);
    } else if (n == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) {
        close(p->child->errors);
        p->child->errors = -1;
    }
    return n > 0;
}

/* Takes the next complete line out of what was read. */
static bool take_line(Player *p, Words *line)
{
    const char *const begin = p->input + p->input_start;
    const char *const end = memchr(begin, '\n', p->input_length - p->input_start);
    if (end == NULL) {
        return false;
    }
    const bool has_return = end > begin && end[-1] == '\r';
    *line = words_of(begin, (size_t)(end - begin) - (has_return ? 1 : 0));
    p->input_start = (size_t)(end - p->input) + 1;
    return true;
}

/* Notes which of the configured options the engine announces in a line: "name NAME type ..." after "option". */
static void note_option(Player *p, Words line)
{
    Word word, announced;
    char name[ENGINE_CONFIG_NAME_SIZE];
    if (!words_next(&line, &word) || !word_is(word, "name") || !words_next(&line, &announced)) {
        return;
    }
    while (words_next(&line, &word) && !word_is(word, "type")) {
        announced.length = (size_t)(word.text + word.length - announced.text);
    }
    if (word_copy(announced, name, sizeof name)) {
        for (int i = 0; i < p->config->option_count; i++) {
            p->announced[i] = p->announced[i] || equal_ignoring_case(name, p->config->options[i].name);
        }
        p->has_variant_option = p->has_variant_option || equal_ignoring_case(name, VARIANT_SETTING);
    }
}

static void send_option(Player *p, const char *name, const char *value)
{
    char command[COMMAND_SIZE];
    snprintf(command, sizeof command, "setoption name %s%s", name, value[0] != '\0' ? " value " : "");
    send_text(p, command);
    send_text(p, value);
    send_text(p, "\n");
}

/* Sends the options, the board first, and asks whether the engine is ready. */
static void set_up(Player *p)
{
    if (p->has_variant_option) {
        send_option(p, VARIANT_SETTING, p->variant->name);
    }
    for (int i = 0; i < p->config->option_count; i++) {
        if (p->announced[i]) {
            send_option(p, p->config->options[i].name, p->config->options[i].value);
        }
    }
    player_new_game(p);
}

/* Keeps the first error that an engine reports while it gets ready: it refuses an option, and would play without it. */
static void note_complaint(Player *p, Words line)
{
    Word word;
    if (p->complaint[0] == '\0' && words_next(&line, &word) && word_is(word, "string") && words_next(&line, &word) &&
        word_is(word, "error:")) {
        snprintf(p->complaint, sizeof p->complaint, "warning: engine %s says:%.*s", p->config->name,
                 (int)(line.end - line.next), line.next);
        for (char *c = p->complaint; *c != '\0'; c++) {
            *c = (unsigned char)*c < ' ' ? '?' : *c; /* it is shown at a terminal */
        }
    }
}

/* Acts on a line with that first word in the current state, and says what it means to the game. */
static PlayerEventKind interpret(Player *p, Word first, Words rest)
{
    if (word_is(first, "bestmove")) {
        if (p->state != PLAYER_THINKING) {
            p->breach = "bestmove without a search";
            return PLAYER_NOTHING;
        }
        p->state = PLAYER_READY;
        p->deadline = NS_NEVER;
        return PLAYER_MOVE;
    }
    if (p->state == PLAYER_THINKING && word_is(first, "info")) {
        return PLAYER_INFO;
    }
    if (p->state == PLAYER_GREETING && word_is(first, "option")) {
        note_option(p, rest);
    } else if (p->state == PLAYER_GREETING && word_is(first, "uciok")) {
        set_up(p);
    } else if (p->state == PLAYER_SETTLING && word_is(first, "readyok")) {
        p->state = PLAYER_READY;
        p->deadline = NS_NEVER;
        return PLAYER_IS_READY;
    } else if (p->state == PLAYER_SETTLING && word_is(first, "info")) {
        note_complaint(p, rest);
    }
    return PLAYER_NOTHING;
}

PlayerEventKind player_next(Player *p, Words *rest)
{
    Word first;
    while (p->breach == NULL && take_line(p, rest)) {
        words_next(rest, &first);
        const PlayerEventKind kind = interpret(p, first, *rest);
        if (kind != PLAYER_NOTHING) {
            return kind;
        }
    }
    if (p->breach == NULL && p->input_length - p->input_start == PLAYER_LINE_MAX) {
        p->breach = "an unterminated line";
    }
    if (p->breach == NULL && p->answer_bytes > PLAYER_FLOOD_MAX) {
        p->breach = "too much output";
    }
    return PLAYER_NOTHING;
}

bool player_awaited(const Player *p)
{
    return p->state == PLAYER_GREETING || p->state == PLAYER_SETTLING || p->state == PLAYER_THINKING ||
           p->state == PLAYER_DOUBTED;
}

void player_mark_dying(Player *p)
{
    p->died_in = p->state;
    p->state = PLAYER_DYING;
    p->deadline = clock_now() + PLAYER_DYING_MS * NS_PER_MS;
}

/* Passes the process to the reaper, and frees what the player owns. */
static void end(Player *p, ChildReaper *reaper, bool patiently)
{
    child_dismiss(reaper, p->child, patiently);
    p->child = NULL;
    text_free(&p->unsent);
    p->state = PLAYER_DOWN;
    p->deadline = NS_NEVER;
}

void player_quit(Player *p, ChildReaper *reaper)
{
    if (p->child != NULL) {
        send_text(p, "stop\nquit\n");
    }
    end(p, reaper, true);
}

void player_kill(Player *p, ChildReaper *reaper)
{
    /* Its last error output is worth reading. */
    for (int i = 0; p->child != NULL && p->child->errors >= 0 && i < PLAYER_LINE_MAX / ERRORS_READ_SIZE; i++) {
        if (!player_read_errors(p)) {
            break;
        }
    }
    end(p, reaper, false);
}
