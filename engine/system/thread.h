/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads whose stack a search fits in, and waiting for one another. */
#ifndef BUSHKA_SYSTEM_THREAD_H
#define BUSHKA_SYSTEM_THREAD_H

#include <pthread.h>
#include <stdbool.h>

#include "system/clock.h"

/* Starts a thread with room for a search. Returns false when the system has none left, or not enough memory for its
 * stack. */
bool thread_start(pthread_t *thread, void *(*body)(void *), void *argument);

/* Gives a thread that searches its processors, where the system leaves that to programs; thread_start() calls it. */
void thread_place(pthread_t thread);

/* The number of processors, at least 1. */
int thread_processors(void);

/* Makes a condition for thread_condition_wait(); pthread_cond_destroy() ends it. */
void thread_condition_init(pthread_cond_t *condition);

/* Waits, with the lock held, until the condition is signalled, but at most so long (NS_NEVER: without a limit). As
 * always with conditions it may also return without either. */
void thread_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, Nanoseconds time);

#endif
