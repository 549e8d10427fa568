/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs the programs for matches, training and endings as their users do, from a shell. */
#ifndef BUSHKA_SUPPORT_TOOL_PROCESS_H
#define BUSHKA_SUPPORT_TOOL_PROCESS_H

#include <sys/types.h>

#include "support/engine_process.h"
#include "support/place.h"

enum {
    TOOL_COMMAND_SIZE = 8192,
    TOOL_END_US = SANITIZED ? 10000000 : 1000000, /* within this time a signal or a wrong file ends it */
    TOOL_FAILED = 1,                              /* exit codes */
    TOOL_WRONG_COMMAND_LINE = 2,
    TOOL_INTERRUPTED = 3
};

#define TOOL_DATAGEN BUILD_DIR "/bushka-datagen"
#define TOOL_TRAIN BUILD_DIR "/bushka-train"
#define TOOL_ENDINGS BUILD_DIR "/bushka-endings"

/* A few games. */
#define TOOL_GAMES TOOL_DATAGEN " -games 6 -nodes 5 -quiet -output @/a.rec"

/* Starts a command of the shell in which '@' is the directory; both outputs go to @/out and @/err unless the command
 * says otherwise. */
pid_t tool_start(const Place *p, const char *command);

/* The same, to its end. Returns the exit code. */
int tool_run(const Place *p, const char *command);

/* Sends the signal, which ends the program soon, with the exit code that says so. */
void tool_interrupt(pid_t pid, int number);

/* Makes the FIFO @/pipe, which is full, and is not read while the test runs. */
void tool_fill_pipe(void);

/* Runs a command of the shell in which '@' is the directory of the test; it must end with success. */
void must_run(const char *command);

/* Fails the test unless the program, run in the directory of the test, printed that text, among others, to its standard
 * output. */
void tool_expect_output(const char *part);

/* Fails the test unless the program said one line on its error output that matches. */
void tool_expect_error(const char *pattern);

/* Runs the command, which must fail with that exit code and one line. */
void tool_expect_failure(const char *command, int code, const char *pattern);

#endif
