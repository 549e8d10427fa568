/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Records the lines that an engine of the library hands to its callback, with a deadline for waiting. A line that does
 * not come, comes during another call or holds a line break fails the test. */
#ifndef BUSHKA_SUPPORT_HEARD_LINES_H
#define BUSHKA_SUPPORT_HEARD_LINES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "library/bushka.h"
#include "support/test.h"

/* The lines recorded. Start it with heard_init(), end it with heard_free() after the engine. */
typedef struct HeardLines {
    BushkaEngine *engine; /* for the use of `then` */
    pthread_mutex_t lock;
    pthread_cond_t more;
    char **lines;
    size_t count, capacity;
    size_t next;                                          /* the first that has not been read */
    int inside;                                           /* calls under way */
    bool torn;                                            /* two at once, or a line break */
    void (*then)(struct HeardLines *h, const char *line); /* called with each line, without the lock; may be NULL */
    int number;                                           /* for `then` */
} HeardLines;

void heard_init(HeardLines *h);
void heard_free(HeardLines *h);

/* The callback; its context is the HeardLines. */
void heard_line(void *context, const char *line);

/* Starts an engine whose lines are recorded. */
void heard_engine(HeardLines *h);

/* Frees the engine and the lines, none of which may be torn. */
void heard_end(HeardLines *h);

/* For a suite in which each test has an engine, recorded in `heard`. */
extern const TestFixture HEARD_ENGINE;
extern HeardLines heard;

/* Waits long enough for a search to be under way. */
void heard_pause(void);

/* Sends the engine a line, which it must accept. */
void heard_send(HeardLines *h, const char *line);

/* Talks with the engine (talk()). */
void heard_talk(HeardLines *h, const char *text);

/* Fails the test when a line has not been read, or one was torn. */
void heard_expect_no_more(HeardLines *h);

/* How many of the lines so far match the pattern. */
int heard_count(HeardLines *h, const char *pattern);

#endif
