/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of a training as a file, so that an interrupted one can be resumed on the same kind of machine. */
#ifndef BUSHKA_TRAIN_CHECKPOINT_H
#define BUSHKA_TRAIN_CHECKPOINT_H

#include "train/training.h"

/* ERROR_NONE when a checkpoint can be written there; else the errors of atomic_file_begin(): it may replace checkpoints
 * of trainings, and no other file. */
ErrorCode checkpoint_check(const char *path, Error *e);

/* Stands for data, shape and settings. */
uint64_t checkpoint_identity(const Samples *samples, const FloatNetShape *shape, const TrainingConfig *config);

/* Writes the state as a whole or not at all. */
ErrorCode checkpoint_write(const char *path, uint64_t identity, const Training *t, Error *e);

/* Reads a state into one that training_begin() made. Refuses a file that is none, is damaged, or is of another
 * identity; the state then means nothing. */
ErrorCode checkpoint_read(const char *path, uint64_t identity, Training *t, Error *e);

#endif
