/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one thing at a time that runs beside the reading of commands: a search, a perft or a bench. Keeps the
 * state that decides which commands are refused meanwhile. */
#ifndef BUSHKA_ENGINE_ACTIVITY_H
#define BUSHKA_ENGINE_ACTIVITY_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

/* For activity_wait(): without a limit. */
enum { ACTIVITY_FOREVER = -1 };

/* How far it is. It goes from one to the next, and may leave out STOPPING. */
typedef enum ActivityState {
    ACTIVITY_IDLE = 0,
    ACTIVITY_RUNNING,
    ACTIVITY_STOPPING, /* asked to stop; the last line comes soon */
    ACTIVITY_FINISHING /* writes its last line, or has just done so */
} ActivityState;

typedef struct Activity Activity;

/* A long task with a thread of its own. Embed it at the start of a larger struct. */
typedef struct Work Work;
struct Work {
    const char *name; /* for messages: "perft" */
    /* On the thread: gives up when a->stop is set, calls activity_finishing() before its last line, and returns false
     * when it failed. */
    bool (*run)(Work *work, Activity *a);
    void (*interrupt)(Work *work); /* called when stop has been set; may be NULL */
    void (*destroy)(Work *work);   /* frees the work */
};

/* What runs, if anything. Its functions are for the thread that reads commands, unless they say otherwise. */
struct Activity {
    pthread_mutex_t lock; /* guards state */
    pthread_cond_t changed;
    ActivityState state;
    const char *name; /* "a search", "perft" */
    Work *work;       /* NULL while a search runs */
    pthread_t thread; /* of the work */
    atomic_bool stop; /* for the work */
    bool failed;      /* the last work's outcome */
};

/* Nothing runs yet. */
void activity_init(Activity *a);

/* Ends an idle activity. */
void activity_free(Activity *a);

/* The state now; any thread. */
ActivityState activity_state(Activity *a);

/* A thing of that name starts to run. The activity must be idle. */
void activity_begin(Activity *a, const char *name);

/* Takes over the work and runs it on a new thread. Returns false, with the work destroyed, when no thread can be had.
 */
bool activity_start(Activity *a, Work *work);

/* Notes that it was asked to stop, and interrupts the work if there is one. */
void activity_stop(Activity *a);

/* From now on commands wait for the end instead of being refused. To be called just before the last line is
 * written; from the running thread. */
void activity_finishing(Activity *a);

/* It is over; from the running thread. */
void activity_end(Activity *a);

/* Waits for the end, at most that many milliseconds, and frees the work. Returns true when nothing runs any more. */
bool activity_wait(Activity *a, int milliseconds);

#endif
