/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine inside a web page: the library behind the protocol, driven by the worker that it runs in
 * (scripts/gui/engine/worker.ts). There is one thread: a search runs inside bushka_run(), and asks now and then for
 * lines, as on any system that has no thread left. */
#include <stdlib.h>

#include "protocol/engine.h"
#include "system/clock.h"
#include "system/descriptor.h"

#define IMPORT(name) __attribute__((import_module("bushka"), import_name(name)))
#define EXPORT(name) __attribute__((export_name(name)))

/* Milliseconds between two looks for commands during a search. */
enum { ATTEND_INTERVAL = 20 };

/* What host_next() returns instead of a length. */
enum { NEXT_NONE = -1, NEXT_STOP = -2 };

/* Waits for a line at most so long (ms, or ACTIVITY_FOREVER). Returns its length; NEXT_NONE; or NEXT_STOP when the page
 * wants whatever runs to stop, but the line that says so cannot be read yet. */
IMPORT("next") extern int host_next(int milliseconds);

/* Copies the line that host_next() has told the length of, and forgets it. */
IMPORT("take") extern void host_take(char *line);

/* Hands over whole lines that the engine has written. */
IMPORT("write") extern void host_write(const char *text, size_t length);

/* The engine and what it needs here. */
typedef struct Inside {
    Output output;
    Engine *engine;
    int64_t attended; /* clock_ms() of the last look for commands */
} Inside;

static bool write_lines(void *context, const char *text, size_t length)
{
    (void)context;
    host_write(text, length);
    return true;
}

/* Nobody looks at a terminal. */
static void show_nothing(void *context, const char *text)
{
    (void)context;
    (void)text;
}

/* Executes the lines that are there, the first of which may take so long to come. */
static void execute_lines(const Inside *inside, int milliseconds)
{
    Engine *const e = inside->engine;
    int length = host_next(milliseconds);
    while (length >= 0) {
        char *const line = malloc((size_t)length + 1);
        if (line == NULL) {
            abort();
        }
        host_take(line);
        engine_execute(e, line, (size_t)length);
        free(line);
        length = engine_has_room(e) && !engine_quitting(e) ? host_next(0) : NEXT_NONE;
    }
    if (engine_quitting(e)) {
        engine_abandon(e);
    } else if (length == NEXT_STOP) {
        engine_stop(e);
    }
}

/* During a search. */
static void attend(void *context, int milliseconds)
{
    Inside *const inside = context;
    if (milliseconds != 0 || clock_ms() - inside->attended >= ATTEND_INTERVAL) {
        execute_lines(inside, milliseconds);
        inside->attended = clock_ms();
    }
}

/* Makes an engine, which lives as long as the memory. NULL when there is no room for it. */
EXPORT("bushka_new") Inside *bushka_new(void)
{
    Inside *const inside = calloc(1, sizeof *inside);
    if (inside == NULL) {
        return NULL;
    }
    output_init(&inside->output, DESCRIPTOR_OUTPUT, NULL);
    output_redirect(&inside->output, write_lines, show_nothing, NULL);
    inside->engine = engine_new(&inside->output);
    if (inside->engine == NULL) {
        free(inside);
        return NULL;
    }
    inside->engine->activity.attend = attend;
    inside->engine->activity.context = inside;
    return inside;
}

/* Executes the lines that wait, and what they start, until there are none. Returns false after `quit`. */
EXPORT("bushka_run") bool bushka_run(Inside *inside)
{
    do {
        execute_lines(inside, 0);
        engine_resume(inside->engine);
    } while (engine_busy(inside->engine));
    return !engine_quitting(inside->engine);
}
