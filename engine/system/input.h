/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines from a file descriptor, of any length and with any bytes in them; and whether the reader of the answers is
 * still there.
 */
#ifndef BUSHKA_SYSTEM_INPUT_H
#define BUSHKA_SYSTEM_INPUT_H

#include <stdbool.h>
#include <stddef.h>

/* Longer lines are skipped, in constant memory. */
#define INPUT_LINE_MAX ((size_t)64 << 20)

/* What waiting ended with. */
typedef enum InputStatus {
    INPUT_LINE,     /* a line */
    INPUT_TOO_LONG, /* a line of more than INPUT_LINE_MAX bytes, or than memory holds; it was skipped */
    INPUT_END,      /* no more lines */
    INPUT_GONE      /* the reader of the answers has gone */
} InputStatus;

/* A reader of lines. Owns its buffer, not the descriptors; end it with input_free(). */
typedef struct Input {
    int fd;       /* -1: nothing is read */
    int watched;  /* the descriptor that answers go to; -1: none */
    void *reader; /* reads where descriptors cannot be waited for (Windows); owned */
    char *data;
    size_t capacity;
    size_t start;   /* first byte not handed out yet */
    size_t end;     /* end of what was read */
    size_t scanned; /* up to here there is no newline */
    bool skipping;  /* inside a line that is too long */
    bool ended;     /* there is nothing more to read */
} Input;

/* A reader of lines from fd (-1: of none), which watches the descriptor that answers go to (-1: none). False when
 * memory runs out for its buffer, or no thread can be started where reading takes one. */
bool input_init(Input *in, int fd, int watched);

/* Frees the buffer. */
void input_free(Input *in);

/* Waits for the next line. It has no newline (a carriage return before it stays), is not NUL-terminated, and is valid
 * until the next call. A last line without newline counts. */
InputStatus input_next(Input *in, const char **line, size_t *length);

/* True when the reader of the answers has gone. */
bool input_gone(const Input *in);

/* The steps that differ between systems, for input.c. */

/* Prepares to read and watch. Returns false, with nothing to be freed, when memory or a thread for it is lacking. */
bool input_attach(Input *in);

/* Ends that. What has not been read may be lost. */
void input_detach(Input *in);

/* Waits until there are bytes or their end; false when the reader of the answers has gone. */
bool input_wait(const Input *in);

/* Takes up to `size` bytes, after input_wait(). Returns their number; 0 at the end; -1 when there are none after all.
 */
int input_read(const Input *in, char *bytes, size_t size);

#endif
