/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of progress on the error output: drawn over and over on a terminal, now and then elsewhere. */
#ifndef BUSHKA_TUNE_REPORT_LINE_H
#define BUSHKA_TUNE_REPORT_LINE_H

#include <stdbool.h>
#include <stdint.h>

/* What is counted, and since when. */
typedef struct ReportLine {
    const char *unit;      /* "positions" */
    uint64_t first, total; /* there at the beginning; wanted in all */
    int64_t began, shown;  /* ms of clock_ms() */
    bool terminal, quiet;
} ReportLine;

/* Begins to measure. A quiet one shows nothing. */
void report_line_begin(ReportLine *r, const char *unit, uint64_t first, uint64_t total, bool quiet);

/* Shows count, speed and time left, unless that was done just before. */
void report_line_show(ReportLine *r, uint64_t done);

/* Shows the last count, and the time that it took. */
void report_line_end(ReportLine *r, uint64_t done);

/* Ends without a word: what stands on a terminal is cleared. */
void report_line_clear(const ReportLine *r);

#endif
