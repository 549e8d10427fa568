/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/engine_config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/clock.h"
#include "system/text.h"

enum {
    DEPTH_MAX = 1000,     /* plies */
    MOVES_MAX = 1000,     /* moves of a period */
    SECONDS_MAX = 604800, /* a week */
    MARGIN_MAX = 3600000, /* ms */
    SECONDS_PER_MINUTE = 60
};

#define NODES_MAX INT64_C(1000000000000000)

/* Takes seconds off the text: "10", "0.1", ".5" or, where minutes are allowed, "1:30". */
static bool take_seconds(const char **text, bool minutes, int64_t *ms)
{
    int64_t whole = 0;
    const size_t digits = number_digits(*text, NUMBER_TO_NUL, SECONDS_MAX, &whole);
    const bool colon = minutes && digits > 0 && (*text)[digits] == ':';
    *text += colon ? digits + 1 : 0;
    const size_t length = number_thousandths(*text, NUMBER_TO_NUL, colon ? SECONDS_PER_MINUTE - 1 : SECONDS_MAX, ms);
    if (length == 0 || (colon && **text == '.') || (*text)[length - 1] == '.') {
        return false;
    }
    *text += length;
    *ms += colon ? whole * SECONDS_PER_MINUTE * MS_PER_S : 0;
    return *ms / MS_PER_S <= SECONDS_MAX;
}

/* Reads "moves/time+increment" into the clock: 10+0.1, 40/60, 0:30+1 (minutes:seconds). Seconds may have decimals. */
static ErrorCode read_clock(void *into, const OptionValues *w, Error *e)
{
    Limits *const l = into;
    const char *c = w->values[0];
    int64_t moves = 0;
    int64_t base = 0;
    int64_t increment = 0;
    bool good = true;
    const char *const slash = strchr(c, '/');
    if (slash != NULL) {
        c += number_digits(c, NUMBER_TO_NUL, MOVES_MAX, &moves);
        good = c == slash && moves > 0;
        c = slash + 1;
    }
    good = good && take_seconds(&c, true, &base);
    if (good && *c == '+') {
        c++;
        good = take_seconds(&c, false, &increment);
    }
    if (!good || *c != '\0' || base + increment == 0) {
        return error_set(e, ERROR_SYNTAX,
                         "\"%s\" is not a time control; it looks like 10+0.1 (seconds+increment), 40/60 or 1:30+1",
                         WORD_SHOWN(word_of(w->values[0])));
    }
    l->has_clock = true;
    l->base_ms = base;
    l->increment_ms = increment;
    l->moves = (int)moves;
    return error_clear(e);
}

static bool has_limit(const Limits *l)
{
    return l->has_clock || l->movetime_ms > 0 || l->depth > 0 || l->nodes > 0;
}

static double seconds(int64_t ms)
{
    return (double)ms / MS_PER_S;
}

/* Writes the limits, at least one of which applies, as on the command line. */
static void print_limits(const Limits *l, char text[ENGINE_CONFIG_LIMITS_SIZE])
{
    Text all;
    text_init(&all);
    if (l->has_clock) {
        text_add(&all, " ");
        if (l->moves > 0) {
            text_add(&all, "%d/", l->moves);
        }
        text_add(&all, "%.12g", seconds(l->base_ms));
    }
    if (l->increment_ms > 0) {
        text_add(&all, "+%.12g", seconds(l->increment_ms));
    }
    if (l->movetime_ms > 0) {
        text_add(&all, " st=%.12g", seconds(l->movetime_ms));
    }
    if (l->depth > 0) {
        text_add(&all, " depth=%d", l->depth);
    }
    if (l->nodes > 0) {
        text_add(&all, " nodes=%" PRId64, l->nodes);
    }
    snprintf(text, ENGINE_CONFIG_LIMITS_SIZE, "%s", all.data + 1); /* without the leading space */
    text_free(&all);
}

