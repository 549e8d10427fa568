/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The one place that writes output: whole lines, one writer at a time, without a buffer. */
#ifndef BUSHKA_PROTOCOL_OUTPUT_H
#define BUSHKA_PROTOCOL_OUTPUT_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "system/text.h"

/* For output_init(), instead of a descriptor: discards all lines that are not redirected. */
enum { OUTPUT_NOWHERE = -1 };

/* Receives whole lines instead of the descriptor: one call at a time, on any thread. It must not write to the same
 * Output. */
typedef void (*OutputWrite)(void *context, const char *data, size_t length);

/* A writer to a file descriptor, which it does not own. Any thread may use it. */
typedef struct Output {
    pthread_mutex_t lock; /* held during a write */
    int fd;
    void (*on_failure)(void); /* called once, when a write has failed; may be NULL */
    OutputWrite write;        /* NULL: the descriptor itself */
    void *context;            /* of write */
    _Atomic uint64_t written; /* bytes so far: shows another thread, without the lock, that the output is read */
} Output;

/* Starts a writer to that descriptor, or OUTPUT_NOWHERE. When a write fails, later ones are dropped and `on_failure` is
 * called, on the thread that was writing, with the reason in errno. */
void output_init(Output *o, int fd, void (*on_failure)(void));

/* Passes the lines to that function from now on; NULL: to the descriptor again. */
void output_redirect(Output *o, OutputWrite write, void *context);

/* Ends the writer. No thread may use it any more. */
void output_free(Output *o);

/* Writes a line: what printf would print, and a newline. */
void output_line(Output *o, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Writes whole lines, without another thread's line between them, and frees the text. A text that has failed is
 * replaced by an error line. */
void output_text(Output *o, Text *t);

#endif
