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
typedef struct Inside {
    Output output;
    Engine *engine;
    int64_t fetched; /* clock_ms() of the last look for commands */
} Inside;

static void write_lines(void *context, const char *text, size_t length)
{
    (void)context;
    host_write(text, length);
}

/* Queues the lines that have come, after waiting at most that long (ms) for the first one. */
static void bring_lines(Inside *inside, int milliseconds)
{
    Queue *const q = &inside->engine->queue;
    int length = queue_wait_for_room(q, 0) ? host_next(milliseconds) : NEXT_NONE;
    while (length >= 0) {
        char *const line = malloc((size_t)length + 1);
        host_take(line);
        if (line == NULL || engine_push(inside->engine, line, (size_t)length) == QUEUE_NO_MEMORY) {
            output_line(&inside->output, "info string error: not enough memory for the command");
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
    Inside *const inside = context;
    if (milliseconds != 0 || clock_ms() - inside->fetched >= FETCH_INTERVAL) {
        bring_lines(inside, milliseconds);
        inside->fetched = clock_ms();
    }
}

/* Makes an engine, which lives as long as the memory. NULL if there is not enough of it. */
EXPORT("bushka_new") Inside *bushka_new(void)
{
    Inside *const inside = calloc(1, sizeof *inside);
    if (inside == NULL) {
        return NULL;
    }
    output_init(&inside->output, OUTPUT_NOWHERE, NULL);
    output_redirect(&inside->output, write_lines, NULL);
    inside->engine = engine_new(&inside->output);
    if (inside->engine == NULL) {
        free(inside);
        return NULL;
    }
    return inside;
}

/* Executes the waiting lines, and what they start, until there are none. Returns false after `quit`. */
EXPORT("bushka_run") bool bushka_run(Inside *inside)
{
    bring_lines(inside, 0);
    while (!queue_wait(&inside->engine->queue, 0)) {
        engine_run_waiting(inside->engine, fetch, inside);
        bring_lines(inside, 0);
    }
    return !queue_is_closed(&inside->engine->queue);
}
