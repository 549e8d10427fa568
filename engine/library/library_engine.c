/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The engine of the library: a thread that executes its lines, and a callback for its output. */
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#ifdef __APPLE__
#include <xlocale.h> /* newlocale() and what belongs to it */
#endif

#include "library/bushka.h"
#include "protocol/engine.h"
#include "system/input.h"
#include "system/text.h"
#include "system/thread.h"
#include "system/version.h"

_Static_assert(BUSHKA_LINE_MAX == INPUT_LINE_MAX, "the library takes what the program takes");
_Static_assert(BUSHKA_FOREVER == SEARCH_FOREVER, "the numbers go through as they are");

struct BushkaEngine {
    bushka_line_fn on_line;
    void *context;
    Engine *engine;
    Output output;
    pthread_t thread; /* executes the lines, and calls back */
};

const char *bushka_version(void)
{
    return BUSHKA_VERSION;
}

/* True in the engine's own callback. */
static bool is_called_back(const BushkaEngine *b)
{
    return pthread_equal(b->thread, pthread_self()) != 0;
}

/* Passes one line to the callback; when memory runs out for the copy, an error line instead, as in the program. */
static void pass_line(BushkaEngine *b, const char *text, size_t length)
{
    Text line;
    text_init(&line);
    text_add_bytes(&line, text, length);
    b->on_line(b->context, line.failed ? "info string error: not enough memory for the answer" : line.data);
    text_free(&line);
}

/* Receives what the engine writes, whole lines (OutputWrite). */
static void write_lines(void *context, const char *data, size_t length)
{
    BushkaEngine *const b = context;
    const char *const end = data + length;
    for (const char *newline; (newline = memchr(data, '\n', (size_t)(end - data))) != NULL; data = newline + 1) {
        pass_line(b, data, (size_t)(newline - data));
    }
}

static void *execute_lines(void *argument)
{
    BushkaEngine *const b = argument;
    /* Numbers have a decimal point, in any locale of the host program. */
    const locale_t plain = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (plain != (locale_t)0) {
        uselocale(plain);
    }
    engine_run(b->engine);
    if (plain != (locale_t)0) {
        uselocale(LC_GLOBAL_LOCALE);
        freelocale(plain);
    }
    return NULL;
}

/* Starts the thread, from which all other threads of the engine inherit the blocked signals: signals are for the
 * threads of the host program. Those of faults go to the thread that causes them. */
static bool start_thread(BushkaEngine *b)
{
    static const int kept[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS};
    sigset_t blocked, before;
    sigfillset(&blocked);
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
        sigdelset(&blocked, kept[i]);
    }
    pthread_sigmask(SIG_SETMASK, &blocked, &before);
    const bool started = thread_start(&b->thread, execute_lines, b);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return started;
}

/* Frees all but the thread. */
static void discard(BushkaEngine *b)
{
    engine_free(b->engine);
    output_free(&b->output);
    free(b);
}

BushkaEngine *bushka_new(bushka_line_fn on_line, void *context)
{
    BushkaEngine *const b = on_line != NULL ? calloc(1, sizeof *b) : NULL;
    if (b == NULL) {
        return NULL;
    }
    b->on_line = on_line;
    b->context = context;
    output_init(&b->output, OUTPUT_NOWHERE, NULL);
    output_redirect(&b->output, write_lines, b);
    b->engine = engine_new(&b->output);
    if (b->engine == NULL || !start_thread(b)) {
        discard(b);
        return NULL;
    }
    return b;
}

int bushka_command(BushkaEngine *engine, const char *line)
{
    static const int codes[] = {[QUEUE_ACCEPTED] = BUSHKA_OK,
                                [QUEUE_CLOSED] = BUSHKA_ERROR_ENDED,
                                [QUEUE_FULL] = BUSHKA_ERROR_FULL,
                                [QUEUE_NO_MEMORY] = BUSHKA_ERROR_MEMORY};
    if (engine == NULL || line == NULL) {
        return BUSHKA_ERROR_ARGUMENT;
    }
    const size_t length = strlen(line);
    if (length > BUSHKA_LINE_MAX) {
        return BUSHKA_ERROR_TOO_LONG;
    }
    if (strpbrk(line, "\r\n") != NULL) {
        return BUSHKA_ERROR_LINE_BREAK;
    }
    return codes[engine_push(engine->engine, line, length)];
}

int bushka_wait(BushkaEngine *engine, int milliseconds)
{
    if (engine == NULL || milliseconds < BUSHKA_FOREVER) {
        return BUSHKA_ERROR_ARGUMENT;
    }
    if (is_called_back(engine)) {
        return BUSHKA_ERROR_CALLBACK;
    }
    return queue_wait(&engine->engine->queue, milliseconds) ? BUSHKA_OK : BUSHKA_ERROR_TIME;
}

int bushka_free(BushkaEngine *engine)
{
    if (engine == NULL) {
        return BUSHKA_OK;
    }
    if (is_called_back(engine)) {
        return BUSHKA_ERROR_CALLBACK;
    }
    queue_close(&engine->engine->queue, true);
    pthread_join(engine->thread, NULL);
    discard(engine);
    return BUSHKA_OK;
}
