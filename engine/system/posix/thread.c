/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/thread.h"

#include <unistd.h>

void thread_place(pthread_t thread)
{
    (void)thread; /* the system sees to it */
}

int thread_processors(void)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors > 0 ? (int)processors : 1;
}

void thread_condition_init(pthread_cond_t *condition)
{
#ifdef __APPLE__
    pthread_cond_init(condition, NULL);
#else
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC); /* that of clock_now() */
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
#ifdef __APPLE__
    /* The end would be one by the clock on the wall, which can be set. */
    const struct timespec t = clock_timespec(time > 0 ? time : 0);
    pthread_cond_timedwait_relative_np(condition, lock, &t);
#else
    const struct timespec t = clock_timespec(now + time);
    pthread_cond_timedwait(condition, lock, &t);
#endif
}
