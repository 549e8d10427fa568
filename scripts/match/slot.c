/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "slot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    END_WAIT_MS = 200,    /* for a process whose output has ended to end too */
    SAY_SIZE = 1024,      /* room for a line to the user */
    LAST_WORDS_SIZE = 160 /* bytes of error output that are shown */
};

void slot_init(Slot *s, const MatchConfig *c, const Openings *o, Collector *collector)
{
    s->config = c;
    s->openings = o;
    s->collector = collector;
    s->state = SLOT_FREE;
    for (int i = 0; i < SLOT_PLAYERS; i++) {
        player_init(&s->players[i]);
    }
}

static Color color_of(const Slot *s, int player)
{
    return s->seat[WHITE] == player ? WHITE : BLACK;
}

static void out_of_memory(Slot *s)
{
    collector_stop(s->collector, MATCH_FAILED, "out of memory");
}

/* Hands the finished game over. */
static void finish(Slot *s)
{
    MatchGame *const g = &s->game;
    FinishedGame *const f = calloc(1, sizeof *f);
    s->state = SLOT_FREE;
    if (f == NULL || pdn_write(&g->record, &f->text) != ERROR_NONE) {
        free(f);
        out_of_memory(s);
        match_game_free(g);
        return;
    }
    f->outcome = (GameOutcome){.fixture = g->fixture,
                               .result = g->record.result,
                               .termination = g->record.termination,
                               .plies = g->record.game.plies};
    memcpy(f->outcome.tallies, g->tallies, sizeof g->tallies);
    memcpy(f->remark, g->record.remark, sizeof f->remark);
    match_game_free(g);
    collector_deliver(s->collector, s->index, f);
}

/* Writes an incident file and says where it is. */
static void report_incident(Slot *s, int player, const char *kind, const char *what)
{
    const Color side = color_of(s, player);
    char path[INCIDENT_PATH_SIZE];
    char line[SAY_SIZE];
    Error e;
    const ErrorCode code =
        incident_write(s->config->incidents, &s->game, side, &s->players[player], kind, what, path, &e);
    snprintf(line, sizeof line, "engine %s: %.300s; see %.500s",
             s->config->engines[match_game_engine(&s->game, side)].name, what, code == ERROR_NONE ? path : e.text);
    collector_say(s->collector, line);
}

/* An engine that has never been ready makes the match pointless: tells why, with its last words. */
static void give_up(Slot *s, int player, const char *what)
{
    const Player *const p = &s->players[player];
    const char *parts[2];
    size_t lengths[2];
    char message[ERROR_TEXT];
    tail_parts(&p->tails[STREAM_ERRORS], parts, lengths);
    const size_t shown = lengths[1] < LAST_WORDS_SIZE ? lengths[1] : LAST_WORDS_SIZE;
    snprintf(message, sizeof message, "engine %s cannot play: %.200s%s%.*s", p->config->name, what,
             shown > 0 ? "; it says: " : "", (int)shown, parts[1] + lengths[1] - shown);
    match_game_free(&s->game);
    s->state = SLOT_FREE;
    collector_stop(s->collector, MATCH_FAILED, message);
}

/* The game is lost by that player; its process is killed, and started anew for the next game. */
static void lose(Slot *s, int player, Fault fault, const char *what)
{
    Player *const p = &s->players[player];
    player_kill(p);
    if (!p->was_ready && !collector_was_ready(s->collector, p->engine)) {
        give_up(s, player, what);
        return;
    }
    match_game_forfeit(&s->game, color_of(s, player), fault, what);
    report_incident(s, player, fault_name(fault), what);
    finish(s);
}

/* The player's process is gone, or its output is closed, which comes to the same. */
static void lose_by_crash(Slot *s, int player)
{
    static const char *const WHEN[] = {[PLAYER_DOWN] = "at its start",
                                       [PLAYER_GREETING] = "after uci",
                                       [PLAYER_SETTLING] = "after isready",
                                       [PLAYER_READY] = "before its move",
                                       [PLAYER_THINKING] = "in its search"};
    Player *const p = &s->players[player];
    char status[CHILD_STATUS_SIZE];
    char what[PLAYER_REASON_SIZE];
    if (child_wait(&p->child, END_WAIT_MS)) {
        child_status_text(&p->child, status);
        snprintf(what, sizeof what, "crash %s: %s", WHEN[p->state], status);
    } else {
        snprintf(what, sizeof what, "crash %s: it closed its output", WHEN[p->state]);
    }
    lose(s, player, FAULT_CRASH, what);
}

/* Tells the engine to move to think. */
static void turn(Slot *s)
{
    MatchGame *const g = &s->game;
    const int player = s->seat[match_game_side(g)];
    Player *const p = &s->players[player];
    size_t length;
    Nanoseconds deadline;
    if (p->output_ended) {
        lose_by_crash(s, player);
        return;
    }
    const char *const command = match_game_command(g, player_clock(), &length, &deadline);
    if (g->failed) {
        out_of_memory(s);
        return;
    }
    player_go(p, command, length, deadline);
}

/* Begins to play once both engines are ready. */
static void play_if_ready(Slot *s)
{
    if (s->players[0].state == PLAYER_READY && s->players[1].state == PLAYER_READY) {
        s->state = SLOT_PLAYING;
        turn(s);
    }
}

/* Warns of options that an engine was to have but does not announce. */
static void note_ready(Slot *s, const Player *p)
{
    if (!collector_note_ready(s->collector, p->engine)) {
        return;
    }
    for (int i = 0; i < p->config->option_count; i++) {
        if (!p->announced[i]) {
            char line[SAY_SIZE];
            snprintf(line, sizeof line, "warning: engine %s has no option \"%s\"; it is not sent", p->config->name,
                     p->config->options[i].name);
            collector_say(s->collector, line);
        }
    }
}

