/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command go: its words, the search, and the lines that come of it. */
#ifndef BUSHKA_PROTOCOL_GO_H
#define BUSHKA_PROTOCOL_GO_H

#include "protocol/state.h"
#include "system/words.h"

/* Limits of what is accepted: positions, and milliseconds. */
#define GO_NODES_MAX INT64_C(1000000000000000000)
#define GO_TIME_MAX INT64_C(1000000000000)

enum { GO_MOVES_TO_GO_MAX = 10000, GO_MATE_MAX = SEARCH_PLY_MAX / 2 };

/* `go ...`: searches the game's position, and writes the lines of analysis and `bestmove`. Every word must be right: an
 * unknown one, one given twice, a number out of range or an illegal move is an error. In a finished game it writes why,
 * and `bestmove (none)` when the limits let it; and when memory runs out the reason, and the first legal move. */
ErrorCode go_command(State *s, Words *arguments, Error *e);

#endif
