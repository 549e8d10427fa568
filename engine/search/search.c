/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of the search, and what it is prepared with. */
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

#include "core/movegen.h"
#include "search/worker.h"
#include "system/clock.h"
#include "system/memory_limit.h"
#include "system/thread.h"

/* Blocks of tables that a thread keeps: 4 MiB. */
enum { TABLE_BLOCKS = 16384 };

uint64_t search_nodes(const struct Search *s)
{
    uint64_t nodes = 0;
    for (int i = 0; i < s->worker_count; i++) {
        nodes += atomic_load_explicit(&s->workers[i]->nodes, memory_order_relaxed);
    }
    return nodes;
}

uint64_t search_table_hits(const struct Search *s)
{
    uint64_t hits = 0;
    for (int i = 0; i < s->worker_count; i++) {
        hits += atomic_load_explicit(&s->workers[i]->table_hits, memory_order_relaxed);
    }
    return hits;
}

static void worker_free(Worker *w)
{
    if (w != NULL) {
        tablebase_cache_free(w->reader);
        free(w->stack);
        evaluation_stack_free(w->evaluated);
        free(w->lines);
        free(w->root_moves);
        free(w);
    }
}

static Worker *worker_new(struct Search *s, int id)
{
    Worker *const w = calloc(1, sizeof *w);
    if (w == NULL) {
        return NULL;
    }
    w->search = s;
    w->id = id;
    w->stack = calloc(STACK_PLIES, sizeof *w->stack);
    w->lines = calloc(STACK_PLIES, sizeof *w->lines);
    w->evaluated = evaluation_stack_new();
    w->reader = s->tables != NULL ? tablebase_cache_new(s->tables, TABLE_BLOCKS) : NULL;
    const bool lacks_reader = s->tables != NULL && w->reader == NULL;
    if (w->stack == NULL || w->lines == NULL || w->evaluated == NULL || lacks_reader) {
        worker_free(w);
        return NULL;
    }
    return w;
}

static void worker_clear(Worker *w)
{
    memset(w->stack, 0, STACK_PLIES * sizeof *w->stack);
    memset(w->history, 0, sizeof w->history);
    memset(w->continuation, 0, sizeof w->continuation);
}

Search *search_new(void)
{
    const EvaluationParts parts = {.kind = EVALUATION_LEARNED};
    Search *const s = calloc(1, sizeof *s);
    if (s == NULL) {
        return NULL;
    }
    pthread_mutex_init(&s->lock, NULL);
    thread_condition_init(&s->changed);
    worker_fill_reductions(s);
    s->root = position_start(variant_at(0));
    s->evaluation = evaluation_new(&parts, NULL);
    if (s->evaluation == NULL || !tt_resize(&s->tt, SEARCH_HASH_DEFAULT) ||
        search_set_threads(s, 1, NULL) != ERROR_NONE) {
        search_free(s);
        return NULL;
    }
    return s;
}

