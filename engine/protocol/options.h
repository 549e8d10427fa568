/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The options in the sense of UCI: one table of what they are called and take, and of what setting them does. */
#ifndef BUSHKA_PROTOCOL_OPTIONS_H
#define BUSHKA_PROTOCOL_OPTIONS_H

#include "protocol/state.h"
#include "system/text.h"

/* Gives all options their initial values; what they act upon has these already. */
void options_init(Engine *engine);

/* Sets an option from text. On error (ERROR_SYNTAX with what would be right, or that of what the option acts upon)
 * nothing has changed. NULL stands for no value, as a button takes it; a string must be given one, which may be
 * empty. */
ErrorCode options_set(Engine *engine, const char *name, const char *value, Error *e);

/* The value of the option of that name, which must exist: 0 or 1 of a check, the number of a spin, the index of the
 * choice of a combo. */
int options_number(const Engine *engine, const char *name);

/* Appends the lines "option name ... type ..." of UCI, in the order of the table. */
void options_print(Text *t);

#endif
