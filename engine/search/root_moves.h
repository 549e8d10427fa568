/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moves at the root as a list of lines: their order, and what an interrupted iteration leaves of it. */
#ifndef BUSHKA_SEARCH_ROOT_MOVES_H
#define BUSHKA_SEARCH_ROOT_MOVES_H

#include "search/threads.h"

/* Orders the root moves from `first` on by score, stably: a move not known to be better stays where it was. */
void root_moves_sort(SearchThread *t, int first);

/* Restores the scores and the order of the last finished iteration. */
void root_moves_restore(SearchThread *t);

/* If the interrupted iteration has found that the first move loses, puts another one before it that is not known to
 * lose: that one is only known to fall short of the score hoped for. Its score becomes the best of the last iteration,
 * or its own upper bound if that is lower. */
void root_moves_avoid_loss(SearchThread *t, Score last_score);

/* Gives those lines after the best one that the interrupted iteration did not reach their scores of the last finished
 * one, limited by their upper bounds and the best score, and puts them in order. */
void root_moves_restore_others(SearchThread *t);

/* The number of best lines among which the move to play is chosen in the end. */
int root_moves_candidates(const SearchLimits *limits);

/* The root move to play, chosen among the candidates. */
const RootMove *root_moves_choose(const SearchLimits *limits, const SearchThread *t);

#endif
