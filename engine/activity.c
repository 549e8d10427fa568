/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "activity.h"

#include <errno.h>
#include <stddef.h>
#include <time.h>

enum { MS_PER_S = 1000, NS_PER_MS = 1000000, NS_PER_S = 1000000000 };

void activity_init(Activity *a)
{
    pthread_condattr_t attributes;
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&a->changed, &attributes);
    pthread_condattr_destroy(&attributes);
    pthread_mutex_init(&a->lock, NULL);
    a->state = ACTIVITY_IDLE;
    a->name = "nothing";
    a->work = NULL;
    a->failed = false;
    atomic_init(&a->stop, false);
}

void activity_free(Activity *a)
{
    pthread_mutex_destroy(&a->lock);
    pthread_cond_destroy(&a->changed);
}

ActivityState activity_state(Activity *a)
{
    pthread_mutex_lock(&a->lock);
    const ActivityState state = a->state;
    pthread_mutex_unlock(&a->lock);
    return state;
}

/* Moves on to a later state; going back to one that has passed is ignored. */
static void advance(Activity *a, ActivityState state)
{
    pthread_mutex_lock(&a->lock);
    if (a->state != ACTIVITY_IDLE && (state == ACTIVITY_IDLE || state > a->state)) {
        a->state = state;
        pthread_cond_broadcast(&a->changed);
    }
    pthread_mutex_unlock(&a->lock);
}

void activity_begin(Activity *a, const char *name)
{
    pthread_mutex_lock(&a->lock);
    a->state = ACTIVITY_RUNNING;
    a->name = name;
    pthread_mutex_unlock(&a->lock);
    atomic_store(&a->stop, false);
}

static void *run_work(void *argument)
{
    Activity *const a = argument;
    a->failed = !a->work->run(a->work, a);
    activity_end(a);
    return NULL;
}

bool activity_start(Activity *a, Work *work)
{
    activity_begin(a, work->name);
    a->work = work;
    a->failed = false;
    if (pthread_create(&a->thread, NULL, run_work, a) == 0) {
        return true;
    }
    a->work = NULL;
    work->destroy(work);
    activity_end(a);
    return false;
}

void activity_stop(Activity *a)
{
    advance(a, ACTIVITY_STOPPING);
    if (a->work != NULL) {
        atomic_store(&a->stop, true);
        if (a->work->interrupt != NULL) {
            a->work->interrupt(a->work);
        }
    }
}

void activity_finishing(Activity *a)
{
    advance(a, ACTIVITY_FINISHING);
}

void activity_end(Activity *a)
{
    advance(a, ACTIVITY_IDLE);
}

/* The time that many milliseconds from now, on the clock of the condition. */
static struct timespec deadline_in(int milliseconds)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    t.tv_sec += milliseconds / MS_PER_S;
    t.tv_nsec += (long)(milliseconds % MS_PER_S) * NS_PER_MS;
    if (t.tv_nsec >= NS_PER_S) {
        t.tv_nsec -= NS_PER_S;
        t.tv_sec++;
    }
    return t;
}

bool activity_wait(Activity *a, int milliseconds)
{
    const struct timespec deadline = deadline_in(milliseconds < 0 ? 0 : milliseconds);
    int outcome = 0;
    pthread_mutex_lock(&a->lock);
    while (a->state != ACTIVITY_IDLE && outcome != ETIMEDOUT) {
        if (milliseconds < 0) {
            pthread_cond_wait(&a->changed, &a->lock);
        } else {
            outcome = pthread_cond_timedwait(&a->changed, &a->lock, &deadline);
        }
    }
    const bool idle = a->state == ACTIVITY_IDLE;
    pthread_mutex_unlock(&a->lock);
    if (idle && a->work != NULL) {
        pthread_join(a->thread, NULL);
        a->work->destroy(a->work);
        a->work = NULL;
    }
    return idle;
}
