/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/probe.h"

#include "core/movegen.h"
#include "search/params.h"
#include "search/strength.h"

/* What a root move comes to by the tablebases: higher is better. */
enum { RANK_WIN = 1000, RANK_UNKNOWN = INT16_MIN };

/* The score at a ply of a table result. */
static Score score_of(Wdl result, int ply)
{
    return result == WDL_DRAW ? SCORE_DRAW : result == WDL_WIN ? SCORE_TABLE - ply : ply - SCORE_TABLE;
}

/* What the side to move at a ply has when neither side has given away the result of the root. */
static Wdl expected_at(const SearchShared *s, int ply)
{
    const bool mover = ply % 2 == 0;
    return (s->root_wdl == WDL_WIN) == mover ? WDL_WIN : WDL_LOSS;
}

bool probe_position(SearchThread *t, const Position *p, int ply, bool irreversible, Score *score)
{
    const SearchShared *const s = t->shared;
    if (popcount(position_occupied(p)) > s->table_pieces) {
        return false;
    }
    const Wdl result = tablebase_probe_wdl(t->tablebase, p);
    if (result == WDL_NONE) {
        return false;
    }
    const uint64_t hits = atomic_load_explicit(&t->table_hits, memory_order_relaxed);
    atomic_store_explicit(&t->table_hits, hits + 1, memory_order_relaxed);
    if (t->id == 0) {
        t->next_check = 0; /* a disk may have been slow: the clock is looked at with the next node */
    }
    *score = score_of(result, ply);
    return irreversible || (s->converting && result != expected_at(s, ply));
}

/* What a drawn position counts as, so that the search prefers draws in which the opponent can still go wrong: a small
 * part of its value. */
static Score drawn_value(SearchThread *t, const Node *node)
{
    const Score value = evaluation_value(t->shared->evaluation, t->evaluated, node->position, node->ply,
                                         -SCORE_INFINITE, SCORE_INFINITE) /
                        TABLE_DRAW_SHARE;
    return value > TABLE_DRAW_MAX ? TABLE_DRAW_MAX : value < -TABLE_DRAW_MAX ? -TABLE_DRAW_MAX : value;
}

bool probe_node(SearchThread *t, const Node *node, ProbeBounds *bounds)
{
    const Position *const p = node->position;
    const bool irreversible = threads_stack(t, node->ply)->reversible == 0;
    Score known;
    if (!probe_position(t, p, node->ply, irreversible, &known)) {
        return false;
    }
    if (known == SCORE_DRAW) {
        if (movegen_can_capture(p, p->side)) {
            return false;
        }
        bounds->lower = bounds->upper = drawn_value(t, node);
        return true;
    }
    if (known > SCORE_DRAW) {
        bounds->lower = known;
    } else {
        bounds->upper = known;
    }
    return bounds->lower >= node->beta || bounds->upper <= node->alpha;
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

/* Of the moves that are wanted, those that lead to no position of the game, if there are any. */
static void want_no_repetition(const bool *repeats, int count, bool *wanted)
{
    bool any = false;
    for (int i = 0; i < count; i++) {
        any = any || (wanted[i] && !repeats[i]);
    }
    for (int i = 0; i < count && any; i++) {
        wanted[i] = wanted[i] && !repeats[i];
    }
}

/* Where the plies after all moves that are wanted are known, only the best of them are wanted. Returns the plies to the
 * end of the game, -1 where they are not known. */
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

int probe_filter_root_moves(SearchShared *s, Move *moves, int count)
{
    TablebaseValue values[MOVE_LIST_LOCAL];
    bool wanted[MOVE_LIST_LOCAL], repeats[MOVE_LIST_LOCAL];
    s->root_wdl = WDL_NONE;
    s->root_plies = -1;
    s->converting = false;
    if (popcount(position_occupied(&s->root)) > s->table_pieces || count > MOVE_LIST_LOCAL || count == 0 ||
        s->time.limits.multipv > 1) {
        return count;
    }
    for (int i = 0; i < count; i++) {
        const Position next = position_after(&s->root, moves[i]);
        repeats[i] = threads_times_played(s, next.key) > 0;
        values[i] = threads_ends_by_repetition(s, next.key) ? (TablebaseValue){WDL_DRAW, 0}
                                                            /* of which the tables know nothing */
                                                            : tablebase_probe(s->threads[0]->tablebase, &next);
    }
    const int best = best_rank(values, count);
    if (best == RANK_UNKNOWN) {
        return count;
    }
    for (int i = 0; i < count; i++) {
        wanted[i] = rank_of(values[i], false) == best;
    }
    s->root_wdl = best > 0 ? WDL_WIN : best < 0 ? WDL_LOSS : WDL_DRAW;
    s->root_plies = best != 0 ? want_by_plies(values, count, wanted) : -1;
    s->converting = best != 0 && s->root_plies < 0;
    if (s->converting && best > 0) {
        want_no_repetition(repeats, count, wanted);
    }
    int kept = 0;
    for (int i = 0; i < count; i++) {
        if (wanted[i]) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

Score probe_reported_score(const SearchShared *s, const RootMove *r)
{
    const Score found = strength_true_score(r->score, r->bonus);
    const int sign = s->root_wdl == WDL_WIN ? 1 : s->root_wdl == WDL_LOSS ? -1 : 0;
    if (s->root_wdl == WDL_NONE || (sign != 0 && score_is_mate(found) && s->root_plies < 0)) {
        return found;
    }
    if (s->root_plies >= 0 && s->root_plies <= SEARCH_PLY_MAX) {
        return sign * (SCORE_WIN - s->root_plies);
    }
    return sign * (sign * found > SCORE_SOLVED ? sign * found : SCORE_SOLVED);
}
