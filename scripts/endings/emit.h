/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the evaluation takes from solved endings: a table in C, engine/eval_endings.c. */
#ifndef BUSHKA_ENDINGS_EMIT_H
#define BUSHKA_ENDINGS_EMIT_H

#include "eval_endings.h"
#include "summary.h"

/* Points for the expected score e, 0 (lost) to 1 (won), of the side to be valued: EMIT_SCALE ln(e / (1 - e)), within
 * EVAL_ENDING_POINTS_MAX either way. */
enum { EMIT_SCALE = 250 };

/* Points for an expected score. */
int emit_points(double expected);

/* Points for the side named first, whoever is to move: the mean of both over all quiet positions. */
int emit_class_points(const Endings *endings, EndingClass c);

/* Writes the table to a stream: every ending in which both sides have a king, once, the side with the better points
 * (of both boards together) first. The boards, in the order of variant_at(), are solved up to as many pieces. */
void emit_table(Endings *const boards[VARIANT_COUNT], FILE *out);

/* The same to a file, which is replaced once all is written. ERROR_SYNTAX when it cannot be written. */
ErrorCode emit_file(Endings *const boards[VARIANT_COUNT], const char *path, Error *e);

#endif
