/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command go: its words, the search, and the lines that it writes. */
#ifndef BUSHKA_PROTOCOL_GO_H
#define BUSHKA_PROTOCOL_GO_H

#include "protocol/state.h"
#include "system/text.h"

/* `go ...`: searches the game's position, and writes lines of analysis and `bestmove`. An unknown word, one given
 * twice, a number out of range, an illegal move and too little memory are errors: it writes the error and `bestmove
 * (none)`, and returns ERROR_NONE; for a person (EngineListener) and for `go perft` it returns the error instead. In a
 * finished game it writes the result, and `bestmove (none)` when the limits allow it. */
ErrorCode go_command(Engine *engine, Words *arguments, Error *e);

/* Appends the result of a search of that position: the line "bestmove M", with "ponder M" when there is a reply, or
 * "bestmove (none)". */
void go_add_result(Text *t, const Position *root, NotationStyle style, const SearchResult *result);

#endif
