/* SPDX-License-Identifier: GPL-3.0-or-later */
/* MAP_ANONYMOUS and madvise() are beyond POSIX. */
#define _DEFAULT_SOURCE

#include "search/tt.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    CLUSTER_ENTRIES = 4,
    GENERATION_BITS = 6,
    GENERATION_MASK = (1 << GENERATION_BITS) - 1,
    AGE_WEIGHT = 8,        /* plies of depth that one search of age counts for in replacement */
    SAMPLE_CLUSTERS = 250, /* looked at by tt_hashfull() */
    PART_BYTES = 32 << 20, /* a thread that clears has at least so much to do */
    PARTS_MAX = 16         /* threads that clear */
};

/* The key is stored XORed with the data, so that an entry torn by two threads writing at once is not
 * recognised (Hyatt's lockless hashing). Data: move 16, score 16, 0 16, depth 8, bound 2, generation 6. */
typedef struct Entry {
    _Atomic uint64_t check;
    _Atomic uint64_t data;
} Entry;

typedef struct TTCluster {
    Entry entries[CLUSTER_ENTRIES];
} TTCluster;

static uint64_t encode(TTData d, uint8_t generation)
{
    return (uint64_t)d.move | ((uint64_t)(uint16_t)d.score << 16) | ((uint64_t)(uint8_t)d.depth << 48) |
           ((uint64_t)(uint8_t)d.bound << 56) | ((uint64_t)generation << 58);
}

static TTData decode(uint64_t data)
{
    const TTData d = {.move = (PackedMove)data,
                      .score = (int16_t)(uint16_t)(data >> 16),
                      .depth = (int)(uint8_t)(data >> 48),
                      .bound = (Bound)((data >> 56) & 3)};
    return d;
}

static int generation_of(uint64_t data)
{
    return (int)(data >> 58);
}

/* The cluster of a key: the high part of key * count, so that any count will do. */
static TTCluster *cluster_of(const TranspositionTable *tt, uint64_t key)
{
    __extension__ typedef unsigned __int128 Wide;
    return &tt->clusters[(size_t)(((Wide)key * tt->count) >> 64)];
}

/* What one thread clears. */
typedef struct Part {
    unsigned char *memory;
    size_t bytes;
    pthread_t thread;
    bool started;
} Part;

static void *clear_part(void *argument)
{
    const Part *const part = argument;
    memset(part->memory, 0, part->bytes);
    return NULL;
}

/* Writes zeros over the memory, with all processors where there is much of it. */
static void clear_memory(void *memory, size_t bytes)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    const size_t most = processors < 1 ? 1 : processors < PARTS_MAX ? (size_t)processors : PARTS_MAX;
    const size_t wanted = bytes / PART_BYTES;
    const size_t count = wanted < 1 ? 1 : wanted < most ? wanted : most;
    Part parts[PARTS_MAX];
    for (size_t i = 0; i < count; i++) {
        const size_t begin = bytes / count * i;
        const size_t end = i + 1 < count ? bytes / count * (i + 1) : bytes;
        parts[i] = (Part){.memory = (unsigned char *)memory + begin, .bytes = end - begin};
        parts[i].started = i > 0 && pthread_create(&parts[i].thread, NULL, clear_part, &parts[i]) == 0;
    }
    for (size_t i = 0; i < count; i++) {
        if (!parts[i].started) {
            clear_part(&parts[i]);
        }
    }
    for (size_t i = 0; i < count; i++) {
        if (parts[i].started) {
            pthread_join(parts[i].thread, NULL);
        }
    }
}

bool tt_resize(TranspositionTable *tt, int mib)
{
    const size_t bytes = (size_t)mib << 20;
    void *const memory =
        bytes != 0 ? mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) : MAP_FAILED;
    if (memory == MAP_FAILED) {
        return false;
    }
#ifdef MADV_HUGEPAGE
    (void)madvise(memory, bytes, MADV_HUGEPAGE);
#endif
    tt_free(tt);
    tt->clusters = memory;
    tt->bytes = bytes;
    tt->count = bytes / sizeof(TTCluster);
    if (bytes > PART_BYTES) {
        /* It is empty already, but each first touch of a page would cost the search the time to clear it: with half the
         * memory of a machine a search of a second got no further than depth 4. */
        clear_memory(memory, bytes);
    }
    return true;
}

void tt_free(TranspositionTable *tt)
{
    if (tt->clusters != NULL) {
        munmap(tt->clusters, tt->bytes);
    }
    memset(tt, 0, sizeof *tt);
}

void tt_clear(TranspositionTable *tt)
{
    clear_memory(tt->clusters, tt->bytes);
    tt->generation = 0;
}

void tt_new_search(TranspositionTable *tt)
{
    tt->generation = (uint8_t)((tt->generation + 1) & GENERATION_MASK);
}

void tt_prefetch(const TranspositionTable *tt, uint64_t key)
{
    __builtin_prefetch(cluster_of(tt, key));
}

/* Forced ends are stored as distances from the position itself, since it may be reached at another ply. */
static Score score_to_table(Score s, int ply)
{
    return s >= SCORE_FORCED ? s + ply : s <= -SCORE_FORCED ? s - ply : s;
}

static Score score_from_table(Score s, int ply)
{
    return s >= SCORE_FORCED ? s - ply : s <= -SCORE_FORCED ? s + ply : s;
}

bool tt_load(const TranspositionTable *tt, uint64_t key, int ply, TTData *data)
{
    TTCluster *const cluster = cluster_of(tt, key);
    for (int i = 0; i < CLUSTER_ENTRIES; i++) {
        const uint64_t stored = atomic_load_explicit(&cluster->entries[i].data, memory_order_relaxed);
        const uint64_t check = atomic_load_explicit(&cluster->entries[i].check, memory_order_relaxed);
        if ((check ^ stored) == key && stored != 0) {
            *data = decode(stored);
            data->score = score_from_table(data->score, ply);
            return true;
        }
    }
    return false;
}

void tt_store(TranspositionTable *tt, uint64_t key, int ply, TTData data)
{
    TTCluster *const cluster = cluster_of(tt, key);
    Entry *victim = &cluster->entries[0];
    int victim_worth = 1 << 20;

    data.score = score_to_table(data.score, ply);
    for (int i = 0; i < CLUSTER_ENTRIES; i++) {
        Entry *const entry = &cluster->entries[i];
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
    const size_t sample = tt->count < SAMPLE_CLUSTERS ? tt->count : SAMPLE_CLUSTERS;
    size_t used = 0;
    for (size_t c = 0; c < sample; c++) {
        for (int i = 0; i < CLUSTER_ENTRIES; i++) {
            const uint64_t stored = atomic_load_explicit(&tt->clusters[c].entries[i].data, memory_order_relaxed);
            used += stored != 0 && generation_of(stored) == tt->generation;
        }
    }
    return sample == 0 ? 0 : (int)(used * 1000 / (sample * CLUSTER_ENTRIES));
}