void search_free(Search *s)
{
    if (s == NULL) {
        return;
    }
    for (int i = 0; i < s->worker_count; i++) {
        worker_free(s->workers[i]);
    }
    free(s->workers);
    limits_free(&s->limits);
    free(s->game_keys);
    tt_free(&s->tt);
    evaluation_free(s->evaluation);
    pthread_cond_destroy(&s->changed);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

ErrorCode search_set_hash(Search *s, int mib, Error *e)
{
    const size_t old = s->tt.bytes >> 20;
    Error why;
    if (mib >= SEARCH_HASH_MIN && mib <= SEARCH_HASH_MAX &&
        memory_limit_check(memory_limit(MEMORY_LIMIT_SYSTEM), "a hash table", (uint64_t)mib << 20, s->tt.bytes, &why) !=
            ERROR_NONE) {
        return error_set(e, ERROR_MEMORY, "%s; the old one of %zu MiB is kept", why.text, old);
    }
    if (mib < SEARCH_HASH_MIN || mib > SEARCH_HASH_MAX || !tt_resize(&s->tt, mib)) {
        return error_set(e, ERROR_MEMORY, "a hash table of %d MiB cannot be had; the old one of %zu MiB is kept", mib,
                         old);
    }
    return error_clear(e);
}

ErrorCode search_set_threads(Search *s, int threads, Error *e)
{
    const int most = thread_supported() ? SEARCH_THREADS_MAX : 1;
    Worker **const grown = threads > 0 && threads <= most ? calloc((size_t)threads, sizeof *grown) : NULL;
    bool done = grown != NULL;
    for (int i = 0; i < threads && done; i++) {
        grown[i] = i < s->worker_count ? s->workers[i] : worker_new(s, i);
        done = grown[i] != NULL;
    }
    if (!done) {
        for (int i = s->worker_count; i < threads && grown != NULL; i++) {
            worker_free(grown[i]);
        }
        free(grown);
        return error_set(e, ERROR_MEMORY, "%d threads cannot be had; the old number of %d is kept", threads,
                         s->worker_count);
    }
    for (int i = threads; i < s->worker_count; i++) {
        worker_free(s->workers[i]);
    }
    free(s->workers);
    s->workers = grown;
    s->worker_count = threads;
    return error_clear(e);
}

void search_clear(Search *s)
{
    tt_clear(&s->tt);
    for (int i = 0; i < s->worker_count; i++) {
        worker_clear(s->workers[i]);
    }
}

ErrorCode search_set_evaluation(Search *s, const EvaluationParts *parts, Error *e)
{
    Evaluation *const evaluation = evaluation_new(parts, e);
    if (evaluation == NULL) {
        return ERROR_MEMORY;
    }
    evaluation_free(s->evaluation);
    s->evaluation = evaluation;
    for (int i = 0; i < s->worker_count; i++) {
        evaluation_stack_prepare(s->workers[i]->evaluated, evaluation, s->root.variant, true);
    }
    search_clear(s);
    return error_clear(e);
}

const Evaluation *search_evaluation(const Search *s)
{
    return s->evaluation;
}

ErrorCode search_set_tables(Search *s, const Tablebase *tables, Error *e)
{
    TablebaseCache **const readers = calloc((size_t)s->worker_count, sizeof *readers);
    bool done = readers != NULL;
    for (int i = 0; i < s->worker_count && done && tables != NULL; i++) {
        readers[i] = tablebase_cache_new(tables, TABLE_BLOCKS);
        done = readers[i] != NULL;
    }
    for (int i = 0; i < s->worker_count && readers != NULL; i++) {
        TablebaseCache *const loser = done ? s->workers[i]->reader : readers[i];
        s->workers[i]->reader = done ? readers[i] : s->workers[i]->reader;
        tablebase_cache_free(loser);
    }
    free(readers);
    if (!done) {
        return error_set(e, ERROR_MEMORY, "there is no memory for the tables of endings");
    }
    s->tables = tables;
    search_clear(s);
    return error_clear(e);
}

static bool is_wanted(const SearchLimits *limits, Move m)
{
    for (int i = 0; i < limits->move_count; i++) {
        if (move_equal(limits->moves[i], m)) {
            return true;
        }
    }
    return limits->move_count == 0;
}

/* Several lines are shown in the order of their scores, and the choice is made among them in the end. */
static int bonus_of(const SearchLimits *limits, Move m)
{
    const uint64_t number = m.taken ^ ((uint64_t)m.from << 56) ^ ((uint64_t)m.to << 48);
    return limits->multipv > 1 ? 0 : strength_bonus(limits->seed, number, limits->variety);
}

/* Gives the worker the root position and its moves, of which a game that is over has none. One element more is left as
 * room for sorting. */
static bool worker_prepare(Worker *w, const Position *root, bool over)
{
    MoveList list;
    move_list_init(&list);
    if (!over) {
        movegen_legal(root, &list);
    }
    RootMove *const moves = list.failed ? NULL : realloc(w->root_moves, (size_t)(list.count + 1) * sizeof *moves);
    if (moves == NULL) {
        move_list_free(&list);
        return false;
    }
    w->root_moves = moves;
    w->root_count = 0;
    for (int i = 0; i < list.count; i++) {
        if (is_wanted(&w->search->limits.wanted, list.moves[i])) {
            RootMove *const r = &moves[w->root_count++];
            r->move = list.moves[i];
            r->bonus = bonus_of(&w->search->limits.wanted, r->move);
            r->score = -SCORE_INFINITE;
            r->previous = -SCORE_INFINITE;
            r->most = SCORE_INFINITE;
            r->seldepth = 0;
            r->line.moves[0] = r->move;
            r->line.length = 1;
        }
    }
    move_list_free(&list);
    w->root = *root;
    atomic_store(&w->nodes, 0);
    atomic_store(&w->table_hits, 0);
    worker_ask_root(w);
    w->next_check = w->id == 0 ? 1 : UINT64_MAX;
    w->seldepth = 0;
    w->depth = 0;
    w->stable = 0;
    w->fall = 0;
    w->told_depth = -1;
    w->told_us = 0;
    w->current_us = 0;
    for (int i = 0; i < STACK_PLIES; i++) {
        memset(w->stack[i].killers, 0, sizeof w->stack[i].killers);
    }
    stack_at(w, 0)->key = root->key;
    stack_at(w, 0)->value = SCORE_NONE;
    evaluation_stack_prepare(w->evaluated, w->search->evaluation, root->variant, false);
    stack_at(w, 0)->reversible = w->search->game_key_count;
    return true;
}

/* Copies the keys of the game's positions since the last irreversible move, without the current one. */
static bool copy_game_keys(Search *s, const Game *game)
{
    size_t first = game->plies;
    while (first > 0 && game->moves[first - 1].kind == MOVE_KING) {
        first--;
    }
    const size_t count = game->plies - first;
    uint64_t *const keys = realloc(s->game_keys, (count + 1) * sizeof *keys);
    if (keys == NULL) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        keys[i] = game->positions[first + i].key;
    }
    s->game_keys = keys;
    s->game_key_count = (int)count;
    return true;
}

ErrorCode search_prepare(Search *s, const Game *game, const SearchLimits *limits, const SearchListener *listener,
                         Error *e)
{
    const SearchListener nobody = {0};
    const bool over = game_result(game) != GAME_ONGOING;
    s->root = *game_position(game);
    bool ready = copy_game_keys(s, game) && limits_take(&s->limits, limits, s->root.side);
    /* The levels below full strength know no more than they can search; and where forced ends are asked for, a win is
     * not enough. */
    const bool ask = s->tables != NULL && s->limits.wanted.level == NULL && s->limits.wanted.mate == 0;
    s->table_pieces = ask ? tablebase_pieces(s->tables, s->root.variant) : 0;
    for (int i = 0; i < s->worker_count && ready; i++) {
        ready = worker_prepare(s->workers[i], &s->root, over);
    }
    if (!ready) {
        return error_set(e, ERROR_MEMORY, "not enough memory to start a search");
    }
    s->listener = listener != NULL ? *listener : nobody;
    limits_begin(&s->limits);
    tt_new_search(&s->tt);
    return error_clear(e);
}
