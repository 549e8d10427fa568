/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The transposition table: what the search has found out about positions, shared by all threads without locks. Clusters
 * of four 16-byte entries fill one cache line. */
#ifndef BUSHKA_SEARCH_TT_H
#define BUSHKA_SEARCH_TT_H

#include <stddef.h>

#include "core/mix.h"
#include "core/position.h"
#include "evaluation/score.h"

/* What a stored score says about the true one. */
typedef enum Bound { BOUND_NONE = 0, BOUND_UPPER = 1, BOUND_LOWER = 2, BOUND_EXACT = 3 } Bound;

/* A move in 16 bits: start, end and a digest of what is taken. 0 stands for no move. */
typedef uint16_t PackedMove;

/* What the table knows about a position. */
typedef struct TTData {
    PackedMove move;
    Score score; /* the plies of a mate or tablebase score count from the root */
    int depth;   /* plies */
    Bound bound;
} TTData;

/* The table. Zero it before tt_resize(). */
typedef struct TranspositionTable {
    struct TTCluster *clusters;
    size_t count; /* clusters */
    size_t bytes; /* mapped */
    uint8_t generation;
} TranspositionTable;

/* Packs a move of some position. */
static inline PackedMove tt_pack(Move m)
{
    const uint64_t mixed = m.taken * MIX_STEP;
    const PackedMove packed = (PackedMove)(m.from | (m.to << 6) | (int)((mixed >> 60) << 12));
    return m.kind == MOVE_NONE ? (PackedMove)0 : packed;
}

/* The same for a move that is known to take nothing. */
static inline PackedMove tt_pack_quiet(Move m)
{
    return (PackedMove)(m.from | (m.to << 6));
}

/* Start and end of a packed move. */
static inline Square tt_packed_from(PackedMove m)
{
    return (Square)(m & 63);
}

static inline Square tt_packed_to(PackedMove m)
{
    return (Square)((m >> 6) & 63);
}

/* Makes the table `mib` MiB large and empty. Returns false, and keeps the old one, when the system refuses that much
 * memory; systems promise more than they have, so call memory_check() first. A large table takes its memory from the
 * system at once, with all processors. */
bool tt_resize(TranspositionTable *tt, int mib);

/* Frees the table. */
void tt_free(TranspositionTable *tt);

/* Empties the table; a large one with all processors. */
void tt_clear(TranspositionTable *tt);

/* Begins a new search: older entries are replaced first. */
void tt_new_search(TranspositionTable *tt);

/* Prefetches the cluster of a key. */
void tt_prefetch(const TranspositionTable *tt, uint64_t key);

/* Looks a position up; ply is its distance from the root. Returns false when it is not there. */
bool tt_probe(const TranspositionTable *tt, uint64_t key, int ply, TTData *data);

/* Stores what was found out about a position. With a move of 0 the stored one is kept. */
void tt_store(TranspositionTable *tt, uint64_t key, int ply, TTData data);

/* How full the table is with entries of the current search, per mille, from a sample. */
int tt_hashfull(const TranspositionTable *tt);

#endif
