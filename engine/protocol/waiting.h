/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of the protocol that wait until what runs has ended, in the order in which they came. */
#ifndef BUSHKA_PROTOCOL_WAITING_H
#define BUSHKA_PROTOCOL_WAITING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* So much may wait. The line that goes beyond the bytes is still taken. */
enum { WAITING_LINES_MAX = 1000, WAITING_BYTES_MAX = 1 << 20 };

/* A line that waits. */
typedef struct WaitingLine {
    struct WaitingLine *next;
    size_t length;
    int64_t received; /* clock_ms() when it came in */
    bool stopped;     /* stop came after it: what it starts is to end at once */
    char text[];      /* not terminated */
} WaitingLine;

/* The lines, first the one that came first. A zeroed struct is empty. */
typedef struct Waiting {
    WaitingLine *first, *last;
    int lines;
    size_t bytes;
} Waiting;

/* Appends a copy of the line. Returns false when memory runs out. */
bool waiting_add(Waiting *w, const char *text, size_t length, int64_t received);

/* Takes out the first line, to be freed with free(); NULL when there is none. */
WaitingLine *waiting_take(Waiting *w);

/* Marks all lines as stopped. */
void waiting_stop(Waiting *w);

/* Frees all lines. */
void waiting_clear(Waiting *w);

/* True when no more should be read before something has been taken out. */
bool waiting_full(const Waiting *w);

#endif
