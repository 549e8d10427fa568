/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/thread.h"

#include <stdlib.h>
#include <sys/resource.h>

enum {
    STACK = 4 << 20,       /* bytes; a line of SEARCH_PLY_MAX plies needs about a fifth of it */
    STACK_NEEDED = 1 << 20 /* bytes that are enough for one */
};

bool thread_start(pthread_t *thread, void *(*body)(void *), void *argument)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    const bool started = pthread_create(thread, &attributes, body, argument) == 0;
    pthread_attr_destroy(&attributes);
    return started;
}

bool thread_first_has_room(void)
{
    struct rlimit limit;
    /* What can be allocated now can be had by the stack instead. */
    void *const probe = malloc(2 * (size_t)STACK_NEEDED);
    const bool has_memory = probe != NULL;
    free(probe);
    return has_memory && getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur >= 2 * (rlim_t)STACK_NEEDED;
}
