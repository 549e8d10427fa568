/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Record files for the tests. */
#ifndef BUSHKA_TESTS_QUICK_GAMES_H
#define BUSHKA_TESTS_QUICK_GAMES_H

#include "core/variant.h"

/* Writes that many games on that board to a new file, always the same ones: of few nodes a move, by the sum of terms,
 * so that they do not depend on a network. A failure fails the test. */
void quick_games(const Variant *v, const char *path, int games);

#endif
