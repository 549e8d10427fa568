/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/reaper.h"

#include <poll.h>
#include <stdlib.h>

#include "match/guard.h"
#include "system/clock.h"

/* Room for so many at first. */
enum { CAPACITY_FIRST = 8 };

/* Makes room for one more; false without memory. */
static bool grow(Reaper *r)
{
    if (r->count < r->capacity) {
        return true;
    }
    const int capacity = r->capacity > 0 ? 2 * r->capacity : CAPACITY_FIRST;
    Child *const grown = realloc(r->children, (size_t)capacity * sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    r->children = grown;
    r->capacity = capacity;
    return true;
}

void reaper_take(Reaper *r, Child *c, bool patiently)
{
    reaper_sweep(r);
    if (c->state != CHILD_NONE && grow(r)) {
        child_dismiss(c, patiently);
        r->children[r->count++] = *c;
    } else {
        child_close(c);
    }
    *c = child_none();
}

void reaper_sweep(Reaper *r)
{
    int left = 0;
    for (int i = 0; i < r->count; i++) {
        if (!child_gone(&r->children[i])) {
            r->children[left++] = r->children[i];
        }
    }
    r->count = left;
}

void reaper_finish(Reaper *r)
{
    const Nanoseconds end = clock_now() + (GUARD_QUIT_MS + GUARD_KILL_MS) * NS_PER_MS;
    for (reaper_sweep(r); r->count > 0; reaper_sweep(r)) {
        const Nanoseconds left = end - clock_now();
        if (left <= 0) {
            break;
        }
        struct pollfd news = {.fd = r->children[0].control, .events = POLLIN};
        poll(&news, 1, (int)(left / NS_PER_MS) + 1);
    }
    for (int i = 0; i < r->count; i++) {
        child_close(&r->children[i]);
    }
    free(r->children);
    *r = (Reaper){.count = 0};
}
