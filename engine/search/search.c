/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/search.h"

#include <stdlib.h>

#include "core/movegen.h"
#include "search/deepening.h"
#include "search/probe.h"
#include "search/reports.h"
#include "search/root_moves.h"
#include "search/threads.h"
#include "system/memory.h"

_Static_assert((int)SEARCH_THREADS_MAX <= (int)THREAD_POOL_MAX, "the threads fit into a thread pool");

/* ---- The searcher and its options ---- */

Search *search_new(void)
{
    const EvaluationChoice choice = {.kind = EVALUATION_LEARNED};
    Search *const s = calloc(1, sizeof *s);
    if (s == NULL) {
        return NULL;
    }
    s->root = position_start(variant_at(0));
    s->evaluation = evaluation_new(&choice, s->root.variant, NULL);
    if (s->evaluation == NULL || !tt_resize(&s->tt, SEARCH_HASH_DEFAULT) || !threads_resize(s, 1)) {
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
    threads_free(s);
    tt_free(&s->tt);
    evaluation_free(s->evaluation);
    free(s->game_keys);
    free(s);
}

ErrorCode search_set_hash(Search *s, int mib, Error *e)
{
    const size_t old = s->tt.bytes >> 20;
    const bool in_range = mib >= SEARCH_HASH_MIN && mib <= SEARCH_HASH_MAX;
    Error why;
    if (in_range && memory_check("a hash table", (uint64_t)mib << 20, s->tt.bytes, &why) != ERROR_NONE) {
        return error_set(e, ERROR_MEMORY, "%s; keeping the old one of %zu MiB", why.text, old);
    }
    if (!in_range || !tt_resize(&s->tt, mib)) {
        return error_set(e, ERROR_MEMORY, "cannot allocate a hash table of %d MiB; keeping the old one of %zu MiB", mib,
                         old);
    }
    return error_clear(e);
}

ErrorCode search_set_threads(Search *s, int threads, Error *e)
{
    if (threads < 1 || threads > SEARCH_THREADS_MAX || !threads_resize(s, threads)) {
        return error_set(e, ERROR_MEMORY, "cannot start %d threads; keeping %d", threads, s->thread_count);
    }
    return error_clear(e);
}

ErrorCode search_set_evaluation(Search *s, const EvaluationChoice *choice, Error *e)
{
    Evaluation *const evaluation = evaluation_new(choice, s->root.variant, e);
    if (evaluation == NULL) {
        return ERROR_MEMORY;
    }
    evaluation_free(s->evaluation);
    s->evaluation = evaluation;
    for (int i = 0; i < s->thread_count; i++) {
        evaluation_stack_clear(s->threads[i]->evaluation_stack);
    }
    search_clear(s);
    return error_clear(e);
}

const Evaluation *search_evaluation(Search *s, const Variant *v, Error *e)
{
    if (!evaluation_prepare(s->evaluation, v)) {
        error_set(e, ERROR_MEMORY, "not enough memory for a network");
        return NULL;
    }
    error_clear(e);
    return s->evaluation;
}

ErrorCode search_set_tables(Search *s, const Tablebase *tables, Error *e)
{
    if (!threads_set_tablebase(s, tables)) {
        return error_set(e, ERROR_MEMORY, "not enough memory for the tablebases");
    }
    search_clear(s);
    return error_clear(e);
}

void search_clear(Search *s)
{
    tt_clear(&s->tt);
    threads_clear(s);
}

/* ---- Preparing a search ---- */

/* Copies the keys of the game's positions since the last irreversible move, without the current one. */
static bool copy_game_keys(Search *s, const Game *game)
{
    const size_t first = game_irreversible_plies(game);
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

static bool is_wanted(const SearchLimits *limits, Move m)
{
    const int count = limits->move_count;
    return count == 0 || move_index(limits->moves, count, m) < count;
}

/* Finds the moves to search; a game that is over has none. */
static bool prepare_root(Search *s, const SearchLimits *limits, bool over)
{
    MoveList list;
    move_list_init(&list);
    if (!over) {
        movegen_legal(&s->root, &list);
    }
    int count = 0;
    for (int i = 0; i < list.count; i++) {
        if (is_wanted(limits, list.moves[i])) {
            list.moves[count++] = list.moves[i];
        }
    }
    count = probe_filter_root_moves(s, list.moves, count);
    const bool done = !list.failed && threads_prepare(s, list.moves, count);
    move_list_free(&list);
    return done;
}

ErrorCode search_prepare(Search *s, const Game *game, const SearchLimits *limits, const SearchListener *listener,
                         Error *e)
{
    const bool over = game_result(game) != GAME_ONGOING;
    s->root = *game_position(game);
    time_set_limits(&s->time, limits, s->root.side);
    /* The levels below full strength use no tablebases; and where a mate score is wanted, a tablebase win is not
     * enough. */
    const SearchLimits *const l = &s->time.limits;
    const bool probing = s->tablebase != NULL && l->level == NULL && l->mate == 0;
    s->probe_limit = probing ? tablebase_pieces(s->tablebase, s->root.variant) : 0;
    if (!evaluation_prepare(s->evaluation, s->root.variant) || !copy_game_keys(s, game) ||
        !prepare_root(s, limits, over)) {
        return error_set(e, ERROR_MEMORY, "not enough memory to start a search");
    }
    s->reports = (SearchReports){.listener = *listener, .depth = -1};
    time_begin(&s->time);
    tt_new_search(&s->tt);
    return error_clear(e);
}

/* ---- Running a search ---- */

/* The reply in the principal variation, or else the one in the transposition table. */
static Move expected_reply(const Search *s, const RootMove *best)
{
    Move reply = {.kind = MOVE_NONE};
    TTData known;
    if (best->pv.length > 1) {
        return best->pv.moves[1];
    }
    const Position next = position_after(&s->root, best->move);
    if (threads_game_occurrences(s, next.key) < REPETITIONS && tt_probe(&s->tt, next.key, 1, &known) &&
        known.move != 0) {
        MoveList list;
        move_list_init(&list);
        movegen_legal(&next, &list);
        for (int i = 0; i < list.count; i++) {
            if (tt_pack(list.moves[i]) == known.move) {
                reply = list.moves[i];
            }
        }
        move_list_free(&list);
    }
    return reply;
}

static SearchResult result_of(const Search *s, const SearchThread *t)
{
    SearchResult result = {.best = {.kind = MOVE_NONE}, .ponder = {.kind = MOVE_NONE}, .score = SCORE_NONE};
    if (t->root_count > 0) {
        const RootMove *const best = root_moves_choose(&s->time.limits, t);
        result.best = best->move;
        result.ponder = expected_reply(s, best);
        result.score = probe_reported_score(s, best);
    }
    result.nodes = threads_nodes(s);
    result.depth = t->depth;
    return result;
}

static void run_thread(void *context, int id)
{
    Search *const s = context;
    deepening_run(s->threads[id]);
    if (id == 0) {
        time_stop(&s->time); /* there is nothing more to find for the helpers either */
    }
}

SearchResult search_run(Search *s, SearchPoll poll)
{
    const SearchLimits *const limits = &s->time.limits;
    const SearchThread *best = s->threads[0];
    s->time.poll = poll;
    s->time.context = s->reports.listener.context;
    if (best->root_count > 0) {
        thread_pool_run(s->pool, run_thread, s, limits->level == NULL ? s->thread_count : 1);
    }
    time_wait_to_answer(&s->time, best->root_count);
    if (best->root_count > 0 && limits->level == NULL && limits->multipv == 1 && limits->depth == 0) {
        best = threads_vote(s);
    }
    if (best->id != 0) {
        reports_line(best, 0, best->depth);
    }
    return result_of(s, best);
}

/* ---- Commands during a search ---- */

void search_stop(Search *s)
{
    time_request_stop(&s->time);
}

void search_ponderhit(Search *s)
{
    time_ponderhit(&s->time);
}

bool search_pondering(const Search *s)
{
    return time_pondering(&s->time);
}

bool search_unlimited(const Search *s)
{
    return time_unlimited(&s->time, s->threads[0]->root_count);
}
