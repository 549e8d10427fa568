/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WebAssembly has one thread. */
#include "system/thread.h"

bool thread_supported(void)
{
    return false;
}

bool thread_start(pthread_t *thread, void *(*body)(void *), void *argument)
{
    return pthread_create(thread, NULL, body, argument) == 0;
}

bool thread_start_small(pthread_t *thread, void *(*body)(void *), void *argument)
{
    return thread_start(thread, body, argument);
}

int thread_processors(void)
{
    return 1;
}

/* It is made as large as those of other systems when the program is linked. */
bool thread_first_has_room(void)
{
    return true;
}

void thread_condition_init(pthread_cond_t *condition)
{
    *condition = 0;
}

/* Nobody else could bring the change about. */
void thread_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, Nanoseconds time)
{
    (void)condition;
    (void)lock;
    (void)time;
}
