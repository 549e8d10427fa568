/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluation of those who play the games of the generator. */
#ifndef BUSHKA_TUNE_PLAYERS_H
#define BUSHKA_TUNE_PLAYERS_H

#include "evaluation/evaluation_choice.h"

/* The built-in learned evaluation for NULL; that of a network file; or, by its terms alone, that of WEIGHTS_PLAIN
 * (weights.h) or of a file of weights. With evaluation_choice_read()'s errors. To be ended with
 * evaluation_choice_free(), also after an error. */
ErrorCode players_begin(const char *name, EvaluationChoice *players, Error *e);

/* Tells the evaluations of a board apart. 0 when memory runs out. */
uint64_t players_digest(const EvaluationChoice *players, const Variant *v);

#endif
