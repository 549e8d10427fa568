/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines that an engine of the library hands over, kept in their order, with a deadline for waiting. Whatever does
 * not come, or comes in two calls at once or with a line break in it, fails the test. */
#ifndef BUSHKA_SUPPORT_HEARD_LINES_H
#define BUSHKA_SUPPORT_HEARD_LINES_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "library/bushka.h"

/* What has been heard. Start it with heard_init(), end it with heard_free() after the engine. */
typedef struct HeardLines {
    BushkaEngine *engine; /* for what `then` does */
    pthread_mutex_t lock;
    pthread_cond_t more;
    char **lines;
    size_t count, capacity;
    size_t next;                                          /* the first that has not been taken */
    int inside;                                           /* calls under way */
    bool torn;                                            /* two at once, or a line break */
    void (*then)(struct HeardLines *h, const char *line); /* called with each line, without the lock; may be NULL */
    int number;                                           /* for `then` */
} HeardLines;

void heard_init(HeardLines *h);
void heard_free(HeardLines *h);

/* The callback; its context is the HeardLines. */
void heard_line(void *context, const char *line);

/* A new engine that is heard. */
void heard_engine(HeardLines *h);

/* Frees the engine and what has been heard, of which no line may have been torn. */
void heard_end(HeardLines *h);

/* The settings of a suite whose tests have an engine that is heard, the global one. */
#define HEARD_ENGINE .set_up = heard_engine_set_up, .tear_down = heard_engine_tear_down

extern HeardLines heard;

void heard_engine_set_up(void);
void heard_engine_tear_down(void);

/* Waits long enough for a search to be under way. */
void heard_pause(void);

/* Gives the engine a line that must be taken. */
void heard_send(HeardLines *h, const char *line);

/* Talks with the engine (talk()). */
void heard_talk(HeardLines *h, const char *text);

/* Fails the test when a line is left that has not been taken, or what came was torn. */
void heard_expect_no_more(HeardLines *h);

/* How many lines matched the pattern so far. */
int heard_count(HeardLines *h, const char *pattern);

#endif
