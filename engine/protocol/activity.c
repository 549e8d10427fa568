/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/activity.h"

#include <stddef.h>

#include "search/search.h"
#include "system/clock.h"
#include "system/thread.h"

bool activity_init(Activity *a)
{
    const Activity empty = {.work = NULL};
    *a = empty;
    return wake_init(&a->wake);
}

void activity_free(Activity *a)
{
    wake_free(&a->wake);
}

ActivityState activity_state(const Activity *a)
{
    return (ActivityState)atomic_load(&a->state);
}

/* Moves on to a later state; going back to one that has passed is ignored. */
static void advance(Activity *a, ActivityState to)
{
    int now = atomic_load(&a->state);
    while (now != ACTIVITY_IDLE && now < (int)to && !atomic_compare_exchange_weak(&a->state, &now, (int)to)) {
    }
    if (now == ACTIVITY_RUNNING) {
        atomic_store(&a->left, clock_ms());
    }
}

/* The work has ended; from the running thread. */
static void end(Activity *a)
{
    activity_finishing(a);
    atomic_store(&a->state, ACTIVITY_IDLE);
    wake_ring(&a->wake);
}

static void *run_work(void *argument)
{
    Activity *const a = argument;
    a->failed = !a->work->run(a->work, a);
    end(a);
    return NULL;
}

bool activity_start(Activity *a, Work *work, bool stop)
{
    a->work = work;
    a->failed = false;
    atomic_store(&a->stop, false);
    atomic_store(&a->state, ACTIVITY_RUNNING);
    if (stop) {
        activity_stop(a);
    }
    a->threaded = thread_start(&a->thread, run_work, a);
    if (a->threaded) {
        return true;
    }
    const bool can = work->run_here != NULL;
    a->failed = !can || !work->run_here(work, a);
    end(a);
    return activity_wait(a, ACTIVITY_FOREVER) && can;
}

void activity_stop(Activity *a)
{
    advance(a, ACTIVITY_STOPPING);
    if (activity_state(a) == ACTIVITY_STOPPING) {
        atomic_store(&a->stop, true);
        if (a->work->interrupt != NULL) {
            a->work->interrupt(a->work);
        }
    }
}

bool activity_stopped(const Activity *a)
{
    return activity_state(a) != ACTIVITY_IDLE && atomic_load(&a->stop);
}

bool activity_endless(const Activity *a)
{
    return activity_state(a) == ACTIVITY_RUNNING && a->work->endless != NULL && a->work->endless(a->work);
}

void activity_finishing(Activity *a)
{
    advance(a, ACTIVITY_FINISHING);
}

/* Frees what has ended. */
static void collect(Activity *a)
{
    if (a->threaded) {
        pthread_join(a->thread, NULL);
        a->threaded = false;
    }
    a->work->destroy(a->work);
    a->work = NULL;
    wake_clear(&a->wake);
}

int64_t activity_left(const Activity *a)
{
    return atomic_load(&a->left);
}

bool activity_wait(Activity *a, int milliseconds)
{
    while (activity_state(a) != ACTIVITY_IDLE && !wake_wait(&a->wake, milliseconds)) {
    }
    if (activity_state(a) != ACTIVITY_IDLE) {
        return false;
    }
    if (a->work != NULL) {
        collect(a);
    }
    return true;
}

int activity_wake(const Activity *a)
{
    return wake_descriptor(&a->wake);
}
