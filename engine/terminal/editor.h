/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen and the keyboard of the terminal, for a person who types at a prompt: lines are edited and remembered
 * where the readline library is linked and the terminal is good enough, and read plainly elsewhere. One editor a
 * process, since that library is one, and one thread. */
#ifndef BUSHKA_TERMINAL_EDITOR_H
#define BUSHKA_TERMINAL_EDITOR_H

#include <stddef.h>

#include "system/text.h"
#include "terminal/readline.h"

typedef struct Editor {
    const LineEditing *editing; /* NULL: lines are read plainly, else the prompt may be there while something runs */
    bool shown;                 /* the prompt is on the screen, with nothing below it */
    bool ended;                 /* no more input */
    const char *prompt;         /* the last one; NULL: none */
    char *line;                 /* edited, to be handed out */
    Text typed;                 /* read plainly, to be handed out */
    size_t taken;               /* bytes of it that have been */
} Editor;

/* Begins to edit on a terminal as standard input and output. */
void editor_init(Editor *t, ReadlineComplete complete, void *context);

/* Gives the terminal back as it was; what is shown after that is only written. */
void editor_close(Editor *t);

/* Frees what a closed editor owns. */
void editor_free(Editor *t);

/* Shows the prompt, a constant text, if it is not shown already. */
void editor_prompt(Editor *t, const char *prompt);

/* Writes whole lines above the prompt and what has been typed. Returns false when they cannot be read any more. */
bool editor_show(Editor *t, const char *data, size_t length);

/* Takes what has been typed; to be called when standard input is readable, which it would wait for. */
void editor_read(Editor *t);

/* The next line that was typed, without its newline, which the caller frees; NULL when there is none yet. */
char *editor_line(Editor *t, size_t *length);

/* Ctrl-C was pressed: drops the line that is being typed. Returns true when there was one, as far as is known. */
bool editor_cancel(Editor *t);

/* To be called when the size of the terminal has changed; before the process stops; and when it runs again. */
void editor_resize(Editor *t);
void editor_suspend(Editor *t);
void editor_resume(Editor *t);

#endif
