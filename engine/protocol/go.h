/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command go: its words, the search, and the lines that come of it. */
#ifndef BUSHKA_PROTOCOL_GO_H
#define BUSHKA_PROTOCOL_GO_H

#include "protocol/state.h"
#include "system/text.h"

/* `go ...`: searches the game's position, and writes the lines of analysis and `bestmove`. Every word must be right: an
 * unknown one, one given twice, a number out of range or an illegal move is an error, as is too little memory; it
 * writes that and `bestmove (none)`, and returns ERROR_NONE, except to a person and for `go perft`. In a finished game
 * it writes why, and `bestmove (none)` when the limits let it. */
ErrorCode go_command(Engine *engine, Words *arguments, Error *e);

/* Appends the line "bestmove M" of a search from that position, with "ponder M" where there is a reply, or
 * "bestmove (none)". */
void go_add_result(Text *t, const Position *root, NotationStyle style, const SearchResult *result);

#endif
