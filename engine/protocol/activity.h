/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one thing at a time that runs beside the reading of commands: a search, a perft or a bench. One state says how
 * far it is, whatever it is; on it depends which commands wait or are refused meanwhile. */
#ifndef BUSHKA_PROTOCOL_ACTIVITY_H
#define BUSHKA_PROTOCOL_ACTIVITY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "system/wake.h"

/* For times in milliseconds: without a limit. */
enum { ACTIVITY_FOREVER = -1 };

/* How far it is. It goes from one to the next, and may leave out STOPPING. */
typedef enum ActivityState {
    ACTIVITY_IDLE = 0,
    ACTIVITY_RUNNING,
    ACTIVITY_STOPPING, /* asked to stop; the last line comes soon */
    ACTIVITY_FINISHING /* writes its last line, or has done so and clears up */
} ActivityState;

typedef struct Activity Activity;

/* A long task. Embed it at the start of a larger struct. */
typedef struct Work Work;
struct Work {
    const char *name; /* for messages: "a search", "perft" */
    /* On a thread of its own: gives up when a->stop is set, calls activity_finishing() before its last line, and
     * returns false when it failed. */
    bool (*run)(Work *work, Activity *a);
    /* The same on the thread that reads commands, since no other can be had: calls a->attend, if there is one, so that
     * they are still read. NULL: it cannot. */
    bool (*run_here)(Work *work, Activity *a);
    void (*interrupt)(Work *work); /* called when stop has been set; may be NULL */
    /* True when nothing but stop ends it: commands that must not run beside it are refused then, and wait otherwise.
     * NULL: it always ends. */
    bool (*endless)(const Work *work);
    void (*destroy)(Work *work); /* frees the work */
};

/* What runs, if anything. Its functions are for the thread that reads commands, unless they say otherwise. */
struct Activity {
    atomic_int state; /* ActivityState */
    Work *work;       /* what runs; NULL when nothing does */
    bool threaded;    /* on a thread of its own */
    pthread_t thread;
    atomic_bool stop;  /* for the work */
    bool failed;       /* the last work's outcome */
    atomic_llong left; /* clock_ms() when the last work left RUNNING */
    Wake wake;         /* rings with every end */
    /* Reads and executes commands, and waits for one at most so long (ms, or ACTIVITY_FOREVER); NULL: nobody does. */
    void (*attend)(void *context, int milliseconds);
    void *context;
};

/* Nothing runs yet. Returns false, with nothing to be freed, when the system has no descriptors left. */
bool activity_init(Activity *a);

/* Ends an idle activity. */
void activity_free(Activity *a);

/* The state now; any thread. */
ActivityState activity_state(const Activity *a);

/* Runs the work, which the activity owns from now on; nothing else may run. With `stop` it is asked to stop before it
 * begins. Returns at once, or after its end where it runs on the calling thread for want of another; false, with the
 * work destroyed, when it cannot. */
bool activity_start(Activity *a, Work *work, bool stop);

/* Asks what runs to stop; returns at once. */
void activity_stop(Activity *a);

/* True when what runs has been asked to stop. */
bool activity_stopped(const Activity *a);

/* True when something runs that only activity_stop() ends, and has not been called for it. */
bool activity_endless(const Activity *a);

/* From now on commands wait for the end, even of what was endless. To be called just before the last line is written;
 * from the running thread. */
void activity_finishing(Activity *a);

/* clock_ms() when the last work was asked to stop, or else came to its last line; 0: there was none. */
int64_t activity_left(const Activity *a);

/* Waits for the end, at most that many milliseconds, and frees the work. Returns true when nothing runs any more. */
bool activity_wait(Activity *a, int milliseconds);

/* A descriptor that can be read from the end of a work until activity_wait() has freed it. */
int activity_wake(const Activity *a);

#endif
