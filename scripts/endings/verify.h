/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks tablebases against the rules: the value of a position must be the best of those that its moves lead to. */
#ifndef BUSHKA_ENDINGS_VERIFY_H
#define BUSHKA_ENDINGS_VERIFY_H

#include <stdatomic.h>

#include "tables/tablebase.h"

/* What to check. */
typedef struct VerifyPlan {
    const Variant *variant; /* NULL: both boards */
    const char *folders;    /* as for tablebase_open() */
    uint64_t positions;     /* random positions of each table */
    uint64_t seed;
} VerifyPlan;

/* Checks all tables of results in the folders, and of plies where there are any, and prints a line for each.
 * ERROR_SYNTAX with the first position that is wrong, or if a folder or a file in it cannot be read, or there is no
 * table; ERROR_MEMORY; ERROR_INTERRUPTED when *stop becomes true. */
ErrorCode verify_tables(const VerifyPlan *plan, const atomic_bool *stop, Error *e);

#endif
