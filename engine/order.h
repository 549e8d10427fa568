/* Move ordering: the moves most likely to be best come first. */
#ifndef BUSHKA_ENGINE_ORDER_H
#define BUSHKA_ENGINE_ORDER_H

#include "worker.h"

/* The legal moves of a node, handed out one by one, best first. End it with picker_free(). */
typedef struct Picker {
    MoveList list;
    int scores[MOVE_LIST_LOCAL];
    int next;
} Picker;

/* Generates and rates the legal moves of p: the table's move, captures by what they take, killers, history. */
void picker_init(Picker *picker, const Worker *w, const Position *p, int ply, PackedMove table_move);

/* Hands out the next move; returns false when there is none left. */
bool picker_next(Picker *picker, Move *m);

/* Frees the list. */
void picker_free(Picker *picker);

/* Learns that the quiet move `best` refuted the position at this ply and that those tried before did not. */
void order_update(Worker *w, const Position *p, int ply, Move best, const Move *tried, int tried_count, int depth);

#endif
