/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of the command line: key=value pairs and numbers with their ranges. Private to the config files. */
#ifndef BUSHKA_MATCH_CONFIG_WORDS_H
#define BUSHKA_MATCH_CONFIG_WORDS_H

#include "match/config.h"

enum { CONFIG_KEY_SIZE = 96 };

/* An option with its values, as it stands on the command line. */
typedef struct OptionWords {
    const char *option; /* as written, for messages */
    char **values;
    int count;
} OptionWords;

/* A value cut at its first '='. */
typedef struct KeyValue {
    char key[CONFIG_KEY_SIZE]; /* empty where there is no '=' */
    char *value;
} KeyValue;

/* Cuts a value. Returns ERROR_SYNTAX when the key is too long or empty. */
ErrorCode config_key(const char *option, char *word, KeyValue *kv, Error *e);

/* Refuses a key; `known` lists those that would be right. */
ErrorCode config_unknown_key(const char *option, const char *key, const char *known, Error *e);

/* Reads a whole number of that range. `what` completes "WHAT takes a whole number from". */
ErrorCode config_number(const char *what, const char *text, int64_t min, int64_t max, int64_t *value, Error *e);

/* Reads a decimal number of that range. */
ErrorCode config_decimal(const char *what, const char *text, double min, double max, double *value, Error *e);

/* Read the values of -openings, -sprt, -resign and -draw. */
ErrorCode config_openings(MatchConfig *c, const OptionWords *w, Error *e);
ErrorCode config_sprt(MatchConfig *c, const OptionWords *w, Error *e);
ErrorCode config_resign(MatchConfig *c, const OptionWords *w, Error *e);
ErrorCode config_draw(MatchConfig *c, const OptionWords *w, Error *e);

/* Makes an engine of the values of -each (may be empty) and then its own, which take precedence. */
ErrorCode config_engine(EngineConfig *engine, const OptionWords *each, const OptionWords *own, Error *e);

/* Gives engines without a name that of their program, sets equal ones apart, and refuses equal given names. */
ErrorCode config_engine_names(EngineConfig *engines, int count, Error *e);

#endif
