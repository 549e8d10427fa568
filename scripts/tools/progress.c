/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tools/progress.h"

#include <inttypes.h>
#include <stdio.h>

#include "system/descriptor.h"

/* Goes back to the beginning of a terminal's line and empties it. */
#define ERASE "\r\033[K"

enum { BAR_WIDTH = 30, TERMINAL_MS = 200, ELSEWHERE_MS = 20000, MINUTE = 60, HOUR = 3600, SLOW = 10 };

void progress_begin(Progress *p, const char *unit, uint64_t first, uint64_t total, ProgressPlace place)
{
    const Nanoseconds now = clock_now();
    *p = (Progress){.unit = unit, .first = first, .total = total, .began = now, .shown = now, .place = place};
    p->terminal = descriptor_is_terminal(DESCRIPTOR_ERRORS);
}

double progress_seconds(const Progress *p)
{
    return (double)(clock_now() - p->began) / (double)NS_PER_S;
}

ProgressTime progress_time(double seconds)
{
    const int64_t s = (int64_t)seconds;
    ProgressTime t;
    snprintf(t.text, sizeof t.text, "%" PRId64 ":%02d:%02d", s / HOUR, (int)(s % HOUR / MINUTE), (int)(s % MINUTE));
    return t;
}

/* Units a second. */
static double speed(const Progress *p, uint64_t done)
{
    const double seconds = progress_seconds(p);
    const double least = 1.0 / MS_PER_S;
    return (double)(done - p->first) / (seconds > least ? seconds : least);
}

double progress_left(const Progress *p, uint64_t done)
{
    return (double)(p->total > done ? p->total - done : 0) / speed(p, done);
}

static void print_speed(double rate)
{
    fprintf(stderr, rate < SLOW ? "%.1f a second" : "%.0f a second", rate);
}

static void print_bar(const Progress *p, uint64_t done)
{
    const int filled = (int)((double)done / (double)p->total * BAR_WIDTH);
    fputs(ERASE "[", stderr);
    for (int i = 0; i < BAR_WIDTH; i++) {
        fputc(i < filled ? '#' : '.', stderr);
    }
    fputs("] ", stderr);
}

void progress_show(Progress *p, uint64_t done)
{
    const Nanoseconds now = clock_now();
    const Nanoseconds interval = (p->terminal ? TERMINAL_MS : ELSEWHERE_MS) * NS_PER_MS;
    const bool wanted = p->place == PROGRESS_ANYWHERE || (p->place == PROGRESS_TERMINAL && p->terminal);
    if (!wanted || done <= p->first || now - p->shown < interval) {
        return;
    }
    if (p->terminal) {
        print_bar(p, done);
    }
    fprintf(stderr, "%" PRIu64 "/%" PRIu64 " %s, ", done, p->total, p->unit);
    print_speed(speed(p, done));
    fprintf(stderr, ", %s left%s", progress_time(progress_left(p, done)).text, p->terminal ? "" : "\n");
    fflush(stderr);
    p->shown = now;
    p->drawn = p->terminal;
}

void progress_clear(Progress *p)
{
    if (p->drawn) {
        fputs(ERASE, stderr);
        p->drawn = false;
    }
}

void progress_end(Progress *p, uint64_t done)
{
    if (p->place == PROGRESS_NOWHERE) {
        return;
    }
    progress_clear(p);
    fprintf(stderr, "%" PRIu64 " %s, ", done, p->unit);
    print_speed(speed(p, done));
    fprintf(stderr, ", in %s\n", progress_time(progress_seconds(p)).text);
}
