/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command line of a program, read by a table of its options: a row says how an option is written, what it takes,
 * where its value goes, and what the help says about it. */
#ifndef BUSHKA_TOOLS_OPTION_TABLE_H
#define BUSHKA_TOOLS_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/error.h"

enum {
    OPTION_KEY_SIZE = 96, /* room for a key and a NUL */
    OPTION_VALUES_MANY = 1 << 20,
    OPTION_ROWS_MAX = 64 /* of a table, its last one without a name included */
};

/* An option or a key with its values, as they stand on the command line. The array of values stays valid only if words
 * that belong to no option are refused, not collected. */
typedef struct OptionValues {
    const char *option; /* as written, for messages; a key with its '=' */
    char **values;
    int count;
} OptionValues;

/* Words that belong to no option. They stay in the array of arguments, which is rearranged so that they come first. */
typedef struct Operands {
    char **words;
    int count;
} Operands;

/* Part I of N, I counted from 1; written I/N. */
typedef struct Shard {
    int64_t part, parts;
} Shard;

typedef enum OptionKind {
    OPTION_READ = 0, /* by the row's own function, from values_min to values_max values */
    OPTION_ON,       /* bool, set by the option alone */
    OPTION_OFF,      /* bool, cleared by the option alone */
    OPTION_WHOLE,    /* int, int64_t or uint64_t, from min to max */
    OPTION_DECIMAL,  /* double, from low to high */
    OPTION_TEXT,     /* const char *, a word of the command line */
    OPTION_SHARD,    /* Shard, of at most max parts */
    OPTION_CHOICE,   /* an enumeration from 0 (or int), its values named in `choices` */
    OPTION_KEYS      /* values KEY=VALUE, by another table */
} OptionKind;

/* Reads values; `into` is where the row's offset points. */
typedef ErrorCode (*OptionReader)(void *into, const OptionValues *words, Error *e);

/* Checks what can be checked only when all keys have been read; `into` as above. */
typedef ErrorCode (*OptionCheck)(void *into, const char *option, Error *e);

/* A row; a table ends with one without a name. Where the value goes is an offset in the structure that is read into;
 * offsets of keys are relative to that place again. */
typedef struct OptionRow {
    const char *name;     /* without dashes and '='; a key that ends with '.' stands for all that begin with it */
    const char *argument; /* shown in the help after the name; NULL: none */
    const char *help;     /* NULL: not listed, for a second name */
    OptionKind kind;
    size_t offset, size;
    const char
        *initial; /* the value where the option is not given, shown in the help; NULL: the target is left alone */
    int64_t min, max;
    double low, high;
    const char *const *choices; /* NULL at the end */
    const struct OptionRow *keys;
    OptionCheck check; /* of OPTION_KEYS; NULL: none */
    OptionReader read;
    int values_min, values_max;
    bool required;                   /* a key that must be given */
    bool repeated;                   /* an option that may be given again */
    const char *const *allowed_with; /* the only options that may be given with it, NULL at the end; NULL: any */
} OptionRow;

/* For the initialiser of a row: the value goes to that member. */
#define OPTION_STORED(type, member) .offset = offsetof(type, member), .size = sizeof((type *)NULL)->member

/* What the command line asks for. */
typedef enum OptionRequest { OPTION_REQUEST_WORK, OPTION_REQUEST_HELP, OPTION_REQUEST_VERSION } OptionRequest;

/* Gives the targets of the rows, and of their keys, their initial values. */
void option_table_initialise(const OptionRow *rows, void *target);

/* Gives the targets their initial values, then reads the arguments (without the program's name): options, each written
 * with one dash or two and followed by its values, up to -help (-h) or -version if there is one. A word that begins
 * with a dash is an option unless it is a number. Words that belong to no option are collected in *files, or refused if
 * it is NULL. ERROR_SYNTAX; *e says what is expected. */
ErrorCode option_table_read(const OptionRow *rows, void *target, int argc, char **argv, Operands *files,
                            OptionRequest *request, Error *e);

/* Reads values KEY=VALUE, which must include the required keys. Sets no initial values. */
ErrorCode option_table_read_keys(const OptionRow *keys, void *target, const OptionValues *words, Error *e);

/* Lists the options with their keys, then -help and -version. */
void option_table_help(const OptionRow *rows, FILE *out);

#endif
