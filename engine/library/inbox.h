/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Command lines on their way from any thread to the one that executes them. */
#ifndef BUSHKA_LIBRARY_INBOX_H
#define BUSHKA_LIBRARY_INBOX_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>

#include "protocol/protocol.h"
#include "protocol/waiting.h"
#include "system/wake.h"

/* What became of a line. */
typedef enum InboxPut {
    INBOX_TAKEN = 0,
    INBOX_CLOSED, /* it came after the last one */
    INBOX_FULL,
    INBOX_NO_MEMORY
} InboxPut;

/* The lines, and how far the session is that takes them. Start it with inbox_init(), end it with inbox_free(). */
typedef struct Inbox {
    const Engine *engine; /* of the session; touched by its thread alone */
    WaitingLine *taken;   /* handed out; of that thread too */
    pthread_mutex_t lock; /* for all below */
    pthread_cond_t rest;  /* told when `idle` becomes true */
    Wake bell;            /* rings with every line, and when the session is to end */
    Waiting lines;
    bool closed; /* the last line has come */
    bool given_up;
    bool idle; /* every line has been executed, and nothing runs */
} Inbox;

/* An empty inbox for the session of that engine. Returns false, with nothing to be freed, when the system has no
 * descriptors left. */
bool inbox_init(Inbox *in, const Engine *engine);

/* Frees the lines. */
void inbox_free(Inbox *in);

/* Puts a copy of a line in; after the one that `quit` stands on, no more. Any thread. */
InboxPut inbox_put(Inbox *in, const char *line, size_t length);

/* Ends the session as soon as it can be, whatever runs; any thread. */
void inbox_give_up(Inbox *in);

/* The session has ended; from its thread. */
void inbox_ended(Inbox *in);

/* Waits until every line has been executed and nothing runs, at most that many milliseconds (or INPUT_FOREVER); any
 * thread. Returns false when that was not long enough. */
bool inbox_wait(Inbox *in, int milliseconds);

/* The lines for protocol_run_lines(), which must not outlive the inbox. */
ProtocolLines inbox_lines(Inbox *in);

#endif
