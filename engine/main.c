/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program: the protocol on standard input and output, or one command from the command line. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "protocol.h"
#include "version.h"

/* Nobody reads the answers any more: there is nothing left to do. */
static void leave(void)
{
    _exit(EXIT_FAILURE);
}

int main(int argc, char **argv)
{
    Output output;
    bool done = true;
    signal(SIGPIPE, SIG_IGN); /* a failing write is noticed where it happens */
    output_init(&output, STDOUT_FILENO, leave);
    Engine *const e = engine_new(&output);
    if (e == NULL) {
        fputs("not enough memory to start\n", stderr);
        return EXIT_FAILURE;
    }
    if (argc > 1) {
        done = protocol_run_arguments(e, argc - 1, argv + 1);
    } else {
        if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO)) {
            output_line(&output, "%s %s - type help", BUSHKA_NAME, BUSHKA_VERSION);
        }
        if (!protocol_run(e, STDIN_FILENO, STDOUT_FILENO)) {
            _exit(EXIT_SUCCESS);
        }
    }
    engine_free(e);
    output_free(&output);
    return done ? EXIT_SUCCESS : EXIT_FAILURE;
}
