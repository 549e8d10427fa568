/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A child process with pipes on its input, output and error output, in a process group of its own. */
#ifndef BUSHKA_MATCH_CHILD_H
#define BUSHKA_MATCH_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "error.h"

enum { CHILD_STATUS_SIZE = 64 };

/* A running child, or none (pid 0). The pipe ends do not block and are not inherited by other children. */
typedef struct Child {
    pid_t pid;
    int input;  /* what is written here the child reads; -1 when closed */
    int output; /* the child's output; -1 when closed */
    int errors; /* the child's error output; -1 when closed */
    bool ended; /* the process has ended and status holds */
    int status; /* as waitpid() tells it */
} Child;

/* No child. */
Child child_none(void);

/* Starts the program arguments[0] (searched in PATH where it has no slash) in that directory, or in the
 * current one for NULL. On error nothing runs, and *e says why. The runner must ignore SIGPIPE. */
ErrorCode child_start(Child *c, char *const *arguments, const char *directory, Error *e);

/* True when the process has ended; asks the system without waiting. */
bool child_has_ended(Child *c);

/* Closes the child's input, the sign for it to end by itself. */
void child_close_input(Child *c);

/* Waits up to that many milliseconds for the process to end; returns whether it has. */
bool child_wait(Child *c, int milliseconds);

/* Kills the process group, waits for the process and closes the pipes. No child is fine too. The status of
 * the end stays readable. */
void child_kill(Child *c);

/* How the process ended, such as "exit code 1" or "signal 11". */
void child_status_text(const Child *c, char text[CHILD_STATUS_SIZE]);

#endif
