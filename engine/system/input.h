/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines from a file descriptor, of any length and with any bytes in them; and whether the reader of the output has
 * gone. */
#ifndef BUSHKA_SYSTEM_INPUT_H
#define BUSHKA_SYSTEM_INPUT_H

#include <stdbool.h>
#include <stddef.h>

/* Longer lines are skipped, in constant memory. */
#define INPUT_LINE_MAX ((size_t)64 << 20)

/* What input_next() found. */
typedef enum InputStatus {
    INPUT_LINE,       /* a line */
    INPUT_TOO_LONG,   /* a line of more than INPUT_LINE_MAX bytes, or too long for the memory left; it was skipped */
    INPUT_END,        /* no more lines */
    INPUT_READER_GONE /* the reader of the output has gone */
} InputStatus;

/* A reader of lines. Owns its buffer, not the descriptors; end it with input_free(). */
typedef struct Input {
    int fd;       /* -1: none */
    int watched;  /* the descriptor of the output; -1: none */
    void *reader; /* the thread that reads, on Windows; owned */
    char *data;
    size_t capacity;
    size_t start;   /* of the bytes not returned yet */
    size_t end;     /* of the bytes that were read */
    size_t scanned; /* no newline comes before it */
    bool skipping;  /* inside a line that is too long */
    bool ended;     /* the end of input was reached */
} Input;

/* Starts reading lines from fd and watching the descriptor of the output (-1: none, for either). Returns false when
 * memory runs out or the thread that reads, on Windows, cannot be started. */
bool input_init(Input *in, int fd, int watched);

/* Frees the buffer. */
void input_free(Input *in);

/* Waits for the next line. It comes without its newline (a carriage return before that stays), is not NUL-terminated,
 * and is valid until the next call. The last line may lack a newline. */
InputStatus input_next(Input *in, const char **line, size_t *length);

/* True when the reader of the output has gone. */
bool input_reader_gone(const Input *in);

/* The system-specific steps, for input.c. */

/* Prepares to read and watch. Returns false, with nothing to free, when memory or threads run out. */
bool input_attach(Input *in);

/* Undoes input_attach(). Unread bytes may be lost. */
void input_detach(Input *in);

/* Waits for bytes or the end of input. Returns false when the reader of the output has gone. */
bool input_wait(const Input *in);

/* Reads up to `size` bytes, after input_wait(). Returns their number; 0 at the end; -1 when there are none after all.
 */
int input_read(const Input *in, char *bytes, size_t size);

#endif
