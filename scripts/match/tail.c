/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/tail.h"

#include <string.h>

void tail_add(Tail *t, const char *bytes, size_t length)
{
    if (length > TAIL_SIZE) {
        t->total += length - TAIL_SIZE;
        bytes += length - TAIL_SIZE;
        length = TAIL_SIZE;
    }
    const size_t at = (size_t)(t->total % TAIL_SIZE);
    const size_t first = length < TAIL_SIZE - at ? length : TAIL_SIZE - at;
    memcpy(t->bytes + at, bytes, first);
    memcpy(t->bytes, bytes + first, length - first);
    t->total += length;
}

size_t tail_parts(const Tail *t, const char *parts[2], size_t lengths[2])
{
    const size_t at = (size_t)(t->total % TAIL_SIZE);
    const size_t wrapped = t->total > TAIL_SIZE ? TAIL_SIZE - at : 0;
    parts[0] = t->bytes + at;
    lengths[0] = wrapped;
    parts[1] = t->bytes;
    lengths[1] = t->total == TAIL_SIZE ? TAIL_SIZE : at;
    return lengths[0] + lengths[1];
}
