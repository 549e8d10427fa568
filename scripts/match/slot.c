/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/slot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/pdn_write.h"
#include "match/game_tags.h"
#include "match/incident_file.h"
#include "match/run_delay.h"

enum { LAST_WORDS_SIZE = 160 /* bytes of error output that are shown */ };

void slot_init(Slot *s, const MatchConfig *c, const Openings *o, Collector *collector, ChildReaper *reaper,
               TablebaseCache *cache)
{
    s->config = c;
    s->openings = o;
    s->collector = collector;
    s->reaper = reaper;
    s->cache = cache;
    s->state = SLOT_FREE;
    for (int i = 0; i < SLOT_PLAYERS; i++) {
        player_init(&s->players[i]);
    }
}

static Color color_of(const Slot *s, int player)
{
    return s->player_of[WHITE] == player ? WHITE : BLACK;
}

/* Drops the game and ends the searches in it. */
static void drop(Slot *s)
{
    for (int i = 0; i < SLOT_PLAYERS; i++) {
        if (s->players[i].state == PLAYER_THINKING || s->players[i].state == PLAYER_DOUBTED) {
            player_quit(&s->players[i], s->reaper);
        }
    }
    match_game_free(&s->game);
    s->state = SLOT_FREE;
}

/* Ends the match for want of something; it may be resumed. */
static void end_for_shortage(Slot *s, const char *what)
{
    char message[ERROR_TEXT];
    drop(s);
    snprintf(message, sizeof message, "%.300s%s", what,
             s->config->pdn_file != NULL ? "; -resume continues the match" : "");
    collector_stop(s->collector, MATCH_FAILED, message);
}

static void out_of_memory(Slot *s)
{
    end_for_shortage(s, "not enough memory");
}

/* Hands the finished game over. */
static void finish(Slot *s)
{
    MatchGame *const g = &s->game;
    FinishedGame *const f = calloc(1, sizeof *f);
    Error e;
    if (f == NULL) {
        out_of_memory(s);
        return;
    }
    text_init(&f->text);
    if (pdn_write(&g->record, &f->text) != ERROR_NONE ||
        game_tags_outcome(&g->record, &g->fixture, &f->outcome, &e) != ERROR_NONE) {
        text_free(&f->text);
        free(f);
        out_of_memory(s);
        return;
    }
    memcpy(f->remark, g->record.remark, sizeof f->remark);
    drop(s);
    collector_deliver(s->collector, s->index, f);
}

/* Writes an incident file and says where it is. */
static void report_incident(Slot *s, int player, const char *kind, const char *what)
{
    const Player *const p = &s->players[player];
    char path[INCIDENT_FILE_PATH_SIZE];
    Error e;
    const ErrorCode code = incident_file_write(&s->game, color_of(s, player), p, kind, what, path, &e);
    collector_print(s->collector, "engine %s: %s; %s%s", p->config->name, what, code == ERROR_NONE ? "see " : "",
                    code == ERROR_NONE ? path : e.text);
}

/* Ends the match because of an engine that has never been ready; the message says why, with its last words. */
static void give_up(Slot *s, int player, const char *what)
{
    const Player *const p = &s->players[player];
    const char *words;
    char message[ERROR_TEXT];
    const size_t shown = player_tail_last(&p->tails[STREAM_ERRORS], LAST_WORDS_SIZE, &words);
    snprintf(message, sizeof message, "engine %s cannot play: %.200s%s%.*s", p->config->name, what,
             shown > 0 ? "; it says: " : "", (int)shown, words);
    drop(s);
    collector_stop(s->collector, MATCH_FAILED, message);
}

/* Concludes a game that is over by what that player did. An engine at fault is killed, and started again for the next
 * game, unless it was merely late. */
static void conclude(Slot *s, int player)
{
    const MatchGame *const g = &s->game;
    Player *const p = &s->players[player];
    if (g->fault != FAULT_NONE) {
        if (g->fault != FAULT_TIME) {
            player_kill(p, s->reaper);
        }
        if (!collector_was_ready(s->collector, p->engine)) {
            give_up(s, player, g->fault_text);
            return;
        }
        report_incident(s, player, STANDING_FAULTS[g->fault].name, g->fault_text);
    }
    finish(s);
}

static void lose_by_breach(Slot *s, int player)
{
    verdict_breach(&s->game, color_of(s, player), &s->players[player]);
    conclude(s, player);
}

/* Lets the engine to move search. What it has said before its turn does not belong to that search. */
static void start_search(Slot *s)
{
    MatchGame *const g = &s->game;
    const int player = s->player_of[match_game_side(g)];
    Player *const p = &s->players[player];
    const MatchClock *const clock = &g->clocks[match_game_side(g)];
    Words rest;
    player_next(p, &rest);
    if (p->breach != NULL) {
        lose_by_breach(s, player);
        return;
    }
    if (p->output_ended) {
        player_mark_dying(p);
        return;
    }
    p->waited = match_clock_allowed(clock) < NS_NEVER ? run_delay_process(p->child->pid) : 0;
    const Nanoseconds begin = clock_now();
    const char *const command = match_game_command(g, begin);
    if (!g->failed) {
        player_go(p, command, match_clock_deadline(clock, begin));
    }
    if (g->failed || p->unsent.failed) {
        out_of_memory(s);
    }
}

