/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/terminal.h"

#include <stdlib.h>

#include "system/terminal_device.h"
#include "system/terminal_signals.h"
#include "system/version.h"
#include "terminal/opponent.h"
#include "terminal/prompt.h"

/* How long the end waits for the last line of what was asked to stop, ms: much more than a search needs for it. Longer
 * only where the terminal takes no more text. */
enum { QUIT_PATIENCE = 5000, TICK = 100 /* ms between two looks for room in the queue */ };

/* What the loop works with. */
typedef struct Terminal {
    Editor *editor;
    Session session;
    bool interrupted; /* Ctrl-C, and no line since */
    bool ended;
} Terminal;

bool terminal_is_there(void)
{
    return terminal_device_is_there();
}

/* The first Ctrl-C stops what runs and clears the line; the second one in a row ends the program. */
static void interrupt(Terminal *t)
{
    const bool again = t->interrupted;
    t->interrupted = true;
    const bool typed = editor_cancel(t->editor);
    if (again && !typed) {
        t->ended = true;
    } else if (!opponent_interrupt(&t->session) && !typed) {
        session_say(&t->session, "Ctrl-C again, or quit, ends the program.");
    }
}

/* The signals that mean the same whatever runs. */
static void take_job_signals(const Terminal *t)
{
    if (terminal_signals_take(TERMINAL_RESIZE)) {
        editor_resize(t->editor);
    }
    if (terminal_signals_take(TERMINAL_STOP)) {
        editor_suspend(t->editor);
        terminal_signals_suspend();
        editor_resume(t->editor);
        terminal_signals_take(TERMINAL_CONTINUE);
    }
    if (terminal_signals_take(TERMINAL_CONTINUE)) {
        editor_resume(t->editor);
    }
}

static void take_signals(Terminal *t)
{
    if (terminal_signals_take(TERMINAL_INTERRUPT)) {
        interrupt(t);
    }
    take_job_signals(t);
}

/* Waits for keys, signals, something that the engine has written, or until it has done all. */
static void wait_for_something(Terminal *t)
{
    const bool room = queue_wait_for_room(engine_queue(t->session.engine), 0);
    const int timeout = room ? opponent_timeout(&t->session) : TICK;
    if (terminal_device_wait(room, terminal_signals_descriptor(), -1, timeout)) {
        editor_read(t->editor);
    }
}

static void execute_lines(Terminal *t)
{
    Queue *const q = engine_queue(t->session.engine);
    size_t length = 0;
    char *line = NULL;
    while (!queue_is_closed(q) && (line = editor_line(t->editor, &length)) != NULL) {
        t->interrupted = false;
        prompt_line(&t->session, line, length);
        opponent_continue(&t->session);
        session_flush(&t->session);
        free(line);
    }
    t->ended = t->ended || queue_is_closed(q) || editor_ended(t->editor);
}

static void loop(Terminal *t)
{
    while (!t->ended) {
        terminal_signals_clear();
        take_signals(t);
        opponent_continue(&t->session);
        session_flush(&t->session);
        const char *const prompt = opponent_prompt(&t->session);
        if (prompt != NULL && !t->ended) {
            session_prompt(&t->session, prompt);
        }
        if (!t->ended) {
            wait_for_something(t);
            execute_lines(t);
        }
    }
}

/* Makes ready what the loop needs. Returns false, with a line that says why, when it cannot. */
static bool begin(Terminal *t, Engine *e, Output *output)
{
    if (!terminal_signals_begin()) {
        output_line(output, "info string error: cannot create a pipe for the signals of the terminal");
        return false;
    }
    const bool ready = terminal_device_begin();
    t->editor = ready ? editor_new(prompt_complete, &t->session) : NULL;
    if (t->editor == NULL) {
        if (ready) {
            terminal_device_end();
        }
        terminal_signals_end();
        output_line(output, "info string error: not enough memory for the terminal");
        return false;
    }
    session_init(&t->session, e, output, t->editor);
    t->session.think_ms = OPPONENT_THINK_DEFAULT;
    return true;
}

bool terminal_run(Engine *e, Output *output)
{
    /* Not on the stack: a search that is not waited for at the end may still write its last lines. */
    Terminal *const t = calloc(1, sizeof *t);
    if (t == NULL || !begin(t, e, output)) {
        free(t);
        return false;
    }
    session_say(&t->session, "%s %s - type help; play black begins a game in which you are White", BUSHKA_NAME,
                BUSHKA_VERSION);
    loop(t);
    editor_close(t->editor);
    queue_close(engine_queue(e), true);
    const bool stuck = !queue_wait(engine_queue(e), QUIT_PATIENCE);
    session_flush(&t->session);
    if (stuck) {
        _Exit(EXIT_SUCCESS);
    }
    session_free(&t->session);
    editor_free(t->editor);
    terminal_device_end();
    terminal_signals_end();
    free(t);
    return true;
}
