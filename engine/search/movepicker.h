/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Move ordering: the moves most likely to be best come first. */
#ifndef BUSHKA_SEARCH_MOVEPICKER_H
#define BUSHKA_SEARCH_MOVEPICKER_H

#include "core/movegen.h"
#include "search/threads.h"

/* Which moves of a node are wanted. */
typedef enum MoveChoice {
    CHOICE_CAPTURES, /* there are some: all of them */
    CHOICE_QUIET,    /* there are none: all moves */
    CHOICE_EXPOSING  /* there are none: those that expose (movegen_quiet()) */
} MoveChoice;

/* The moves of a node, handed out one by one, best first. End it with movepicker_free(). */
typedef struct MovePicker {
    const SearchThread *thread;
    const Position *position;
    int ply;
    PackedMove packed; /* the move of the transposition table; 0: none */
    MoveChoice choice;
    bool prefetch;  /* the positions after the moves will be looked up in the table */
    Move tt_move;   /* to be handed out before any other is generated; else of kind MOVE_NONE */
    bool generated; /* the list holds the moves, except for tt_move */
    bool sorted;    /* what is left is worth no more sorting */
    int next;
    MoveList list;
    int32_t keys[MOVE_LIST_LOCAL]; /* ratings, with the moves' own indices to tell equals apart */
} MovePicker;

/* Starts on the moves of a node. A move without capture that the transposition table knows comes first, before the
 * others are even generated, whichever they are; then captures by what they take, and the rest by history. */
void movepicker_init(MovePicker *picker, const SearchThread *t, const Node *node, PackedMove packed, MoveChoice choice);

/* True when the position has a single legal move, all being wanted. To be called before the first movepicker_next(). */
bool movepicker_is_single(const MovePicker *picker);

/* Hands out the next move; returns false when there is none left. */
bool movepicker_next(MovePicker *picker, Move *m);

/* Frees the list. */
void movepicker_free(MovePicker *picker);

/* What the histories say about a quiet move in the position at this ply, within +-3 * HISTORY_MAX. */
int movepicker_history(const SearchThread *t, const Position *p, int ply, Move m);

/* Learns that the quiet move `best` cut the node off, and that those tried before did not. */
void movepicker_learn(SearchThread *t, const Node *node, Move best, const Move *tried, int tried_count);

#endif
