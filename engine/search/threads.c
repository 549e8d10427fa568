/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/threads.h"

#include <stdlib.h>
#include <string.h>

enum {
    TABLEBASE_BLOCKS = 16384, /* that a thread keeps: 5 MiB */
    VOTE_BASE = 10            /* points: what a vote is worth however bad the score */
};

static void thread_free(SearchThread *t)
{
    if (t != NULL) {
        tablebase_cache_free(t->tablebase);
        evaluation_stack_free(t->evaluation_stack);
        free(t->root_moves);
        free(t);
    }
}

static SearchThread *thread_new(Search *s, int id)
{
    SearchThread *const t = calloc(1, sizeof *t);
    if (t == NULL) {
        return NULL;
    }
    t->shared = s;
    t->id = id;
    t->evaluation_stack = evaluation_stack_new();
    t->tablebase = s->tablebase != NULL ? tablebase_cache_new(s->tablebase, TABLEBASE_BLOCKS) : NULL;
    if (t->evaluation_stack == NULL || (s->tablebase != NULL && t->tablebase == NULL)) {
        thread_free(t);
        return NULL;
    }
    return t;
}

static void remove_from(Search *s, int count)
{
    while (s->thread_count > count) {
        thread_free(s->threads[--s->thread_count]);
    }
}

bool threads_resize(Search *s, int count)
{
    const int old = s->thread_count;
    ThreadPool *const pool = thread_pool_new(count, NULL);
    bool grown = pool != NULL;
    while (grown && s->thread_count < count) {
        SearchThread *const t = thread_new(s, s->thread_count);
        grown = t != NULL;
        if (grown) {
            s->threads[s->thread_count++] = t;
        }
    }
    if (!grown) {
        remove_from(s, old);
        thread_pool_free(pool);
        return false;
    }
    remove_from(s, count);
    thread_pool_free(s->pool);
    s->pool = pool;
    return true;
}

bool threads_set_tablebase(Search *s, const Tablebase *tablebase)
{
    TablebaseCache *caches[THREAD_POOL_MAX] = {NULL};
    bool done = true;
    for (int i = 0; i < s->thread_count && done && tablebase != NULL; i++) {
        caches[i] = tablebase_cache_new(tablebase, TABLEBASE_BLOCKS);
        done = caches[i] != NULL;
    }
    for (int i = 0; i < s->thread_count; i++) {
        TablebaseCache *const old = s->threads[i]->tablebase;
        s->threads[i]->tablebase = done ? caches[i] : old;
        tablebase_cache_free(done ? old : caches[i]);
    }
    s->tablebase = done ? tablebase : s->tablebase;
    return done;
}

void threads_free(Search *s)
{
    thread_pool_free(s->pool);
    remove_from(s, 0);
}

void threads_clear(Search *s)
{
    for (int i = 0; i < s->thread_count; i++) {
        SearchThread *const t = s->threads[i];
        memset(t->history, 0, sizeof t->history);
        memset(t->surroundings, 0, sizeof t->surroundings);
        memset(t->continuation, 0, sizeof t->continuation);
    }
}

/* The bonus of a root move. With several lines there is none, since they are shown in the order of their scores: the
 * move to play is chosen among them in the end. */
static int bonus_of(const SearchLimits *limits, Move m)
{
    const uint64_t number = m.taken ^ ((uint64_t)m.from << 56) ^ ((uint64_t)m.to << 48);
    return limits->multipv > 1 ? 0 : strength_bonus(limits->seed, number, limits->variety);
}

static bool prepare(SearchThread *t, const Move *moves, int count)
{
    const Search *const s = t->shared;
    RootMove *const root_moves = realloc(t->root_moves, (size_t)(count + 1) * sizeof *root_moves);
    if (root_moves == NULL) {
        return false;
    }
    t->root_moves = root_moves;
    t->root_count = count;
    for (int i = 0; i < count; i++) {
        root_moves[i] = (RootMove){.move = moves[i],
                                   .bonus = bonus_of(&s->time.limits, moves[i]),
                                   .score = -SCORE_INFINITE,
                                   .pv = {.moves = {moves[i]}, .length = 1}};
    }
    atomic_store(&t->nodes, 0);
    atomic_store(&t->tablebase_hits, 0);
    atomic_store(&t->depth, 0);
    t->next_check = t->id == 0 || s->time.limits.nodes > 0 ? 1 : UINT64_MAX;
    t->stable_iterations = 0;
    memset(t->stack, 0, sizeof t->stack);
    StackEntry *const root = threads_stack(t, 0);
    root->key = s->root.key;
    root->value = SCORE_NONE;
    root->reversible_plies = s->game_key_count;
    evaluation_stack_prepare(t->evaluation_stack, s->evaluation, s->root.variant);
    return true;
}

int threads_game_occurrences(const Search *s, uint64_t key)
{
    int times = 0;
    for (int i = 0; i < s->game_key_count; i++) {
        times += s->game_keys[i] == key;
    }
    return times;
}

bool threads_prepare(Search *s, const Move *moves, int count)
{
    for (int i = 0; i < s->thread_count; i++) {
        if (!prepare(s->threads[i], moves, count)) {
            return false;
        }
    }
    return true;
}

const SearchThread *threads_vote(const Search *s)
{
    const SearchThread *best = s->threads[0];
    int64_t most = 0;
    Score lowest = SCORE_INFINITE, highest = SCORE_MATE - 1;
    for (int i = 0; i < s->thread_count; i++) {
        const SearchThread *const t = s->threads[i];
        const Score score = t->root_moves[0].score;
        lowest = t->depth > 0 && score < lowest ? score : lowest;
        if (t->depth > 0 && score > highest) { /* the shortest win is not outvoted */
            highest = score;
            best = t;
        }
    }
    if (highest >= SCORE_MATE) {
        return best;
    }
    for (int i = 0; i < s->thread_count; i++) {
        int64_t votes = 0;
        for (int j = 0; j < s->thread_count; j++) {
            const RootMove *const choice = &s->threads[j]->root_moves[0];
            if (move_equal(choice->move, s->threads[i]->root_moves[0].move)) {
                votes += (int64_t)s->threads[j]->depth * (choice->score - lowest + VOTE_BASE);
            }
        }
        if (s->threads[i]->depth > 0 && votes > most) {
            most = votes;
            best = s->threads[i];
        }
    }
    return best;
}

uint64_t threads_nodes(const Search *s)
{
    uint64_t nodes = 0;
    for (int i = 0; i < s->thread_count; i++) {
        nodes += atomic_load_explicit(&s->threads[i]->nodes, memory_order_relaxed);
    }
    return nodes;
}

uint64_t threads_tablebase_hits(const Search *s)
{
    uint64_t hits = 0;
    for (int i = 0; i < s->thread_count; i++) {
        hits += atomic_load_explicit(&s->threads[i]->tablebase_hits, memory_order_relaxed);
    }
    return hits;
}
