/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs commands of the shell for the tests. */
#ifndef BUSHKA_SUPPORT_SHELL_H
#define BUSHKA_SUPPORT_SHELL_H

#include <sys/types.h>

/* Where the programs are built. */
#ifndef BUILD_DIR
#define BUILD_DIR "build"
#endif

/* Starts the command; returns its process. */
pid_t shell_start(const char *command);

/* Waits until a program of ours watches signals and is in the middle of its work: signals that come earlier end it by
 * default. */
void shell_wait_for_work(pid_t pid);

/* Waits for a process; its exit code, or -1 when a signal ended it. */
int shell_wait(pid_t pid);

/* Runs the command to its end; its exit code, or -1. */
int shell_run(const char *command);

#endif
