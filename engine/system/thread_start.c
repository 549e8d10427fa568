/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/thread.h"

enum {
    STACK = 4 << 20, /* bytes; a line of SEARCH_PLY_MAX plies needs about a fifth of it */
    STACK_SMALL = 256 << 10
};

static bool start(pthread_t *thread, size_t stack, void *(*body)(void *), void *argument)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack);
    const bool started = pthread_create(thread, &attributes, body, argument) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

bool thread_supported(void)
{
    return true;
}

bool thread_start(pthread_t *thread, void *(*body)(void *), void *argument)
{
    const bool started = start(thread, STACK, body, argument);
    if (started) {
        thread_place(*thread);
    }
    return started;
}

bool thread_start_small(pthread_t *thread, void *(*body)(void *), void *argument)
{
    return start(thread, STACK_SMALL, body, argument);
}
