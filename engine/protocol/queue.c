/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/queue.h"

#include <stdlib.h>
#include <string.h>

#include "system/clock.h"
#include "system/thread.h"

void queue_init(Queue *q)
{
    *q = (Queue){.first = NULL};
    pthread_mutex_init(&q->lock, NULL);
    thread_condition_init(&q->changed);
}

void queue_free(Queue *q)
{
    while (q->first != NULL) {
        Line *const line = q->first;
        q->first = line->next;
        free(line);
    }
    pthread_cond_destroy(&q->changed);
    pthread_mutex_destroy(&q->lock);
}

/* The static functions are called with the lock held, except for wait_until(). */

static bool has_room(const Queue *q)
{
    return q->lines < QUEUE_LINES_MAX && q->bytes < QUEUE_BYTES_MAX;
}

static bool is_idle(const Queue *q)
{
    return !q->busy && q->first == NULL;
}

/* True when no line is left but those that wait for the end of the run. */
static bool is_drained(const Queue *q)
{
    return is_idle(q) || (q->run.name != NULL && !q->run.stopped && !atomic_load(&q->pending));
}

/* Removes the line after that one; NULL: the first one. */
static Line *pop(Queue *q, Line *before)
{
    Line **const link = before == NULL ? &q->first : &before->next;
    Line *const line = *link;
    *link = line->next;
    q->last = line == q->last ? before : q->last;
    q->lines--;
    q->bytes -= line->length;
    return line;
}

static void append(Queue *q, Line *line)
{
    if (q->first == NULL) {
        q->first = line;
    } else {
        q->last->next = line;
    }
    q->last = line;
    q->lines++;
    q->bytes += line->length;
}

/* Wakes the threads that wait, and lets the run look at the lines. */
static void notify(Queue *q)
{
    atomic_store(&q->pending, true);
    pthread_cond_broadcast(&q->changed);
}

/* Stops the run if a stop has come for it. */
static void apply_stop(Queue *q)
{
    if (q->run.name != NULL && !q->run.stopped && q->taken < q->stop_before) {
        q->run.stopped = true;
        q->run_ended = clock_ms();
        atomic_store(&q->stop, true);
        if (q->run.search != NULL) {
            search_stop(q->run.search);
        }
    }
}

/* Ends the runs that lines with a lower number have started or will start. */
static void stop_before(Queue *q, uint64_t number)
{
    q->stop_before = number;
    apply_stop(q);
    notify(q);
}

QueuePushResult queue_push(Queue *q, const char *text, size_t length, const Command *command, LineMode mode)
{
    Line *const line = calloc(1, sizeof *line + length);
    QueuePushResult result = QUEUE_ACCEPTED;
    pthread_mutex_lock(&q->lock);
    if (q->closed) {
        result = QUEUE_CLOSED;
    } else if (mode == LINE_QUIT) {
        q->closed = true;
        notify(q);
    } else if (mode == LINE_STOP && (line == NULL || !has_room(q))) {
        stop_before(q, q->pushed + 1); /* needs no answer: what the other lines wait for is stopped */
    } else if (!has_room(q)) {
        result = QUEUE_FULL;
    } else if (line == NULL) {
        result = QUEUE_NO_MEMORY;
    } else {
        memcpy(line->text, text, length);
        line->length = length;
        line->command = command;
        line->mode = mode;
        line->number = ++q->pushed;
        line->received = clock_ms();
        append(q, line);
        if (mode == LINE_STOP) {
            stop_before(q, line->number);
        } else {
            notify(q);
        }
    }
    const bool appended = q->last == line;
    pthread_mutex_unlock(&q->lock);
    if (!appended) {
        free(line);
    }
    return result;
}

void queue_stop(Queue *q)
{
    pthread_mutex_lock(&q->lock);
    stop_before(q, q->pushed + 1);
    pthread_mutex_unlock(&q->lock);
}

void queue_close(Queue *q, bool at_once)
{
    pthread_mutex_lock(&q->lock);
    q->closed = true;
    while (at_once && q->first != NULL) {
        free(pop(q, NULL));
    }
    if (at_once) {
        stop_before(q, q->pushed + 1);
    } else {
        notify(q);
    }
    pthread_mutex_unlock(&q->lock);
}

bool queue_is_closed(Queue *q)
{
    pthread_mutex_lock(&q->lock);
    const bool closed = q->closed;
    pthread_mutex_unlock(&q->lock);
    return closed;
}

