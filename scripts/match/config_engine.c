/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/config_words.h"

static const char KNOWN_KEYS[] =
    "cmd, name, args, dir, tc, st, depth, nodes, timemargin, grace, timeout, proto or option.NAME";

static const char OPTION_PREFIX[] = "option.";

/* Splits a text at blanks into arguments after the program; '...' and "..." keep blanks together. */
static ErrorCode split_arguments(EngineConfig *engine, const char *text, Error *e)
{
    const size_t size = strlen(text) + 1;
    free(engine->argument_text);
    engine->argument_text = malloc(size);
    if (engine->argument_text == NULL) {
        return error_set(e, ERROR_MEMORY, "out of memory");
    }
    char *out = engine->argument_text;
    int count = 1;
    const char *c = text;
    while (*c != '\0') {
        if (*c == ' ' || *c == '\t') {
            c++;
            continue;
        }
        if (count == CONFIG_ARGUMENTS_MAX) {
            return error_set(e, ERROR_SYNTAX, "args= has more than %d words", CONFIG_ARGUMENTS_MAX - 1);
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
            return error_set(e, ERROR_SYNTAX, "args= has a quotation that does not end: %.*s",
                             error_excerpt(strlen(text)), text);
        }
        *out++ = '\0';
    }
    engine->arguments[count] = NULL;
    return ERROR_NONE;
}

/* Keeps an option for the engine; a later value takes the place of an earlier. */
static ErrorCode add_option(EngineConfig *engine, const char *name, const char *value, Error *e)
{
    const size_t length = strlen(name);
    int i = 0;
    if (length == 0 || length >= CONFIG_NAME_SIZE) {
        return error_set(e, ERROR_SYNTAX, "option.NAME=VALUE needs a name of 1 to %d characters", CONFIG_NAME_SIZE - 1);
    }
    if (strchr(value, '\n') != NULL) {
        return error_set(e, ERROR_SYNTAX, "the value of option.%s holds an end of line", name);
    }
    while (i < engine->option_count && strcmp(engine->options[i].name, name) != 0) {
        i++;
    }
    if (i == CONFIG_OPTIONS_MAX) {
        return error_set(e, ERROR_SYNTAX, "an engine has more than %d options", CONFIG_OPTIONS_MAX);
    }
    memcpy(engine->options[i].name, name, length + 1);
    engine->options[i].value = value;
    engine->option_count += i == engine->option_count ? 1 : 0;
    return ERROR_NONE;
}

static ErrorCode set_name(EngineConfig *engine, const char *name, Error *e)
{
    const size_t length = strlen(name);
    bool good = length > 0 && length < CONFIG_NAME_SIZE;
    for (size_t i = 0; good && i < length; i++) {
        good = name[i] >= ' ' && name[i] <= '~';
    }
    if (!good) {
        return error_set(e, ERROR_SYNTAX, "name= takes 1 to %d printable ASCII characters", CONFIG_NAME_SIZE - 1);
    }
    memcpy(engine->name, name, length + 1);
    return ERROR_NONE;
}

static ErrorCode set_milliseconds(const char *key, const char *value, int64_t *ms, Error *e)
{
    return config_number(key, value, 0, LIMITS_MARGIN_MAX, ms, e);
}

static ErrorCode set_seconds(const char *key, const char *value, int64_t *ms, Error *e)
{
    if (!limits_parse_seconds(value, ms)) {
        return error_set(e, ERROR_SYNTAX, "%s= takes seconds, such as 0.5, not \"%.*s\"", key,
                         error_excerpt(strlen(value)), value);
    }
    return ERROR_NONE;
}

