/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Move ordering: the moves most likely to be best come first. */
#ifndef BUSHKA_SEARCH_MOVEPICKER_H
#define BUSHKA_SEARCH_MOVEPICKER_H

#include "core/movegen.h"
#include "search/threads.h"

/* Which moves of a node are wanted. */
typedef enum MoveChoice {
    CHOICE_CAPTURES, /* the position has captures: all of them */
    CHOICE_QUIET,    /* it has none: all moves */
    CHOICE_EXPOSING  /* it has none: only those that expose (movegen_quiet()) */
} MoveChoice;

/* The moves of a node, which must outlive the picker, handed out one by one, best first. End it with
 * movepicker_free(). */
typedef struct MovePicker {
    const SearchThread *thread;
    const Node *node;
    PackedMove packed; /* the move of the transposition table; 0: none */
    MoveChoice choice;
    Move tt_move;   /* handed out before the others are generated; kind MOVE_NONE: none */
    bool generated; /* the list holds the moves, except for tt_move */
    bool sorted;    /* the rest needs no more sorting */
    int next;
    MoveList list;
    int32_t keys[MOVE_LIST_LOCAL]; /* ratings, with the moves' indices to tell equal ones apart */
} MovePicker;

/* Starts on the moves of a node. The move of the transposition table comes first, a quiet one before the others are
 * even generated, and also where only moves that expose are wanted; then captures by the kings they take, or quiet
 * moves by history. */
void movepicker_init(MovePicker *picker, const SearchThread *t, const Node *node, PackedMove packed, MoveChoice choice);

/* True when the position has a single legal move; false with CHOICE_EXPOSING. To be called before the first
 * movepicker_next(). */
bool movepicker_is_single(const MovePicker *picker);

/* Hands out the next move; returns false when there is none left. */
bool movepicker_next(MovePicker *picker, Move *m);

/* Frees the list. */
void movepicker_free(MovePicker *picker);

/* What the histories say about a quiet move of a node, within +-3 * HISTORY_MAX. */
int movepicker_history(const SearchThread *t, const Node *node, Move m);

/* Learns that the quiet move `best` cut the node off, and that those tried before did not. */
void movepicker_update_history(SearchThread *t, const Node *node, Move best, const Move *tried, int tried_count);

#endif
