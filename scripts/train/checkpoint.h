/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a training as a file, from which an interrupted training is resumed on the same kind of machine. */
#ifndef BUSHKA_TRAIN_CHECKPOINT_H
#define BUSHKA_TRAIN_CHECKPOINT_H

#include "train/training.h"

/* ERROR_NONE if a checkpoint can be written to that path, else the errors of atomic_file_begin(): it replaces other
 * checkpoints, but no other file. */
ErrorCode checkpoint_check(const char *path, Error *e);

/* A digest of data, shape and settings. */
uint64_t checkpoint_identity(const Samples *samples, const FloatNetShape *shape, const TrainingConfig *config);

/* Writes the state, as a whole or not at all. */
ErrorCode checkpoint_write(const char *path, uint64_t identity, const Training *t, Error *e);

/* Reads a state into one that training_init() made. Refuses a file that is not a checkpoint, is damaged, or has
 * another identity; the state is undefined then. */
ErrorCode checkpoint_read(const char *path, uint64_t identity, Training *t, Error *e);

#endif
