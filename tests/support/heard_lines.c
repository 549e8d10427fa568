/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/heard_lines.h"

#include <stdlib.h>
#include <string.h>

#include "support/engine_process.h"
#include "system/thread.h"

enum { PAUSE_MS = 20 };

HeardLines heard;

void heard_init(HeardLines *h)
{
    *h = (HeardLines){.count = 0};
    pthread_mutex_init(&h->lock, NULL);
    thread_condition_init(&h->more);
}

void heard_free(HeardLines *h)
{
    for (size_t i = 0; i < h->count; i++) {
        free(h->lines[i]);
    }
    free(h->lines);
    pthread_cond_destroy(&h->more);
    pthread_mutex_destroy(&h->lock);
}

/* Called with the lock held, and on a thread where check cannot fail the test: lack of memory ends the process. */
static void keep(HeardLines *h, const char *line)
{
    if (h->count == h->capacity) {
        h->capacity = 2 * h->capacity + 16;
        h->lines = realloc(h->lines, h->capacity * sizeof *h->lines);
    }
    char *const copy = strdup(line);
    if (h->lines == NULL || copy == NULL) {
        abort();
    }
    h->lines[h->count++] = copy;
}

void heard_line(void *context, const char *line)
{
    HeardLines *const h = context;
    pthread_mutex_lock(&h->lock);
    h->torn = h->torn || h->inside > 0 || strpbrk(line, "\r\n") != NULL;
    h->inside++;
    keep(h, line);
    pthread_cond_broadcast(&h->more);
    pthread_mutex_unlock(&h->lock);
    if (h->then != NULL) {
        h->then(h, line);
    }
    pthread_mutex_lock(&h->lock);
    h->inside--;
    pthread_mutex_unlock(&h->lock);
}

void heard_engine(HeardLines *h)
{
    heard_init(h);
    h->engine = bushka_new(heard_line, h);
}

void heard_end(HeardLines *h)
{
    ck_assert_int_eq(bushka_free(h->engine), BUSHKA_OK);
    ck_assert(!h->torn);
    ck_assert_int_eq(h->inside, 0);
    heard_free(h);
}

static void set_up(void)
{
    heard_engine(&heard);
}

static void tear_down(void)
{
    heard_end(&heard);
}

const TestFixture HEARD_ENGINE = {set_up, tear_down};

void heard_pause(void)
{
    clock_sleep(PAUSE_MS * NS_PER_MS);
}

void heard_send(HeardLines *h, const char *line)
{
    ck_assert_msg(bushka_command(h->engine, line) == BUSHKA_OK, "not taken: %s", line);
}

static bool send_line(void *context, const char *line)
{
    const HeardLines *const h = context;
    return bushka_command(h->engine, line) == BUSHKA_OK;
}

static const char *next_line(void *context, int milliseconds)
{
    HeardLines *const h = context;
    const Nanoseconds end = clock_now() + milliseconds * NS_PER_MS;
    const char *line = NULL;
    pthread_mutex_lock(&h->lock);
    for (Nanoseconds now = clock_now(); h->next == h->count && now < end; now = clock_now()) {
        thread_condition_wait(&h->more, &h->lock, end - now);
    }
    if (h->next < h->count) {
        line = h->lines[h->next++];
    }
    pthread_mutex_unlock(&h->lock);
    return line;
}

void heard_talk(HeardLines *h, const char *text)
{
    const TalkPartner partner = {.send = send_line, .next = next_line, .context = h};
    talk(&partner, text);
}

void heard_expect_no_more(HeardLines *h)
{
    pthread_mutex_lock(&h->lock);
    const char *const left = h->next < h->count ? h->lines[h->next] : NULL;
    const bool torn = h->torn;
    pthread_mutex_unlock(&h->lock);
    ck_assert_msg(left == NULL, "\"%s\" was not expected", left);
    ck_assert(!torn);
}

int heard_count(HeardLines *h, const char *pattern)
{
    int count = 0;
    pthread_mutex_lock(&h->lock);
    for (size_t i = 0; i < h->count; i++) {
        count += matches(pattern, h->lines[i]);
    }
    pthread_mutex_unlock(&h->lock);
    return count;
}
