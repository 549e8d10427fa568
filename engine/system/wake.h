/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bell that one thread rings and another one waits for, by itself or together with its input. */
#ifndef BUSHKA_SYSTEM_WAKE_H
#define BUSHKA_SYSTEM_WAKE_H

#include <stdbool.h>

/* A bell. A zeroed one has not been made. */
typedef struct Wake {
    int ends[2]; /* of a pipe, where there are pipes: a byte comes with every ring */
} Wake;

/* Makes it. Returns false, with nothing to be freed, when the system has no descriptors left. */
bool wake_init(Wake *w);

/* Ends it. */
void wake_free(Wake *w);

/* Rings; any thread. */
void wake_ring(const Wake *w);

/* Forgets the rings so far. */
void wake_clear(const Wake *w);

/* Waits for a ring that has not been forgotten, at most so many milliseconds; a negative number: without a limit.
 * Returns false when a signal came instead, and waiting again may make sense. */
bool wake_wait(const Wake *w, int milliseconds);

/* The same for a ring, or until that descriptor (of another bell) can be read from. Returns false when neither came in
 * time. */
bool wake_wait_either(const Wake *w, int descriptor, int milliseconds);

/* A descriptor that can be read from after a ring, until wake_clear(); -1 where there is none. */
int wake_descriptor(const Wake *w);

#endif
