/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/progress.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "system/clock.h"

enum { BAR_WIDTH = 30, MINUTE = 60, HOUR = 3600, REDRAW_MS = 100 };

void progress_init(Progress *p, uint64_t total, uint64_t first)
{
    *p = (Progress){.terminal = isatty(STDERR_FILENO) == 1, .total = total, .first = first};
    p->began = clock_now();
}

void progress_show(Progress *p, uint64_t done)
{
    if (!p->terminal || done == p->first || p->total == 0) {
        return;
    }
    const int64_t now = clock_now();
    if (now - p->drawn < REDRAW_MS * NS_PER_MS) {
        return;
    }
    const double seconds = (double)(now - p->began) / (double)NS_PER_S;
    const int64_t left = (int64_t)(seconds / (double)(done - p->first) * (double)(p->total - done));
    const int filled = (int)(done * BAR_WIDTH / p->total);
    fprintf(stderr, "[");
    for (int i = 0; i < BAR_WIDTH; i++) {
        fputc(i < filled ? '#' : '.', stderr);
    }
    fprintf(stderr, "] %" PRIu64 "/%" PRIu64 " games, %" PRId64 ":%02d:%02d left", done, p->total, left / HOUR,
            (int)(left % HOUR / MINUTE), (int)(left % MINUTE));
    fflush(stderr);
    p->shown = true;
    p->drawn = now;
}

void progress_clear(Progress *p)
{
    if (p->shown) {
        fprintf(stderr, "\r\033[K");
        p->shown = false;
    }
}

void progress_end(Progress *p, uint64_t done, uint64_t plies)
{
    const double seconds = (double)(clock_now() - p->began) / (double)NS_PER_S;
    fprintf(stderr, "%" PRIu64 " games in %.2f s", done - p->first, seconds);
    if (p->first == 0) {
        fprintf(stderr, ", %.0f plies/s", (double)plies / seconds);
    }
    fprintf(stderr, "\n");
}
