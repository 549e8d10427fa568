/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A command line whose options take several values, many of them KEY=VALUE, read by tables: a row says how an option or
 * a key is called, what it takes, where that is stored, and what the help says of it. */
#ifndef BUSHKA_MATCH_OPTIONS_H
#define BUSHKA_MATCH_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/error.h"

enum {
    OPTION_KEY_SIZE = 96, /* room for a key and a NUL */
    OPTION_WORDS_MANY = 1 << 20,
    OPTION_ROWS_MAX = 64 /* of a table, its last one without a name included */
};

/* An option or a key with its values, as they stand on the command line. */
typedef struct OptionWords {
    const char *option; /* as written, for messages; a key with its '=' */
    char **values;
    int count;
} OptionWords;

typedef enum OptionKind {
    OPTION_READ = 0, /* by the row's own function, from words_least to words_most values */
    OPTION_ON,       /* bool, set by the option alone */
    OPTION_OFF,      /* bool, cleared by the option alone */
    OPTION_WHOLE,    /* int, int64_t or uint64_t, from least to most */
    OPTION_DECIMAL,  /* double, from low to high */
    OPTION_SECONDS,  /* int64_t in ms, with up to three decimals of a second */
    OPTION_TEXT,     /* const char *, a word of the command line */
    OPTION_FILE,     /* const char *, written with the key that `argument` begins with, or without it */
    OPTION_CHOICE,   /* an enumeration from 0, its values named in `choices` */
    OPTION_KEYS      /* values KEY=VALUE, by a table of their own */
} OptionKind;

/* Reads values; `into` is where the row's offset points. */
typedef ErrorCode (*OptionReader)(void *into, const OptionWords *words, Error *e);

/* What holds only once all keys have been read; `into` as above. Bit i of `seen`: the row i of the keys was given. */
typedef ErrorCode (*OptionCheck)(void *into, const char *option, uint64_t seen, Error *e);

/* A row; a table ends with one without a name. Where it is stored is the offset in the structure that is read into,
 * whose keys store relative to that again. */
typedef struct OptionRow {
    const char *name;     /* without dashes and '='; a key that ends with '.' stands for all that begin with it */
    const char *argument; /* shown in the help after the name; NULL: none */
    const char *help;     /* NULL: not listed, for a second name */
    OptionKind kind;
    size_t offset, size;
    int64_t least, most;
    double low, high;
    const char *const *choices; /* NULL at the end */
    const struct OptionRow *keys;
    OptionCheck check; /* of OPTION_KEYS; NULL: none */
    OptionReader read;
    int words_least, words_most;
    bool required; /* a key that must be given */
    bool repeated; /* an option that may be given again */
} OptionRow;

/* For the initialiser of a row: stored in that member. */
#define OPTION_STORED(type, member) .offset = offsetof(type, member), .size = sizeof((type *)NULL)->member

/* For "%.*s": a text from outside, as WORD_SHOWN() shows a word. */
#define OPTION_SHOWN(value) WORD_SHOWN(((Word){.text = (value), .length = strlen(value)}))

/* Reads options, each written with one dash or two and followed by its values. Members of options that are not given
 * remain as they are. ERROR_SYNTAX with what would be right. */
ErrorCode options_read(const OptionRow *rows, void *base, int count, char **words, Error *e);

/* Reads values KEY=VALUE. */
ErrorCode options_read_keys(const OptionRow *keys, void *base, const OptionWords *words, uint64_t *seen, Error *e);

/* Lists the options with their keys. */
void options_help(const OptionRow *rows, FILE *out);

#endif
