/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one queue: lines of the protocol on their way from the threads that bring them to the one thread that executes
 * them in their order. It also knows what that thread is busy with when it takes long (a search, a perft, a
 * bench), since on that depends which lines may overtake it, and what `stop` ends.
 *
 * Lines are numbered as they come. `stop` is a number too: all that lines with lower numbers have started or will
 * start ends at once. */
#ifndef BUSHKA_PROTOCOL_QUEUE_H
#define BUSHKA_PROTOCOL_QUEUE_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/search.h"

/* At most this much waits. The line that goes beyond the bytes is still taken. */
enum { QUEUE_LINES_MAX = 1000, QUEUE_BYTES_MAX = 1 << 20 };

/* When a line is executed. */
typedef enum LineTurn {
    LINE_ALONE = 0, /* when nothing runs. Refused while a search runs that has no limit */
    LINE_BESIDE,    /* in its order, but while something runs too */
    LINE_READY,     /* the same, and before lines that wait for the end of what runs */
    LINE_STOP,      /* in its order, but it acts on arrival */
    LINE_LAST       /* not at all: no line comes after it */
} LineTurn;

typedef struct Command Command;

/* A line in the queue. */
typedef struct Line {
    struct Line *next;
    const Command *command; /* as pushed */
    LineTurn turn;
    uint64_t number;  /* from 1 on, in the order of arrival */
    int64_t received; /* clock_ms() from which times count: on arrival, or when what it waited for ended */
    size_t length;
    char text[]; /* not NUL-terminated */
} Line;

/* What became of a line that was brought. */
typedef enum QueuePush {
    QUEUE_TAKEN = 0,
    QUEUE_CLOSED, /* no more lines are taken */
    QUEUE_FULL,   /* there is no room for it now */
    QUEUE_NO_MEMORY
} QueuePush;

/* What takes long and runs now. */
typedef struct Run {
    const char *name; /* for messages: "a search", "perft"; NULL: nothing runs */
    Search *search;   /* to be stopped with it; NULL: none */
    bool unlimited;   /* nothing but stop (or ponderhit) ends it */
    bool stopped;
} Run;

/* The queue. All members are its own business, except that `stop` may be read by threads that a run has started. */
typedef struct Queue {
    atomic_bool stop;     /* the run is to end */
    atomic_bool news;     /* a run should look at the lines */
    pthread_mutex_t lock; /* for all below */
    pthread_cond_t changed;
    Line *first, *last;
    int lines;
    size_t bytes;
    uint64_t pushed;      /* number of the last line */
    uint64_t taken;       /* number of the last line that was taken in its turn; it has started what runs */
    uint64_t stop_before; /* what lines with lower numbers start is to end at once */
    uint64_t stop_used;   /* stop_before when the last run that was stopped ended */
    int64_t run_left;     /* clock_ms() when the last run was stopped or ended */
    Run run;
    bool busy; /* the line taken last is being executed */
    bool closed;
} Queue;

/* An empty queue. */
void queue_init(Queue *q);

/* Frees the lines that wait. No thread may use the queue any more. */
void queue_free(Queue *q);

/* For those who bring lines, on any thread: the functions from here to queue_run(). */

/* Appends a copy of the line; stop and the last line act at once, even where there is no room. */
QueuePush queue_push(Queue *q, const char *text, size_t length, const Command *command, LineTurn turn);

/* Does what a line `stop` does, without its answer. */
void queue_stop(Queue *q);

/* Takes no more lines: what has a limit, and what waits, runs to its end, and a search without limit is stopped. With
 * `hasty` what runs is stopped in any case, and what waits is forgotten. */
void queue_close(Queue *q, bool hasty);

/* True when no more lines are taken. */
bool queue_is_closed(Queue *q);

/* Each waits at most that many milliseconds, and returns false when that was not long enough: until all lines have been
 * executed; until there is room for another line. */
bool queue_wait(Queue *q, int milliseconds);
bool queue_wait_for_room(Queue *q, int milliseconds);

/* Waits until the lines that are left wait for the end of what runs. */
void queue_settle(Queue *q);

/* True when no line waits or is being executed, except for one that has begun something long: until another line comes,
 * the state stays as it is. */
bool queue_is_quiet(Queue *q);

/* What runs; the name is NULL when nothing does. */
Run queue_run(Queue *q);

/* For the thread that executes lines: those from here on. */

/* The next line, which the caller frees; NULL when there is none. The one before has been executed. */
Line *queue_take(Queue *q);

/* Waits for a line. Returns false when none is left and none can come. */
bool queue_wait_for_line(Queue *q);

/* During a run: the next line that can be executed meanwhile, or is to be refused; waits for it at most that many
 * milliseconds, or until the run is to stop. NULL when there is none. */
Line *queue_take_meanwhile(Queue *q, int milliseconds);

/* The line taken last has started something that takes long. A search has been prepared, so that it can be stopped; it
 * is stopped here when a stop has come for it already. */
void queue_begin_run(Queue *q, const char *name, Search *search, bool unlimited);

/* Whether the run has a limit has changed. */
void queue_set_unlimited(Queue *q, bool unlimited);

/* The run writes its last line next: from now on lines wait for its end. */
void queue_end_run(Queue *q);

/* True when the line taken last, a `stop`, has stopped something. */
bool queue_has_stopped(Queue *q);

#endif
