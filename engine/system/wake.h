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

/* A descriptor that can be read from after a ring, until wake_clear(); -1 where there is none. */
int wake_descriptor(const Wake *w);

#endif
