/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/threads.h"

#include <stdlib.h>
#include <string.h>

#include "system/clock.h"
#include "system/thread.h"

enum {
    TABLEBASE_BLOCKS = 16384, /* that a thread keeps: 4 MiB */
    VOTE_BASE = 10,           /* points: what a thread's vote is worth however bad its score */
    VOTE_PATIENCE = 2         /* ms that a result waits for votes; they need longer only without free processors */
};

void threads_init(SearchShared *s)
{
    pthread_mutex_init(&s->lock, NULL);
    thread_condition_init(&s->helper_ended);
}

static void thread_free(SearchThread *t)
{
    if (t != NULL) {
        tablebase_cache_free(t->tablebase);
        evaluation_stack_free(t->evaluated);
        free(t->root_moves);
        free(t);
    }
}

static SearchThread *thread_new(SearchShared *s, int id)
{
    SearchThread *const t = calloc(1, sizeof *t);
    if (t == NULL) {
        return NULL;
    }
    t->shared = s;
    t->id = id;
    t->evaluated = evaluation_stack_new();
    t->tablebase = s->tablebase != NULL ? tablebase_cache_new(s->tablebase, TABLEBASE_BLOCKS) : NULL;
    if (t->evaluated == NULL || (s->tablebase != NULL && t->tablebase == NULL)) {
        thread_free(t);
        return NULL;
    }
    return t;
}

static void remove_from(SearchShared *s, int count)
{
    while (s->thread_count > count) {
        thread_free(s->threads[--s->thread_count]);
    }
}

bool threads_resize(SearchShared *s, int count)
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

bool threads_set_tablebase(SearchShared *s, const Tablebase *tablebase)
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

void threads_free(SearchShared *s)
{
    thread_pool_free(s->pool);
    remove_from(s, 0);
    pthread_cond_destroy(&s->helper_ended);
    pthread_mutex_destroy(&s->lock);
}

void threads_clear(SearchShared *s)
{
    for (int i = 0; i < s->thread_count; i++) {
        SearchThread *const t = s->threads[i];
        memset(t->stack, 0, sizeof t->stack);
        memset(t->history, 0, sizeof t->history);
        memset(t->continuation, 0, sizeof t->continuation);
    }
}

/* With several lines, which are shown in the order of their scores, the choice is made among them in the end. */
static int bonus_of(const SearchLimits *limits, Move m)
{
    const uint64_t number = m.taken ^ ((uint64_t)m.from << 56) ^ ((uint64_t)m.to << 48);
    return limits->multipv > 1 ? 0 : strength_bonus(limits->seed, number, limits->variety);
}

static bool prepare(SearchThread *t, const Move *moves, int count)
{
    const SearchShared *const s = t->shared;
    RootMove *const root_moves = realloc(t->root_moves, (size_t)(count + 1) * sizeof *root_moves);
    if (root_moves == NULL) {
        return false;
    }
    t->root_moves = root_moves;
    t->root_count = count;
    for (int i = 0; i < count; i++) {
        RootMove *const r = &root_moves[i];
        r->move = moves[i];
        r->bonus = bonus_of(&s->time.limits, moves[i]);
        r->score = -SCORE_INFINITE;
        r->previous = -SCORE_INFINITE;
        r->upper_bound = SCORE_INFINITE;
        r->seldepth = 0;
        r->pv.moves[0] = moves[i];
        r->pv.length = 1;
    }
    atomic_store(&t->nodes, 0);
    atomic_store(&t->table_hits, 0);
    atomic_store(&t->depth, 0);
    t->next_check = t->id == 0 ? 1 : UINT64_MAX;
    t->stable = 0;
    t->fall = 0;
    for (int i = 0; i < STACK_PLIES; i++) {
        memset(t->stack[i].killers, 0, sizeof t->stack[i].killers);
    }
    StackEntry *const root = threads_stack(t, 0);
    root->key = s->root.key;
    root->value = SCORE_NONE;
    root->reversible = s->game_key_count;
    evaluation_stack_prepare(t->evaluated, s->evaluation, s->root.variant, false);
    return true;
}

bool threads_prepare(SearchShared *s, const Move *moves, int count)
{
    for (int i = 0; i < s->thread_count; i++) {
        if (!prepare(s->threads[i], moves, count)) {
            return false;
        }
    }
    return true;
}

/* A run of the threads. */
typedef struct Run {
    SearchShared *shared;
    void (*body)(void *context, SearchThread *t);
    void *context;
} Run;

static void run_one(void *context, int id)
{
    const Run *const run = context;
    SearchShared *const s = run->shared;
    run->body(run->context, s->threads[id]);
    if (id > 0) {
        pthread_mutex_lock(&s->lock);
        s->threads[id]->finished = true;
        s->helping--;
        pthread_cond_signal(&s->helper_ended);
        pthread_mutex_unlock(&s->lock);
    }
}

void threads_run(SearchShared *s, int count, void (*body)(void *context, SearchThread *t), void *context)
{
    Run run = {.shared = s, .body = body, .context = context};
    s->helping = count - 1;
    for (int i = 0; i < s->thread_count; i++) {
        s->threads[i]->finished = false;
    }
    thread_pool_run(s->pool, run_one, &run, count);
}

/* Lists the threads that have a result and have ended by now, after a little patience. */
static int find_voters(SearchShared *s, const SearchThread *voters[THREAD_POOL_MAX])
{
    const int64_t deadline = clock_ms() + VOTE_PATIENCE;
    int count = 0;
    pthread_mutex_lock(&s->lock);
    for (int64_t left = VOTE_PATIENCE; s->helping > 0 && left > 0; left = deadline - clock_ms()) {
        thread_condition_wait(&s->helper_ended, &s->lock, left * NS_PER_MS);
    }
    for (int i = 0; i < s->thread_count; i++) {
        if ((i == 0 || s->threads[i]->finished) && s->threads[i]->depth > 0) {
            voters[count++] = s->threads[i];
        }
    }
    pthread_mutex_unlock(&s->lock);
    return count;
}

const SearchThread *threads_vote(SearchShared *s)
{
    const SearchThread *voters[THREAD_POOL_MAX];
    const int count = find_voters(s, voters);
    const SearchThread *best = s->threads[0];
    int64_t most = -1;
    Score lowest = SCORE_INFINITE;
    for (int i = 0; i < count; i++) {
        const Score score = voters[i]->root_moves[0].score;
        lowest = score < lowest ? score : lowest;
    }
    for (int i = 0; i < count; i++) {
        int64_t votes = 0;
        for (int j = 0; j < count; j++) {
            const RootMove *const choice = &voters[j]->root_moves[0];
            if (move_equal(choice->move, voters[i]->root_moves[0].move)) {
                votes += (int64_t)voters[j]->depth * (choice->score - lowest + VOTE_BASE);
            }
        }
        if (votes > most) {
            most = votes;
            best = voters[i];
        }
    }
    return best;
}

uint64_t threads_nodes(const SearchShared *s)
{
    uint64_t nodes = 0;
    for (int i = 0; i < s->thread_count; i++) {
        nodes += atomic_load_explicit(&s->threads[i]->nodes, memory_order_relaxed);
    }
    return nodes;
}

uint64_t threads_table_hits(const SearchShared *s)
{
    uint64_t hits = 0;
    for (int i = 0; i < s->thread_count; i++) {
        hits += atomic_load_explicit(&s->threads[i]->table_hits, memory_order_relaxed);
    }
    return hits;
}
