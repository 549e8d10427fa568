/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/thread.h"

#include <limits.h>
#include <time.h>
#include <unistd.h>

void thread_place(pthread_t thread)
{
    (void)thread; /* the system sees to it */
}

int thread_processors(void)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors < INT_MAX ? (int)processors : INT_MAX;
}

void thread_condition_init(pthread_cond_t *condition)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC); /* that of clock_now() */
    pthread_cond_init(condition, &attributes);
    pthread_condattr_destroy(&attributes);
}

void thread_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, Nanoseconds time)
{
    const Nanoseconds now = clock_now();
    if (time >= NS_NEVER - now) {
        pthread_cond_wait(condition, lock);
        return;
    }
    const Nanoseconds end = now + time;
    const struct timespec t = {.tv_sec = (time_t)(end / NS_PER_S), .tv_nsec = (long)(end % NS_PER_S)};
    pthread_cond_timedwait(condition, lock, &t);
}
