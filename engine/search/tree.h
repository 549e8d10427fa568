/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tree: principal variation search with the transposition table, and quiescence search at its leaves. */
#ifndef BUSHKA_SEARCH_TREE_H
#define BUSHKA_SEARCH_TREE_H

#include "search/threads.h"

/* Searches the root position to that depth within the window, the root moves from t->multipv_index on, and leaves
 * scores and principal variations there. Returns the best score. Ends early when the search is to stop. */
Score tree_search_root(SearchThread *t, Score alpha, Score beta, int depth);

#endif
