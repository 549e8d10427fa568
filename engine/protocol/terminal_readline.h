/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the editor of the terminal needs of the readline library, which keeps all its state in globals. Where the
 * program is built without it (no BUSHKA_READLINE), readline_begin() refuses and the rest does nothing. Not safe for
 * threads: the caller locks. */
#ifndef BUSHKA_PROTOCOL_TERMINAL_READLINE_H
#define BUSHKA_PROTOCOL_TERMINAL_READLINE_H

#include <stdbool.h>

/* Prepares standard input, a terminal, for editing. Returns false where that is not possible. */
bool readline_begin(void);

/* Gives the terminal back as it was. */
void readline_end(void);

/* The function that lists the completions of a first word; see TerminalComplete. */
void readline_complete(char *(*complete)(void *context, const char *word, int index), void *context);

/* Shows the prompt, behind which a line is typed from now on. */
void readline_prompt(const char *prompt);

/* Replaces the prompt that is shown. */
void readline_change_prompt(const char *prompt);

/* Removes prompt and line from the screen, so that something can be written there; and shows them again below it. */
void readline_hide(void);
void readline_show(void);

/* Takes one key. Returns true when that ended the line: *line is the line, to be freed by the caller, or NULL at the
 * end of input, and the prompt is not shown any more. */
bool readline_key(char **line);

/* True when something is typed, or typing does something else (a search of the history). */
bool readline_is_typing(void);

/* Forgets what is being typed. */
void readline_cancel(void);

/* The terminal has another size. */
void readline_resize(void);

/* Gives the terminal back for a while; and takes it again, with the prompt shown if it is to be. */
void readline_suspend(void);
void readline_resume(bool prompt);

#endif
