/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/deepening.h"

#include <stdlib.h>

#include "search/params.h"
#include "search/reports.h"
#include "search/root_moves.h"
#include "search/tree.h"

enum {
    PERCENT = 100,
    HELPER_LEADS = 2 /* plies by which the helpers' searches differ */
};

/* The depth of the iteration after `depth`. A helper searches as deep as the main thread or a ply deeper, so that the
 * transposition table already holds what the main thread will look up. */
static int next_depth(const SearchThread *t, int depth)
{
    const int lead = t->id == 0 ? 0 : t->shared->threads[0]->depth + 1 + t->id % HELPER_LEADS;
    return lead > depth + 1 ? lead : depth + 1;
}

/* Plies to the end of the longest of the lines that are shown, when all of them have mate scores; else -1. */
static int mate_plies(const SearchThread *t, int shown)
{
    int longest = -1;
    if (t->shared->root_plies >= 0) {
        return 0; /* the moves that are left are all equally good */
    }
    for (int i = 0; i < shown; i++) {
        const Score score = t->root_moves[i].score;
        const int plies = SCORE_WIN - abs(score);
        if (!score_is_mate(score)) {
            return -1;
        }
        longest = plies > longest ? plies : longest;
    }
    return longest;
}

/* Searches the moves from t->multipv_index on, first within a narrow window around the last score, then within
 * wider ones until the score lies inside (aspiration windows). Leaves the moves in order. */
static void aspiration_search(SearchThread *t, int depth)
{
    const Score last = t->root_moves[t->multipv_index].previous;
    Score alpha = -SCORE_INFINITE;
    Score beta = SCORE_INFINITE;
    int width = ASPIRATION_WINDOW;
    if (depth >= ASPIRATION_DEPTH && !score_is_mate(last)) {
        alpha = last - width;
        beta = last + width;
    }
    for (;;) {
        const Score score = tree_search_root(t, alpha, beta, depth);
        root_moves_sort(t, t->multipv_index);
        if (threads_stopping(t) || (score > alpha && score < beta)) {
            return;
        }
        width += width * ASPIRATION_GROWTH / PERCENT;
        if (score <= alpha) {
            alpha = score - width > -SCORE_MATE ? score - width : -SCORE_INFINITE;
        } else {
            beta = score + width < SCORE_MATE ? score + width : SCORE_INFINITE;
        }
    }
}

/* Ends an interrupted iteration. What it found counts only if it finished the best move so far; a search that found
 * nothing at all has the evaluation for its score. If the best line has changed, all lines are reported again. */
static void end_interrupted_iteration(SearchThread *t, int shown, int depth, Move last_best, Score last_score)
{
    root_moves_avoid_loss(t, last_score);
    RootMove *const first = &t->root_moves[0];
    const bool found = first->score != -SCORE_INFINITE;
    if (!found) {
        first->score = first->previous;
    }
    if (first->score == -SCORE_INFINITE) {
        first->score = strength_raised(evaluation_position(t->shared->evaluation, &t->shared->root), first->bonus);
    }
    if (t->id == 0 && ((found && !move_equal(last_best, first->move)) || t->shared->reports.depth < t->depth)) {
        if (t->depth > 0) {
            root_moves_restore_others(t);
        }
        reports_lines(t, t->depth > 0 ? shown : 1, found ? depth : t->depth);
    }
}

/* Searches to that depth for the `lines` best moves, of which `shown` are reported. Returns false when this was the
 * last iteration. */
static bool iterate_once(SearchThread *t, int lines, int shown, int depth)
{
    TimeManager *const time = &t->shared->time;
    const Move last_best = t->root_moves[0].move;
    const Score last_score = t->root_moves[0].score;
    for (int i = 0; i < t->root_count; i++) {
        t->root_moves[i].previous = t->root_moves[i].score;
        t->root_moves[i].score = -SCORE_INFINITE;
        t->root_moves[i].upper_bound = SCORE_INFINITE;
    }
    for (t->multipv_index = 0; t->multipv_index < lines && !threads_stopping(t); t->multipv_index++) {
        aspiration_search(t, depth);
    }
    if (lines > 1) {
        /* A later line may have turned out better than an earlier one. */
        root_moves_sort(t, 0);
    }
    if (threads_stopping(t)) {
        if (root_moves_candidates(&time->limits) > 1 && t->depth > 0) {
            root_moves_restore(t); /* a choice needs scores of the same depth */
        } else {
            end_interrupted_iteration(t, shown, depth, last_best, last_score);
        }
        return false;
    }
    const RootMove *const first = &t->root_moves[0];
    t->stable_iterations = move_equal(last_best, first->move) ? t->stable_iterations + 1 : 0;
    t->depth = depth;
    if (t->id != 0) {
        return true;
    }
    reports_iteration(t, shown, depth);
    const IterationSummary found = {.depth = depth,
                                    .before = last_score,
                                    .best = first->score,
                                    .mate_plies = mate_plies(t, shown),
                                    .stable_iterations = t->stable_iterations,
                                    .root_count = t->root_count};
    return !time_should_stop_iterating(time, &found);
}

void deepening_run(SearchThread *t)
{
    const TimeManager *const time = &t->shared->time;
    const int last_depth = time_last_depth(time);
    const int wanted = time->limits.multipv;
    const int shown = wanted < t->root_count ? wanted : t->root_count;
    const int candidates = root_moves_candidates(&time->limits);
    const int searched = candidates > wanted ? candidates : wanted;
    const int lines = searched < t->root_count ? searched : t->root_count;
    int depth = 1;
    while (depth <= last_depth && iterate_once(t, lines, shown, depth)) {
        depth = next_depth(t, depth);
    }
    if (t->id == 0 && t->shared->reports.depth < t->depth) {
        reports_lines(t, shown, t->depth);
    }
}
