/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classes of endings, each all positions with the same pieces, and the numbering of the positions of a class.
 * The side to move is always White: positions with Black to move are turned round. */
#ifndef BUSHKA_ENDINGS_CLASSES_H
#define BUSHKA_ENDINGS_CLASSES_H

#include <stddef.h>

#include "core/position.h"

/* Pieces of both sides together, of one side (the other has one at least), and squares of either board. */
enum { ENDING_PIECES_LEAST = 2, ENDING_PIECES_MOST = 4, ENDING_SIDE_MOST = 3, ENDING_SQUARES = 50 };

/* Sets of 0, 1, 2 and 3 squares, all together. */
enum {
    ENDING_SETS = 1 + ENDING_SQUARES + ENDING_SQUARES * (ENDING_SQUARES - 1) / 2 +
                  ENDING_SQUARES * (ENDING_SQUARES - 1) * (ENDING_SQUARES - 2) / 6
};

/* Pairs of classes that differ in the side to move alone, up to ENDING_PIECES_MOST pieces. */
enum { ENDING_PAIRS_MOST = 23 };

/* Room for the longest name, "MMM v M" in letters, and the terminating NUL. */
enum { ENDING_NAME_SIZE = 8 };

/* Numbers of pieces: of the side to move, then of its enemy. */
typedef struct EndingClass {
    uint8_t kings, men, enemy_kings, enemy_men;
} EndingClass;

/* The sets of up to ENDING_SIDE_MOST squares of a board and their ranks. Made by ending_index_init(); large, owns
 * nothing. */
typedef struct EndingIndex {
    const Variant *variant;
    Bitboard sets[ENDING_SETS];               /* by size, then by rank */
    uint32_t first[ENDING_SIDE_MOST + 1];     /* where the sets of a size begin */
    uint32_t count[ENDING_SIDE_MOST + 1];     /* how many there are */
    uint32_t terms[ENDING_SIDE_MOST + 1][64]; /* binomial(number of the square, i): what it adds to a rank */
} EndingIndex;

/* The class seen by the other side. */
EndingClass ending_class_swapped(EndingClass c);

/* True when both have the same pieces for the same side. */
bool ending_class_equal(EndingClass a, EndingClass b);

/* All pieces of a class. */
int ending_class_pieces(EndingClass c);

/* Writes a name such as "KKM v K", the side to move first. */
void ending_class_name(EndingClass c, char name[ENDING_NAME_SIZE]);

/* Lists one class of each pair of 2 to `pieces` pieces: the one whose side to move has more pieces, or as many and no
 * fewer kings. No move leads from a class to one of a later pair. Returns how many. */
int ending_class_list(int pieces, EndingClass classes[ENDING_PAIRS_MOST]);

/* The class of a position with at most ENDING_SIDE_MOST pieces a side. */
EndingClass ending_class_of(const Position *p);

/* Prepares the numbering of a board. */
void ending_index_init(EndingIndex *x, const Variant *v);

/* The rank of a set of up to ENDING_SIDE_MOST squares among those of its size, 0 to count - 1. */
static inline uint32_t ending_set_rank(const EndingIndex *x, Bitboard set)
{
    uint32_t rank = 0;
    for (int i = 1; set != 0; i++) {
        rank += x->terms[i][pop_lowest(&set)];
    }
    return rank;
}

/* Numbers of a class: more than positions, since sets of squares may overlap. */
size_t ending_class_size(const EndingIndex *x, EndingClass c);

/* The number of a position of the class, 0 to ending_class_size() - 1. Black may be to move. */
size_t ending_number(const EndingIndex *x, EndingClass c, const Position *p);

/* Makes the position of that number, with White to move. Returns false when there is none: pieces on one square, or a
 * man on the row where it would have been promoted. */
bool ending_position(const EndingIndex *x, EndingClass c, size_t number, Position *p);

#endif
