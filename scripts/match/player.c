/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/player.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
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

size_t player_tail_last(const PlayerTail *t, size_t most, const char **bytes)
{
    const size_t limit = most < PLAYER_TAIL_SIZE ? most : PLAYER_TAIL_SIZE;
    const size_t length = t->length < limit ? t->length : limit;
    *bytes = t->bytes + t->length - length;
    return length;
}

enum {
    COMMAND_SIZE = 256,      /* room for a setoption line without its value */
    ERRORS_READ_SIZE = 4096, /* bytes of error output read at once */
    ROOM_RETRY_MS = 20,      /* until a start is tried again for which there was no room */
    ROOM_PATIENCE_MS = 1000  /* in this time the ends of other processes may make room */
};

static const char OPTION_NAME[] = "option name ";
static const char OPTION_TYPE[] = " type ";
static const char VARIANT_SETTING[] = "UCI_Variant";

/* Makes the player one without a process, as if never started, but for how long it has waited for room. */
static void reset(Player *p)
{
    p->child = NULL;
    p->state = p->died_in = PLAYER_DOWN;
    p->fresh = p->output_ended = p->was_ready = p->failed = false;
    p->breach = NULL;
    p->deadline = p->doubted_at = NS_NEVER;
    p->last_move[0] = p->complaint[0] = '\0';
    p->answer_bytes = 0;
    p->unsent = NULL;
    p->unsent_length = 0;
    p->input_start = p->input_scanned = p->input_length = 0;
    for (int i = 0; i < STREAM_COUNT; i++) {
        p->tails[i].total = p->tails[i].length = 0;
    }
}

void player_init(Player *p)
{
    reset(p);
    p->config = NULL;
    p->engine = -1;
    p->waiting_since = NS_NEVER;
}

/* Keeps bytes that the pipe had no room for. */
static void keep_unsent(Player *p, const char *text, size_t length)
{
    char *const grown = realloc(p->unsent, p->unsent_length + length);
    if (grown == NULL) {
        p->failed = true;
        return;
    }
    memcpy(grown + p->unsent_length, text, length);
    p->unsent = grown;
    p->unsent_length += length;
}

/* Writes as much as the pipe takes; returns the number of bytes. An engine that has gone takes everything: its
 * end is noticed on its output. */
static size_t write_some(const Player *p, const char *text, size_t length)
{
    ssize_t n;
    do {
        n = write(p->child->input, text, length);
    } while (n < 0 && errno == EINTR);
    if (n < 0) {
        return errno == EAGAIN || errno == EWOULDBLOCK ? 0 : length;
    }
    return (size_t)n;
}

static void send_text(Player *p, const char *text, size_t length)
{
    player_tail_add(&p->tails[STREAM_INPUT], text, length);
    const size_t sent = p->unsent_length == 0 ? write_some(p, text, length) : 0;
    if (sent < length) {
        keep_unsent(p, text + sent, length - sent);
    }
}

static void send_line(Player *p, const char *text)
{
    send_text(p, text, strlen(text));
}

void player_flush(Player *p)
{
    const size_t sent = write_some(p, p->unsent, p->unsent_length);
    memmove(p->unsent, p->unsent + sent, p->unsent_length - sent);
    p->unsent_length -= sent;
    if (p->unsent_length == 0) {
        free(p->unsent);
        p->unsent = NULL;
    }
}

/* Begins to wait for an answer that no clock limits. */
static void await(Player *p, PlayerState state)
{
    p->state = state;
    p->deadline = clock_now() + p->config->patience_ms * NS_PER_MS;
    p->answer_bytes = 0;
}

static void wait_for_room(Player *p)
{
    const Nanoseconds now = clock_now();
    p->state = PLAYER_WAITING;
    p->deadline = now + ROOM_RETRY_MS * NS_PER_MS;
    p->waiting_since = p->waiting_since == NS_NEVER ? now : p->waiting_since;
}

ErrorCode player_start(Player *p, int engine, const EngineConfig *config, const Variant *variant, Error *e)
{
    reset(p);
    p->engine = engine;
    p->config = config;
    p->variant = variant;
    p->has_variant_option = false;
    memset(p->announced, 0, sizeof p->announced);
    p->child = child_start(config->arguments, config->directory, e);
    if (p->child == NULL) {
        if (e->code == ERROR_MEMORY) {
            wait_for_room(p);
        }
        return e->code;
    }
    send_line(p, "uci\n");
    await(p, PLAYER_GREETING);
    return ERROR_NONE;
}

bool player_waited_too_long(const Player *p)
{
    return p->waiting_since != NS_NEVER && clock_now() - p->waiting_since >= ROOM_PATIENCE_MS * NS_PER_MS;
}

