/* SPDX-License-Identifier: GPL-3.0-or-later */
/* On which processor quick engines run. Where answers come within microseconds, waking a process on another
 * processor takes longer than the move itself; so a worker and its engines share one as long as that holds.
 * Only processes of one thread are moved, and all is undone as soon as answers take longer. Does nothing where the
 * system offers no such control. */
#ifndef BUSHKA_MATCH_PLACEMENT_H
#define BUSHKA_MATCH_PLACEMENT_H

#include <stdbool.h>
#include <sys/types.h>

/* The processors a worker may use, and whether it shares one with its engines at the moment. */
typedef struct Placement Placement;

/* For that one of `workers` workers. NULL where nothing can be controlled; all functions take NULL. */
Placement *placement_new(int worker, int workers);
void placement_free(Placement *p);

/* Moves the calling thread to its processor. */
void placement_share(Placement *p);

/* Moves an engine there too, if it has one thread only. */
void placement_move(const Placement *p, pid_t engine);

/* Lets the calling thread use every processor again; and all threads of an engine. */
void placement_release(Placement *p);
void placement_release_engine(const Placement *p, pid_t engine);

/* True between placement_share() and placement_release(). */
bool placement_shared(const Placement *p);

#endif
