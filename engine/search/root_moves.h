/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The moves at the root as a list of lines: their order, and what an interrupted iteration leaves of it. */
#ifndef BUSHKA_SEARCH_ROOT_MOVES_H
#define BUSHKA_SEARCH_ROOT_MOVES_H

#include "search/threads.h"

/* Orders the root moves from `first` on by score, stably: a move not known to be better stays where it was. */
void root_moves_sort(SearchThread *t, int first);

/* Takes the moves back to the scores and the order of the last finished iteration. */
void root_moves_restore(SearchThread *t);

/* Puts another move before the first one, which the interrupted iteration has found to lose, unless all others are
 * known to lose too: they were only found to be worse than what was hoped for. Its score is the last iteration's, as
 * far as it can hold. */
void root_moves_avoid_loss(SearchThread *t, Score last_score);

/* Gives the lines after the best one, as far as the interrupted iteration did not come to them, the scores of the last
 * finished one, as far as they can hold, and puts them in order. */
void root_moves_restore_others(SearchThread *t);

/* The number of best lines among which the move to play is chosen in the end. */
int root_moves_candidates(const SearchLimits *limits);

/* The root move to play, among those of the last finished iteration. */
const RootMove *root_moves_choose(const SearchLimits *limits, const SearchThread *t);

#endif
