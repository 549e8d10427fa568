/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A set of weights as a text file: a header, the number of features, a line for each feature, a checksum.
 *
 *     Bushka evaluation 1
 *     features 71
 *     men 800 800 800 800
 *     ...
 *     checksum 0123456789abcdef
 *
 * The four numbers are opening and ending on each board, in the order of variant_at(). The checksum is taken over
 * names and numbers, so that blanks and ends of lines do not matter. */
#ifndef BUSHKA_EVALUATION_EVAL_FILE_H
#define BUSHKA_EVALUATION_EVAL_FILE_H

#include <stdio.h>

#include "core/error.h"
#include "evaluation/eval_weights.h"
#include "system/atomic_file.h"

/* The first line. */
#define EVAL_FILE_HEADER "Bushka evaluation 1"

/* True when those bytes, the first of a file, are the beginning of a file of weights of any version. */
bool eval_file_is(const char *bytes, size_t size);

/* Reads a set, without ever waiting. What is no regular file, is larger than any file of weights, holds something else,
 * belongs to other features, or is damaged, is refused: *set is unchanged then. */
ErrorCode eval_file_read(const char *path, EvalWeightSet *set, Error *e);

/* The same for a stream at its beginning, whose name is `path`; it stays open. */
ErrorCode eval_file_read_stream(FILE *stream, const char *path, EvalWeightSet *set, Error *e);

/* Begins a file for a set that will be known later, as atomic_file_begin() does: it may replace files of weights, and
 * no other. */
ErrorCode eval_file_begin(AtomicFile *file, const char *path, Error *e);

/* Writes the set, the features in their order, and puts the file in its place; with atomic_file_commit()'s errors. */
ErrorCode eval_file_commit(AtomicFile *file, const EvalWeightSet *set, Error *e);

/* Both at once. */
ErrorCode eval_file_write(const char *path, const EvalWeightSet *set, Error *e);

#endif
