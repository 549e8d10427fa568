/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A report on tablebases, class by class, as Markdown: how many positions are won, drawn and lost, and the longest wins
 * with their best play. */
#ifndef BUSHKA_ENDINGS_CLASS_REPORT_H
#define BUSHKA_ENDINGS_CLASS_REPORT_H

#include "core/error.h"
#include "system/thread.h"
#include "tables/tablebase.h"

/* What to report. */
typedef struct ClassReportPlan {
    const Variant *variant; /* NULL: both boards */
    const char *folders;    /* as for tablebase_open() */
    int pieces;             /* greatest number of pieces in a class */
    int rows; /* count only positions whose men all stand on this many first rows of their side; 0: all positions */
} ClassReportPlan;

/* Prints for each board a table of the classes whose tables are in the folders, either side to move, and then the
 * longest wins where plies are known. It counts the positions that tables hold: those in which the side to move has no
 * capture, and of mirror images one. ERROR_SYNTAX if a folder cannot be read, there is no table, or one is damaged;
 * ERROR_MEMORY; ERROR_INTERRUPTED when the pool is stopped. */
ErrorCode class_report(const ClassReportPlan *plan, ThreadPool *pool, Error *e);

#endif
