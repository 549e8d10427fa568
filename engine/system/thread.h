/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads with a stack large enough for a search, condition variables with a timeout, and thread pools. */
#ifndef BUSHKA_SYSTEM_THREAD_H
#define BUSHKA_SYSTEM_THREAD_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "system/clock.h"

/* Starts a thread with a stack large enough for a search. Returns false when the system has no more threads, or not
 * enough memory for the stack. */
bool thread_start(pthread_t *thread, void *(*body)(void *), void *argument);

/* The number of processors, at least 1. */
int thread_processors(void);

/* Initialises a condition variable for thread_condition_wait(). Ended by pthread_cond_destroy(). */
void thread_condition_init(pthread_cond_t *condition);

/* Waits, with the lock held, until the condition is signalled, but at most for that long (NS_NEVER: no limit). Spurious
 * wake-ups are possible, as always. */
void thread_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, Nanoseconds time);

enum { THREAD_POOL_MAX = 256 };

/* A thread pool: its threads wait for a task and share its slices. */
typedef struct ThreadPool ThreadPool;

/* Works on one slice; called from several threads, each slice once. */
typedef void (*ThreadPoolTask)(void *context, int slice);

/* A pool of that many threads, the caller's included; NULL when they cannot be started. The pool stops once `stop` is
 * set, which outlives the pool and may be NULL. */
ThreadPool *thread_pool_new(int threads, const atomic_bool *stop);

/* Runs the task on slices 0 to slices - 1, and returns when all are done or, once the pool has stopped, when those
 * begun are. Slice i is done by thread i modulo the number of threads; the caller's is thread 0. */
void thread_pool_run(ThreadPool *p, ThreadPoolTask task, void *context, int slices);

/* True once `stop` is set: slices may have been left out. */
bool thread_pool_stopped(const ThreadPool *p);

/* Ends the threads. NULL is allowed. */
void thread_pool_free(ThreadPool *p);

#endif
