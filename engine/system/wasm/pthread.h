/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the engine uses of POSIX threads, for WebAssembly, where there is one thread: no other can be started, and locks
 * have nothing to do. Stands in for the system's header, which its C library lacks. */
#ifndef BUSHKA_SYSTEM_WASM_PTHREAD_H
#define BUSHKA_SYSTEM_WASM_PTHREAD_H

#include <errno.h>
#include <stddef.h>

typedef int pthread_t;
typedef int pthread_attr_t;
typedef int pthread_mutex_t;
typedef int pthread_mutexattr_t;
typedef int pthread_cond_t;
typedef int pthread_condattr_t;

static inline int pthread_attr_init(pthread_attr_t *attributes)
{
    (void)attributes;
    return 0;
}

static inline int pthread_attr_setstacksize(pthread_attr_t *attributes, size_t size)
{
    (void)attributes, (void)size;
    return 0;
}

static inline int pthread_attr_destroy(pthread_attr_t *attributes)
{
    (void)attributes;
    return 0;
}

/* Never starts one: EAGAIN. */
static inline int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*body)(void *),
                                 void *argument)
{
    (void)thread, (void)attributes, (void)body, (void)argument;
    return EAGAIN;
}

/* Of threads that never began. */
static inline int pthread_join(pthread_t thread, void **result)
{
    (void)thread, (void)result;
    return ESRCH;
}

static inline int pthread_mutex_init(pthread_mutex_t *lock, const pthread_mutexattr_t *attributes)
{
    (void)lock, (void)attributes;
    return 0;
}

static inline int pthread_mutex_lock(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_mutex_unlock(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_mutex_destroy(pthread_mutex_t *lock)
{
    (void)lock;
    return 0;
}

static inline int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes)
{
    (void)condition, (void)attributes;
    return 0;
}

static inline int pthread_cond_signal(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

/* No other thread could bring the change about. */
static inline int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *lock)
{
    (void)condition, (void)lock;
    return 0;
}

static inline int pthread_cond_broadcast(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

static inline int pthread_cond_destroy(pthread_cond_t *condition)
{
    (void)condition;
    return 0;
}

#endif
