/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/thread.h"

#include <stdlib.h>

#ifdef _WIN32
#include <windows.h>
#else
#include <unistd.h>
#endif

/* Condition variables wait until a moment of the monotonic clock. Where they cannot use that clock they wait for the
 * time left instead of until a moment of the wall clock, which can be set. */
#if defined(__APPLE__) || defined(_WIN32) || defined(__wasm__)
#define WAIT_BY_TIME_LEFT
#endif

enum { STACK = 4 << 20 /* bytes; a search SEARCH_PLY_MAX plies deep needs about a fifth of it */ };

bool thread_start(pthread_t *thread, void *(*body)(void *), void *argument)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    const bool started = pthread_create(thread, &attributes, body, argument) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

int thread_processors(void)
{
#if defined(_WIN32)
    const long processors = (long)GetActiveProcessorCount(ALL_PROCESSOR_GROUPS);
#elif defined(__wasm__)
    const long processors = 1;
#else
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return processors > 0 ? (int)processors : 1;
}

void thread_condition_init(pthread_cond_t *condition)
{
#ifdef WAIT_BY_TIME_LEFT
    pthread_cond_init(condition, NULL);
#else
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
#endif
}

void thread_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, Nanoseconds time)
{
    const Nanoseconds now = clock_now();
    if (time >= NS_NEVER - now) {
        pthread_cond_wait(condition, lock);
        return;
    }
#ifdef WAIT_BY_TIME_LEFT
    const struct timespec t = clock_timespec(time > 0 ? time : 0);
    pthread_cond_timedwait_relative_np(condition, lock, &t);
#else
    const struct timespec t = clock_timespec(now + time);
    pthread_cond_timedwait(condition, lock, &t);
#endif
}

typedef struct Member {
    ThreadPool *pool;
    pthread_t thread;
} Member;

struct ThreadPool {
    const atomic_bool *stop; /* or NULL */
    int threads;
    bool over;
    ThreadPoolTask task;
    void *context;
    int slices;
    pthread_mutex_t lock;
    pthread_cond_t begun, done;
    unsigned round;  /* grows with each task */
    int busy;        /* members that have not finished the round */
    Member *members; /* members[0] is the caller */
};

bool thread_pool_stopped(const ThreadPool *p)
{
    return p->stop != NULL && atomic_load(p->stop);
}

/* The slices are dealt out in turn, so that each thread always gets the same ones. */
static void work(const ThreadPool *p, int number)
{
    for (int i = number; i < p->slices && !thread_pool_stopped(p); i += p->threads) {
        p->task(p->context, i);
    }
}

static void *member_body(void *argument)
{
    const Member *const m = argument;
    ThreadPool *const p = m->pool;
    unsigned seen = 0;
    pthread_mutex_lock(&p->lock);
    for (;;) {
        while (p->round == seen && !p->over) {
            pthread_cond_wait(&p->begun, &p->lock);
        }
        if (p->over) {
            break;
        }
        seen = p->round;
        pthread_mutex_unlock(&p->lock);
        work(p, (int)(m - p->members));
        pthread_mutex_lock(&p->lock);
        p->busy--;
        pthread_cond_signal(&p->done);
    }
    pthread_mutex_unlock(&p->lock);
    return NULL;
}

ThreadPool *thread_pool_new(int threads, const atomic_bool *stop)
{
    ThreadPool *const p = calloc(1, sizeof *p);
    if (p == NULL) {
        return NULL;
    }
    p->stop = stop;
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->begun, NULL);
    pthread_cond_init(&p->done, NULL);
    p->members = calloc((size_t)threads, sizeof *p->members);
    p->threads = 1;
    bool ready = p->members != NULL;
    while (ready && p->threads < threads) {
        Member *const m = &p->members[p->threads];
        m->pool = p;
        ready = thread_start(&m->thread, member_body, m);
        p->threads += ready ? 1 : 0;
    }
    if (!ready) {
        thread_pool_free(p);
        return NULL;
    }
    return p;
}

void thread_pool_run(ThreadPool *p, ThreadPoolTask task, void *context, int slices)
{
    pthread_mutex_lock(&p->lock);
    p->task = task;
    p->context = context;
    p->slices = slices;
    p->busy = p->threads - 1;
    p->round++;
    pthread_cond_broadcast(&p->begun);
    pthread_mutex_unlock(&p->lock);
    work(p, 0);
    pthread_mutex_lock(&p->lock);
    while (p->busy > 0) {
        pthread_cond_wait(&p->done, &p->lock);
    }
    pthread_mutex_unlock(&p->lock);
}

void thread_pool_free(ThreadPool *p)
{
    if (p == NULL) {
        return;
    }
    pthread_mutex_lock(&p->lock);
    p->over = true;
    pthread_cond_broadcast(&p->begun);
    pthread_mutex_unlock(&p->lock);
    for (int i = 1; i < p->threads; i++) {
        pthread_join(p->members[i].thread, NULL);
    }
    pthread_cond_destroy(&p->done);
    pthread_cond_destroy(&p->begun);
    pthread_mutex_destroy(&p->lock);
    free(p->members);
    free(p);
}
