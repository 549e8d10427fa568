/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/program.h"

#include <stdio.h>

#include "system/descriptor.h"
#include "system/version.h"

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_COMMAND_LINE = 2 };

static int fail(const Program *p, const Error *e, int code)
{
    fprintf(stderr, "%s: %s\n", p->name, e->text);
    return code;
}

/* Ends standard output. Its loss is a failure unless there was another one before. */
static int end_output(const Program *p, int code)
{
    Error e;
    return descriptor_end(&e) != ERROR_NONE && code == EXIT_DONE ? fail(p, &e, EXIT_FAILED) : code;
}

static void print_help(const Program *p)
{
    printf("%s\n", p->usage);
    option_table_help(p->options, stdout);
    printf("Exit code: %d done, %d failed, %d wrong command line, %d ended by a signal.\n", EXIT_DONE, EXIT_FAILED,
           EXIT_COMMAND_LINE, SIGNAL_WATCH_EXIT_CODE);
}

/* Does the work. A signal also ends it while it waits for the reader of its output. */
static int work(const Program *p, const Operands *files)
{
    Error e, ignored;
    SignalWatch watch;
    signal_watch_begin(&watch, p->name, p->always);
    const ErrorCode result = p->run(p->settings, files, &watch, &e);
    int code = EXIT_DONE;
    if (result != ERROR_NONE) {
        (void)descriptor_flush(&ignored); /* in the order in which it was printed */
        code = fail(p, &e, result == ERROR_INTERRUPTED ? SIGNAL_WATCH_EXIT_CODE : EXIT_FAILED);
    }
    code = end_output(p, code);
    signal_watch_end(&watch);
    return code;
}

int program_run(const Program *p, int argc, char **argv)
{
    Operands files = {.words = NULL}; /* of options alone: none */
    Operands *const taken = p->options_only ? NULL : &files;
    Error e, output;
    OptionRequest request;
    const bool writable = descriptor_begin(&output) == ERROR_NONE;
    if (option_table_read(p->options, p->settings, argc - 1, argv + 1, taken, &request, &e) != ERROR_NONE) {
        return fail(p, &e, EXIT_COMMAND_LINE);
    }
    if (request == OPTION_REQUEST_WORK && p->check(p->settings, &files, &e) != ERROR_NONE) {
        return fail(p, &e, EXIT_COMMAND_LINE);
    }
    if (!writable) {
        return fail(p, &output, EXIT_FAILED);
    }
    if (request == OPTION_REQUEST_WORK) {
        return work(p, &files);
    }
    if (request == OPTION_REQUEST_HELP) {
        print_help(p);
    } else {
        version_print(p->name);
    }
    return end_output(p, EXIT_DONE);
}
