/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is said of an engine on the command line: its program, its name, its options and its limits. */
#ifndef BUSHKA_MATCH_ENGINE_CONFIG_H
#define BUSHKA_MATCH_ENGINE_CONFIG_H

#include "match/match_limits.h"
#include "match/options.h"

enum {
    CONFIG_NAME_SIZE = 64,          /* room for the name of an engine or of an option, and a NUL */
    CONFIG_OPTIONS_MAX = 64,        /* options of one engine */
    CONFIG_ARGUMENTS_MAX = 64,      /* words of one engine's command */
    CONFIG_MARGIN_DEFAULT = 10,     /* ms by which a clock may be overstepped */
    CONFIG_GRACE_DEFAULT = 2000,    /* ms after which a late engine is killed */
    CONFIG_PATIENCE_DEFAULT = 60000 /* ms for answers that no clock limits */
};

/* One option= of an engine. */
typedef struct EngineOption {
    char name[CONFIG_NAME_SIZE];
    const char *value;
} EngineOption;

/* One player. */
typedef struct EngineConfig {
    char name[CONFIG_NAME_SIZE];               /* unique in the match */
    const char *directory;                     /* to start it in; NULL: the runner's own */
    char *arguments[CONFIG_ARGUMENTS_MAX + 1]; /* program and arguments, NULL at the end */
    char *argument_text;                       /* owned: what `arguments` points into after the program */
    EngineOption options[CONFIG_OPTIONS_MAX];
    int option_count;
    Limits limits;
    int64_t margin_ms;   /* how late an answer may come unpunished */
    int64_t grace_ms;    /* how much later than that the engine is killed */
    int64_t patience_ms; /* how long an answer without a clock may take, the first one too */
} EngineConfig;

/* The keys of -engine and -each, stored in an EngineConfig. */
extern const OptionRow ENGINE_KEYS[];

/* Makes an engine of the values of -each (may be empty) and then its own, which take precedence. */
ErrorCode engine_config_read(EngineConfig *engine, const OptionWords *each, const OptionWords *own, Error *e);

/* Frees what an engine owns. */
void engine_config_free(EngineConfig *engine);

/* Gives engines without a name that of their program, sets equal ones apart, and refuses equal given names. */
ErrorCode engine_config_names(EngineConfig *engines, int count, Error *e);

#endif
