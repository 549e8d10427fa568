/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune/report_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "system/clock.h"

enum { TERMINAL_MS = 500, ELSEWHERE_MS = 20000, MINUTE = 60, HOUR = 3600 };

void report_line_begin(ReportLine *r, const char *unit, uint64_t first, uint64_t total, bool quiet)
{
    const int64_t now = clock_ms();
    *r = (ReportLine){.unit = unit, .first = first, .total = total, .began = now, .shown = now, .quiet = quiet};
    r->terminal = isatty(STDERR_FILENO) == 1;
}

static double speed(const ReportLine *r, uint64_t done)
{
    const int64_t time = clock_ms() - r->began;
    return (double)(done - r->first) * MS_PER_S / (double)(time > 0 ? time : 1);
}

static void print_time(double seconds)
{
    const int64_t s = (int64_t)seconds;
    fprintf(stderr, "%" PRId64 ":%02d:%02d", s / HOUR, (int)(s % HOUR / MINUTE), (int)(s % MINUTE));
}

void report_line_show(ReportLine *r, uint64_t done)
{
    const int64_t now = clock_ms();
    if (r->quiet || done <= r->first || now - r->shown < (r->terminal ? TERMINAL_MS : ELSEWHERE_MS)) {
        return;
    }
    const double rate = speed(r, done);
    fprintf(stderr, "%" PRIu64 "/%" PRIu64 " %s, %.0f a second, ", done, r->total, r->unit, rate);
    print_time((double)(r->total > done ? r->total - done : 0) / rate);
    fputs(r->terminal ? " left\033[K\r" : " left\n", stderr);
    fflush(stderr);
    r->shown = now;
}

void report_line_end(ReportLine *r, uint64_t done)
{
    if (!r->quiet) {
        fprintf(stderr, "%" PRIu64 " %s, %.0f a second, in ", done, r->unit, speed(r, done));
        print_time((double)(clock_ms() - r->began) / MS_PER_S);
        fputs(r->terminal ? "\033[K\n" : "\n", stderr);
    }
}

void report_line_clear(const ReportLine *r)
{
    if (!r->quiet && r->terminal) {
        fputs("\r\033[K", stderr);
    }
}
