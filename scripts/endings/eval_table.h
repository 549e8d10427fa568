/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the evaluation takes from solved endings: the table engine/evaluation/eval_endings.c. */
#ifndef BUSHKA_ENDINGS_EVAL_TABLE_H
#define BUSHKA_ENDINGS_EVAL_TABLE_H

#include <stdatomic.h>
#include <stdio.h>

#include "evaluation/eval_endings.h"
#include "tables/tablebase.h"

/* Points for the expected score e, 0 (lost) to 1 (won), of a side: EVAL_TABLE_SCALE ln(e / (1 - e)), within
 * EVAL_ENDING_POINTS_MAX either way. */
enum { EVAL_TABLE_SCALE = 250 };

/* Points for an expected score. */
int eval_table_points(double expected);

/* Prints the table: every class of up to `pieces` pieces in which both sides have a king, once, the side with the
 * better points (of both boards together) first. ERROR_SYNTAX when a table is missing or damaged, ERROR_MEMORY,
 * ERROR_INTERRUPTED when *stop becomes true. */
ErrorCode eval_table_print(const Tablebase *tables, int pieces, const atomic_bool *stop, FILE *out, Error *e);

/* Writes the table by the tablebases that are part of the program to a file, which may replace another such table and
 * no other file. The errors of eval_table_print(), atomic_file_begin(), before the work, and atomic_file_commit(). */
ErrorCode eval_table_write(const char *path, const atomic_bool *stop, Error *e);

#endif
