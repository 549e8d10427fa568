/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The guard of an engine: a process between the runner and the engine, so that nothing which the engine started
 * outlives it, and nothing outlives the runner, however that ends. It adopts whatever loses its parent below it, even
 * in a session of its own; waits for the engine in the runner's place; and when the engine has ended, or the
 * runner asks for it or is gone itself, kills all that is left. The guard is this program under another name, started
 * with the engine's pipes as 0 to 2 and a socket to the runner as GUARD_CONTROL. */
#ifndef BUSHKA_MATCH_GUARD_H
#define BUSHKA_MATCH_GUARD_H

#include <stdbool.h>
#include <stdint.h>

enum {
    GUARD_CONTROL = 3,   /* the descriptor on which the guard takes orders and reports */
    GUARD_QUIT_MS = 500, /* given to an engine to end by itself after GUARD_QUIT */
    GUARD_KILL_MS = 2000 /* within this time what is killed is gone, or it cannot be helped */
};

/* What the guard reports. */
typedef enum GuardEvent {
    GUARD_STARTED = 1, /* the engine runs; value: its process */
    GUARD_FAILED,      /* it could not be started; value: errno. The last message */
    GUARD_ENDED        /* it has ended; value: its status as of waitpid(). The last message */
} GuardEvent;

typedef struct GuardMessage {
    int32_t event;
    int32_t value;
} GuardMessage;

/* What the runner orders, one byte each. Its end of the socket closed means GUARD_KILL. */
typedef enum GuardOrder {
    GUARD_QUIT = 'q', /* the engine was told to end: kill it when it takes too long */
    GUARD_KILL = 'k'
} GuardOrder;

/* The name under which the program is started to be a guard. */
extern const char GUARD_NAME[];

/* True when the words of a command line are those of a guard: GUARD_NAME, the directory of the engine (empty for the
 * current one), its program and its arguments. */
bool guard_called(int count, char *const *words);

/* Starts the engine and guards it to its end; words as above, NULL at the end. Returns the exit code of the process,
 * which must be single-threaded. Uses nothing that is not safe between fork and exec. */
int guard_run(char *const *words);

#endif
