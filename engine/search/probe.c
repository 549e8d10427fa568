/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/probe.h"

#include "core/movegen.h"
#include "search/params.h"
#include "search/strength.h"

/* The score at a ply of a table result. */
static Score score_of(Wdl result, int ply)
{
    return result == WDL_DRAW ? SCORE_DRAW : result == WDL_WIN ? SCORE_TABLEBASE - ply : ply - SCORE_TABLEBASE;
}

/* The result of the side to move at a ply as long as neither side has given away the result of the root. */
static Wdl expected_at(const Search *s, int ply)
{
    const bool mover = ply % 2 == 0;
    return (s->root_wdl == WDL_WIN) == mover ? WDL_WIN : WDL_LOSS;
}

bool probe_position(SearchThread *t, const Position *p, int ply, bool irreversible, Score *score)
{
    const Search *const s = t->shared;
    if (popcount(position_occupied(p)) > s->probe_limit) {
        return false;
    }
    const Wdl result = tablebase_probe_wdl(t->tablebase, p);
    if (result == WDL_NONE) {
        return false;
    }
    const uint64_t hits = atomic_load_explicit(&t->tablebase_hits, memory_order_relaxed);
    atomic_store_explicit(&t->tablebase_hits, hits + 1, memory_order_relaxed);
    if (t->id == 0) {
        t->next_check = 0; /* a disk may have been slow: the next node checks the clock */
    }
    *score = score_of(result, ply);
    return irreversible || (s->converting && result != expected_at(s, ply));
}

/* The score of a drawn position, a small part of its value, so that the search prefers draws in which the opponent can
 * still go wrong. */
static Score draw_score(SearchThread *t, const Node *node)
{
    const Score value = evaluation_value(t->shared->evaluation, t->evaluation_stack, node->position, node->ply,
                                         -SCORE_INFINITE, SCORE_INFINITE) /
                        TABLE_DRAW_SHARE;
    return value > TABLE_DRAW_MAX ? TABLE_DRAW_MAX : value < -TABLE_DRAW_MAX ? -TABLE_DRAW_MAX : value;
}

bool probe_node(SearchThread *t, const Node *node, ProbeBounds *bounds)
{
    const Position *const p = node->position;
    const bool irreversible = threads_stack(t, node->ply)->reversible_plies == 0;
    Score known;
    if (!probe_position(t, p, node->ply, irreversible, &known)) {
        return false;
    }
    if (known == SCORE_DRAW) {
        if (movegen_can_capture(p, p->side)) {
            return false;
        }
        bounds->lower = bounds->upper = draw_score(t, node);
        return true;
    }
    if (known > SCORE_DRAW) {
        bounds->lower = known;
    } else {
        bounds->upper = known;
    }
    return bounds->lower >= node->beta || bounds->upper <= node->alpha;
}

/* The worth of a move to a position with that result: 1 wins, 0 draws, -1 loses. */
static int worth_of(Wdl next)
{
    return (next == WDL_LOSS) - (next == WDL_WIN);
}

int probe_filter_root_moves(Search *s, Move *moves, int count)
{
    TablebaseValue values[MOVE_LIST_LOCAL];
    bool repeats[MOVE_LIST_LOCAL];
    int best = -1;
    s->root_wdl = WDL_NONE;
    s->root_plies = -1;
    s->converting = false;
    if (popcount(position_occupied(&s->root)) > s->probe_limit || count > MOVE_LIST_LOCAL || count == 0 ||
        s->time.limits.multipv > 1) {
        return count;
    }
    for (int i = 0; i < count; i++) {
        const Position next = position_after(&s->root, moves[i]);
        const int played = threads_game_occurrences(s, next.key);
        repeats[i] = played > 0;
        values[i] = played >= REPETITIONS ? (TablebaseValue){WDL_DRAW, 0} /* the tables know nothing of repetition */
                                          : tablebase_probe(s->threads[0]->tablebase, &next);
        if (values[i].result == WDL_NONE) {
            return count;
        }
        best = worth_of(values[i].result) > best ? worth_of(values[i].result) : best;
    }
    /* Of the moves that keep the result: whether all their plies are known, the fewest of the wins or the most of the
     * losses, and whether one of the moves leads to a position new to the game. */
    bool counted = best != 0, fresh = false;
    int plies = -1;
    for (int i = 0; i < count; i++) {
        if (worth_of(values[i].result) == best) {
            counted = counted && values[i].plies >= 0;
            plies = plies < 0 || best * values[i].plies < best * plies ? values[i].plies : plies;
            fresh = fresh || !repeats[i];
        }
    }
    s->root_wdl = best > 0 ? WDL_WIN : best < 0 ? WDL_LOSS : WDL_DRAW;
    s->root_plies = counted ? plies + 1 : -1;
    s->converting = best != 0 && !counted;
    int kept = 0;
    for (int i = 0; i < count; i++) {
        const bool keeps = worth_of(values[i].result) == best && (!counted || values[i].plies == plies);
        if (keeps && !(s->converting && best > 0 && fresh && repeats[i])) {
            moves[kept++] = moves[i];
        }
    }
    return kept;
}

Score probe_reported_score(const Search *s, const RootMove *r)
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
