/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A registry of options in the sense of UCI: declared once, then announced, checked and set from there. */
#ifndef BUSHKA_PROTOCOL_OPTIONS_H
#define BUSHKA_PROTOCOL_OPTIONS_H

#include <stdbool.h>

#include "core/error.h"
#include "system/text.h"

/* What an option takes. */
typedef enum OptionType {
    OPTION_CHECK,  /* true or false */
    OPTION_SPIN,   /* a whole number */
    OPTION_COMBO,  /* one of several words */
    OPTION_BUTTON, /* nothing; setting it does something */
    OPTION_STRING  /* any text; "<empty>" stands for the empty one */
} OptionType;

/* Called before a new value is kept; an error refuses it, and the old value stays. number: 0 or 1 for a check, the
 * number of a spin, the index of a combo's choice. text: the value of a string, which is not kept, "" otherwise. */
typedef ErrorCode (*OptionChange)(void *context, int number, const char *text, Error *e);

/* One option as declared. Constant; all pointers must outlive the registry. */
typedef struct OptionSpec {
    const char *name; /* may hold blanks; compared without regard to capitals */
    OptionType type;
    int initial;                /* as number above */
    int min, max;               /* of a spin */
    const char *const *choices; /* of a combo, NULL at the end */
    const char *initial_text;   /* of a string */
    OptionChange change;        /* may be NULL: the value is only kept */
} OptionSpec;

/* The options and their values. */
typedef struct Options Options;

/* A registry of these options at their initial values, or NULL when memory runs out. The context is passed to
 * the change functions, which are not called here. */
Options *options_new(const OptionSpec *specs, int count, void *context);

/* Frees the registry. NULL is allowed. */
void options_free(Options *options);

/* Sets an option from text. On error (ERROR_SYNTAX with what would be right, or the change function's own) the
 * value is unchanged. NULL is no value, as a button takes it; a string must be given one, if an empty one. */
ErrorCode options_set(Options *options, const char *name, const char *value, Error *e);

/* The value as a number; see OptionChange. The option must exist. */
int options_number(const Options *options, const char *name);

/* Appends the lines "option name ... type ..." of UCI, in the order of declaration. */
void options_print(const Options *options, Text *t);

#endif
