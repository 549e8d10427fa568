/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building tablebases, class by class, into a folder. */
#ifndef BUSHKA_ENDINGS_BUILD_H
#define BUSHKA_ENDINGS_BUILD_H

#include "core/error.h"
#include "system/thread.h"
#include "tables/table_class.h"

/* Up to that many pieces the tables hold plies, too. */
enum { BUILD_PLIES_PIECES = 4 };

/* What to build. */
typedef struct BuildPlan {
    const Variant *variant;
    const char *folder;
    int pieces;      /* all classes of up to that many */
    TableClass only; /* unless zero: only this class and all that it leads to; `pieces` does not apply */
    uint64_t memory; /* bytes that may be used */
} BuildPlan;

/* Builds the tables of the plan that are missing, in the order in which classes need one another, and prints a line for
 * each pair of classes; progress goes to the error output. The folder is created if needed. A pair is kept as soon as
 * it is solved, so that the same call resumes a build that ended early for any reason. The files are the same each
 * time. Several processes may build into one folder, also on machines that share it: each pair is built by one of them,
 * and all end when everything is built. Errors: ERROR_SYNTAX for what cannot be read or written, or if a pair needs
 * more memory than allowed; ERROR_MEMORY; ERROR_INTERRUPTED when the pool is stopped. */
ErrorCode build_tables(const BuildPlan *plan, ThreadPool *pool, Error *e);

#endif
