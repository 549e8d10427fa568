/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one queue: lines of the protocol on their way from the threads that push them to the one thread that executes
 * them, in their order. It also knows that thread's run, a command that takes long (a search, a perft, a bench), since
 * the run decides which lines may overtake others, and what `stop` ends.
 *
 * Lines are numbered on arrival. A stop is such a number too: every run that a line with a lower number has started, or
 * will start, ends at once. */
#ifndef BUSHKA_PROTOCOL_QUEUE_H
#define BUSHKA_PROTOCOL_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/search.h"

/* The most that may wait. The line that exceeds the bytes is still taken. */
enum { QUEUE_LINES_MAX = 1000, QUEUE_BYTES_MAX = 1 << 20 };

/* When a line is executed. */
typedef enum LineMode {
    LINE_EXCLUSIVE = 0, /* when there is no run; refused during one without limit */
    LINE_CONCURRENT,    /* in its order, but also during a run */
    LINE_OVERTAKING,    /* the same, and ahead of lines that wait for the end of the run */
    LINE_STOP,          /* in its order, but it takes effect on arrival */
    LINE_QUIT           /* not at all: it closes the queue */
} LineMode;

typedef struct Command Command;

/* A line in the queue. */
typedef struct Line {
    struct Line *next;
    const Command *command; /* NULL: unknown, or a blank line */
    LineMode mode;
    uint64_t number;  /* from 1 on, in the order of arrival */
    int64_t received; /* clock_ms() from which its time counts: its arrival, or the end of a run it waited for */
    size_t length;
    char text[]; /* not NUL-terminated */
} Line;

/* What queue_push() did with a line. */
typedef enum QueuePushResult {
    QUEUE_ACCEPTED = 0,
    QUEUE_CLOSED, /* no more lines are taken */
    QUEUE_FULL,   /* there is no room for it now */
    QUEUE_NO_MEMORY
} QueuePushResult;

/* A command that takes long. */
typedef struct Run {
    const char *name; /* for messages: "a search", "perft"; NULL: no run */
    Search *search;   /* its search, to be stopped; NULL: none */
    bool unlimited;   /* only stop (or ponderhit) ends it */
    bool stopped;
} Run;

/* The queue. Its members are private, except that threads of the run may read `stop`. */
typedef struct Queue {
    atomic_bool stop;     /* the run is to end */
    atomic_bool pending;  /* the run should look at the lines */
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t changed;
    Line *first, *last;
    int lines;
    size_t bytes;
    uint64_t pushed;      /* number of the last line */
    uint64_t taken;       /* number of the last line taken in its turn, which has started the run */
    uint64_t stop_before; /* runs that lines with lower numbers start end at once */
    uint64_t stop_used;   /* stop_before when the last stopped run ended */
    int64_t run_ended;    /* clock_ms() when the last run was stopped or ended */
    Run run;
    bool busy; /* the line taken last is being executed */
    bool closed;
} Queue;

/* Makes an empty queue. */
void queue_init(Queue *q);

/* Frees the lines that wait. No thread may use the queue any more. */
void queue_free(Queue *q);

/* For the threads that push lines: the functions from here to queue_run(). Any thread. */

/* Appends a copy of the line. LINE_STOP and LINE_QUIT take effect at once, even when there is no room. */
QueuePushResult queue_push(Queue *q, const char *text, size_t length, const Command *command, LineMode mode);

/* Does what a line `stop` does, without an answer. */
void queue_stop(Queue *q);

/* Closes the queue: no more lines are taken. Those that wait and a run with a limit are finished; a search without one
 * is stopped. With `at_once` any run is stopped, and the lines that wait are discarded. */
void queue_close(Queue *q, bool at_once);

/* True when no more lines are taken. */
bool queue_is_closed(Queue *q);

/* Wait until all lines have been executed, or until there is room for another one, at most that many milliseconds
 * (SEARCH_FOREVER: no limit). Return false when the time is over first. */
bool queue_wait(Queue *q, int milliseconds);
bool queue_wait_for_room(Queue *q, int milliseconds);

/* Waits until no line is left but those that wait for the end of the run. */
void queue_drain(Queue *q);

/* True when no line waits, and none is being executed but one that has started a run: the engine's state does not
 * change until another line comes. */
bool queue_is_stable(Queue *q);

/* The current run; its name is NULL when there is none. */
Run queue_run(Queue *q);

/* For the thread that executes lines: the functions from here on. */

/* The next line, which the caller frees; NULL when there is none. The line before it counts as executed. */
Line *queue_take(Queue *q);

/* Waits for a line. Returns false when none is left and none can come. */
bool queue_wait_for_line(Queue *q);

/* During a run: the next line that can be executed now, or has to be refused. Waits for one at most that many
 * milliseconds, or until the run is stopped. NULL when there is none. */
Line *queue_take_during_run(Queue *q, int milliseconds);

/* The last line taken starts a run. Its search has been prepared, so that it can be stopped; this is done here when a
 * stop has come already. */
void queue_begin_run(Queue *q, const char *name, Search *search, bool unlimited);

/* Changes whether the run has a limit. */
void queue_set_unlimited(Queue *q, bool unlimited);

/* Ends the run, which writes its last line next: from now on lines wait for that. */
void queue_end_run(Queue *q);

/* True when the last line taken, a `stop`, has stopped a run. */
bool queue_has_stopped(Queue *q);

#endif