/* Sets one key of an engine. */
static ErrorCode set_key(EngineConfig *engine, const char *option, const KeyValue *kv, Error *e)
{
    const char *const key = kv->key;
    char *const value = kv->value;
    int64_t number = 0;
    ErrorCode code = ERROR_NONE;
    if (strncmp(key, OPTION_PREFIX, strlen(OPTION_PREFIX)) == 0) {
        return add_option(engine, key + strlen(OPTION_PREFIX), value, e);
    }
    if (value[0] == '\0') {
        return error_set(e, ERROR_SYNTAX, "%s: %s= needs a value", option, key);
    }
    if (strcmp(key, "cmd") == 0) {
        engine->arguments[0] = value;
    } else if (strcmp(key, "name") == 0) {
        return set_name(engine, value, e);
    } else if (strcmp(key, "args") == 0) {
        return split_arguments(engine, value, e);
    } else if (strcmp(key, "dir") == 0) {
        engine->directory = value;
    } else if (strcmp(key, "tc") == 0) {
        return limits_parse_clock(value, &engine->limits, e);
    } else if (strcmp(key, "st") == 0) {
        return set_seconds(key, value, &engine->limits.movetime_ms, e);
    } else if (strcmp(key, "depth") == 0) {
        code = config_number("depth=", value, 1, LIMITS_DEPTH_MAX, &number, e);
        engine->limits.depth = (int)number;
    } else if (strcmp(key, "nodes") == 0) {
        return config_number("nodes=", value, 1, LIMITS_NODES_MAX, &engine->limits.nodes, e);
    } else if (strcmp(key, "timemargin") == 0) {
        return set_milliseconds("timemargin=", value, &engine->margin_ms, e);
    } else if (strcmp(key, "grace") == 0) {
        return set_milliseconds("grace=", value, &engine->grace_ms, e);
    } else if (strcmp(key, "timeout") == 0) {
        return set_seconds(key, value, &engine->patience_ms, e);
    } else if (strcmp(key, "proto") == 0) {
        return strcmp(value, "uci") == 0 ? ERROR_NONE
                                         : error_set(e, ERROR_SYNTAX, "proto= can only be uci, not \"%.*s\"",
                                                     error_excerpt(strlen(value)), value);
    } else {
        return config_unknown_key(option, key, KNOWN_KEYS, e);
    }
    return code;
}

static ErrorCode set_keys(EngineConfig *engine, const OptionWords *words, Error *e)
{
    for (int i = 0; i < words->count; i++) {
        KeyValue kv;
        ErrorCode code = config_key(words->option, words->values[i], &kv, e);
        if (code == ERROR_NONE && kv.key[0] == '\0') {
            code = error_set(e, ERROR_SYNTAX, "%s takes KEY=VALUE, not \"%.*s\"; the keys are %s", words->option,
                             error_excerpt(strlen(kv.value)), kv.value, KNOWN_KEYS);
        }
        if (code == ERROR_NONE) {
            code = set_key(engine, words->option, &kv, e);
        }
        if (code != ERROR_NONE) {
            return code;
        }
    }
    return ERROR_NONE;
}

ErrorCode config_engine(EngineConfig *engine, const OptionWords *each, const OptionWords *own, Error *e)
{
    *engine = (EngineConfig){
        .margin_ms = CONFIG_MARGIN_DEFAULT, .grace_ms = CONFIG_GRACE_DEFAULT, .patience_ms = CONFIG_PATIENCE_DEFAULT};
    ErrorCode code = set_keys(engine, each, e);
    /* An engine's own limit replaces those of -each as a whole. */
    const Limits common = engine->limits;
    engine->limits = (Limits){0};
    if (code == ERROR_NONE) {
        code = set_keys(engine, own, e);
    }
    if (code != ERROR_NONE) {
        return code;
    }
    if (!limits_any(&engine->limits)) {
        engine->limits = common;
    }
    if (engine->arguments[0] == NULL) {
        return error_set(e, ERROR_SYNTAX, "-engine needs cmd=PROGRAM");
    }
    if (!limits_any(&engine->limits)) {
        return error_set(e, ERROR_SYNTAX, "engine %.*s has no limit: give it tc=, st=, depth= or nodes=",
                         error_excerpt(strlen(engine->arguments[0])), engine->arguments[0]);
    }
    return error_clear(e);
}

/* The program's name without its directory. */
static void name_after_program(EngineConfig *engine)
{
    const char *const slash = strrchr(engine->arguments[0], '/');
    const char *const base = slash != NULL && slash[1] != '\0' ? slash + 1 : engine->arguments[0];
    size_t n = 0;
    for (; base[n] != '\0' && n + 1 < CONFIG_NAME_SIZE; n++) {
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

ErrorCode config_engine_names(EngineConfig *engines, int count, Error *e)
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
        char base[CONFIG_NAME_SIZE];
        name_after_program(&engines[i]);
        memcpy(base, engines[i].name, sizeof base);
        for (int n = 2; name_taken(engines, count, i, engines[i].name); n++) {
            snprintf(engines[i].name, sizeof engines[i].name, "%.*s-%d", CONFIG_NAME_SIZE - SUFFIX_ROOM, base, n);
        }
    }
    return error_clear(e);
}
