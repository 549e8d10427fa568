/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands that exist only at a terminal. */
#ifndef BUSHKA_PROTOCOL_TERMINAL_COMMANDS_H
#define BUSHKA_PROTOCOL_TERMINAL_COMMANDS_H

#include "protocol/terminal_session.h"
#include "system/words.h"

/* Executes the line if its first word is such a command. Returns false when it is not. */
bool terminal_command(TerminalSession *s, Words words);

/* The index-th of the commands and legal moves that begin with the word, as text that the caller frees; NULL when there
 * are no more (TerminalComplete; the context is the session). */
char *terminal_complete(void *context, const char *word, int index);

#endif
