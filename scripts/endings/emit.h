/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the evaluation takes from solved endings: a table in C, engine/evaluation/eval_endings.c. */
#ifndef BUSHKA_ENDINGS_EMIT_H
#define BUSHKA_ENDINGS_EMIT_H

#include "endings/summary.h"
#include "evaluation/eval_endings.h"
#include "system/atomic_file.h"

/* Points for the expected score e, 0 (lost) to 1 (won), of the side to be valued: EMIT_SCALE ln(e / (1 - e)), within
 * EVAL_ENDING_POINTS_MAX either way. */
enum { EMIT_SCALE = 250 };

/* Points for an expected score. */
int emit_points(double expected);

/* Writes the table to a stream: every ending in which both sides have a king, once, the side with the better points
 * (of both boards together) first. The boards, in the order of variant_at(), are solved up to as many pieces. */
void emit_table(Endings *const boards[VARIANT_COUNT], FILE *out);

/* Begins a file for the table, before the endings are solved, with the errors of atomic_file_begin(): it may replace
 * another such table, and no other file. */
ErrorCode emit_begin(AtomicFile *file, const char *path, Error *e);

/* Writes the table to the file and puts that in its place. The errors of atomic_file_commit(); ERROR_INTERRUPTED when
 * the endings are stopped. */
ErrorCode emit_commit(AtomicFile *file, Endings *const boards[VARIANT_COUNT], Error *e);

#endif
