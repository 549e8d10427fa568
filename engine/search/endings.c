/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of endings in the search. */
#include "search/worker.h"

/* What a root move comes to by the tables: higher is better. */
enum { RANK_WIN = 1000, RANK_UNKNOWN = INT16_MIN };

bool worker_probe(Worker *w, const Position *p, int ply, Score *score)
{
    if (popcount(position_occupied(p)) > w->search->table_pieces) {
        return false;
    }
    const TableResult result = table_reader_result(w->reader, p);
    if (result == TABLE_NONE) {
        return false;
    }
    const uint64_t hits = atomic_load_explicit(&w->table_hits, memory_order_relaxed);
    atomic_store_explicit(&w->table_hits, hits + 1, memory_order_relaxed);
    *score = result == TABLE_DRAW ? SCORE_DRAW : result == TABLE_WIN ? SCORE_TABLE - ply : ply - SCORE_TABLE;
    return true;
}

/* The rank of a move by what it leads to. */
static int rank_of(TableValue next, bool with_plies)
{
    const int plies = with_plies ? next.plies : 0;
    return next.result == TABLE_LOSS   ? RANK_WIN - plies
           : next.result == TABLE_WIN  ? plies - RANK_WIN
           : next.result == TABLE_DRAW ? 0
                                       : RANK_UNKNOWN;
}

/* The greatest rank, RANK_UNKNOWN when one is not known. */
static int best_rank(const TableValue *values, int count, bool with_plies)
{
    int best = -RANK_WIN;
    for (int i = 0; i < count; i++) {
        const int rank = rank_of(values[i], with_plies);
        if (rank == RANK_UNKNOWN) {
            return RANK_UNKNOWN;
        }
        best = rank > best ? rank : best;
    }
    return best;
}

void worker_keep_best_endings(Worker *w)
{
    TableValue values[MOVE_LIST_LOCAL];
    if (popcount(position_occupied(&w->root)) > w->search->table_pieces || w->root_count > MOVE_LIST_LOCAL) {
        return;
    }
    for (int i = 0; i < w->root_count; i++) {
        const Position next = position_after(&w->root, w->root_moves[i].move);
        values[i] = table_reader_value(w->reader, &next);
    }
    const int best = best_rank(values, w->root_count, false);
    if (best == RANK_UNKNOWN) {
        return;
    }
    bool with_plies = best != 0;
    for (int i = 0; i < w->root_count; i++) {
        with_plies = with_plies && (rank_of(values[i], false) != best || values[i].plies >= 0);
    }
    int kept = 0, best_kept = RANK_UNKNOWN;
    for (int i = 0; i < w->root_count && with_plies; i++) {
        const int rank = rank_of(values[i], true);
        best_kept = rank_of(values[i], false) == best && rank > best_kept ? rank : best_kept;
    }
    for (int i = 0; i < w->root_count; i++) {
        if (rank_of(values[i], false) == best && (!with_plies || rank_of(values[i], true) == best_kept)) {
            w->root_moves[kept++] = w->root_moves[i];
        }
    }
    w->root_count = kept;
}
