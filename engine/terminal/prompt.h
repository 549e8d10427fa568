/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is typed at the prompt: commands that exist only at a terminal, moves, and lines of the protocol. */
#ifndef BUSHKA_TERMINAL_PROMPT_H
#define BUSHKA_TERMINAL_PROMPT_H

#include "terminal/session.h"

/* Executes a line that was typed. */
void prompt_line(Session *s, const char *line, size_t length);

/* The index-th of the commands and legal moves that begin with the word (ReadlineComplete; the context is the
 * session). */
char *prompt_complete(void *context, const char *word, int index);

#endif
