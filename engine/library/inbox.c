/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "library/inbox.h"

#include <stdlib.h>

#include "protocol/commands.h"
#include "system/thread.h"

bool inbox_init(Inbox *in, const Engine *engine)
{
    *in = (Inbox){.engine = engine, .idle = true};
    if (!wake_init(&in->bell)) {
        return false;
    }
    pthread_mutex_init(&in->lock, NULL);
    thread_condition_init(&in->rest);
    return true;
}

void inbox_free(Inbox *in)
{
    free(in->taken);
    waiting_clear(&in->lines);
    wake_free(&in->bell);
    pthread_cond_destroy(&in->rest);
    pthread_mutex_destroy(&in->lock);
}

InboxPut inbox_put(Inbox *in, const char *line, size_t length)
{
    InboxPut put = INBOX_TAKEN;
    pthread_mutex_lock(&in->lock);
    if (in->closed) {
        put = INBOX_CLOSED;
    } else if (waiting_full(&in->lines)) {
        put = INBOX_FULL;
    } else if (!waiting_add(&in->lines, line, length, 0)) {
        put = INBOX_NO_MEMORY;
    } else {
        in->closed = commands_is_last(line, length);
        in->idle = false;
        wake_ring(&in->bell);
    }
    pthread_mutex_unlock(&in->lock);
    return put;
}

void inbox_give_up(Inbox *in)
{
    pthread_mutex_lock(&in->lock);
    in->given_up = true;
    in->closed = true;
    wake_ring(&in->bell);
    pthread_mutex_unlock(&in->lock);
}

/* With the lock held. */
static void set_idle(Inbox *in)
{
    in->idle = true;
    pthread_cond_broadcast(&in->rest);
}

void inbox_ended(Inbox *in)
{
    pthread_mutex_lock(&in->lock);
    set_idle(in);
    pthread_mutex_unlock(&in->lock);
}

bool inbox_wait(Inbox *in, int milliseconds)
{
    const bool limited = milliseconds != INPUT_FOREVER;
    const Nanoseconds end = limited ? clock_now() + milliseconds * NS_PER_MS : NS_NEVER;
    pthread_mutex_lock(&in->lock);
    for (Nanoseconds now = clock_now(); !in->idle && now < end; now = clock_now()) {
        thread_condition_wait(&in->rest, &in->lock, limited ? end - now : NS_NEVER);
    }
    const bool idle = in->idle;
    pthread_mutex_unlock(&in->lock);
    return idle;
}

/* Waits for a ring or the end of what runs. What rang before has been seen to by the caller, under the same lock. */
static InputStatus pause_locked(Inbox *in, int milliseconds)
{
    wake_clear(&in->bell);
    pthread_mutex_unlock(&in->lock);
    const bool woken = wake_wait_either(&in->bell, engine_wake(in->engine), milliseconds);
    return woken ? INPUT_WOKEN : INPUT_LATE;
}

static InputStatus next(void *context, int milliseconds, const char **line, size_t *length)
{
    Inbox *const in = context;
    free(in->taken);
    pthread_mutex_lock(&in->lock);
    in->taken = in->given_up ? NULL : waiting_take(&in->lines);
    if (in->taken == NULL && !in->given_up) {
        if (!engine_busy(in->engine)) {
            set_idle(in);
        }
        return pause_locked(in, milliseconds);
    }
    pthread_mutex_unlock(&in->lock);
    if (in->taken == NULL) {
        return INPUT_GONE;
    }
    *line = in->taken->text;
    *length = in->taken->length;
    return INPUT_LINE;
}

static InputStatus pause_lines(void *context, int milliseconds)
{
    Inbox *const in = context;
    pthread_mutex_lock(&in->lock);
    if (!in->given_up) {
        return pause_locked(in, milliseconds);
    }
    pthread_mutex_unlock(&in->lock);
    return INPUT_GONE;
}

ProtocolLines inbox_lines(Inbox *in)
{
    return (ProtocolLines){.next = next, .pause = pause_lines, .context = in};
}
