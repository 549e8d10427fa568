/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/input.h"

#include <stdlib.h>
#include <string.h>

/* The buffer starts with this many bytes. */
static const size_t BUFFER_FIRST = (size_t)64 << 10;

bool input_init(Input *in, int fd, int watched)
{
    *in = (Input){.fd = fd, .watched = watched, .data = malloc(BUFFER_FIRST), .capacity = BUFFER_FIRST};
    if (in->data == NULL || !input_attach(in)) {
        free(in->data);
        return false;
    }
    return true;
}

void input_free(Input *in)
{
    input_detach(in);
    free(in->data);
    *in = (Input){.fd = -1, .watched = -1};
}

/* Makes room for at least one byte. Returns false when the line has become too long. */
static bool make_room(Input *in)
{
    /* Move the unread bytes to the front. */
    if (in->start > 0) {
        memmove(in->data, in->data + in->start, in->end - in->start);
        in->end -= in->start;
        in->scanned -= in->start;
        in->start = 0;
    }
    if (in->end < in->capacity) {
        return true;
    }
    /* Room for the longest line and its newline. */
    const size_t wanted = in->capacity * 2 <= INPUT_LINE_MAX ? in->capacity * 2 : INPUT_LINE_MAX + 1;
    char *const grown = in->capacity < wanted ? realloc(in->data, wanted) : NULL;
    if (grown == NULL) {
        return false;
    }
    in->data = grown;
    in->capacity = wanted;
    return true;
}

/* Reads once into the free part of the buffer; sets `ended` at the end of input. Returns false when the reader of the
 * output has gone. */
static bool read_more(Input *in)
{
    if (!input_wait(in)) {
        return false;
    }
    const int count = input_read(in, in->data + in->end, in->capacity - in->end);
    if (count > 0) {
        in->end += (size_t)count;
    } else if (count == 0) {
        in->ended = true;
    }
    return true;
}

/* Returns the line that ends at `end`; the following one starts at `next`. */
static InputStatus return_line(Input *in, size_t end, size_t next, const char **line, size_t *length)
{
    const bool skipped = in->skipping || end - in->start > INPUT_LINE_MAX;
    *line = in->data + in->start;
    *length = end - in->start;
    in->start = in->scanned = next;
    in->skipping = false;
    return skipped ? INPUT_TOO_LONG : INPUT_LINE;
}

InputStatus input_next(Input *in, const char **line, size_t *length)
{
    for (;;) {
        const size_t unseen = in->end - in->scanned;
        const char *const newline = unseen > 0 ? memchr(in->data + in->scanned, '\n', unseen) : NULL;
        if (newline != NULL) {
            const size_t end = (size_t)(newline - in->data);
            return return_line(in, end, end + 1, line, length);
        }
        in->scanned = in->end;
        if (in->skipping) {
            in->start = in->end;
        }
        if (in->ended) {
            if (in->start < in->end || in->skipping) {
                return return_line(in, in->end, in->end, line, length);
            }
            return INPUT_END;
        }
        if (!make_room(in)) {
            in->skipping = true;
        } else if (!read_more(in)) {
            return INPUT_READER_GONE;
        }
    }
}
