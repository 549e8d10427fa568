/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of endings in the search. */
#include "search/worker.h"

/* What a root move comes to by the tables: higher is better. */
enum { RANK_WIN = 1000, RANK_UNKNOWN = INT16_MIN };

/* The score at a ply of what the tables say. */
static Score score_of(Wdl result, int ply)
{
    return result == WDL_DRAW ? SCORE_DRAW : result == WDL_WIN ? SCORE_TABLE - ply : ply - SCORE_TABLE;
}

/* What the side to move at a ply has when neither side has spoilt anything since the root. */
static Wdl expected_at(const Worker *w, int ply)
{
    const bool mover = ply % 2 == 0;
    return (w->root_result == WDL_WIN) == mover ? WDL_WIN : WDL_LOSS;
}

bool worker_probe(Worker *w, const Position *p, int ply, bool irreversible, Score *score)
{
    if (popcount(position_occupied(p)) > w->search->table_pieces) {
        return false;
    }
    const Wdl result = tablebase_probe_wdl(w->reader, p);
    if (result == WDL_NONE) {
        return false;
    }
    const uint64_t hits = atomic_load_explicit(&w->table_hits, memory_order_relaxed);
    atomic_store_explicit(&w->table_hits, hits + 1, memory_order_relaxed);
    *score = score_of(result, ply);
    return irreversible || (w->converting && result != expected_at(w, ply));
}

/* The rank of a move by what it leads to. */
static int rank_of(TablebaseValue next, bool with_plies)
{
    const int plies = with_plies ? next.plies : 0;
    return next.result == WDL_LOSS   ? RANK_WIN - plies
           : next.result == WDL_WIN  ? plies - RANK_WIN
           : next.result == WDL_DRAW ? 0
                                     : RANK_UNKNOWN;
}

/* The greatest rank, RANK_UNKNOWN when one is not known. */
static int best_rank(const TablebaseValue *values, int count)
{
    int best = -RANK_WIN;
    for (int i = 0; i < count; i++) {
        const int rank = rank_of(values[i], false);
        if (rank == RANK_UNKNOWN) {
            return RANK_UNKNOWN;
        }
        best = rank > best ? rank : best;
    }
    return best;
}

/* True when a move leads to a position of the game since the last move that cannot be taken back. */
static bool is_repeated(const Worker *w, const Position *next)
{
    const struct Search *const s = w->search;
    for (int i = 0; i < s->game_key_count; i++) {
        if (s->game_keys[i] == next->key) {
            return true;
        }
    }
    return false;
}

/* Of the moves that are wanted, those that repeat nothing, where there are any. */
static void want_no_repetition(const Worker *w, bool *wanted)
{
    bool fresh[MOVE_LIST_LOCAL];
    bool any = false;
    for (int i = 0; i < w->root_count; i++) {
        const Position next = position_after(&w->root, w->root_moves[i].move);
        fresh[i] = wanted[i] && !is_repeated(w, &next);
        any = any || fresh[i];
    }
    for (int i = 0; i < w->root_count && any; i++) {
        wanted[i] = fresh[i];
    }
}

/* Where the plies after all moves that are wanted are known, only the best of them are wanted. Returns the plies to the
 * end, -1 where they are not known. */
static int want_by_plies(const TablebaseValue *values, int count, bool *wanted)
{
    int best = RANK_UNKNOWN, plies = -1;
    for (int i = 0; i < count; i++) {
        if (wanted[i] && values[i].plies < 0) {
            return -1;
        }
        const int rank = rank_of(values[i], true);
        if (wanted[i] && rank > best) {
            best = rank;
            plies = values[i].plies + 1;
        }
    }
    for (int i = 0; i < count; i++) {
        wanted[i] = wanted[i] && rank_of(values[i], true) == best;
    }
    return plies;
}

static void keep_wanted(Worker *w, const bool *wanted)
{
    int kept = 0;
    for (int i = 0; i < w->root_count; i++) {
        if (wanted[i]) {
            w->root_moves[kept++] = w->root_moves[i];
        }
    }
    w->root_count = kept;
}

void worker_ask_root(Worker *w)
{
    TablebaseValue values[MOVE_LIST_LOCAL];
    bool wanted[MOVE_LIST_LOCAL];
    w->root_result = WDL_NONE;
    w->root_plies = -1;
    w->converting = false;
    if (popcount(position_occupied(&w->root)) > w->search->table_pieces || w->root_count > MOVE_LIST_LOCAL ||
        w->root_count == 0 || w->search->limits.wanted.multipv > 1) {
        return;
    }
    for (int i = 0; i < w->root_count; i++) {
        const Position next = position_after(&w->root, w->root_moves[i].move);
        values[i] = tablebase_probe(w->reader, &next);
    }
    const int best = best_rank(values, w->root_count);
    if (best == RANK_UNKNOWN) {
        return;
    }
    for (int i = 0; i < w->root_count; i++) {
        wanted[i] = rank_of(values[i], false) == best;
    }
    w->root_result = best > 0 ? WDL_WIN : best < 0 ? WDL_LOSS : WDL_DRAW;
    w->root_plies = best != 0 ? want_by_plies(values, w->root_count, wanted) : -1;
    w->converting = best != 0 && w->root_plies < 0;
    if (w->converting && best > 0) {
        want_no_repetition(w, wanted);
    }
    keep_wanted(w, wanted);
}

Score worker_shown(const Worker *w, const RootMove *r)
{
    const Score found = root_move_score(r);
    const int sign = w->root_result == WDL_WIN ? 1 : w->root_result == WDL_LOSS ? -1 : 0;
    if (w->root_result == WDL_NONE || (sign != 0 && score_is_mate(found) && w->root_plies < 0)) {
        return found;
    }
    if (w->root_plies >= 0 && w->root_plies <= SEARCH_PLY_MAX) {
        return sign * (SCORE_WIN - w->root_plies);
    }
    const Score least = SCORE_TABLE - SEARCH_PLY_MAX;
    return sign * (sign * found > least ? sign * found : least);
}
