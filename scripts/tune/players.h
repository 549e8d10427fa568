/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The evaluation by which the players of the generator go. */
#ifndef BUSHKA_TUNE_PLAYERS_H
#define BUSHKA_TUNE_PLAYERS_H

#include "evaluation/evaluation.h"

/* Stands for men and kings alone (EVALUATION_MATERIAL) where a file is asked for. */
#define PLAYERS_PLAIN "plain"

/* The built-in networks for NULL; men and kings alone for PLAYERS_PLAIN; else the network of that file for its board,
 * with network_file_read()'s errors. To be ended with evaluation_choice_free(), also after an error. */
ErrorCode players_begin(const char *name, EvaluationChoice *players, Error *e);

/* Tells the evaluations of a board apart. 0 when memory runs out. */
uint64_t players_digest(const EvaluationChoice *players, const Variant *v);

#endif
