/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WebAssembly has one thread. */
#include "system/thread.h"

void thread_place(pthread_t thread)
{
    (void)thread;
}

int thread_processors(void)
{
    return 1;
}

void thread_condition_init(pthread_cond_t *condition)
{
    *condition = 0;
}

/* No other thread could bring the change about. */
void thread_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, Nanoseconds time)
{
    (void)condition;
    (void)lock;
    (void)time;
}
