/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program: the protocol on standard input and output, or one command from the command line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "protocol/commands.h"
#include "protocol/protocol.h"
#include "terminal/terminal.h"
#include "system/descriptor.h"
#include "system/standard_output.h"
#include "system/version.h"

static const char USAGE[] =
    "usage: bushka               read commands from standard input, one a line\n"
    "       bushka COMMAND...    execute one command: bushka perft 7, bushka go movetime 1000, bushka bench\n"
    "       bushka -help | -version\n"
    "\n"
    "An engine for the game of Bushka, with the commands of UCI and more; protocol.md describes all of them. At a\n"
    "terminal there are others besides, for games against it: type help there.\n"
    "The exit code is 0, or 1 when the command was refused or standard output cannot be written.\n"
    "\n";

/* What was to be written is lost: there is nothing left to do. */
static void leave(void)
{
    const int reason = errno;
    if (reason != EPIPE) {
        fprintf(stderr, "bushka: standard output: %s\n", strerror(reason));
    }
    _Exit(EXIT_FAILURE);
}

/* Answers the words that begin with a hyphen. Returns false when the command line has no such word alone. */
static bool answer_option(Output *output, int argc, char **argv)
{
    Text t;
    if (argc != 2 || argv[1][0] != '-') {
        return false;
    }
    text_init(&t);
    if (strcmp(argv[1], "--version") == 0 || strcmp(argv[1], "-version") == 0) {
        version_describe(&t, "bushka");
    } else if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-help") == 0 || strcmp(argv[1], "-h") == 0) {
        text_add(&t, "%s %s\n\n%s", BUSHKA_NAME, BUSHKA_VERSION, USAGE);
        commands_list(&t);
    }
    const bool known = t.length > 0;
    if (known) {
        output_text(output, &t);
    }
    text_free(&t);
    return known;
}

static ProtocolEnd serve(Engine *e, int argc, char **argv)
{
    if (argc > 1) {
        return protocol_run_arguments(e, argc - 1, argv + 1, DESCRIPTOR_OUTPUT);
    }
    return terminal_is_there() ? terminal_run(e) : protocol_run(e, DESCRIPTOR_INPUT, DESCRIPTOR_OUTPUT);
}

int main(int argc, char **argv)
{
    Output output;
    Error error;
    if (standard_output_begin(&error) != ERROR_NONE) {
        fprintf(stderr, "bushka: %s\n", error.text);
        return EXIT_FAILURE;
    }
    output_init(&output, DESCRIPTOR_OUTPUT, leave);
    if (answer_option(&output, argc, argv)) {
        return EXIT_SUCCESS;
    }
    Engine *const e = engine_new(&output);
    const ProtocolEnd end = e != NULL ? serve(e, argc, argv) : PROTOCOL_NO_MEMORY;
    if (end == PROTOCOL_NO_MEMORY) {
        fputs("bushka: not enough memory or file descriptors to start\n", stderr);
    }
    if (end == PROTOCOL_STUCK || end == PROTOCOL_UNREAD) {
        _Exit(end == PROTOCOL_STUCK ? EXIT_SUCCESS : EXIT_FAILURE);
    }
    if (e != NULL) {
        engine_free(e);
    }
    output_free(&output);
    return end == PROTOCOL_ENDED ? EXIT_SUCCESS : EXIT_FAILURE;
}
