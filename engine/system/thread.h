/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads whose stack a search fits in. */
#ifndef BUSHKA_SYSTEM_THREAD_H
#define BUSHKA_SYSTEM_THREAD_H

#include <pthread.h>
#include <stdbool.h>

/* Starts a thread with room for a search. Returns false when the system has none left, or no memory for its stack. */
bool thread_start(pthread_t *thread, void *(*body)(void *), void *argument);

/* True when a search fits on the stack of the process's first thread too, which grows only while there is memory. */
bool thread_first_has_room(void);

#endif
