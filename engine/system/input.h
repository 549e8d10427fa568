/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines from a file descriptor, of any length and with any bytes in them. */
#ifndef BUSHKA_SYSTEM_INPUT_H
#define BUSHKA_SYSTEM_INPUT_H

#include <stdbool.h>
#include <stddef.h>

#include "system/input_source.h"

/* Longer lines are skipped, in constant memory. */
#define INPUT_LINE_MAX ((size_t)64 << 20)

/* For times in milliseconds: without a limit. */
enum { INPUT_FOREVER = -1 };

/* A reader of lines. Owns its buffer, not the descriptors; end it with input_free(). */
typedef struct Input {
    InputSource source;
    char *data;
    size_t capacity;
    size_t start;   /* first byte not handed out yet */
    size_t end;     /* end of what was read */
    size_t scanned; /* up to here there is no newline */
    bool skipping;  /* inside a line that is too long */
    bool ended;     /* the source has nothing more */
} Input;

/* A reader of lines from fd; -1: of none. False when there is no memory for its buffer, or
 * no thread where reading takes one. `watched` is the descriptor
 * answers go to, `wake` one that ends the waiting; either may be -1. */
bool input_init(Input *in, int fd, int watched, int wake);

/* Frees the buffer. */
void input_free(Input *in);

/* The next line; waits for it at most that many milliseconds (or INPUT_FOREVER). The line has no newline (a carriage
 * return before it stays), is not NUL-terminated, and is valid until the next call. A last line without newline
 * counts. */
InputStatus input_next(Input *in, int milliseconds, const char **line, size_t *length);

/* Waits likewise without reading: for INPUT_WOKEN, INPUT_LATE or INPUT_GONE. */
InputStatus input_pause(const Input *in, int milliseconds);

#endif
