/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Children that were dismissed and end while the match continues. */
#ifndef BUSHKA_MATCH_REAPER_H
#define BUSHKA_MATCH_REAPER_H

#include "match/child.h"

/* The children of one thread. A zeroed one has none. */
typedef struct Reaper {
    Child *children; /* owned */
    int count, capacity;
} Reaper;

/* Dismisses the child, patiently or not, and takes it over: *c is CHILD_NONE then. Does not wait. */
void reaper_take(Reaper *r, Child *c, bool patiently);

/* Forgets those that are gone. Does not wait. */
void reaper_sweep(Reaper *r);

/* Waits until all are gone, which takes no longer than GUARD_QUIT_MS and GUARD_KILL_MS, and frees what the
 * reaper owns. */
void reaper_finish(Reaper *r);

#endif
