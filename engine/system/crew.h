/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads that work on the slices of one task after the other. */
#ifndef BUSHKA_SYSTEM_CREW_H
#define BUSHKA_SYSTEM_CREW_H

#include <stdatomic.h>
#include <stdbool.h>

enum { CREW_THREADS_MAX = 256 };

typedef struct Crew Crew;

/* Works on one slice; called from several threads, each slice once. */
typedef void (*CrewTask)(void *context, int slice);

/* A crew of that many threads, the caller's among them; NULL when they cannot be had. `stop`, which outlives the crew
 * and may be NULL, stops it. */
Crew *crew_new(int threads, const atomic_bool *stop);

/* Works on slices 0 to slices - 1 and returns when all are done; or, once the crew is stopped, when those begun are. */
void crew_run(Crew *c, CrewTask task, void *context, int slices);

/* True once `stop` is: slices may have been left out. */
bool crew_stopped(const Crew *c);

/* Ends the threads. NULL is allowed. */
void crew_free(Crew *c);

#endif
