/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An engine's process, below a guard of its own (guard.h), with pipes on its input, output and error output. Nothing
 * here waits: the guard reports what happens to the process. */
#ifndef BUSHKA_MATCH_CHILD_H
#define BUSHKA_MATCH_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

#include "core/error.h"

enum { CHILD_STATUS_SIZE = 64 };

typedef enum ChildState {
    CHILD_NONE = 0, /* no process, no descriptors */
    CHILD_STARTING, /* the guard is on its way */
    CHILD_RUNNING,
    CHILD_FAILED, /* it could not be started; detail: errno */
    CHILD_ENDED,  /* it has ended; detail: its status as of waitpid() */
    CHILD_LOST    /* the guard has ended without a word */
} ChildState;

/* A child, or none. Its descriptors do not block and are not inherited by other children; -1 where closed. */
typedef struct Child {
    ChildState state;
    int detail;
    pid_t pid;   /* of the engine, once it has been running; for looking at, not for signals */
    int control; /* the socket to the guard: readable when there are messages */
    int input;   /* what is written here the child reads */
    int output;  /* the child's output */
    int errors;  /* the child's error output */
} Child;

/* No child. */
Child child_none(void);

/* Starts the program arguments[0] (searched in PATH where it has no slash) in that directory, or in the current one
 * for NULL. Whether that succeeds is reported later. Returns ERROR_MEMORY, with *e filled and no child, when the system
 * has no descriptor, process or memory for it. The process must ignore SIGPIPE and SIGCHLD. */
ErrorCode child_start(Child *c, char *const *arguments, const char *directory, Error *e);

/* Takes the messages that have come: the state changes. */
void child_listen(Child *c);

/* Why the program of a child in CHILD_FAILED could not be started: ERROR_MEMORY when the system had no room for
 * it, else ERROR_SYNTAX; *e says it in words. */
ErrorCode child_failure(const Child *c, char *const *arguments, const char *directory, Error *e);

/* How the process ended, such as "exit code 1" or "signal 11". */
void child_status_text(const Child *c, char text[CHILD_STATUS_SIZE]);

/* The children of one thread that were dismissed and end while the match continues. A zeroed one has none. */
typedef struct Reaper {
    Child *children; /* owned */
    int count, capacity;
} Reaper;

/* Dismisses the child, patiently or not, and takes it over: *c is CHILD_NONE then. Does not wait. */
void reaper_take(Reaper *r, Child *c, bool patiently);

/* Forgets those that are gone. Does not wait. */
void reaper_sweep(Reaper *r);

/* Waits until all are gone, which takes no longer than GUARD_QUIT_MS and GUARD_KILL_MS, and frees what the
 * reaper owns. */
void reaper_finish(Reaper *r);

#endif
