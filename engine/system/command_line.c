/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/command_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "system/numbers.h"
#include "system/signal_watch.h"
#include "system/standard_output.h"
#include "system/version.h"
#include "system/words.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_COMMAND_LINE = 2 };

static const char *const HELP_WORDS[] = {"-help", "--help", "-h", NULL};
static const char *const VERSION_WORDS[] = {"-version", "--version", NULL};

static ErrorCode read_decimal(const Option *o, const char *text, Error *e)
{
    if (!number_decimal(text, o->least, o->most, (double *)o->value)) {
        return error_set(e, ERROR_SYNTAX, "%s takes a number from %g to %g, not \"%.*s\"", o->name, o->least, o->most,
                         WORD_SHOWN(word_of(text)));
    }
    return ERROR_NONE;
}

static ErrorCode read_board(const Option *o, const char *text, Error *e)
{
    const Variant *const v = variant_by_name(text);
    if (v == NULL) {
        return error_set(e, ERROR_SYNTAX, "%s takes %s or %s, not \"%.*s\"", o->name, variant_at(0)->name,
                         variant_at(1)->name, WORD_SHOWN(word_of(text)));
    }
    *(const Variant **)o->value = v;
    return ERROR_NONE;
}

static ErrorCode read_shard(const Option *o, const char *text, Error *e)
{
    const char *const slash = strchr(text, '/');
    Shard shard;
    if (slash == NULL || !word_number(word_of(slash + 1), 1, (int64_t)o->most, &shard.parts) ||
        !word_number((Word){text, (size_t)(slash - text)}, 1, shard.parts, &shard.part)) {
        return error_set(e, ERROR_SYNTAX, "%s takes I/N, the part I of N counted from 1, such as 1/4, not \"%.*s\"",
                         o->name, WORD_SHOWN(word_of(text)));
    }
    *(Shard *)o->value = shard;
    return ERROR_NONE;
}

static ErrorCode read_value(const Option *o, char *text, Error *e)
{
    switch (o->kind) {
    case OPTION_WHOLE:
        return word_number_of(o->name, word_of(text), (int64_t)o->least, (int64_t)o->most, (int64_t *)o->value, e);
    case OPTION_DECIMAL:
        return read_decimal(o, text, e);
    case OPTION_BOARD:
        return read_board(o, text, e);
    case OPTION_SHARD:
        return read_shard(o, text, e);
    default:
        *(const char **)o->value = text;
        return ERROR_NONE;
    }
}

static const Option *find(const Option *options, int count, const char *name)
{
    for (int i = 0; i < count; i++) {
        if (strcmp(options[i].name, name) == 0) {
            return &options[i];
        }
    }
    return NULL;
}

static bool is_one_of(const char *word, const char *const words[])
{
    while (*words != NULL && strcmp(word, *words) != 0) {
        words++;
    }
    return *words != NULL;
}

ErrorCode command_line_read(const Option *options, int count, int argc, char **argv, FileWords *files,
                            CommandLineRequest *request, Error *e)
{
    *files = (FileWords){argv, 0};
    *request = COMMAND_LINE_WORK;
    ErrorCode code = error_clear(e);
    for (int i = 0; i < argc && code == ERROR_NONE && *request == COMMAND_LINE_WORK; i++) {
        const Option *const o = find(options, count, argv[i]);
        if (argv[i][0] != '-') {
            files->words[files->count++] = argv[i];
        } else if (is_one_of(argv[i], HELP_WORDS)) {
            *request = COMMAND_LINE_HELP;
        } else if (is_one_of(argv[i], VERSION_WORDS)) {
            *request = COMMAND_LINE_VERSION;
        } else if (o == NULL) {
            code = error_set(e, ERROR_SYNTAX, "there is no option \"%.*s\"; -help lists them",
                             WORD_SHOWN(word_of(argv[i])));
        } else if (o->kind == OPTION_FLAG) {
            *(bool *)o->value = true;
        } else if (i + 1 == argc) {
            code = error_set(e, ERROR_SYNTAX, "%s needs a value", o->name);
        } else {
            code = read_value(o, argv[++i], e);
        }
    }
    return code;
}

static int fail(const Program *p, const Error *e, int code)
{
    fprintf(stderr, "%s: %s\n", p->name, e->text);
    return code;
}

/* Ends standard output, whose loss is a failure unless there was another one before. */
static int end_output(const Program *p, int code)
{
    Error e;
    return standard_output_end(&e) != ERROR_NONE && code == EXIT_DONE ? fail(p, &e, EXIT_FAILED) : code;
}

static void list_options(const Program *p)
{
    printf("%s\n", p->usage);
    for (int i = 0; i < p->option_count; i++) {
        printf("  %-12s %s\n", p->options[i].name, p->options[i].help);
    }
    printf("  %-12s this list; also -h, --help\n  %-12s the version; also --version\n"
           "Exit code: %d done, %d failed, %d wrong command line, %d ended by a signal.\n",
           HELP_WORDS[0], VERSION_WORDS[0], EXIT_DONE, EXIT_FAILED, EXIT_COMMAND_LINE, SIGNAL_WATCH_EXIT_CODE);
}

/* Does the work. A signal also ends it while it waits for the reader of its output. */
static int work(const Program *p, const FileWords *files)
{
    Error e, ignored;
    SignalWatch watch;
    signal_watch_begin(&watch, p->name, SIGNAL_WATCH_GRACE, false);
    const ErrorCode result = p->run(p->settings, files, &watch.requested, &e);
    int code = EXIT_DONE;
    if (result != ERROR_NONE) {
        (void)standard_output_flush(&ignored); /* in the order in which it was printed */
        code = fail(p, &e, result == ERROR_INTERRUPTED ? SIGNAL_WATCH_EXIT_CODE : EXIT_FAILED);
    }
    code = end_output(p, code);
    signal_watch_end(&watch);
    return code;
}

int command_line_run(const Program *p, int argc, char **argv)
{
    FileWords files;
    Error e, output;
    CommandLineRequest request;
    const bool writable = standard_output_begin(&output) == ERROR_NONE;
    if (command_line_read(p->options, p->option_count, argc - 1, argv + 1, &files, &request, &e) != ERROR_NONE) {
        return fail(p, &e, EXIT_COMMAND_LINE);
    }
    if (request == COMMAND_LINE_WORK && p->check(p->settings, &files, &e) != ERROR_NONE) {
        return fail(p, &e, EXIT_COMMAND_LINE);
    }
    if (!writable) {
        return fail(p, &output, EXIT_FAILED);
    }
    if (request == COMMAND_LINE_WORK) {
        return work(p, &files);
    }
    if (request == COMMAND_LINE_HELP) {
        list_options(p);
    } else {
        version_print(p->name);
    }
    return end_output(p, EXIT_DONE);
}
