/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening books: what they know of a position and of its moves. BOOK.md describes the file. */
#ifndef BUSHKA_BOOK_BOOK_H
#define BUSHKA_BOOK_BOOK_H

#include "core/error.h"
#include "core/game.h"
#include "evaluation/score.h"

/* A book of one board. Several threads may read it. */
typedef struct Book Book;

/* What a book knows of a position, or of a move: then of the position after it, as the player of the move sees it. */
typedef struct BookEntry {
    Score score;  /* for the side to move */
    int searches; /* that the score took; 0 for a move whose position is not in the book; 255: that many or more */
    uint32_t wins, draws, losses; /* of games that came to the position, for the side to move */
} BookEntry;

/* A move that a book knows. */
typedef struct BookMove {
    Move move;
    BookEntry entry;
} BookMove;

/* The moves that a book knows in a position, best first; of moves of equal scores those come first whose positions are
 * in the book. */
typedef struct BookMoves {
    BookMove *moves; /* owned */
    int count;
} BookMoves;

/* Reads a book; free it with book_free(). NULL with ERROR_SYNTAX "PATH: WHY" (it cannot be read, is damaged or not a
 * book for this engine) or ERROR_MEMORY. */
Book *book_read(const char *path, Error *e);

/* Frees it. NULL is allowed. */
void book_free(Book *b);

/* The board of the book. */
const Variant *book_variant(const Book *b);

/* The positions in it, and the nodes of each search. */
uint32_t book_size(const Book *b);
uint64_t book_nodes(const Book *b);

/* Looks a position of its board up. Returns false when it is not in the book. */
bool book_find(const Book *b, const Position *p, BookEntry *entry);

/* The moves that the book knows in the game's position, those to positions of the book and the drop-out; none when the
 * position is not in the book. One that leads to an earlier position of the game is worth a draw. To be freed with
 * book_moves_free(), unless ERROR_MEMORY. */
ErrorCode book_moves(const Book *b, const Game *game, BookMoves *moves, Error *e);

/* Frees them. */
void book_moves_free(BookMoves *moves);

/* True when the moves are enough to play by: one of them leads to a position of the book. Where only the drop-out is
 * known, a search that takes its time may do better. */
bool book_moves_playable(const BookMoves *moves);

#endif
