/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A thread pool: its threads wait for a task and share its slices. */
#ifndef BUSHKA_SYSTEM_THREAD_POOL_H
#define BUSHKA_SYSTEM_THREAD_POOL_H

#include <stdatomic.h>
#include <stdbool.h>

enum { THREAD_POOL_MAX = 256 };

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
