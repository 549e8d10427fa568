/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inside of a set of openings. Private to openings.c, which makes and orders sets, and openings_read.c. */
#ifndef BUSHKA_MATCH_OPENINGS_SET_H
#define BUSHKA_MATCH_OPENINGS_SET_H

#include "match/openings.h"

/* An opening; its moves stand in the array of all moves, which may still be moved in memory. */
typedef struct Entry {
    Position start;
    size_t first; /* index of its first move */
    int plies;
    unsigned number;
} Entry;

struct Openings {
    Entry *entries;
    size_t count, capacity;
    Move *moves;
    size_t move_count, move_capacity;
    uint64_t *keys; /* open addressing, a power of two of places; 0 is a free one */
    size_t key_capacity;
    size_t duplicates;
};

/* What became of an opening that was to be added. */
typedef enum Added { ADDED_NEW, ADDED_DUPLICATE, ADDED_NO_MEMORY } Added;

/* Adds an opening unless the same is there; plies is 0 to OPENINGS_PLIES_MAX and the moves are legal. */
Added openings_add(Openings *o, const Position *start, const Move *moves, int plies, unsigned number);

#endif
