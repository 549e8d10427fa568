/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An engine as configured on the command line: its program, name, options and limits. */
#ifndef BUSHKA_MATCH_ENGINE_CONFIG_H
#define BUSHKA_MATCH_ENGINE_CONFIG_H

#include "tools/option_table.h"

enum {
    ENGINE_CONFIG_NAME_SIZE = 64,     /* room for the name of an engine or of an option, and a NUL */
    ENGINE_CONFIG_OPTIONS_MAX = 64,   /* options of one engine */
    ENGINE_CONFIG_ARGUMENTS_MAX = 64, /* words of one engine's command */
    ENGINE_CONFIG_LIMITS_SIZE = 128,  /* room for limits as text and a NUL */
    ENGINE_CONFIG_MARGIN_DEFAULT = 10 /* ms by which a clock may be overstepped */
};

/* Limits of one engine; those that are 0 (has_clock: false) do not apply. Several may apply together. */
typedef struct Limits {
    bool has_clock;       /* base_ms, increment_ms and moves apply */
    int64_t base_ms;      /* time for a period, or for the game */
    int64_t increment_ms; /* added after each move */
    int moves;            /* moves of a period; 0: the game is one period */
    int64_t movetime_ms;  /* for each move */
    int depth;            /* plies */
    int64_t nodes;
} Limits;

/* One option= of an engine. */
typedef struct EngineOption {
    char name[ENGINE_CONFIG_NAME_SIZE];
    const char *value;
} EngineOption;

/* One player. */
typedef struct EngineConfig {
    char name[ENGINE_CONFIG_NAME_SIZE];               /* unique in the match */
    int protocol;                                     /* 0: UCI, the only one */
    const char *directory;                            /* working directory; NULL: that of the runner */
    char *arguments[ENGINE_CONFIG_ARGUMENTS_MAX + 1]; /* program and arguments, NULL at the end */
    char *argument_text;                              /* owned; `arguments` after the first point into it */
    EngineOption options[ENGINE_CONFIG_OPTIONS_MAX];
    int option_count;
    Limits limits;                               /* one or more */
    char limits_text[ENGINE_CONFIG_LIMITS_SIZE]; /* as on the command line: "10+0.1", "st=0.05 nodes=1000" */
    int64_t margin_ms;                           /* overrun allowed before a time forfeit */
    int64_t grace_ms;                            /* further delay before the engine is killed */
    int64_t timeout_ms; /* longest wait for an answer where no clock runs, its start included */
} EngineConfig;

/* The keys of -engine and -each, stored in an EngineConfig. */
extern const OptionRow ENGINE_KEYS[];

/* Makes an engine from the values of -each (may be empty) and its own, which take precedence. Call engine_config_free()
 * even after an error. */
ErrorCode engine_config_read(EngineConfig *engine, const OptionValues *each, const OptionValues *values, Error *e);

/* Frees what an engine owns. */
void engine_config_free(EngineConfig *engine);

/* A path without its directories, for game files: machines may keep the same file in different places. */
const char *engine_config_base_name(const char *path);

/* Names each engine without a name after its program, with a number where that name is taken; refuses two engines that
 * were given the same name. */
ErrorCode engine_config_assign_names(EngineConfig *engines, int count, Error *e);

#endif
