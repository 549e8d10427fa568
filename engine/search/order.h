/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Move ordering: the moves most likely to be best come first. */
#ifndef BUSHKA_SEARCH_ORDER_H
#define BUSHKA_SEARCH_ORDER_H

#include "search/worker.h"

/* The legal moves of a node, handed out one by one, best first. End it with picker_free(). */
typedef struct Picker {
    const Worker *worker;
    const Position *position;
    int ply;
    PackedMove table_move;
    bool captures;  /* the side to move has a capture */
    bool lookups;   /* the positions after the moves will be looked up in the table */
    Move staged;    /* the table's move, to be handed out before any other is generated; else of kind MOVE_NONE */
    bool generated; /* the list holds the legal moves, but for the staged one */
    bool sorted;    /* what is left is worth no more sorting */
    int next;
    MoveList list;
    int32_t keys[MOVE_LIST_LOCAL]; /* ratings, with the moves' own indices to tell equals apart */
} Picker;

/* Starts on the legal moves of p. A non-capturing move of the table comes first, before the others are even
 * generated; then captures by what they take, killers, and the rest by history. `captures` tells whether the side
 * to move has a capture, `lookups` whether the positions after the moves will be looked up in the table. */
void picker_init(Picker *picker, const Worker *w, const Position *p, int ply, PackedMove table_move, bool captures,
                 bool lookups);

/* True when the position has a single legal move. Ask before the first picker_next(). */
bool picker_is_single(const Picker *picker);

/* Hands out the next move; returns false when there is none left. */
bool picker_next(Picker *picker, Move *m);

/* Frees the list. */
void picker_free(Picker *picker);

/* What the histories say about a quiet move of side c at this ply, within about +-3 * HISTORY_MAX. */
int order_history(const Worker *w, Color c, int ply, Move m);

/* Learns that the quiet move `best` refuted the position at this ply and that those tried before did not. */
void order_update(Worker *w, Color c, int ply, Move best, const Move *tried, int tried_count, int depth);

#endif
