/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one place that writes answers: whole lines, one writer at a time, nothing held back. */
#ifndef BUSHKA_PROTOCOL_OUTPUT_H
#define BUSHKA_PROTOCOL_OUTPUT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "system/text.h"

/* For output_init(), instead of a descriptor: throws every line away that is not redirected. */
enum { OUTPUT_NOWHERE = -1 };

/* Takes whole lines instead of the descriptor: one call at a time, from any thread. It must not write to the same
 * Output. */
typedef void (*OutputWrite)(void *context, const char *data, size_t length);

/* A writer onto a file descriptor, which it does not own. Any thread may use it. */
typedef struct Output {
    pthread_mutex_t lock; /* held for the length of a write only */
    int fd;
    void (*broken)(void);     /* called once when the reader has gone; may be NULL */
    OutputWrite write;        /* NULL: the descriptor itself */
    void *context;            /* of write */
    _Atomic uint64_t written; /* bytes: a waiting thread sees that they are read, without the lock */
} Output;

/* Writes to that descriptor, or nowhere with OUTPUT_NOWHERE. When a write fails, later ones are dropped and
 * `broken` is called, from the thread that was writing, with the reason in errno. */
void output_init(Output *o, int fd, void (*broken)(void));

/* Hands the lines to that function from now on; NULL: as before. */
void output_redirect(Output *o, OutputWrite write, void *context);

/* Ends the writer. No thread may use it any more. */
void output_free(Output *o);

/* Writes a line: what printf would print, of up to a thousand bytes, and a newline. Longer ones are built as Text. */
void output_line(Output *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes several lines, each with its newline, without another thread's line between them, and frees the text. One that
 * lacked memory is replaced by an error line. */
void output_text(Output *o, Text *t);

#endif