/* Begins to play once both engines are ready. */
static void play_if_ready(Slot *s)
{
    if (s->players[0].state == PLAYER_READY && s->players[1].state == PLAYER_READY) {
        s->state = SLOT_PLAYING;
        start_search(s);
    }
}

/* The first time that an engine is ready, warns of configured options that it did not announce or accept. */
static void note_ready(Slot *s, const Player *p)
{
    if (!collector_note_ready(s->collector, p->engine)) {
        return;
    }
    if (p->complaint[0] != '\0') {
        collector_print(s->collector, "%s", p->complaint);
    }
    for (int i = 0; i < p->config->option_count; i++) {
        if (!p->announced[i]) {
            collector_print(s->collector, "warning: engine %s has no option \"%s\"; it is not sent", p->config->name,
                            p->config->options[i].name);
        }
    }
}

/* Warns that an engine that was ready for another game has ended. */
static void note_ended(Slot *s, const Player *p)
{
    char status[CHILD_STATUS_SIZE];
    child_status_text(p->child, status);
    collector_print(s->collector, "warning: engine %s ended after a game: %s", p->config->name, status);
}

/* Assigns an engine to a player. One that runs there already stays; if it is still getting ready, for a game that
 * ended before it began, it gets ready for this one instead. */
static void assign_engine(Slot *s, int player, int engine)
{
    Player *const p = &s->players[player];
    const bool settling = p->state == PLAYER_GREETING || p->state == PLAYER_SETTLING;
    const bool running =
        p->engine == engine && (settling || p->state == PLAYER_READY) && !p->output_ended && !child_ended(p->child);
    Error e;
    if (running && p->breach != NULL) {
        lose_by_breach(s, player);
        return;
    }
    if (running && p->state == PLAYER_READY) {
        player_new_game(p);
    } else if (!running) {
        if (p->engine == engine && p->state == PLAYER_READY) {
            note_ended(s, p);
        }
        player_quit(p, s->reaper);
        if (player_start(p, s->config, engine, &e) != ERROR_NONE) {
            end_for_shortage(s, e.text); /* its program is being rebuilt, for example */
            return;
        }
    }
    if (p->unsent.failed) {
        out_of_memory(s);
    }
}

void slot_begin(Slot *s, uint64_t index)
{
    const Fixture f = schedule_at(&s->config->schedule, index);
    const Opening opening = openings_at(s->openings, f.opening + s->config->openings.start - 1);
    s->index = index;
    if (match_game_begin(&s->game, s->config, &f, &opening, s->cache) != ERROR_NONE) {
        out_of_memory(s);
        return;
    }
    s->state = SLOT_PREPARING;
    /* An engine that is here already keeps its place. */
    const bool swapped = s->players[0].engine == f.black || s->players[1].engine == f.white;
    s->player_of[WHITE] = swapped ? 1 : 0;
    s->player_of[BLACK] = swapped ? 0 : 1;
    assign_engine(s, s->player_of[WHITE], f.white);
    if (s->state == SLOT_PREPARING) {
        assign_engine(s, s->player_of[BLACK], f.black);
    }
}

/* Acts on what the player said, which includes its move or not. */
static void act_on_events(Slot *s, int player, bool moved)
{
    MatchGame *const g = &s->game;
    Player *const p = &s->players[player];
    if (g->failed || p->unsent.failed) {
        out_of_memory(s);
    } else if (g->record.result != GAME_ONGOING) {
        conclude(s, player);
    } else if (p->breach != NULL && (moved || player_awaited(p))) {
        lose_by_breach(s, player);
    } else if (moved) {
        start_search(s);
    } else if (p->output_ended && player_awaited(p)) {
        player_mark_dying(p);
    } else if (player_awaited(p) && p->child->ended) {
        /* Its last output is still on its way. */
        const Nanoseconds verdict = clock_now() + PLAYER_DYING_MS * NS_PER_MS;
        p->deadline = p->deadline < verdict ? p->deadline : verdict;
    } else if (s->state == SLOT_PREPARING) {
        play_if_ready(s);
    }
}

/* Takes the player's move; returns false if it is doubted. A move that is illegal now, but was its last one, may have
 * been sent twice. */
static bool take_move(Slot *s, Player *p, Word move, Nanoseconds now)
{
    if (player_repeats(p, move) && verdict_refuses(&s->game, move, now)) {
        player_doubt(p, now);
        return false;
    }
    if (verdict_late(&s->game, now)) {
        const Nanoseconds waited = run_delay_process(p->child->pid) - p->waited;
        s->game.waited = waited > 0 ? waited : 0; /* threads that have ended are not counted any more */
    }
    verdict_move(&s->game, move, now);
    player_note_move(p, move);
    return true;
}

