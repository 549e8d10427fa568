/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "terminal/terminal.h"

#include <stdlib.h>

#include "system/thread.h"
#include "system/tty.h"
#include "system/version.h"
#include "terminal/game_files.h"
#include "terminal/opponent.h"
#include "terminal/terminal_commands.h"

enum {
    QUIT_TIMEOUT = 5000, /* ms to wait at the end for a stopped run: much more than a search needs to stop, unless the
                             terminal accepts no more text */
    TICK = 100           /* ms between two checks for room in the queue */
};

/* The state of the loop. */
typedef struct Terminal {
    Session session;
    bool interrupted; /* Ctrl-C was pressed, and no line typed since */
    bool ended;
    bool by_signal; /* by a signal that ends programs */
} Terminal;

/* The first Ctrl-C stops the run and clears the line; a second one in a row ends the program. */
static void interrupt(Terminal *t)
{
    const bool again = t->interrupted;
    t->interrupted = true;
    const bool typed = editor_cancel(t->session.editor);
    if (again && !typed) {
        t->ended = true;
    } else if (!opponent_interrupt(&t->session) && !typed) {
        session_print(&t->session, "Ctrl-C again, or quit, ends the program.");
    }
}

static void take_signals(Terminal *t)
{
    if (tty_take_signal(TTY_END)) {
        t->ended = t->by_signal = true;
    }
    if (tty_take_signal(TTY_INTERRUPT)) {
        interrupt(t);
    }
    if (tty_take_signal(TTY_RESIZE)) {
        editor_resize(t->session.editor);
    }
    if (tty_take_signal(TTY_STOP)) {
        editor_suspend(t->session.editor);
        tty_suspend();
        editor_resume(t->session.editor);
        tty_take_signal(TTY_CONTINUE);
    }
    if (tty_take_signal(TTY_CONTINUE)) {
        editor_resume(t->session.editor);
    }
}

/* Waits for keys, signals, output of the engine, or the end of its work. */
static void wait_for_something(Terminal *t)
{
    const bool room = queue_wait_for_room(&t->session.engine->queue, 0);
    if (tty_wait(room, room ? opponent_timeout(&t->session) : TICK)) {
        editor_read(t->session.editor);
    }
}

static void execute_lines(Terminal *t)
{
    Session *const s = &t->session;
    size_t length = 0;
    char *line = NULL;
    while (!queue_is_closed(&s->engine->queue) && queue_wait_for_room(&s->engine->queue, 0) &&
           (line = editor_line(t->session.editor, &length)) != NULL) {
        t->interrupted = false;
        terminal_commands_execute(s, line, length);
        opponent_continue(s);
        session_flush(s);
        free(line);
    }
    t->ended = t->ended || queue_is_closed(&s->engine->queue) || s->editor->ended || s->screen_gone;
}

static void loop(Terminal *t)
{
    while (!t->ended) {
        take_signals(t);
        opponent_continue(&t->session);
        game_files_update(&t->session);
        const char *const prompt = opponent_prompt(&t->session);
        session_flush(&t->session);
        if (prompt != NULL && !t->ended) {
            editor_prompt(t->session.editor, prompt);
        }
        if (!t->ended) {
            wait_for_something(t);
            execute_lines(t);
        }
    }
}

/* Works until the end, with the engine on another thread. Returns false, after saying so, when that thread cannot be
 * started. */
static bool work(Terminal *t, Word first)
{
    Session *const s = &t->session;
    PreviousGame previous;
    pthread_t thread;
    if (!thread_start(&thread, engine_run, s->engine)) {
        session_print(s, "not enough memory or threads to start");
        editor_close(s->editor);
        return false;
    }
    session_print(s, "%s %s - type help; play black begins a game in which you are White", BUSHKA_NAME, BUSHKA_VERSION);
    game_files_report_kept(s);
    terminal_commands_execute(s, first.text, first.length);
    loop(t);
    editor_close(s->editor);
    queue_close(&s->engine->queue, true);
    const bool stuck = !queue_wait(&s->engine->queue, QUIT_TIMEOUT);
    session_flush(s);
    if (stuck) {
        _Exit(EXIT_SUCCESS);
    }
    pthread_join(thread, NULL);
    game_files_record(s, &previous);
    game_files_keep(s, &previous, true);
    return true;
}

bool terminal_run(Engine *e, Word first)
{
    Terminal t = {.interrupted = false};
    Editor editor;
    if (!tty_begin()) {
        output_line(e->output, "info string error: not enough memory or descriptors for the terminal");
        return false;
    }
    editor_init(&editor, terminal_commands_complete, &t.session);
    session_init(&t.session, e, &editor);
    t.session.think_ms = OPPONENT_THINK_DEFAULT;
    const bool done = work(&t, first);
    session_free(&t.session);
    editor_free(&editor);
    tty_end();
    if (t.by_signal) {
        tty_end_process();
    }
    return done;
}
