/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands that exist only at a terminal, and everything else that is typed there: moves, and lines of the
 * protocol. */
#ifndef BUSHKA_TERMINAL_TERMINAL_COMMANDS_H
#define BUSHKA_TERMINAL_TERMINAL_COMMANDS_H

#include "terminal/session.h"

/* True for a command that the protocol does not have. */
bool terminal_commands_has(Word name);

/* Refuses such a command when there is no terminal (EngineListener). */
bool terminal_commands_refuse(void *context, Word name, Error *why);

/* Executes a line that was typed. */
void terminal_commands_execute(Session *s, const char *line, size_t length);

/* The index-th completion of the word among the commands and legal moves (ReadlineComplete; the context is the
 * session). */
char *terminal_commands_complete(void *context, const char *word, int index);

#endif
