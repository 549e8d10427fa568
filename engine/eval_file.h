/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A set of weights as a text file: a header, the number of features, a line for each feature, a checksum.
 *
 *     Bushka evaluation 1
 *     features 97
 *     men 800 800 800 800
 *     ...
 *     checksum 0123456789abcdef
 *
 * The four numbers are opening and ending on each board, in the order of variant_at(). The checksum is taken over
 * names and numbers, so that blanks and ends of lines do not matter. */
#ifndef BUSHKA_ENGINE_EVAL_FILE_H
#define BUSHKA_ENGINE_EVAL_FILE_H

#include "error.h"
#include "eval_weights.h"

/* Reads a set. A file that is no such file, that belongs to other features, or that is damaged, is refused: *set is
 * unchanged then. */
ErrorCode eval_file_read(const char *path, EvalWeightSet *set, Error *e);

/* Writes a set; the features in their order. */
ErrorCode eval_file_write(const char *path, const EvalWeightSet *set, Error *e);

#endif