/* Waits until the condition holds. */
static bool wait_until(Queue *q, bool (*is_true)(const Queue *q), int milliseconds)
{
    const bool limited = milliseconds != SEARCH_FOREVER;
    const Nanoseconds end = limited ? clock_now() + milliseconds * NS_PER_MS : NS_NEVER;
    pthread_mutex_lock(&q->lock);
    for (Nanoseconds now = clock_now(); !is_true(q) && now < end; now = clock_now()) {
        thread_condition_wait(&q->changed, &q->lock, limited ? end - now : NS_NEVER);
    }
    const bool done = is_true(q);
    pthread_mutex_unlock(&q->lock);
    return done;
}

bool queue_wait(Queue *q, int milliseconds)
{
    return wait_until(q, is_idle, milliseconds);
}

bool queue_wait_for_room(Queue *q, int milliseconds)
{
    return wait_until(q, has_room, milliseconds);
}

void queue_drain(Queue *q)
{
    wait_until(q, is_drained, SEARCH_FOREVER);
}

bool queue_is_stable(Queue *q)
{
    pthread_mutex_lock(&q->lock);
    const bool quiet = q->first == NULL && (!q->busy || q->run.name != NULL);
    pthread_mutex_unlock(&q->lock);
    return quiet;
}

Run queue_run(Queue *q)
{
    pthread_mutex_lock(&q->lock);
    const Run run = q->run;
    pthread_mutex_unlock(&q->lock);
    return run;
}

Line *queue_take(Queue *q)
{
    Line *line = NULL;
    pthread_mutex_lock(&q->lock);
    if (q->first != NULL) {
        line = pop(q, NULL);
        q->taken = line->number;
        /* If it waited for a run its time counts from now; but from its arrival if the run was stopping already. */
        if (line->received < q->run_ended) {
            line->received = clock_ms();
        }
    }
    q->busy = line != NULL;
    q->run.stopped = false;
    pthread_cond_broadcast(&q->changed);
    pthread_mutex_unlock(&q->lock);
    return line;
}

bool queue_wait_for_line(Queue *q)
{
    pthread_mutex_lock(&q->lock);
    while (q->first == NULL && !q->closed) {
        thread_condition_wait(&q->changed, &q->lock, NS_NEVER);
    }
    const bool found = q->first != NULL;
    pthread_mutex_unlock(&q->lock);
    return found;
}

/* Removes the first line that can be executed during the run, or has to be refused. */
static Line *pop_during_run(Queue *q)
{
    Line *line = q->first;
    if (q->run.stopped || line == NULL) {
        return NULL;
    }
    if (line->mode != LINE_EXCLUSIVE || q->run.unlimited) {
        return pop(q, NULL);
    }
    Line *before = NULL;
    while (line != NULL && line->mode != LINE_OVERTAKING) {
        before = line;
        line = line->next;
    }
    return line != NULL ? pop(q, before) : NULL;
}

Line *queue_take_during_run(Queue *q, int milliseconds)
{
    if (milliseconds == 0 && !atomic_load_explicit(&q->pending, memory_order_relaxed)) {
        return NULL;
    }
    pthread_mutex_lock(&q->lock);
    if (!atomic_load(&q->pending) && !q->run.stopped) {
        thread_condition_wait(&q->changed, &q->lock,
                              milliseconds == SEARCH_FOREVER ? NS_NEVER : milliseconds * NS_PER_MS);
    }
    Line *const line = pop_during_run(q);
    if (line == NULL) {
        atomic_store(&q->pending, false);
        if (q->closed && q->first == NULL && q->run.unlimited) {
            stop_before(q, q->pushed + 1);
        }
        pthread_cond_broadcast(&q->changed);
    }
    pthread_mutex_unlock(&q->lock);
    return line;
}

void queue_begin_run(Queue *q, const char *name, Search *search, bool unlimited)
{
    pthread_mutex_lock(&q->lock);
    atomic_store(&q->stop, false);
    q->run = (Run){.name = name, .search = search, .unlimited = unlimited};
    apply_stop(q);
    notify(q); /* lines that came before the run may overtake it, or are refused */
    pthread_mutex_unlock(&q->lock);
}

void queue_set_unlimited(Queue *q, bool unlimited)
{
    pthread_mutex_lock(&q->lock);
    q->run.unlimited = unlimited;
    pthread_mutex_unlock(&q->lock);
}

void queue_end_run(Queue *q)
{
    pthread_mutex_lock(&q->lock);
    if (q->run.stopped) {
        q->stop_used = q->stop_before < q->pushed ? q->stop_before : q->pushed; /* no later `stop` */
    } else {
        q->run_ended = clock_ms();
    }
    q->run = (Run){.name = NULL, .stopped = q->run.stopped}; /* until its last line has been written */
    pthread_mutex_unlock(&q->lock);
}

bool queue_has_stopped(Queue *q)
{
    pthread_mutex_lock(&q->lock);
    const bool stopped = q->taken <= q->stop_used;
    pthread_mutex_unlock(&q->lock);
    return stopped;
}
