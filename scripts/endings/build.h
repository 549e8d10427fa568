/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tablebases built class by class into a folder. */
#ifndef BUSHKA_ENDINGS_BUILD_H
#define BUSHKA_ENDINGS_BUILD_H

#include "core/error.h"
#include "system/thread.h"
#include "tables/table_class.h"

/* Up to that many pieces the plies are kept too. */
enum { BUILD_PLIES_PIECES = 4 };

/* What is to be built. */
typedef struct BuildPlan {
    const Variant *variant;
    const char *folder;
    int pieces;      /* all classes up to that many */
    TableClass only; /* unless zero: this class and all that it leads to; `pieces` does not count */
    uint64_t memory; /* bytes that may be used */
} BuildPlan;

/* Builds what is not there yet, in the order in which classes need one another, and prints a line for each pair;
 * progress goes to the error output. A folder that is not there is made. A class is kept as soon as it is solved: a
 * build that ended early, however that was, is resumed by the same call. The same files come out each time. Several
 * processes, on machines that share the folder too, may build into it: a pair is built by one of them, and all end when
 * all is there. Errors: ERROR_SYNTAX for what cannot be read or written, or when a pair needs more memory than allowed;
 * ERROR_MEMORY; ERROR_INTERRUPTED when the pool is stopped. */
ErrorCode build_tables(const BuildPlan *plan, ThreadPool *pool, Error *e);

#endif
