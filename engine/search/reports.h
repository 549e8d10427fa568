/* SPDX-License-Identifier: GPL-3.0-or-later */
/* When a search reports something: not so often that it would flood the screen. */
#ifndef BUSHKA_SEARCH_REPORTS_H
#define BUSHKA_SEARCH_REPORTS_H

#include "search/threads.h"

/* Reports the line with that index (rank less one), found at that depth. */
void reports_line(const SearchThread *t, int index, int depth);

/* Reports the main thread's best lines, `lines` of them. */
void reports_lines(const SearchThread *main, int lines, int depth);

/* Reports a finished iteration, unless it would flood the screen: in an endgame without progress, or with a mate score,
 * dozens can take no time at all. */
void reports_iteration(const SearchThread *main, int lines, int depth);

/* Reports that a root move is about to be searched, if the search takes long. */
void reports_root_move(const SearchThread *main, int index, int depth);

#endif
