/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A fit's state as a text file, so that an interrupted fit can be resumed. */
#ifndef BUSHKA_TUNE_CHECKPOINT_H
#define BUSHKA_TUNE_CHECKPOINT_H

#include "tune/fit.h"

/* ERROR_NONE when a checkpoint can be written there; else the errors of atomic_file_begin(): it may replace
 * checkpoints, and no other file. */
ErrorCode checkpoint_check(const char *path, Error *e);

/* Writes the state as a whole or not at all. The identity stands for data, settings and starting weights. Numbers are
 * written so that they are read back exactly. */
ErrorCode checkpoint_write(const char *path, uint64_t identity, const FitState *state, Error *e);

/* Reads a state. Refuses, with *state unchanged, a file that is none, is damaged, or is of another identity. */
ErrorCode checkpoint_read(const char *path, uint64_t identity, FitState *state, Error *e);

/* The identity of a fit. */
uint64_t checkpoint_identity(const Dataset *d, const FitConfig *config, const FitWeights *start);

#endif
