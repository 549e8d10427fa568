/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen and the keyboard of the terminal, for a person who types at a prompt. With the readline library and a
 * terminal that can move its cursor, lines can be edited and are remembered; otherwise they are read plainly. One
 * editor per process, since that library has global state, and one thread. */
#ifndef BUSHKA_TERMINAL_EDITOR_H
#define BUSHKA_TERMINAL_EDITOR_H

#include <stddef.h>

#include "system/text.h"
#include "terminal/readline.h"

typedef struct Editor {
    const LineEditing *editing; /* NULL: lines are read plainly. Otherwise the prompt may be shown during a run */
    bool shown;                 /* the prompt is on the screen, with nothing below it */
    bool ended;                 /* no more input */
    const char *prompt;         /* the last one; NULL: none */
    char *line;                 /* edited, not yet returned */
    Text typed;                 /* read plainly, not yet returned */
    size_t taken;               /* bytes of it that have been returned */
} Editor;

/* Starts editing on the terminal of standard input and output. */
void editor_init(Editor *t, ReadlineComplete complete, void *context);

/* Restores the terminal. After that text is only written. */
void editor_close(Editor *t);

/* Frees what a closed editor owns. */
void editor_free(Editor *t);

/* Shows the prompt, a constant text, unless it is shown already. */
void editor_prompt(Editor *t, const char *prompt);

/* Writes whole lines above the prompt and the line being typed. Returns false when the screen is gone. */
bool editor_show(Editor *t, const char *data, size_t length);

/* Reads what has been typed. Call it when standard input is readable: it would wait for that. */
void editor_read(Editor *t);

/* The next line that was typed, without its newline, which the caller frees; NULL when there is none yet. */
char *editor_line(Editor *t, size_t *length);

/* Ctrl-C was pressed: drops the line that is being typed. Returns true if there was one, as far as is known. */
bool editor_cancel(Editor *t);

/* Call these when the size of the terminal has changed; before the process is stopped; and when it runs again. */
void editor_resize(Editor *t);
void editor_suspend(Editor *t);
void editor_resume(Editor *t);

#endif
