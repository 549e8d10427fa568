/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine inside a web page: the library behind the protocol, driven by the worker that it runs in
 * (scripts/gui/engine/worker.ts). There is one thread: a search runs inside bushka_run(), and fetches lines now and
 * then. */
#include <stdlib.h>

#include "protocol/engine.h"
#include "system/clock.h"
#include "system/wasm/import.h"

#define EXPORT(name) __attribute__((export_name(name)))

/* Milliseconds between two looks for commands during a search. */
enum { FETCH_INTERVAL = 2 };

/* What host_next() returns instead of a length. */
enum { NEXT_NONE = -1, NEXT_STOP = -2, NEXT_QUIT = -3 };

/* Waits for a line, at most that long (ms, or SEARCH_FOREVER). Returns its length, or NEXT_NONE; NEXT_STOP or NEXT_QUIT
 * if the page has sent that line, but it cannot be read yet. */
IMPORT("next") extern int host_next(int milliseconds);

/* Copies the line whose length host_next() has returned, and removes it; NULL: only removes it. */
IMPORT("take") extern void host_take(char *line);

/* Hands over whole lines that the engine has written. */
IMPORT("write") extern void host_write(const char *text, size_t length);

/* The engine and what it needs here. */
typedef struct Instance {
    Output output;
    Engine *engine;
    int64_t fetched; /* clock_ms() of the last look for commands */
} Instance;

static void write_lines(void *context, const char *text, size_t length)
{
    (void)context;
    host_write(text, length);
}

/* Queues the lines that have come, after waiting at most that long (ms) for the first one. */
static void push_lines(Instance *instance, int milliseconds)
{
    Queue *const q = &instance->engine->queue;
    int length = queue_wait_for_room(q, 0) ? host_next(milliseconds) : NEXT_NONE;
    while (length >= 0) {
        char *const line = malloc((size_t)length + 1);
        host_take(line);
        if (line == NULL || engine_push(instance->engine, line, (size_t)length) == QUEUE_NO_MEMORY) {
            output_line(&instance->output, "info string error: not enough memory for the command");
        }
        free(line);
        length = queue_wait_for_room(q, 0) && !queue_is_closed(q) ? host_next(0) : NEXT_NONE;
    }
    if (length == NEXT_STOP || (length == NEXT_QUIT && queue_run(q).unlimited)) {
        queue_stop(q);
    }
}

/* Called by the engine while something runs. */
static void fetch(void *context, int milliseconds)
{
    Instance *const instance = context;
    if (milliseconds != 0 || clock_ms() - instance->fetched >= FETCH_INTERVAL) {
        push_lines(instance, milliseconds);
        instance->fetched = clock_ms();
    }
}

/* Makes an engine, which lives as long as the memory. NULL if there is not enough of it. */
EXPORT("bushka_new") Instance *bushka_new(void)
{
    Instance *const instance = calloc(1, sizeof *instance);
    if (instance == NULL) {
        return NULL;
    }
    output_init(&instance->output, OUTPUT_NOWHERE, NULL);
    output_redirect(&instance->output, write_lines, NULL);
    instance->engine = engine_new(&instance->output);
    if (instance->engine == NULL) {
        free(instance);
        return NULL;
    }
    return instance;
}

/* Executes the waiting lines, and what they start, until there are none. Returns false after `quit`. */
EXPORT("bushka_run") bool bushka_run(Instance *instance)
{
    push_lines(instance, 0);
    while (!queue_wait(&instance->engine->queue, 0)) {
        engine_run_waiting(instance->engine, fetch, instance);
        push_lines(instance, 0);
    }
    return !queue_is_closed(&instance->engine->queue);
}