void player_new_game(Player *p)
{
    send_line(p, "ucinewgame\nisready\n");
    await(p, PLAYER_SETTLING);
}

void player_go(Player *p, const char *text, size_t length, Nanoseconds deadline)
{
    p->state = PLAYER_THINKING;
    p->deadline = deadline;
    p->answer_bytes = 0;
    send_text(p, text, length);
}

bool player_repeats(const Player *p, const char *text, size_t length)
{
    return length > 0 && strlen(p->last_move) == length && memcmp(p->last_move, text, length) == 0;
}

void player_note_move(Player *p, const char *text, size_t length)
{
    const size_t kept = length < sizeof p->last_move ? length : 0;
    memcpy(p->last_move, text, kept);
    p->last_move[kept] = '\0';
}

void player_doubt(Player *p, Nanoseconds now)
{
    send_line(p, "stop\n");
    p->state = PLAYER_DOUBTED;
    p->doubted_at = now;
    p->deadline = clock_now() + p->config->grace_ms * NS_PER_MS;
}

bool player_read(Player *p)
{
    if (p->input_start > 0) {
        memmove(p->input, p->input + p->input_start, p->input_length - p->input_start);
        p->input_length -= p->input_start;
        p->input_scanned -= p->input_start;
        p->input_start = 0;
    }
    char *const end = p->input + p->input_length;
    ssize_t n;
    do {
        n = read(p->child->output, end, PLAYER_LINE_MAX - p->input_length);
    } while (n < 0 && errno == EINTR);
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

void player_read_errors(Player *p)
{
    char bytes[ERRORS_READ_SIZE];
    ssize_t n;
    do {
        n = read(p->child->errors, bytes, sizeof bytes);
    } while (n < 0 && errno == EINTR);
    if (n > 0) {
        player_tail_add(&p->tails[STREAM_ERRORS], bytes, (size_t)n);
    } else if (n == 0 || (errno != EAGAIN && errno != EWOULDBLOCK)) {
        close(p->child->errors);
        p->child->errors = -1;
    }
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Takes the next complete line out of what was read, without its end and the blanks before its first word. */
static bool take_line(Player *p, const char **text, size_t *length)
{
    const char *const from = p->input + p->input_scanned;
    const char *const end = memchr(from, '\n', p->input_length - p->input_scanned);
    if (end == NULL) {
        p->input_scanned = p->input_length;
        return false;
    }
    const char *line = p->input + p->input_start;
    while (is_blank(*line)) {
        line++;
    }
    *text = line;
    *length = (size_t)(end - line);
    if (*length > 0 && line[*length - 1] == '\r') {
        --*length;
    }
    p->input_start = p->input_scanned = (size_t)(end - p->input) + 1;
    if (p->input_start == p->input_length) {
        p->input_start = p->input_scanned = p->input_length = 0;
    }
    return true;
}

/* True when the line is that word or begins with it and a blank. */
static bool begins_with(const char *text, size_t length, const char *word)
{
    const size_t n = strlen(word);
    return length >= n && memcmp(text, word, n) == 0 && (length == n || is_blank(text[n]));
}

/* True when the text is that name but for capitals. */
static bool is_name(const char *text, size_t length, const char *name)
{
    if (strlen(name) != length) {
        return false;
    }
    for (size_t i = 0; i < length; i++) {
        const char a = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];
        const char b = text[i] >= 'A' && text[i] <= 'Z' ? (char)(text[i] - 'A' + 'a') : text[i];
        if (a != b) {
            return false;
        }
    }
    return true;
}

/* Notes which of the configured options the engine announces in this line. */
static void note_option(Player *p, const char *text, size_t length)
{
    const size_t prefix = strlen(OPTION_NAME);
    if (length <= prefix || memcmp(text, OPTION_NAME, prefix) != 0) {
        return;
    }
    const char *const announced = text + prefix;
    const size_t rest = length - prefix;
    size_t n = 0;
    while (n < rest &&
           (n + strlen(OPTION_TYPE) > rest || memcmp(announced + n, OPTION_TYPE, strlen(OPTION_TYPE)) != 0)) {
        n++;
    }
    for (int i = 0; i < p->config->option_count; i++) {
        p->announced[i] = p->announced[i] || is_name(announced, n, p->config->options[i].name);
    }
    p->has_variant_option = p->has_variant_option || is_name(announced, n, VARIANT_SETTING);
}

static void send_option(Player *p, const char *name, const char *value)
{
    char command[COMMAND_SIZE];
    const int n = snprintf(command, sizeof command, "setoption name %s%s", name, value[0] != '\0' ? " value " : "");
    send_text(p, command, (size_t)n);
    send_line(p, value);
    send_line(p, "\n");
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

static PlayerEvent event(PlayerEventKind kind, const char *text, size_t length)
{
    const PlayerEvent e = {.kind = kind, .text = text, .length = length};
    return e;
}

/* The first word of a text that begins with blanks. */
static PlayerEvent word_event(PlayerEventKind kind, const char *text, size_t length)
{
    size_t from = 0;
    while (from < length && is_blank(text[from])) {
        from++;
    }
    size_t to = from;
    while (to < length && !is_blank(text[to])) {
        to++;
    }
    return event(kind, text + from, to - from);
}

/* Keeps what an engine says against an option: it would play without it. */
static void note_complaint(Player *p, const char *text, size_t length)
{
    static const char ERROR_BEGINS[] = "info string error:";
    const size_t begin = strlen(ERROR_BEGINS);
    if (p->complaint[0] == '\0' && begins_with(text, length, ERROR_BEGINS)) {
        snprintf(p->complaint, sizeof p->complaint, "warning: engine %s says:%.*s", p->config->name,
                 (int)(length - begin), text + begin);
        for (char *c = p->complaint; *c != '\0'; c++) {
            *c = (unsigned char)*c < ' ' ? '?' : *c; /* it is shown at a terminal */
        }
    }
}

/* What the line means in the current state; PLAYER_NOTHING for lines without a meaning. */
static PlayerEvent interpret(Player *p, const char *text, size_t length)
{
    static const char BESTMOVE[] = "bestmove";
    static const char INFO[] = "info";
    const PlayerEvent nothing = event(PLAYER_NOTHING, text, 0);
    if (begins_with(text, length, BESTMOVE)) {
        if (p->state != PLAYER_THINKING) {
            p->breach = "bestmove without a search";
            return nothing;
        }
        p->state = PLAYER_READY;
        p->deadline = NS_NEVER;
        return word_event(PLAYER_MOVE, text + strlen(BESTMOVE), length - strlen(BESTMOVE));
    }
    if (p->state == PLAYER_THINKING && begins_with(text, length, INFO)) {
        return event(PLAYER_INFO, text + strlen(INFO), length - strlen(INFO));
    }
    if (p->state == PLAYER_GREETING) {
        note_option(p, text, length);
        if (begins_with(text, length, "uciok")) {
            set_up(p);
        }
    } else if (p->state == PLAYER_SETTLING && begins_with(text, length, "readyok")) {
        p->state = PLAYER_READY;
        p->deadline = NS_NEVER;
        p->waiting_since = NS_NEVER;
        p->was_ready = true;
        return event(PLAYER_IS_READY, text, length);
    } else if (p->state == PLAYER_SETTLING && !p->was_ready) {
        note_complaint(p, text, length);
    }
    return nothing;
}

PlayerEvent player_next(Player *p)
{
    const char *text;
    size_t length;
    while (p->breach == NULL && take_line(p, &text, &length)) {
        const PlayerEvent e = interpret(p, text, length);
        if (e.kind != PLAYER_NOTHING) {
            return e;
        }
    }
    if (p->breach == NULL && p->input_length - p->input_start == PLAYER_LINE_MAX) {
        p->breach = "a line without an end";
    }
    if (p->breach == NULL && p->answer_bytes > PLAYER_FLOOD_MAX) {
        p->breach = "a flood of output";
    }
    return event(PLAYER_NOTHING, "", 0);
}

bool player_awaited(const Player *p)
{
    return p->state == PLAYER_GREETING || p->state == PLAYER_SETTLING || p->state == PLAYER_THINKING ||
           p->state == PLAYER_DOUBTED;
}

void player_hold(Player *p)
{
    p->died_in = p->state;
    p->state = PLAYER_DYING;
    p->deadline = clock_now() + PLAYER_HOLD_MS * NS_PER_MS;
}

/* Gives the process away, and frees what the player owns. */
static void end(Player *p, ChildReaper *reaper, bool patiently)
{
    child_dismiss(reaper, p->child, patiently);
    p->child = NULL;
    free(p->unsent);
    p->unsent = NULL;
    p->unsent_length = 0;
    p->fresh = false;
    p->state = PLAYER_DOWN;
    p->deadline = NS_NEVER;
}

void player_quit(Player *p, ChildReaper *reaper)
{
    if (p->child != NULL) {
        send_line(p, "stop\nquit\n");
    }
    end(p, reaper, true);
}

void player_kill(Player *p, ChildReaper *reaper)
{
    /* What it said last is worth reading. */
    for (int i = 0; p->child != NULL && p->child->errors >= 0 && i < PLAYER_LINE_MAX / ERRORS_READ_SIZE; i++) {
        const uint64_t before = p->tails[STREAM_ERRORS].total;
        player_read_errors(p);
        if (p->tails[STREAM_ERRORS].total == before) {
            break;
        }
    }
    end(p, reaper, false);
}
