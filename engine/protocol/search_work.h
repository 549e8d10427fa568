/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search of `go` as work that runs beside the reading of commands. */
#ifndef BUSHKA_PROTOCOL_SEARCH_WORK_H
#define BUSHKA_PROTOCOL_SEARCH_WORK_H

#include "core/notation.h"
#include "protocol/activity.h"
#include "search/search.h"
#include "system/output.h"

/* Work that searches the game's position, and writes the lines of analysis and `bestmove`. In a finished game it
 * writes why, and `bestmove (none)` when the limits let it. NULL, with *e set, when memory runs out. */
Work *search_work_new(Search *s, const Game *game, const SearchLimits *limits, NotationStyle style, Output *output,
                      Error *e);

/* For when there is no memory for that work either: writes a legal move as `bestmove`, the first one. */
void search_work_answer(const Game *game, const SearchLimits *limits, NotationStyle style, Output *output);

#endif
