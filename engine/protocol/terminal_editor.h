/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen and the keyboard of a terminal shared by a person who types at a prompt and by threads that write: lines
 * are edited and remembered where the readline library is linked and the terminal is good enough, and read plainly
 * elsewhere. One editor a process, since that library is one. */
#ifndef BUSHKA_PROTOCOL_TERMINAL_EDITOR_H
#define BUSHKA_PROTOCOL_TERMINAL_EDITOR_H

#include <stdbool.h>
#include <stddef.h>

/* An editor. Its functions are for the thread that made it, unless they say otherwise. */
typedef struct TerminalEditor TerminalEditor;

/* Lists what the typed word could become, one word a call, from index 0 on: text that the caller frees, NULL at the
 * end. */
typedef char *(*TerminalComplete)(void *context, const char *word, int index);

/* An editor for a terminal as standard input and output; NULL when memory runs out. */
TerminalEditor *terminal_editor_new(void);

/* Gives the terminal back as it was. Threads may still call terminal_editor_show(). NULL is allowed. */
void terminal_editor_close(TerminalEditor *t);

/* Frees a closed editor, which no thread may use any more. NULL is allowed. */
void terminal_editor_free(TerminalEditor *t);

/* True when lines are edited: a prompt may then stand there while others write. */
bool terminal_editor_edits(const TerminalEditor *t);

/* The width of the terminal; 80 where it is not known. */
int terminal_editor_columns(void);

/* Lets the tabulator key complete the first word of a line; file names are completed after it. */
void terminal_editor_complete(TerminalEditor *t, TerminalComplete complete, void *context);

/* Shows the prompt, if it is not shown already. */
void terminal_editor_prompt(TerminalEditor *t, const char *prompt);

/* Shows that text before the prompt from now on, where lines are edited; "" ends that. Any thread may call it. */
void terminal_editor_status(TerminalEditor *t, const char *text);

/* Writes whole lines above the prompt and what has been typed. Any thread may call it. Returns false when nobody can
 * read them any more. */
bool terminal_editor_show(TerminalEditor *t, const char *data, size_t length);

/* Takes what has been typed; to be called when standard input is readable, which it would wait for. */
void terminal_editor_read(TerminalEditor *t);

/* The next line that was typed, without its newline, which the caller frees; NULL when there is none yet. */
char *terminal_editor_line(TerminalEditor *t, size_t *length);

/* True when no more lines will come. */
bool terminal_editor_ended(const TerminalEditor *t);

/* To be called when Ctrl-C was pressed: what is written next begins a line. */
void terminal_editor_interrupt(TerminalEditor *t);

/* Forgets the line that is being typed. Returns true when there was one, as far as is known. */
bool terminal_editor_cancel(TerminalEditor *t);

/* To be called when the size of the terminal has changed; before the process stops; and when it runs again. */
void terminal_editor_resize(TerminalEditor *t);
void terminal_editor_suspend(TerminalEditor *t);
void terminal_editor_resume(TerminalEditor *t);

#endif
