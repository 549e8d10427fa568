/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Classes of positions with few pieces: all positions with the same pieces, seen by the side to move. */
#ifndef BUSHKA_TABLES_TABLE_CLASS_H
#define BUSHKA_TABLES_TABLE_CLASS_H

#include "core/position.h"

/* Pieces of both sides together, and of one side. */
enum { TABLE_PIECES_MIN = 2, TABLE_PIECES_MAX = 6, TABLE_SIDE_MAX = 4, TABLE_SIDE_SIZES = TABLE_SIDE_MAX + 1 };

/* Pairs of classes up to TABLE_PIECES_MAX pieces, room for their classes, and the number of ids (table_class_id()). */
enum {
    TABLE_PAIRS_MAX = 70,
    TABLE_CLASSES_MAX = 2 * TABLE_PAIRS_MAX,
    TABLE_CLASS_IDS = TABLE_SIDE_SIZES * TABLE_SIDE_SIZES * TABLE_SIDE_SIZES * TABLE_SIDE_SIZES
};

/* The name of a class, such as "KKM-K"; room for the longest. */
typedef struct TableClassName {
    char text[12];
} TableClassName;

/* Numbers of pieces: of the side to move, then of its enemy. */
typedef struct TableClass {
    uint8_t kings, men, enemy_kings, enemy_men;
} TableClass;

/* The pieces of a position as the side to move sees them: its own men move up, as White's do. */
typedef struct TablePieces {
    Bitboard men, kings, enemy_men, enemy_kings;
} TablePieces;

/* The class with the same pieces and the other side to move. */
TableClass table_class_swapped(TableClass c);

/* True when both have the same pieces for the same side. */
bool table_class_equal(TableClass a, TableClass b);

/* True when a has at most as many pieces of each kind as b. */
bool table_class_within(TableClass a, TableClass b);

/* All pieces of a class. */
int table_class_pieces(TableClass c);

/* True when each side has 1 to TABLE_SIDE_MAX pieces, at most TABLE_PIECES_MAX together. */
bool table_class_possible(TableClass c);

/* A number below TABLE_CLASS_IDS, different for each possible class. */
int table_class_id(TableClass c);

/* A name such as "KKM-K", the side to move first. */
TableClassName table_class_name(TableClass c);

/* Reads the name of a class. Returns false when it is not one. */
bool table_class_parse(const char *name, TableClass *c);

/* Lists one class of each pair, the two classes of a pair differing only in the side to move, of up to `max` pieces:
 * the class whose side to move has more pieces, or as many and no fewer kings. No move leads from a class to one of a
 * later pair. Returns how many there are. */
int table_class_pairs(int max, TableClass pairs[TABLE_PAIRS_MAX]);

/* Lists all classes of up to `max` pieces in the order of their pairs, each once. Returns how many there are. */
int table_class_list(int max, TableClass classes[TABLE_CLASSES_MAX]);

/* The pieces of a position as the side to move sees them. */
TablePieces table_pieces_of(const Position *p);

/* The position with those pieces, White to move. Its key is not set. */
Position table_position(const Variant *v, TablePieces pieces);

/* The class of the pieces; an impossible one where a side has too many of them, or none. */
TableClass table_class_of(TablePieces pieces);

#endif
