/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "system/crew.h"

#include <pthread.h>
#include <stdlib.h>

#include "system/thread.h"

typedef struct Member {
    Crew *crew;
    int number;
    pthread_t thread;
} Member;

struct Crew {
    const atomic_bool *stop; /* or NULL */
    int threads;
    bool over;
    CrewTask task;
    void *context;
    int slices;
    pthread_mutex_t lock;
    pthread_cond_t begun, done;
    unsigned round;  /* grows with each task */
    int busy;        /* members that have not finished the round */
    Member *members; /* members[0] is the caller */
};

bool crew_stopped(const Crew *c)
{
    return c->stop != NULL && atomic_load(c->stop);
}

/* The slices are dealt out in turn, so that who does what is no matter of chance. */
static void work(const Crew *c, int number)
{
    for (int i = number; i < c->slices && !crew_stopped(c); i += c->threads) {
        c->task(c->context, i);
    }
}

static void *member_body(void *argument)
{
    const Member *const m = argument;
    Crew *const c = m->crew;
    unsigned seen = 0;
    pthread_mutex_lock(&c->lock);
    for (;;) {
        while (c->round == seen && !c->over) {
            pthread_cond_wait(&c->begun, &c->lock);
        }
        if (c->over) {
            break;
        }
        seen = c->round;
        pthread_mutex_unlock(&c->lock);
        work(c, m->number);
        pthread_mutex_lock(&c->lock);
        c->busy--;
        pthread_cond_signal(&c->done);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

Crew *crew_new(int threads, const atomic_bool *stop)
{
    Crew *const c = calloc(1, sizeof *c);
    if (c == NULL) {
        return NULL;
    }
    c->stop = stop;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->begun, NULL);
    pthread_cond_init(&c->done, NULL);
    c->members = calloc((size_t)threads, sizeof *c->members);
    c->threads = 1;
    bool ready = c->members != NULL;
    while (ready && c->threads < threads) {
        Member *const m = &c->members[c->threads];
        *m = (Member){.crew = c, .number = c->threads};
        ready = thread_start(&m->thread, member_body, m);
        c->threads += ready ? 1 : 0;
    }
    if (!ready) {
        crew_free(c);
        return NULL;
    }
    return c;
}

void crew_run(Crew *c, CrewTask task, void *context, int slices)
{
    pthread_mutex_lock(&c->lock);
    c->task = task;
    c->context = context;
    c->slices = slices;
    c->busy = c->threads - 1;
    c->round++;
    pthread_cond_broadcast(&c->begun);
    pthread_mutex_unlock(&c->lock);
    work(c, 0);
    pthread_mutex_lock(&c->lock);
    while (c->busy > 0) {
        pthread_cond_wait(&c->done, &c->lock);
    }
    pthread_mutex_unlock(&c->lock);
}

void crew_free(Crew *c)
{
    if (c == NULL) {
        return;
    }
    pthread_mutex_lock(&c->lock);
    c->over = true;
    pthread_cond_broadcast(&c->begun);
    pthread_mutex_unlock(&c->lock);
    for (int i = 1; i < c->threads; i++) {
        pthread_join(c->members[i].thread, NULL);
    }
    pthread_cond_destroy(&c->done);
    pthread_cond_destroy(&c->begun);
    pthread_mutex_destroy(&c->lock);
    free(c->members);
    free(c);
}
