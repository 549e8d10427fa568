/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/engine.h"

#include <stdlib.h>

#include "protocol/commands.h"
#include "protocol/engine_options.h"
#include "system/clock.h"

Engine *engine_new(Output *output)
{
    Engine *const e = calloc(1, sizeof *e);
    if (e == NULL || !activity_init(&e->activity)) {
        free(e);
        return NULL;
    }
    e->output = output;
    e->evaluation.kind = EVALUATION_LEARNED;
    e->search = search_new();
    e->commands = commands_new();
    e->options = engine_options_new(e);
    const Position start = position_start(variant_at(0));
    if (game_init(&e->game, &start) != ERROR_NONE || e->search == NULL || e->commands == NULL || e->options == NULL) {
        engine_free(e);
        return NULL;
    }
    Error error;
    if (tablebase_open("", NULL, NULL, &e->tables, &error) != ERROR_NONE ||
        tablebase_add_builtin(e->tables, &error) != ERROR_NONE ||
        search_set_tables(e->search, e->tables, &error) != ERROR_NONE) {
        engine_free(e);
        return NULL;
    }
    return e;
}

void engine_free(Engine *e)
{
    if (e == NULL) {
        return;
    }
    engine_abandon(e);
    engine_wait(e, ACTIVITY_FOREVER);
    search_free(e->search);
    tablebase_free(e->tables);
    evaluation_choice_free(&e->evaluation);
    commands_free(e->commands);
    options_free(e->options);
    game_free(&e->game);
    activity_free(&e->activity);
    free(e);
}

/* True when nothing runs; what has ended is freed. */
static bool is_idle(Engine *e)
{
    return activity_wait(&e->activity, 0);
}

/* True when a command of that turn has to wait, with no other before it. */
static bool must_wait(Engine *e, CommandTurn turn)
{
    if (turn != COMMAND_ALONE || is_idle(e)) {
        return false;
    }
    return !activity_endless(&e->activity);
}

/* Executes a line that came in at that time. */
static bool execute(Engine *e, const char *line, size_t length, int64_t received)
{
    e->received = received;
    return commands_execute(e, line, length);
}

void engine_resume(Engine *e)
{
    is_idle(e);
    while (e->waiting.first != NULL) {
        const WaitingLine *const first = e->waiting.first;
        if (must_wait(e, commands_turn(e, first->text, first->length))) {
            return;
        }
        WaitingLine *const line = waiting_take(&e->waiting);
        e->stopped = line->stopped;
        /* The clock runs while something ends, but not while it takes its course. */
        const bool was_ending = line->received >= activity_left(&e->activity);
        execute(e, line->text, line->length, was_ending ? line->received : clock_ms());
        e->stopped = false;
        free(line);
    }
}

bool engine_execute(Engine *e, const char *line, size_t length)
{
    const int64_t now = clock_ms();
    engine_resume(e);
    const CommandTurn turn = commands_turn(e, line, length);
    const bool overtakes =
        turn == COMMAND_AT_ONCE || (turn == COMMAND_READY && activity_state(&e->activity) == ACTIVITY_RUNNING);
    if (overtakes || (e->waiting.first == NULL && !must_wait(e, turn))) {
        return execute(e, line, length, now);
    }
    if (!waiting_add(&e->waiting, line, length, now)) {
        Error error;
        error_set(&error, ERROR_MEMORY, "not enough memory for a command to wait");
        return engine_refuse(e, &error);
    }
    return true;
}

int engine_wake(const Engine *e)
{
    return activity_wake(&e->activity);
}

bool engine_busy(const Engine *e)
{
    return e->waiting.first != NULL || activity_state(&e->activity) != ACTIVITY_IDLE;
}

bool engine_has_room(const Engine *e)
{
    return !waiting_full(&e->waiting);
}

bool engine_wait(Engine *e, int milliseconds)
{
    while (activity_wait(&e->activity, milliseconds)) {
        if (e->waiting.first == NULL) {
            return true;
        }
        engine_resume(e);
    }
    return false;
}

void engine_stop(Engine *e)
{
    waiting_stop(&e->waiting);
    if (activity_state(&e->activity) != ACTIVITY_IDLE) {
        activity_stop(&e->activity);
    }
}

void engine_abandon(Engine *e)
{
    waiting_clear(&e->waiting);
    engine_stop(e);
}

bool engine_quitting(const Engine *e)
{
    return e->quitting;
}

bool engine_failed(const Engine *e)
{
    return e->activity.failed;
}

bool engine_refuse(Engine *e, const Error *error)
{
    output_error(e->output, error);
    return false;
}

void engine_take_game(Engine *e, Game *game)
{
    game_free(&e->game);
    e->game = *game;
}

ErrorCode engine_reset(Engine *e, const Variant *v, Error *error)
{
    Game game;
    const Position start = position_start(v);
    if (game_init(&game, &start) != ERROR_NONE) {
        game_free(&game);
        return error_set(error, ERROR_MEMORY, "not enough memory for a game");
    }
    engine_take_game(e, &game);
    return error_clear(error);
}

const Variant *engine_variant(const Engine *e)
{
    return game_position(&e->game)->variant;
}

ErrorCode engine_start(Engine *e, Work *work, Error *error)
{
    const char *const name = work->name;
    if (!activity_start(&e->activity, work, e->stopped)) {
        return error_set(error, ERROR_MEMORY, "no thread is left for %s", name);
    }
    return error_clear(error);
}
