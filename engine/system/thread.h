/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads whose stack a search fits in, waiting for one another, and pools of them. */
#ifndef BUSHKA_SYSTEM_THREAD_H
#define BUSHKA_SYSTEM_THREAD_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "system/clock.h"

/* Starts a thread with room for a search. Returns false when the system has none left, or not enough memory for its
 * stack. */
bool thread_start(pthread_t *thread, void *(*body)(void *), void *argument);

/* The number of processors, at least 1. */
int thread_processors(void);

/* Makes a condition for thread_condition_wait(); pthread_cond_destroy() ends it. */
void thread_condition_init(pthread_cond_t *condition);

/* Waits, with the lock held, until the condition is signalled, but at most so long (NS_NEVER: without a limit). As
 * always with conditions it may also return without either. */
void thread_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, Nanoseconds time);

enum { THREAD_POOL_MAX = 256 };

/* A thread pool: its threads wait for a task and share its slices. */
typedef struct ThreadPool ThreadPool;

/* Works on one slice; called from several threads, each slice once. */
typedef void (*ThreadPoolTask)(void *context, int slice);

/* A pool of that many threads, the caller's among them; NULL when they cannot be started. `stop`, which outlives the
 * pool and may be NULL, stops it. */
ThreadPool *thread_pool_new(int threads, const atomic_bool *stop);

/* Works on slices 0 to slices - 1 and returns when all are done; or, once the pool is stopped, when those begun are.
 * Slice i is worked on by thread i modulo the number of threads, the caller's being thread 0. */
void thread_pool_run(ThreadPool *p, ThreadPoolTask task, void *context, int slices);

/* True once `stop` is: slices may have been left out. */
bool thread_pool_stopped(const ThreadPool *p);

/* Ends the threads. NULL is allowed. */
void thread_pool_free(ThreadPool *p);

#endif
