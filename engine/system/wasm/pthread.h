/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the engine uses of POSIX threads, for WebAssembly, which has one thread: no other can be started, locks do
 * nothing, and conditions are never signalled. Replaces the header <pthread.h>, which its C library lacks. */
#ifndef BUSHKA_SYSTEM_WASM_PTHREAD_H
#define BUSHKA_SYSTEM_WASM_PTHREAD_H

#include <errno.h>

typedef int pthread_t;
typedef int pthread_attr_t;
typedef int pthread_mutex_t;
typedef int pthread_cond_t;

#define pthread_attr_init(attributes) ((void)(attributes), 0)
#define pthread_attr_setstacksize(attributes, size) ((void)(attributes), (void)(size), 0)
#define pthread_attr_destroy(attributes) ((void)(attributes), 0)

#define pthread_create(thread, attributes, body, argument)                                                             \
    ((void)(thread), (void)(attributes), (void)(body), (void)(argument), EAGAIN)
#define pthread_join(thread, result) ((void)(thread), (void)(result), ESRCH)

#define pthread_mutex_init(lock, attributes) ((void)(lock), (void)(attributes), 0)
#define pthread_mutex_lock(lock) ((void)(lock), 0)
#define pthread_mutex_unlock(lock) ((void)(lock), 0)
#define pthread_mutex_destroy(lock) ((void)(lock), 0)

#define pthread_cond_init(condition, attributes) ((void)(condition), (void)(attributes), 0)
#define pthread_cond_signal(condition) ((void)(condition), 0)
#define pthread_cond_broadcast(condition) ((void)(condition), 0)
#define pthread_cond_wait(condition, lock) ((void)(condition), (void)(lock), 0)
#define pthread_cond_timedwait_relative_np(condition, lock, time) ((void)(condition), (void)(lock), (void)(time), 0)
#define pthread_cond_destroy(condition) ((void)(condition), 0)

#endif
