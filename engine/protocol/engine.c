/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/engine.h"

#include <stdlib.h>

#include "protocol/commands.h"
#include "protocol/options.h"

/* Makes the parts of a zeroed engine. Returns false when memory runs out. */
static bool init(Engine *e)
{
    Error error;
    const Position start = position_start(variant_at(0));
    e->evaluation.kind = EVALUATION_LEARNED;
    e->search = search_new();
    return game_init(&e->game, &start) == ERROR_NONE && e->search != NULL &&
           tablebase_open(NULL, NULL, NULL, NULL, &e->tablebase, &error) == ERROR_NONE &&
           search_set_tables(e->search, e->tablebase, &error) == ERROR_NONE;
}

/* Executes the lines that may be executed during a run, and waits for one at most that many milliseconds
 * (SearchPoll). Takes no time when there is nothing to do. */
static void poll_lines(void *engine, int milliseconds)
{
    Engine *const e = engine;
    Line *line = NULL;
    if (e->fetch != NULL) {
        e->fetch(e->fetch_context, milliseconds);
        milliseconds = 0;
    }
    while ((line = queue_take_during_run(&e->queue, milliseconds)) != NULL) {
        commands_execute(e, line);
        free(line);
        milliseconds = 0;
    }
}

Engine *engine_new(Output *output)
{
    Engine *const e = calloc(1, sizeof *e);
    if (e == NULL) {
        return NULL;
    }
    e->output = output;
    e->poll = poll_lines;
    queue_init(&e->queue);
    if (!init(e)) {
        engine_free(e);
        return NULL;
    }
    options_init(e);
    return e;
}

void engine_free(Engine *e)
{
    if (e != NULL) {
        search_free(e->search);
        tablebase_free(e->tablebase);
        for (int i = 0; i < VARIANT_COUNT; i++) {
            book_free(e->books[i]);
        }
        evaluation_choice_free(&e->evaluation);
        game_free(&e->game);
        queue_free(&e->queue);
        free(e);
    }
}

static void execute_waiting(Engine *e)
{
    Line *line = NULL;
    while ((line = queue_take(&e->queue)) != NULL) {
        e->received = line->received;
        commands_execute(e, line);
        free(line);
    }
    if (e->listener.idle != NULL) {
        e->listener.idle(e->listener.context);
    }
}

void *engine_run(void *engine)
{
    Engine *const e = engine;
    do {
        execute_waiting(e);
    } while (queue_wait_for_line(&e->queue));
    return NULL;
}

void engine_run_waiting(Engine *e, EngineFetch fetch, void *context)
{
    e->fetch = fetch;
    e->fetch_context = context;
    execute_waiting(e);
}

QueuePushResult engine_push(Engine *e, const char *line, size_t length)
{
    LineMode mode = LINE_CONCURRENT;
    const size_t size = commands_length(line, length);
    const Command *const command = commands_find(line, size, &mode);
    return queue_push(&e->queue, line, size, command, mode);
}