/* Takes all that the player says; returns true if that includes its move. Only a player that searches sends moves, and
 * its search belongs to this game, since drop() ends all others. */
static bool take_events(Slot *s, int player, Nanoseconds now)
{
    Player *const p = &s->players[player];
    bool moved = false;
    Words rest;
    Word move;
    for (PlayerEventKind kind; (kind = player_next(p, &rest)) != PLAYER_NOTHING;) {
        if (kind == PLAYER_IS_READY) {
            note_ready(s, p);
        } else if (kind == PLAYER_INFO) {
            const bool seen = s->game.illegal_line[0] != '\0';
            match_game_info(&s->game, rest);
            if (!seen && s->game.illegal_line[0] != '\0') {
                report_incident(s, player, "illegal line", s->game.illegal_line);
            }
        } else {
            words_next(&rest, &move);
            moved = take_move(s, p, move, now) || moved;
        }
    }
    return moved;
}

void slot_handle(Slot *s, int player, Nanoseconds now)
{
    const bool moved = take_events(s, player, now);
    if (s->state != SLOT_FREE) {
        act_on_events(s, player, moved);
    }
}

void slot_check_processes(Slot *s, Nanoseconds now)
{
    for (int i = 0; i < SLOT_PLAYERS; i++) {
        Child *const c = s->players[i].child;
        if (c != NULL && !c->ended && child_ended(c)) {
            slot_handle(s, i, now);
        }
    }
}

Nanoseconds slot_deadline(const Slot *s)
{
    const Nanoseconds first = s->players[0].deadline;
    const Nanoseconds second = s->players[1].deadline;
    return first < second ? first : second;
}

/* Gives the verdict on an engine that has ended. */
static void judge_end(Slot *s, int player)
{
    verdict_crash(&s->game, color_of(s, player), &s->players[player]);
    conclude(s, player);
}

/* Takes all that an awaited engine has written since the last read. Returns true if that settles the matter. */
static bool read_late_answer(Slot *s, int player, Nanoseconds now, Nanoseconds arrived)
{
    Player *const p = &s->players[player];
    bool any = false;
    while (player_awaited(p) && !p->output_ended && player_read(p)) {
        any = true;
        slot_handle(s, player, arrived);
    }
    return any && (s->state == SLOT_FREE || now < p->deadline);
}

/* Handles the passed deadline of a player. */
static void expire(Slot *s, int player, Nanoseconds now, Nanoseconds arrived)
{
    Player *const p = &s->players[player];
    if (s->state == SLOT_FREE) {
        player_kill(p, s->reaper);
    } else if (read_late_answer(s, player, now, arrived)) {
        return;
    } else if (p->state == PLAYER_DYING) {
        judge_end(s, player);
    } else if (p->state == PLAYER_DOUBTED) {
        p->state = PLAYER_READY;
        p->deadline = NS_NEVER;
        verdict_move(&s->game, word_of(p->last_move), p->doubted_at);
        act_on_events(s, player, true);
    } else if (child_ended(p->child)) {
        player_mark_dying(p);
        judge_end(s, player);
    } else {
        verdict_stall(&s->game, color_of(s, player), p);
        conclude(s, player);
    }
}

void slot_check_deadlines(Slot *s, Nanoseconds now, Nanoseconds arrived)
{
    for (int i = 0; i < SLOT_PLAYERS && !collector_stopped(s->collector); i++) {
        if (now >= s->players[i].deadline) {
            expire(s, i, now, arrived);
        }
    }
}

void slot_add_delay(Slot *s, Nanoseconds from, Nanoseconds to, Nanoseconds time)
{
    const Player *late = NULL;
    if (s->state == SLOT_PLAYING && s->game.go_sent >= from && s->game.go_sent < to) {
        Player *const p = &s->players[s->player_of[match_game_side(&s->game)]];
        p->deadline += p->state == PLAYER_THINKING ? to - s->game.go_sent : 0;
        s->game.go_sent = to;
        late = p->state == PLAYER_THINKING ? p : NULL;
    } else if (s->state == SLOT_PLAYING && s->game.go_sent < from) {
        s->game.go_sent += time;
    }
    for (int i = 0; i < SLOT_PLAYERS; i++) {
        Player *const p = &s->players[i];
        p->deadline += p->deadline == NS_NEVER || p == late ? 0 : time;
        p->doubted_at += p->doubted_at == NS_NEVER ? 0 : time;
    }
}

void slot_end(Slot *s)
{
    if (s->state != SLOT_FREE) {
        drop(s);
    }
    for (int i = 0; i < SLOT_PLAYERS; i++) {
        player_quit(&s->players[i], s->reaper);
    }
}
