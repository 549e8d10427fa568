/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/thread.h"

enum { STACK = 4 << 20 /* bytes; a line of SEARCH_PLY_MAX plies needs about a fifth of it */ };

bool thread_start(pthread_t *thread, void *(*body)(void *), void *argument)
{
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK);
    const bool started = pthread_create(thread, &attributes, body, argument) == 0;
    pthread_attr_destroy(&attributes);
    if (started) {
        thread_place(*thread);
    }
    return started;
}