/* Puts that engine into a player's place: tells a running one of the new game, starts another. */
static void seat_engine(Slot *s, int player, int engine)
{
    Player *const p = &s->players[player];
    Error e;
    if (p->state == PLAYER_READY && p->engine == engine && !p->output_ended && !child_has_ended(&p->child)) {
        player_new_game(p);
        return;
    }
    if (p->state != PLAYER_DOWN) {
        player_ask_to_quit(p);
        player_end(p);
    }
    if (player_start(p, engine, &s->config->engines[engine], s->config->variant, &e) != ERROR_NONE) {
        lose(s, player, FAULT_CRASH, e.text);
    }
}

void slot_begin(Slot *s, uint64_t index)
{
    const Fixture f = schedule_at(&s->config->schedule, index);
    const Opening opening = openings_at(s->openings, f.opening + s->config->openings.start - 1);
    s->index = index;
    if (match_game_begin(&s->game, s->config, &f, &opening) != ERROR_NONE) {
        out_of_memory(s);
        return;
    }
    s->state = SLOT_PREPARING;
    s->illegal_line_seen = false;
    /* An engine that is here already keeps its place. */
    const bool swapped = s->players[0].engine == f.black || s->players[1].engine == f.white;
    s->seat[WHITE] = swapped ? 1 : 0;
    s->seat[BLACK] = swapped ? 0 : 1;
    seat_engine(s, s->seat[WHITE], f.white);
    if (s->state == SLOT_PREPARING) {
        seat_engine(s, s->seat[BLACK], f.black);
    }
}

/* What follows from the move of that player. */
static void after_move(Slot *s, int player)
{
    MatchGame *const g = &s->game;
    if (g->failed) {
        out_of_memory(s);
    } else if (!g->over) {
        turn(s);
    } else {
        if (g->fault != FAULT_NONE) {
            report_incident(s, player, fault_name(g->fault), g->fault_text);
            /* A late engine has done what it was told; the others are not trusted any further. */
            if (g->fault != FAULT_TIME) {
                player_kill(&s->players[player]);
            }
        }
        finish(s);
    }
}

/* Handles one event; returns false when the player's lines mean nothing any more. */
static bool handle(Slot *s, int player, const PlayerEvent *event)
{
    Player *const p = &s->players[player];
    char what[PLAYER_REASON_SIZE];
    switch (event->kind) {
    case PLAYER_IS_READY:
        note_ready(s, p);
        if (s->state == SLOT_PREPARING) {
            play_if_ready(s);
        }
        return true;
    case PLAYER_INFO:
        match_game_info(&s->game, event->text, event->length);
        if (s->game.first_illegal_line[0] != '\0' && !s->illegal_line_seen) {
            s->illegal_line_seen = true;
            report_incident(s, player, "illegal line", s->game.first_illegal_line);
        }
        return true;
    case PLAYER_MOVE:
        match_game_move(&s->game, event->text, event->length, player_clock());
        after_move(s, player);
        return p->state != PLAYER_DOWN;
    case PLAYER_BROKE:
        snprintf(what, sizeof what, "%s: %.*s", fault_name(FAULT_PROTOCOL), (int)event->length, event->text);
        if (s->state == SLOT_FREE) {
            player_kill(p);
        } else {
            lose(s, player, FAULT_PROTOCOL, what);
        }
        return false;
    default:
        return false;
    }
}

void slot_read(Slot *s, int player)
{
    Player *const p = &s->players[player];
    if (!player_read(p)) {
        return;
    }
    for (PlayerEvent event = player_next(p); handle(s, player, &event); event = player_next(p)) {
    }
    /* An idle engine's end is noticed when its turn comes, so that the game does not depend on chance. */
    if (p->output_ended && s->state != SLOT_FREE && p->state != PLAYER_READY && p->state != PLAYER_DOWN) {
        lose_by_crash(s, player);
    }
}

Nanoseconds slot_deadline(const Slot *s)
{
    const Nanoseconds first = s->players[0].deadline;
    const Nanoseconds second = s->players[1].deadline;
    return first < second ? first : second;
}

void slot_check(Slot *s, Nanoseconds now, bool look)
{
    static const char *const AWAITED[] = {[PLAYER_DOWN] = "answer",
                                          [PLAYER_GREETING] = "uciok",
                                          [PLAYER_SETTLING] = "readyok",
                                          [PLAYER_READY] = "answer",
                                          [PLAYER_THINKING] = "bestmove"};
    for (int i = 0; i < SLOT_PLAYERS && s->state != SLOT_FREE; i++) {
        Player *const p = &s->players[i];
        if (p->deadline == NS_NEVER) {
            continue;
        }
        if (look && child_has_ended(&p->child)) {
            /* A process of its own may still hold the pipe; what was written before the end counts. */
            slot_read(s, i);
            if (s->state != SLOT_FREE && p->deadline != NS_NEVER) {
                lose_by_crash(s, i);
            }
        } else if (now >= p->deadline) {
            char what[PLAYER_REASON_SIZE];
            snprintf(what, sizeof what, "stall: no %s%s", AWAITED[p->state],
                     p->input_length > p->input_start ? ", but a line without an end" : "");
            lose(s, i, FAULT_STALL, what);
        }
    }
}

void slot_ask_to_quit(Slot *s)
{
    for (int i = 0; i < SLOT_PLAYERS; i++) {
        player_ask_to_quit(&s->players[i]);
    }
}

void slot_end(Slot *s)
{
    if (s->state != SLOT_FREE) {
        match_game_free(&s->game);
        s->state = SLOT_FREE;
    }
    for (int i = 0; i < SLOT_PLAYERS; i++) {
        player_end(&s->players[i]);
    }
}
