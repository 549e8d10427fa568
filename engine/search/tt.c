/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/tt.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "system/memory.h"

enum {
    CLUSTER_ENTRIES = 4,
    GENERATION_BITS = 6,
    GENERATION_MASK = (1 << GENERATION_BITS) - 1,
    AGE_WEIGHT = 8,       /* plies of depth that one search of age counts for in replacement */
    SAMPLE_CLUSTERS = 250 /* sampled by tt_hashfull() */
};

/* The key is stored XORed with the data, so that an entry torn by two threads writing at once is not
 * recognised (Hyatt's lockless hashing). Data: move 16, score 16, 0 16, depth 8, bound 2, generation 6. */
typedef struct TTEntry {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
} TTEntry;

typedef struct TTCluster {
    TTEntry entries[CLUSTER_ENTRIES];
} TTCluster;

static uint64_t encode(TTData d, uint8_t generation)
{
    return (uint64_t)d.move | ((uint64_t)(uint16_t)d.score << 16) | ((uint64_t)(uint8_t)d.depth << 48) |
           ((uint64_t)(uint8_t)d.bound << 56) | ((uint64_t)generation << 58);
}

static TTData decode(uint64_t data)
{
    return (TTData){.move = (PackedMove)data,
                    .score = (int16_t)(uint16_t)(data >> 16),
                    .depth = (int)(uint8_t)(data >> 48),
                    .bound = (Bound)((data >> 56) & 3)};
}

static int generation_of(uint64_t data)
{
    return (int)(data >> 58);
}

/* The cluster of a key: the high part of key * count, so that any count will do; from halves of the key, since a
 * product of 128 bits is a call on some processors. */
static TTCluster *cluster_of(const TranspositionTable *tt, uint64_t key)
{
    const uint64_t low = (key & UINT32_MAX) * tt->count;
    return &tt->clusters[(size_t)(((key >> 32) * tt->count + (low >> 32)) >> 32)];
}

bool tt_resize(TranspositionTable *tt, int mib)
{
    const size_t bytes = (size_t)mib << 20;
    void *const memory = memory_new(bytes);
    if (memory == NULL) {
        return false;
    }
    tt_free(tt);
    tt->clusters = memory;
    tt->bytes = bytes;
    tt->count = bytes / sizeof(TTCluster);
    if (bytes > MEMORY_PART) {
        /* It is empty already, but each first touch of a page would cost the search the time to clear it: with half the
         * memory of a machine a search of a second got no further than depth 4. */
        memory_clear(memory, bytes);
    }
    return true;
}

void tt_free(TranspositionTable *tt)
{
    memory_free(tt->clusters, tt->bytes);
    memset(tt, 0, sizeof *tt);
}

void tt_clear(TranspositionTable *tt)
{
    memory_clear(tt->clusters, tt->bytes);
    tt->generation = 0;
}

void tt_new_search(TranspositionTable *tt)
{
    tt->generation = (uint8_t)((tt->generation + 1) & GENERATION_MASK);
}

void tt_prefetch(const TranspositionTable *tt, uint64_t key)
{
    const TTCluster *const cluster = cluster_of(tt, key);
#ifdef __wasm__
    (void)*(const volatile char *)cluster; /* there is no instruction for it, so a byte is read and not used */
#else
    __builtin_prefetch(cluster);
#endif
}

/* Scores of forced wins are stored as distances from the position itself, since it may be reached at another ply. */
static Score score_to_tt(Score s, int ply)
{
    return !score_is_solved(s) ? s : s > 0 ? s + ply : s - ply;
}

/* The inverse. However far away a win is, it stays a mate score or a tablebase score. */
static Score score_from_tt(Score s, int ply)
{
    const Score size = abs(s);
    const Score least = size >= SCORE_MATE ? SCORE_MATE : SCORE_SOLVED;
    const Score moved = size - ply > least ? size - ply : least;
    return !score_is_solved(s) ? s : s > 0 ? moved : -moved;
}

bool tt_probe(const TranspositionTable *tt, uint64_t key, int ply, TTData *data)
{
    TTCluster *const cluster = cluster_of(tt, key);
    for (int i = 0; i < CLUSTER_ENTRIES; i++) {
        const uint64_t stored = atomic_load_explicit(&cluster->entries[i].data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&cluster->entries[i].check, memory_order_relaxed);
        if ((check ^ stored) == key && stored != 0) {
            *data = decode(stored);
            data->score = score_from_tt(data->score, ply);
            return true;
        }
    }
    return false;
}

void tt_store(TranspositionTable *tt, uint64_t key, int ply, TTData data)
{
    TTCluster *const cluster = cluster_of(tt, key);
    TTEntry *victim = &cluster->entries[0];
    int victim_worth = 1 << 20;

    data.score = score_to_tt(data.score, ply);
    for (int i = 0; i < CLUSTER_ENTRIES; i++) {
        TTEntry *const entry = &cluster->entries[i];
        const uint64_t stored = atomic_load_explicit(&entry->data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&entry->check, memory_order_relaxed);
        if ((check ^ stored) == key && stored != 0) {
            if (data.move == 0) {
                data.move = decode(stored).move;
            }
            victim = entry;
            break;
        }
        const int age = (tt->generation - generation_of(stored)) & GENERATION_MASK;
        const int worth = stored == 0 ? -(1 << 20) : decode(stored).depth - AGE_WEIGHT * age;
        if (worth < victim_worth) {
            victim = entry;
            victim_worth = worth;
        }
    }
    const uint64_t encoded = encode(data, tt->generation);
    atomic_store_explicit(&victim->check, key ^ encoded, memory_order_relaxed);
    atomic_store_explicit(&victim->data, encoded, memory_order_relaxed);
}

int tt_hashfull(const TranspositionTable *tt)
{
    size_t used = 0;
    for (size_t c = 0; c < SAMPLE_CLUSTERS; c++) {
        for (int i = 0; i < CLUSTER_ENTRIES; i++) {
            const uint64_t stored = atomic_load_explicit(&tt->clusters[c].entries[i].data, memory_order_relaxed);
            used += stored != 0 && generation_of(stored) == tt->generation;
        }
    }
    return (int)(used * 1000 / (SAMPLE_CLUSTERS * CLUSTER_ENTRIES));
}