/* Splits a text at spaces into arguments after the program; '...' and "..." keep spaces together. */
static ErrorCode read_arguments(void *into, const OptionValues *w, Error *e)
{
    EngineConfig *const engine = into;
    const char *const text = w->values[0];
    const size_t size = strlen(text) + 1;
    free(engine->argument_text);
    engine->argument_text = malloc(size);
    if (engine->argument_text == NULL) {
        return error_set(e, ERROR_MEMORY, "not enough memory");
    }
    char *out = engine->argument_text;
    int count = 1;
    const char *c = text;
    while (*c != '\0') {
        if (*c == ' ' || *c == '\t') {
            c++;
            continue;
        }
        if (count == ENGINE_CONFIG_ARGUMENTS_MAX) {
            return error_set(e, ERROR_SYNTAX, "args= has more than %d words", ENGINE_CONFIG_ARGUMENTS_MAX - 1);
        }
        engine->arguments[count++] = out;
        char quote = '\0';
        for (; *c != '\0' && (quote != '\0' || (*c != ' ' && *c != '\t')); c++) {
            if (*c == quote) {
                quote = '\0';
            } else if (quote == '\0' && (*c == '"' || *c == '\'')) {
                quote = *c;
            } else {
                *out++ = *c;
            }
        }
        if (quote != '\0') {
            return error_set(e, ERROR_SYNTAX, "args= has a quotation that does not end: %s", WORD_SHOWN(word_of(text)));
        }
        *out++ = '\0';
    }
    engine->arguments[count] = NULL;
    return ERROR_NONE;
}

/* Stores an option of the engine; a later value replaces an earlier one. */
static ErrorCode read_option(void *into, const OptionValues *w, Error *e)
{
    EngineConfig *const engine = into;
    const char *const value = w->values[0];
    const char *const key = strchr(w->option, '.') + 1;
    const size_t length = strlen(key) - 1; /* without '=' */
    char name[ENGINE_CONFIG_NAME_SIZE];
    int i = 0;
    if (length == 0 || length >= ENGINE_CONFIG_NAME_SIZE) {
        return error_set(e, ERROR_SYNTAX, "option.NAME=VALUE needs a name of 1 to %d characters",
                         ENGINE_CONFIG_NAME_SIZE - 1);
    }
    memcpy(name, key, length);
    name[length] = '\0';
    if (strchr(value, '\n') != NULL) {
        return error_set(e, ERROR_SYNTAX, "the value of option.%s holds an end of line", name);
    }
    while (i < engine->option_count && strcmp(engine->options[i].name, name) != 0) {
        i++;
    }
    if (i == ENGINE_CONFIG_OPTIONS_MAX) {
        return error_set(e, ERROR_SYNTAX, "an engine has more than %d options", ENGINE_CONFIG_OPTIONS_MAX);
    }
    memcpy(engine->options[i].name, name, length + 1);
    engine->options[i].value = value;
    engine->option_count += i == engine->option_count ? 1 : 0;
    return ERROR_NONE;
}

static ErrorCode read_name(void *into, const OptionValues *w, Error *e)
{
    EngineConfig *const engine = into;
    const char *const name = w->values[0];
    const size_t length = strlen(name);
    bool good = length > 0 && length < ENGINE_CONFIG_NAME_SIZE;
    for (size_t i = 0; good && i < length; i++) {
        good = name[i] >= ' ' && name[i] <= '~';
    }
    if (!good) {
        return error_set(e, ERROR_SYNTAX, "name= takes 1 to %d printable ASCII characters",
                         ENGINE_CONFIG_NAME_SIZE - 1);
    }
    memcpy(engine->name, name, length + 1);
    return ERROR_NONE;
}

/* Reads seconds with up to three decimals as ms. */
static ErrorCode read_seconds(void *into, const OptionValues *w, Error *e)
{
    const char *text = w->values[0];
    int64_t ms;
    if (!take_seconds(&text, false, &ms) || *text != '\0' || ms == 0) {
        return error_set(e, ERROR_SYNTAX, "%s takes seconds, such as 0.5, not \"%s\"", w->option,
                         WORD_SHOWN(word_of(w->values[0])));
    }
    *(int64_t *)into = ms;
    return ERROR_NONE;
}

#define STORED(member) OPTION_STORED(EngineConfig, member)
/* Read by a function from one value, which must not be empty. */
#define READ(function) .kind = OPTION_READ, .read = (function), .values_min = 1, .values_max = 1

