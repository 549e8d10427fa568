/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/waiting.h"

#include <stdlib.h>
#include <string.h>

bool waiting_add(Waiting *w, const char *text, size_t length, int64_t received)
{
    WaitingLine *const line = malloc(sizeof *line + length);
    if (line == NULL) {
        return false;
    }
    line->next = NULL;
    line->length = length;
    line->received = received;
    line->stopped = false;
    memcpy(line->text, text, length);
    if (w->first == NULL) {
        w->first = line;
    } else {
        w->last->next = line;
    }
    w->last = line;
    w->lines++;
    w->bytes += length;
    return true;
}

WaitingLine *waiting_take(Waiting *w)
{
    WaitingLine *const line = w->first;
    if (line != NULL) {
        w->first = line->next;
        w->lines--;
        w->bytes -= line->length;
    }
    return line;
}

void waiting_stop(Waiting *w)
{
    for (WaitingLine *line = w->first; line != NULL; line = line->next) {
        line->stopped = true;
    }
}

void waiting_clear(Waiting *w)
{
    while (w->first != NULL) {
        free(waiting_take(w));
    }
}

bool waiting_full(const Waiting *w)
{
    return w->lines >= WAITING_LINES_MAX || w->bytes >= WAITING_BYTES_MAX;
}
