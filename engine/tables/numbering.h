/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The numbers of the positions of a class, from 0 to count - 1: two positions share one only when they are mirror
 * images (on the board that has them). Positions with Black to move are turned by 180 degrees.
 *
 * Positions are ordered by the set of men of the side to move, then of enemy men, own kings and enemy kings; the last
 * changes fastest. Sets of k squares are ordered by their highest square, then the next, and so on; squares are counted
 * from 0 in the order of the bits, without those on which that piece may not stand or which an earlier set takes. The
 * rank of s1 < s2 < ... is binomial(s1, 1) + binomial(s2, 2) + ...
 *
 * The first set that is not empty is the leading set. How many sets of enemy men go with a set of own men depends on
 * how many of these stand on their first row, where no enemy man can stand: hence a table by leading set. On the board
 * with mirror images only the leading sets that are not higher than their image are numbered. Of two images that share
 * their leading set the lower one counts, and the number of the other one is unused. */
#ifndef BUSHKA_TABLES_NUMBERING_H
#define BUSHKA_TABLES_NUMBERING_H

#include "core/error.h"
#include "tables/table_class.h"

enum { NUMBERING_SQUARES = 50 };

/* What all classes of a board share. Made by numbering_board_init(); owns nothing, does not change. */
typedef struct NumberingBoard {
    const Variant *variant;
    uint8_t ordinal[64];              /* of a square, in the order of the bits */
    Square square[NUMBERING_SQUARES]; /* by ordinal */
    int enemy_men_first;              /* enemy men stand on ordinals from this one on, own men on the same number of
                                         ordinals from 0 on */
    uint32_t binomial[TABLE_SIDE_SIZES][NUMBERING_SQUARES + 1]; /* binomial[k][n]: sets of k among n */
} NumberingBoard;

/* The numbering of one class. Made by numbering_init(), freed by numbering_free(); does not change. */
typedef struct Numbering {
    const NumberingBoard *board;
    TableClass class;
    uint64_t count;       /* numbers */
    int lead_size;        /* pieces of a leading set */
    int lead_first;       /* the first ordinal on which they may stand */
    uint32_t lead_sets;   /* leading sets */
    uint32_t *base;       /* lead_sets + 1: sets of men (both sides') before those of a leading set */
    uint64_t kings;       /* positions for each of these sets: ways to place both sides' kings */
    uint32_t enemy_kings; /* sets of enemy kings for each set of own ones */
} Numbering;

/* Where the last number was found, which makes the next one cheap if it is close. Zeroed at first. For one thread at a
 * time. */
typedef struct NumberingCursor {
    uint32_t lead;
    uint64_t unit; /* the set of men of `pieces`; valid when `begun` */
    bool begun;
    TablePieces pieces; /* the men, or the leading kings */
} NumberingCursor;

/* Prepares a board. */
void numbering_board_init(NumberingBoard *b, const Variant *v);

/* Prepares the numbering of a possible class; the board outlives it. ERROR_MEMORY when memory runs out. */
ErrorCode numbering_init(Numbering *n, const NumberingBoard *b, TableClass c, Error *e);

/* Frees it; a zeroed one too. */
void numbering_free(Numbering *n);

/* True when the board has mirror images and the position is its own. */
bool numbering_symmetric(const NumberingBoard *b, TablePieces pieces);

/* The number of a position of the class. *symmetric, unless it is NULL, is set as by numbering_symmetric(). */
uint64_t numbering_number(const Numbering *n, TablePieces pieces, bool *symmetric);

/* The position of a number below n->count. Returns false when that number is unused. */
bool numbering_pieces(const Numbering *n, uint64_t number, NumberingCursor *cursor, TablePieces *pieces);

#endif
