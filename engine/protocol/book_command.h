/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The opening book in the protocol: the command book, and the moves that `go` plays from the book. */
#ifndef BUSHKA_PROTOCOL_BOOK_COMMAND_H
#define BUSHKA_PROTOCOL_BOOK_COMMAND_H

#include "book/book.h"
#include "protocol/state.h"

enum { BOOK_LINE_MAX = 16 }; /* plies */

/* A move from the book. */
typedef struct BookPick {
    SearchResult found;       /* like that of a search */
    Move line[BOOK_LINE_MAX]; /* the move, and the moves that follow in the book */
    int length;
} BookPick;

/* `book`: appends lines about the game's position, as protocol.md describes them. ERROR_SYNTAX when no book of the
 * board is open. */
ErrorCode book_command(Engine *engine, Words *arguments, Text *t, Error *e);

/* Chooses a move from the book for the game's position, according to the level, variety and seed of the limits, and
 * appends the line that reports it. Returns false, without a line, when the game is over, OwnBook is off, no book of
 * the board is open, or the book does not know enough (book_moves_playable()). */
bool book_pick(const Engine *engine, const SearchLimits *limits, BookPick *pick, Text *t);

#endif
