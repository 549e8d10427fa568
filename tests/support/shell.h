/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs shell commands for the tests. */
#ifndef BUSHKA_SUPPORT_SHELL_H
#define BUSHKA_SUPPORT_SHELL_H

#include <check.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

/* Where the programs are built. */
#ifndef BUILD_DIR
#define BUILD_DIR "build"
#endif

/* Prints the format of a function with variable arguments, and these, into an array. */
#define PRINT(text, format)                                                                                            \
    do {                                                                                                               \
        va_list arguments;                                                                                             \
        va_start(arguments, format);                                                                                   \
        ck_assert_int_lt(vsnprintf(text, sizeof(text), format, arguments), (int)sizeof(text));                         \
        va_end(arguments);                                                                                             \
    } while (false)

/* Starts the command; returns its process ID. */
pid_t shell_start(const char *command);

/* Waits until one of our programs handles signals and is at work: an earlier signal would simply kill it. */
void shell_wait_for_work(pid_t pid);

/* Waits for a process to end; returns its exit code, or -1 when a signal ended it. */
int shell_wait(pid_t pid);

/* Runs the command to its end; returns its exit code, or -1. */
int shell_run(const char *command);

#endif
