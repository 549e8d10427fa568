/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of the protocol: one table of their names, help, functions and modes. */
#ifndef BUSHKA_PROTOCOL_COMMANDS_H
#define BUSHKA_PROTOCOL_COMMANDS_H

#include "protocol/state.h"
#include "system/text.h"

/* Appends what help prints about the commands, two lines each. */
void commands_list(Text *t);

/* The same for the command of that name. Returns false when there is none. */
bool commands_describe(Text *t, Word name);

/* The name of the i-th command, or NULL when there are no more. */
const char *commands_name(int i);

/* The length of a line without its comment, which begins with a word "#"; a line whose first word begins with '#' is
 * all comment. */
size_t commands_length(const char *line, size_t length);

/* The command of a line without comment, and its mode; NULL when the line is blank or there is no such command. */
const Command *commands_find(const char *line, size_t length, LineMode *mode);

/* Executes a line of the queue; a blank one does nothing. A refused one is answered by an error line. */
void commands_execute(Engine *engine, const Line *line);

#endif