const OptionRow ENGINE_KEYS[] = {
    {"cmd", "PROGRAM", "program to run", OPTION_TEXT, STORED(arguments[0])},
    {"name", "NAME", "name in reports and game files (that of the program)", READ(read_name)},
    {"args", "\"A B\"", "arguments of the program; quotes keep spaces together", READ(read_arguments)},
    {"dir", "DIR", "directory to start it in", OPTION_TEXT, STORED(directory)},
    {"option.", "NAME=VALUE", "an option of the engine, such as option.Hash=64", .kind = OPTION_READ,
     .read = read_option},
    {"tc", "MOVES/TIME+INC", "clock in seconds: 10+0.1, 40/60, 1:30+1", READ(read_clock), STORED(limits)},
    {"st", "SECONDS", "time for each move", READ(read_seconds), STORED(limits.movetime_ms)},
    {"depth", "N", "depth limit for each move", OPTION_WHOLE, STORED(limits.depth), .min = 1, .max = DEPTH_MAX},
    {"nodes", "N", "node limit for each move", OPTION_WHOLE, STORED(limits.nodes), .min = 1, .max = NODES_MAX},
    {"timemargin", "MS", "overrun allowed before a time forfeit", OPTION_WHOLE, STORED(margin_ms), .initial = "10",
     .max = MARGIN_MAX},
    {"grace", "MS", "further delay after which the engine is killed", OPTION_WHOLE, STORED(grace_ms), .initial = "2000",
     .max = MARGIN_MAX},
    {"timeout", "SECONDS", "time to start, and to answer where no clock runs", READ(read_seconds), STORED(timeout_ms),
     .initial = "60"},
    {"proto", "uci", "the protocol; there is only uci", OPTION_CHOICE, STORED(protocol),
     .choices = (const char *const[]){"uci", NULL}},
    {.name = NULL},
};

ErrorCode engine_config_read(EngineConfig *engine, const OptionValues *each, const OptionValues *values, Error *e)
{
    *engine = (EngineConfig){.option_count = 0};
    option_table_initialise(ENGINE_KEYS, engine);
    ErrorCode code = option_table_read_keys(ENGINE_KEYS, engine, each, e);
    /* An engine's own limit replaces those of -each as a whole. */
    const Limits common = engine->limits;
    engine->limits = (Limits){0};
    if (code == ERROR_NONE) {
        code = option_table_read_keys(ENGINE_KEYS, engine, values, e);
    }
    if (code != ERROR_NONE) {
        return code;
    }
    if (!has_limit(&engine->limits)) {
        engine->limits = common;
    }
    if (engine->arguments[0] == NULL) {
        return error_set(e, ERROR_SYNTAX, "-engine needs cmd=PROGRAM");
    }
    if (!has_limit(&engine->limits)) {
        return error_set(e, ERROR_SYNTAX, "engine %s has no limit: give it tc=, st=, depth= or nodes=",
                         WORD_SHOWN(word_of(engine->arguments[0])));
    }
    print_limits(&engine->limits, engine->limits_text);
    return error_clear(e);
}

void engine_config_free(EngineConfig *engine)
{
    free(engine->argument_text);
    engine->argument_text = NULL;
}

const char *engine_config_base_name(const char *path)
{
    const char *const slash = strrchr(path, '/');
    return slash != NULL && slash[1] != '\0' ? slash + 1 : path;
}

static void name_after_program(EngineConfig *engine)
{
    const char *const base = engine_config_base_name(engine->arguments[0]);
    size_t n = 0;
    for (; base[n] != '\0' && n + 1 < ENGINE_CONFIG_NAME_SIZE; n++) {
        engine->name[n] = base[n] >= ' ' && base[n] <= '~' ? base[n] : '?';
    }
    engine->name[n] = '\0';
}

static bool name_taken(const EngineConfig *engines, int count, int except, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (i != except && strcmp(engines[i].name, name) == 0) {
            return true;
        }
    }
    return false;
}

ErrorCode engine_config_assign_names(EngineConfig *engines, int count, Error *e)
{
    enum { SUFFIX_ROOM = 16 };
    for (int i = 0; i < count; i++) {
        if (engines[i].name[0] != '\0' && name_taken(engines, i, i, engines[i].name)) {
            return error_set(e, ERROR_SYNTAX, "two engines have the name \"%s\"", engines[i].name);
        }
    }
    for (int i = 0; i < count; i++) {
        if (engines[i].name[0] != '\0') {
            continue;
        }
        char base[ENGINE_CONFIG_NAME_SIZE];
        name_after_program(&engines[i]);
        memcpy(base, engines[i].name, sizeof base);
        for (int n = 2; name_taken(engines, count, i, engines[i].name); n++) {
            snprintf(engines[i].name, sizeof engines[i].name, "%.*s-%d", ENGINE_CONFIG_NAME_SIZE - SUFFIX_ROOM, base,
                     n);
        }
    }
    return error_clear(e);
}
