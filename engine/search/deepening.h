/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iterative deepening, with aspiration windows: one thread's part of a search. */
#ifndef BUSHKA_SEARCH_DEEPENING_H
#define BUSHKA_SEARCH_DEEPENING_H

#include "search/threads.h"

/* Searches the thread's root moves deeper and deeper until a limit is reached, and leaves them in order. The main
 * thread reports. */
void deepening_run(SearchThread *t);

#endif
