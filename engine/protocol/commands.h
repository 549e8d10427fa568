/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The commands of the protocol: one table with names, help and handlers, and their execution. */
#ifndef BUSHKA_PROTOCOL_COMMANDS_H
#define BUSHKA_PROTOCOL_COMMANDS_H

#include "protocol/engine.h"
#include "system/text.h"

/* The table of all commands, or NULL when memory runs out. */
CommandTable *commands_new(void);

/* Frees the table. NULL is allowed. */
void commands_free(CommandTable *table);

/* Appends the commands with what they do, two lines each. */
void commands_list(Text *t);

/* When a command can be executed. */
typedef enum CommandTurn {
    COMMAND_AT_ONCE = 0, /* before all that wait */
    COMMAND_READY,       /* the same while what they wait for runs; not while it ends, when clients take the answer as a
                            sign that what came before has been done */
    COMMAND_BESIDE,      /* while something runs, but not before what came earlier */
    COMMAND_ALONE        /* when nothing runs */
} CommandTurn;

/* When the line can be executed. One that is blank or will be refused has a turn too. */
CommandTurn commands_turn(const Engine *e, const char *line, size_t length);

/* True when the line is the one after which no more are wanted. */
bool commands_is_last(const char *line, size_t length);

/* The name of the i-th command, or NULL when there are no more. */
const char *commands_name(int i);

/* The length of a line without its comment: from a word "#" on, or all of a line whose first word begins with '#'. */
size_t commands_length(const char *line, size_t length);

/* Executes a line: its first word is the command. A comment is ignored; a blank line does nothing. Returns false when
 * the line was refused; the error line has been written then. */
bool commands_execute(Engine *e, const char *line, size_t length);

#endif
