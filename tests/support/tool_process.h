/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs shell commands, and in them the programs for matches, training and endings as their users do. */
#ifndef BUSHKA_SUPPORT_TOOL_PROCESS_H
#define BUSHKA_SUPPORT_TOOL_PROCESS_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "support/engine_process.h"
#include "support/place.h"

/* Where the programs are built. */
#ifndef BUILD_DIR
#define BUILD_DIR "build"
#endif

enum {
    TOOL_COMMAND_SIZE = 8192,
    TOOL_END_US = SANITIZED ? 10000000 : 1000000, /* within this time a signal or a bad file must end it */
    TOOL_FAILED = 1,                              /* exit codes */
    TOOL_WRONG_COMMAND_LINE = 2,
    TOOL_INTERRUPTED = 3
};

#define TOOL_DATAGEN BUILD_DIR "/bushka-datagen"
#define TOOL_TRAIN BUILD_DIR "/bushka-train"
#define TOOL_ENDINGS BUILD_DIR "/bushka-endings"

/* A few games. */
#define TOOL_GAMES TOOL_DATAGEN " -games 6 -nodes 5 -quiet -output @/a.rec"

/* Prints the format of a function with variable arguments, and these, into an array. */
#define PRINT(text, format)                                                                                            \
    do {                                                                                                               \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        ck_assert_int_lt(vsnprintf(text, sizeof(text), format, arguments), (int)sizeof(text));                         \
        va_end(arguments);                                                                                             \
    } while (false)

/* Waits until one of our programs handles signals and is at work: an earlier signal would simply kill it. */
void shell_wait_for_work(pid_t pid);

/* Waits for a process to end; returns its exit code, or -1 when a signal ended it. */
int shell_wait(pid_t pid);

/* The same after it has been sent a signal. */
int shell_end(pid_t pid, int signal);

/* Runs the command to its end; returns its exit code, or -1. */
int shell_run(const char *command);

/* Starts a shell command in which '@' stands for the directory; its standard output and standard error go to @/out and
 * @/err unless it redirects them. */
pid_t tool_start(const Place *p, const char *command);

/* The same, to its end. Returns the exit code. */
int tool_run(const Place *p, const char *command);

/* Sends the signal, which must end the program within TOOL_END_US, with TOOL_INTERRUPTED. */
void tool_interrupt(pid_t pid, int number);

/* Runs a shell command in which '@' stands for the test's directory; it must succeed. */
void must_run(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Fails the test unless the standard output of the last command, @/out, contains the text. */
void tool_expect_output(const char *part);

/* Fails the test unless the standard error of the last command, @/err, is one line that matches. */
void tool_expect_error(const char *pattern);

/* Runs the command, which must fail with that exit code and one line that matches. */
void tool_expect_failure(const char *command, int code, const char *pattern);

#endif
