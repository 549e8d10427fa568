/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training data for the tests: record files of quick games, and random samples without a file. */
#ifndef BUSHKA_TESTS_TRAINING_DATA_H
#define BUSHKA_TESTS_TRAINING_DATA_H

#include "train/datagen.h"
#include "train/samples.h"

/* A generator that writes games of few nodes a move to a file, quietly and with one thread; they are not played by a
 * network, so that tests do not depend on one. The numbers of games and positions have no limit. */
DatagenConfig quick_games_config(const Variant *v, const char *path);

/* Writes that many games on that board to a new file, always the same ones, with that configuration but with all quiet
 * positions. A failure fails the test. */
void quick_games(const Variant *v, const char *path, int games);

/* Random positions with random scores and results, always the same; all in the training part. The caller frees them. */
void scattered_samples(Samples *s, const Variant *v);

#endif
