/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/options.h"

#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "system/words.h"

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

/* Room for a name and its NUL. */
enum { NAME_SIZE = 32 };

/* How the empty text is written in UCI. */
static const char EMPTY[] = "<empty>";

typedef struct Option {
    char key[NAME_SIZE]; /* the name in small letters */
    const OptionSpec *spec;
    int number;
    UT_hash_handle hh;
} Option;

struct Options {
    Option *table; /* uthash: by key, in the order of declaration */
    Option *all;   /* the entries themselves */
    void *context;
};

/* Writes the name in small letters to key; returns false when it is too long for any option's. */
static bool make_key(const char *name, char key[NAME_SIZE])
{
    const size_t length = strlen(name);
    if (length >= NAME_SIZE) {
        return false;
    }
    for (size_t i = 0; i <= length; i++) {
        key[i] = name[i] >= 'A' && name[i] <= 'Z' ? (char)(name[i] - 'A' + 'a') : name[i];
    }
    return true;
}

static Option *find(const Options *options, const char *name)
{
    char key[NAME_SIZE] = "";
    Option *option = NULL;
    if (make_key(name, key)) {
        HASH_FIND_STR(options->table, key, option);
    }
    return option;
}

Options *options_new(const OptionSpec *specs, int count, void *context)
{
    Options *const options = calloc(1, sizeof *options);
    if (options == NULL) {
        return NULL;
    }
    options->context = context;
    options->all = calloc((size_t)count, sizeof *options->all);
    for (int i = 0; i < count && options->all != NULL; i++) {
        Option *const option = &options->all[i];
        option->spec = &specs[i];
        option->number = specs[i].initial;
        const bool fits = make_key(specs[i].name, option->key);
        assert(fits);
        (void)fits;
        HASH_ADD_STR(options->table, key, option);
    }
    if (options->all == NULL || HASH_COUNT(options->table) != (unsigned)count) {
        options_free(options);
        return NULL;
    }
    return options;
}

void options_free(Options *options)
{
    if (options == NULL) {
        return;
    }
    HASH_CLEAR(hh, options->table);
    free(options->all);
    free(options);
}

/* Reads "true" or "false". */
static ErrorCode read_check(const OptionSpec *spec, const char *value, int *number, Error *e)
{
    if (same_but_case(value, "true") || same_but_case(value, "false")) {
        *number = same_but_case(value, "true") ? 1 : 0;
        return error_clear(e);
    }
    return error_set(e, ERROR_SYNTAX, "option %s takes true or false, not \"%.*s\"", spec->name,
                     error_excerpt(strlen(value)), value);
}

static ErrorCode read_spin(const OptionSpec *spec, const char *value, int *number, Error *e)
{
    const Word word = {.text = value, .length = strlen(value)};
    int64_t wide = 0;
    if (word_number(word, spec->min, spec->max, &wide)) {
        *number = (int)wide;
        return error_clear(e);
    }
    return error_set(e, ERROR_SYNTAX, "option %s takes a whole number from %d to %d, not \"%.*s\"", spec->name,
                     spec->min, spec->max, WORD_SHOWN(word));
}

static ErrorCode read_combo(const OptionSpec *spec, const char *value, int *number, Error *e)
{
    Text choices;
    for (int i = 0; spec->choices[i] != NULL; i++) {
        if (same_but_case(spec->choices[i], value)) {
            *number = i;
            return error_clear(e);
        }
    }
    text_init(&choices);
    for (int i = 0; spec->choices[i] != NULL; i++) {
        const char *const between = i == 0 ? "" : spec->choices[i + 1] == NULL ? " or " : ", ";
        text_add(&choices, "%s%s", between, spec->choices[i]);
    }
    const ErrorCode code = error_set(e, ERROR_SYNTAX, "option %s takes %s, not \"%.*s\"", spec->name, choices.data,
                                     error_excerpt(strlen(value)), value);
    text_free(&choices);
    return code;
}

static ErrorCode read_button(const OptionSpec *spec, const char *value, Error *e)
{
    if (value[0] == '\0') {
        return error_clear(e);
    }
    return error_set(e, ERROR_SYNTAX, "option %s is a button and takes no value", spec->name);
}

/* Reads the value in the form the option wants. */
static ErrorCode read_value(const OptionSpec *spec, const char *value, int *number, Error *e)
{
    switch (spec->type) {
    case OPTION_CHECK:
        return read_check(spec, value, number, e);
    case OPTION_SPIN:
        return read_spin(spec, value, number, e);
    case OPTION_COMBO:
        return read_combo(spec, value, number, e);
    case OPTION_BUTTON:
        return read_button(spec, value, e);
    default:
        return error_clear(e);
    }
}

ErrorCode options_set(Options *options, const char *name, const char *value, Error *e)
{
    Option *const option = find(options, name);
    int number = 0;
    if (option == NULL) {
        return error_set(e, ERROR_SYNTAX, "unknown option \"%.*s\"; uci lists the options", error_excerpt(strlen(name)),
                         name);
    }
    const OptionSpec *const spec = option->spec;
    if (value == NULL && spec->type == OPTION_STRING) {
        return error_set(e, ERROR_SYNTAX, "option %s takes a value: setoption name %s value Y", spec->name, spec->name);
    }
    value = value != NULL ? value : "";
    ErrorCode code = read_value(spec, value, &number, e);
    if (code != ERROR_NONE) {
        return code;
    }
    const char *const text = spec->type != OPTION_STRING || strcmp(value, EMPTY) == 0 ? "" : value;
    code = spec->change == NULL ? error_clear(e) : spec->change(options->context, number, text, e);
    if (code == ERROR_NONE) {
        option->number = number;
    }
    return code;
}

int options_number(const Options *options, const char *name)
{
    const Option *const option = find(options, name);
    assert(option != NULL);
    return option->number;
}

/* Appends what follows the name of the option in UCI's announcement. */
static void print_type(const OptionSpec *spec, Text *t)
{
    switch (spec->type) {
    case OPTION_CHECK:
        text_add(t, "check default %s", spec->initial != 0 ? "true" : "false");
        break;
    case OPTION_SPIN:
        text_add(t, "spin default %d min %d max %d", spec->initial, spec->min, spec->max);
        break;
    case OPTION_COMBO:
        text_add(t, "combo default %s", spec->choices[spec->initial]);
        for (int i = 0; spec->choices[i] != NULL; i++) {
            text_add(t, " var %s", spec->choices[i]);
        }
        break;
    case OPTION_BUTTON:
        text_add(t, "button");
        break;
    case OPTION_STRING:
        text_add(t, "string default %s", spec->initial_text[0] == '\0' ? EMPTY : spec->initial_text);
        break;
    }
}

void options_print(const Options *options, Text *t)
{
    for (const Option *o = options->table; o != NULL; o = o->hh.next) {
        text_add(t, "option name %s type ", o->spec->name);
        print_type(o->spec, t);
        text_add(t, "\n");
    }
}
