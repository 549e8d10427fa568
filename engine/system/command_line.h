/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of a program: a table of names, kinds and ranges, read into variables. */
#ifndef BUSHKA_SYSTEM_COMMAND_LINE_H
#define BUSHKA_SYSTEM_COMMAND_LINE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/error.h"
#include "core/variant.h"

typedef enum OptionKind {
    OPTION_WHOLE,   /* int64_t, least to most */
    OPTION_DECIMAL, /* double, least to most */
    OPTION_TEXT,    /* const char *, a word of the command line */
    OPTION_BOARD,   /* const Variant *, by name */
    OPTION_SHARD,   /* Shard, written I/N */
    OPTION_FLAG     /* bool, set by the option alone */
} OptionKind;

/* The part I of N, I counted from 1. */
typedef struct Shard {
    int64_t part, parts;
} Shard;

/* An option and where its value goes. Unset options leave the variable alone. */
typedef struct Option {
    const char *name; /* "-seed" */
    OptionKind kind;
    void *value;
    double least, most; /* of numbers */
    const char *help;
} Option;

/* Words that belong to no option: files. */
typedef struct FileWords {
    char **words; /* in the array of arguments, which is rearranged: these come first */
    int count;
} FileWords;

/* What the command line asks for. */
typedef enum CommandLineRequest { COMMAND_LINE_WORK, COMMAND_LINE_HELP, COMMAND_LINE_VERSION } CommandLineRequest;

/* Reads the arguments (without the program's name), up to -help (-h, --help) or -version (--version) if one of these
 * is among them. ERROR_SYNTAX with what would be right. */
ErrorCode command_line_read(const Option *options, int count, int argc, char **argv, FileWords *files,
                            CommandLineRequest *request, Error *e);

/* A program with such options. */
typedef struct Program {
    const char *name;  /* "bushka-tune" */
    const char *usage; /* the line above the list of options */
    const Option *options;
    int option_count;
    void *settings; /* what the options are read into; handed to the functions */
    /* ERROR_NONE when the work can begin. */
    ErrorCode (*check)(const void *settings, const FileWords *files, Error *e);
    /* Does the work. Once *stop is true, by a signal, it has to end soon, with ERROR_INTERRUPTED and what is kept. */
    ErrorCode (*run)(const void *settings, const FileWords *files, const atomic_bool *stop, Error *e);
} Program;

/* Reads the arguments of main() and runs the program, or lists its options, or prints its version. Returns the exit
 * code: 0; 1 when the work failed, or when standard output could not be written (refused before the work where that is
 * known); 2 when the command line is wrong; 3 when a signal (INT, TERM, HUP) ended it. What is wrong is reported in one
 * line on the error output. Nothing can be printed afterwards. */
int command_line_run(const Program *p, int argc, char **argv);

#endif
