/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/engine.h"

#include <stdlib.h>

#include "protocol/commands.h"
#include "protocol/options.h"

struct Engine {
    State state; /* first: what runs knows the engine by it */
    EngineFetch fetch;
    void *fetch_context;
};

/* While something runs (State). */
static void attend(void *context, int milliseconds)
{
    Engine *const e = context;
    Line *line = NULL;
    if (e->fetch != NULL) {
        e->fetch(e->fetch_context, milliseconds);
        milliseconds = 0;
    }
    while ((line = queue_take_meanwhile(&e->state.queue, milliseconds)) != NULL) {
        commands_execute(&e->state, line);
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
    if (!state_init(&e->state, output)) {
        engine_free(e);
        return NULL;
    }
    options_init(&e->state);
    e->state.attend = attend;
    return e;
}

void engine_free(Engine *e)
{
    if (e != NULL) {
        state_free(&e->state);
        free(e);
    }
}

void engine_listen(Engine *e, const EngineListener *listener)
{
    e->state.listener = *listener;
}

static void execute_waiting(Engine *e)
{
    State *const s = &e->state;
    Line *line = NULL;
    while ((line = queue_take(&s->queue)) != NULL) {
        s->received = line->received;
        commands_execute(s, line);
        free(line);
    }
    if (s->listener.idle != NULL) {
        s->listener.idle(s->listener.context);
    }
}

void engine_run(Engine *e)
{
    do {
        execute_waiting(e);
    } while (queue_wait_for_line(&e->state.queue));
}

void engine_run_waiting(Engine *e, EngineFetch fetch, void *context)
{
    e->fetch = fetch;
    e->fetch_context = context;
    execute_waiting(e);
}

QueuePush engine_push(Engine *e, const char *line, size_t length)
{
    LineTurn turn = LINE_BESIDE;
    const size_t size = commands_length(line, length);
    const Command *const command = commands_find(line, size, &turn);
    return queue_push(&e->state.queue, line, size, command, turn);
}

ErrorCode engine_execute(Engine *e, const char *line, size_t length, Error *error)
{
    State *const s = &e->state;
    s->refused = false;
    if (engine_push(e, line, length) != QUEUE_TAKEN) {
        return error_set(error, ERROR_MEMORY, "not enough memory for the command");
    }
    queue_wait(&s->queue, QUEUE_FOREVER);
    if (s->refused) {
        *error = s->refusal;
        return error->code;
    }
    return error_clear(error);
}

Queue *engine_queue(Engine *e)
{
    return &e->state.queue;
}

const State *engine_state(const Engine *e)
{
    return &e->state;
}
