/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The UCI options: one table of their names and values, and of what setting them does. */
#ifndef BUSHKA_PROTOCOL_OPTIONS_H
#define BUSHKA_PROTOCOL_OPTIONS_H

#include "protocol/state.h"
#include "system/text.h"

/* Sets all options to their initial values; the parts of the engine have these already. */
void options_init(Engine *engine);

/* Sets an option from text. NULL stands for no value, as for a button; a string must have one, which may be empty. On
 * error nothing changes: ERROR_SYNTAX with what would be right, or the error of what the option acts on. */
ErrorCode options_set(Engine *engine, const char *name, const char *value, Error *e);

/* The value of the option of that name, which must exist: 0 or 1 for a check, the number of a spin, the index of a
 * combo's choice. */
int options_number(const Engine *engine, const char *name);

/* Appends the lines "option name ... type ..." of UCI, in the order of the table. */
void options_print(Text *t);

#endif
