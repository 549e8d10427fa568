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
enum { QUIT_PATIENCE = 5000 };

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

/* While a search runs on this thread for want of another: signals still count, and a hint still comes in time. What is
 * typed waits, since commands may change what the search works on or wait for its end. */
static void attend_meanwhile(void *context, int milliseconds)
{
    Terminal *const t = context;
    const int due = opponent_timeout(&t->session);
    terminal_device_wait(false, terminal_signals_descriptor(), -1,
                         due >= 0 && (milliseconds < 0 || due < milliseconds) ? due : milliseconds);
    terminal_signals_clear();
    const bool interrupted = terminal_signals_take(TERMINAL_INTERRUPT);
    if (interrupted) {
        t->interrupted = true;
        editor_cancel(t->editor);
    }
    opponent_meanwhile(&t->session, interrupted);
    take_job_signals(t);
    session_flush(&t->session);
}

/* Waits for keys, signals, something that the engine has written, or the end of what runs. */
static void wait_for_something(Terminal *t)
{
    const Engine *const e = t->session.engine;
    if (terminal_device_wait(engine_has_room(e), terminal_signals_descriptor(), engine_wake(e),
                             opponent_timeout(&t->session))) {
        editor_read(t->editor);
    }
}

static void execute_lines(Terminal *t)
{
    Engine *const e = t->session.engine;
    size_t length = 0;
    char *line = NULL;
    while (!engine_quitting(e) && (line = editor_line(t->editor, &length)) != NULL) {
        t->interrupted = false;
        prompt_line(&t->session, line, length);
        opponent_continue(&t->session);
        session_flush(&t->session);
        free(line);
    }
    t->ended = t->ended || engine_quitting(e) || editor_ended(t->editor);
}

static void loop(Terminal *t)
{
    while (!t->ended) {
        terminal_signals_clear();
        engine_resume(t->session.engine);
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
static bool begin(Terminal *t, Engine *e)
{
    if (!terminal_signals_begin()) {
        output_line(e->output, "info string error: cannot create a pipe for the signals of the terminal");
        return false;
    }
    const bool ready = terminal_device_begin();
    t->editor = ready ? editor_new(prompt_complete, &t->session) : NULL;
    if (t->editor == NULL) {
        if (ready) {
            terminal_device_end();
        }
        terminal_signals_end();
        output_line(e->output, "info string error: not enough memory for the terminal");
        return false;
    }
    session_init(&t->session, e, t->editor);
    t->session.think_ms = OPPONENT_THINK_DEFAULT;
    e->activity.attend = attend_meanwhile;
    e->activity.context = t;
    return true;
}

ProtocolEnd terminal_run(Engine *e)
{
    /* Not on the stack: a search that is not waited for at the end may still write its last lines. */
    Terminal *const t = calloc(1, sizeof *t);
    if (t == NULL || !begin(t, e)) {
        free(t);
        return PROTOCOL_FAILED;
    }
    session_say(&t->session, "%s %s - type help; play black begins a game in which you are White", BUSHKA_NAME,
                BUSHKA_VERSION);
    loop(t);
    editor_close(t->editor);
    engine_abandon(e);
    const bool stuck = !engine_wait(e, QUIT_PATIENCE);
    session_flush(&t->session);
    if (stuck) {
        return PROTOCOL_STUCK;
    }
    e->activity.attend = NULL;
    session_free(&t->session);
    editor_free(t->editor);
    terminal_device_end();
    terminal_signals_end();
    free(t);
    return PROTOCOL_ENDED;
}
