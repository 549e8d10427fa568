/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The opening book in the protocol: the command book, and the move that `go` plays by the book. */
#ifndef BUSHKA_PROTOCOL_BOOK_COMMAND_H
#define BUSHKA_PROTOCOL_BOOK_COMMAND_H

#include "book/book.h"
#include "protocol/state.h"

enum { BOOK_LINE_MAX = 16 }; /* plies */

/* A move by the book. */
typedef struct BookPick {
    SearchResult found;       /* as of a search */
    Move line[BOOK_LINE_MAX]; /* the move, and how the book goes on */
    int length;
} BookPick;

/* `book`: appends the lines that protocol.md describes about the game's position. ERROR_SYNTAX when no book of the
 * board is open. */
ErrorCode book_command(Engine *engine, Words *arguments, Text *t, Error *e);

/* Chooses a move of the game's position by the book, as the limits' level, variety and seed want it, and appends the
 * line that reports it. False, without a line, when the game is over, OwnBook is off, no book of the board is open, or
 * it does not know enough (book_moves_playable()). */
bool book_pick(const Engine *engine, const SearchLimits *limits, BookPick *pick, Text *t);

#endif
