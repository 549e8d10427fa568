/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An engine's process: in its own process group, with pipes on its input, output and error output. The group is
 * killed with the engine; what an engine starts in another group is its own business. */
#ifndef BUSHKA_MATCH_CHILD_H
#define BUSHKA_MATCH_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "core/error.h"
#include "system/clock.h"

enum {
    CHILD_STATUS_SIZE = 64,
    CHILD_QUIT_MS = 500, /* given to an engine to end by itself after `quit` */
    CHILD_KILL_MS = 2000 /* within this time what is killed is gone, or it cannot be helped */
};

/* A child. Its descriptors do not block, so that no signal interrupts them, and are not inherited by other children; -1
 * where closed. */
typedef struct Child {
    pid_t pid;
    bool ended; /* it has ended, with this status as of waitpid() */
    int status;
    int input;           /* what is written here the child reads */
    int output;          /* the child's output */
    int errors;          /* the child's error output */
    Nanoseconds kill_at; /* of a dismissed child: when it is killed */
    struct Child *next;  /* of its reaper */
} Child;

/* Starts the program arguments[0] (searched in PATH where it has no slash) in that directory, or in the current one
 * for NULL, and waits until it is executed. NULL with *e filled on error: ERROR_MEMORY when the system has no
 * descriptor, process or memory left, ERROR_SYNTAX when the program cannot be started. On Linux the child is killed
 * when the calling thread ends. The process must ignore SIGPIPE, and SIGCHLD must have its default. A child must be
 * dismissed by child_dismiss(). */
Child *child_start(char *const *arguments, const char *directory, Error *e);

/* Looks whether the child has ended, without waiting; once it has, its process group is killed. */
bool child_ended(Child *c);

/* How the process ended, such as "exit code 1" or "signal 11"; where it runs on by now, that it closed its output. */
void child_status_text(Child *c, char text[CHILD_STATUS_SIZE]);

/* The children of one thread that were dismissed and end while the match continues. A zeroed one has none. */
typedef struct ChildReaper {
    Child *first;
} ChildReaper;

/* Dismisses the child (NULL: none), which the reaper owns then: it is killed at once or, `patiently`, when it does not
 * end by itself within CHILD_QUIT_MS. Does not wait. */
void child_dismiss(ChildReaper *r, Child *c, bool patiently);

/* Kills those whose time has come, and forgets those that are gone. Does not wait. */
void child_sweep(ChildReaper *r);

/* Waits until all are gone, which takes no longer than CHILD_QUIT_MS and CHILD_KILL_MS, and forgets them. */
void child_finish(ChildReaper *r);

#endif
