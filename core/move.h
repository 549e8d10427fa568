/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A move, and a list of moves that grows as needed. */
#ifndef BUSHKA_CORE_MOVE_H
#define BUSHKA_CORE_MOVE_H

#include "core/bitboard.h"

/* What a move is; see RULES "Non-capturing moves" and "Captures". */
typedef enum MoveKind {
    MOVE_NONE = 0,       /* no move */
    MOVE_MAN,            /* a man steps forward */
    MOVE_LINE,           /* a line of men (or its front part) moves: its rear man goes to the front */
    MOVE_KING,           /* a king slides */
    MOVE_LINEAR_CAPTURE, /* a line of men captures */
    MOVE_MAN_CAPTURE,    /* piece capture by a man */
    MOVE_KING_CAPTURE    /* piece capture by a king */
} MoveKind;

/* One legal move. Two routes of a piece capture with the same start, end and taken set are one move, so
 * these fields identify it (RULES "Decision: what one move is"). For a line, from is its last moving man
 * and to the square in front. */
typedef struct Move {
    Bitboard taken; /* the captured pieces; empty for a non-capturing move */
    Square from;
    Square to;    /* equals from when a piece capture ends where it began */
    uint8_t kind; /* a MoveKind */
} Move;

/* True for the three kinds that capture. */
static inline bool move_is_capture(Move m)
{
    return m.kind >= MOVE_LINEAR_CAPTURE;
}

/* True for the two kinds of capture by a single piece, which may take several pieces one after the other. */
static inline bool move_is_piece_capture(Move m)
{
    return m.kind >= MOVE_MAN_CAPTURE;
}

/* True when a and b are the same move of one position. */
static inline bool move_equal(Move a, Move b)
{
    return a.from == b.from && a.to == b.to && a.taken == b.taken;
}

/* The index of m among the moves of one position, or count when it is not among them. */
static inline int move_index(const Move *moves, int count, Move m)
{
    int i = 0;
    while (i < count && !move_equal(moves[i], m)) {
        i++;
    }
    return i;
}

/* Moves that fit in a list without allocation; more than any position in practical play has. */
enum { MOVE_LIST_LOCAL = 128 };

/* A list of moves. Start it with move_list_init() and end it with move_list_free(); do not copy it by
 * assignment, since moves may point into the list itself. */
typedef struct MoveList {
    Move *moves;
    int count;
    int capacity;
    bool failed; /* memory ran out and moves are missing */
    Move local[MOVE_LIST_LOCAL];
} MoveList;

/* Makes the list empty. */
static inline void move_list_init(MoveList *list)
{
    list->moves = list->local;
    list->count = 0;
    list->capacity = MOVE_LIST_LOCAL;
    list->failed = false;
}

/* Makes room for one more move; sets failed and returns false when memory runs out. */
bool move_list_grow(MoveList *list);

/* Frees what the list allocated, if anything. */
void move_list_free(MoveList *list);

/* Appends a move. */
static inline void move_list_add(MoveList *list, Move m)
{
    if (list->count < list->capacity || move_list_grow(list)) {
        list->moves[list->count++] = m;
    }
}

#endif
