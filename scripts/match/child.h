/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An engine's process, in a process group of its own, with pipes on its input, output and error output. The whole group
 * is killed with the engine; processes that the engine moves to another group are not. */
#ifndef BUSHKA_MATCH_CHILD_H
#define BUSHKA_MATCH_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "core/error.h"
#include "system/clock.h"

enum {
    CHILD_STATUS_SIZE = 64,
    CHILD_QUIT_MS = 500, /* time an engine has to exit after `quit` */
    CHILD_KILL_MS = 2000 /* longest wait for killed processes to be gone */
};

/* A child process. Its descriptors are non-blocking, so that calls on them are not interrupted by signals, and are not
 * inherited by other children; a closed one is -1. */
typedef struct Child {
    pid_t pid;
    bool ended; /* it has exited and been waited for; `status` is that of waitpid() */
    int status;
    int input;           /* write end of its standard input */
    int output;          /* read end of its standard output */
    int errors;          /* read end of its standard error */
    Nanoseconds kill_at; /* when a dismissed child is killed */
    struct Child *next;  /* in the list of its reaper */
} Child;

/* Starts the program arguments[0] (looked up in PATH if it has no slash) in `directory`, or in the current one if that
 * is NULL, and waits until it has been executed. NULL with *e filled if it cannot be started. On Linux the child is
 * killed when the calling thread ends. The process must ignore SIGPIPE and leave SIGCHLD at its default. Every child
 * must be passed to child_dismiss(). */
Child *child_start(char *const *arguments, const char *directory, Error *e);

/* Checks, without waiting, whether the child has ended; once it has, the rest of its process group is killed. */
bool child_ended(Child *c);

/* Says how the process ended, such as "exit code 1" or "signal 11", or that it closed its output if it is still
 * running. */
void child_status_text(Child *c, char text[CHILD_STATUS_SIZE]);

/* The dismissed children of one thread, which end while the match goes on. A zeroed reaper is empty. */
typedef struct ChildReaper {
    Child *first;
} ChildReaper;

/* Passes the child (may be NULL) to the reaper, which owns it from then on and kills it: at once or, if `patiently`,
 * after CHILD_QUIT_MS unless it has exited by then. Does not wait. */
void child_dismiss(ChildReaper *r, Child *c, bool patiently);

/* Kills the children whose time has come, and frees those that have ended. Does not wait. */
void child_reap(ChildReaper *r);

/* Waits until all children are gone, at most CHILD_QUIT_MS + CHILD_KILL_MS, and frees them. */
void child_reap_all(ChildReaper *r);

#endif
