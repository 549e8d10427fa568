/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iterative deepening: one search after the other, each a ply deeper, and when to end it. */
#include <stdlib.h>
#include <string.h>

#include "params.h"
#include "worker.h"

enum {
    PERCENT = 100,
    HELPER_LEADS = 2, /* plies by which the helpers' searches differ */
    FORCED_DEPTH = 6  /* plies looked at when there is only one move and the clock runs */
};

/* Orders the root moves from `first` on by score, stably: a move not known to be better stays where it was. */
static void sort_root_moves(Worker *w, int first)
{
    for (int i = first + 1; i < w->root_count; i++) {
        const Score score = w->root_moves[i].score;
        int to = i;
        while (to > first && w->root_moves[to - 1].score < score) {
            to--;
        }
        if (to < i) {
            RootMove *const held = &w->root_moves[w->root_count]; /* one spare element at the end */
            *held = w->root_moves[i];
            memmove(&w->root_moves[to + 1], &w->root_moves[to], (size_t)(i - to) * sizeof(RootMove));
            w->root_moves[to] = *held;
        }
    }
}

static void report_line(const Worker *w, int index, int depth)
{
    const struct Search *const s = w->search;
    const RootMove *const root = &w->root_moves[index];
    if (s->listener.info == NULL) {
        return;
    }
    const int64_t time = search_now() - s->limits.received;
    const uint64_t nodes = search_nodes(s);
    const int64_t us = search_now_us() - s->started_us;
    const SearchInfo info = {.depth = depth,
                             .selective = root->selective > depth ? root->selective : depth,
                             .multipv = index + 1,
                             .score = root_move_score(root),
                             .nodes = nodes,
                             .time = time < 0 ? 0 : time,
                             .nps = us > 0 ? (uint64_t)((double)nodes * 1e6 / (double)us) : nodes,
                             .hashfull = tt_hashfull(&s->tt),
                             .pv = root->line.moves,
                             .pv_length = root->line.length};
    s->listener.info(s->listener.context, &info);
}

static void report(const Worker *w, int lines, int depth)
{
    for (int i = 0; i < lines; i++) {
        report_line(w, i, depth);
    }
}

void worker_report(const Worker *w)
{
    report_line(w, 0, w->depth);
}

/* The iteration after `depth`. A helper keeps a ply or two ahead of worker 0, so that the table already holds what
 * that will ask for. */
static int next_depth(const Worker *w, int depth)
{
    const int lead = w->id == 0 ? 0 : w->search->workers[0]->depth + 1 + w->id % HELPER_LEADS;
    return lead > depth + 1 ? lead : depth + 1;
}

static bool limits_count(const struct Search *s)
{
    return !s->limits.infinite && !atomic_load(&s->pondering);
}

/* True when the finished iteration makes another one needless or leaves no time for it. */
static bool is_enough(const Worker *w, int depth)
{
    const struct Search *const s = w->search;
    const Score score = w->root_moves[0].score;
    if (s->limits.mate > 0 && score_is_forced(score) && abs(score_moves_to_end(score)) <= s->limits.mate) {
        return true;
    }
    if (!limits_count(s) || !s->bounds.limited) {
        return false;
    }
    const int64_t elapsed = search_now() - atomic_load(&s->clock_start);
    if (!s->limits.use_clock) {
        return elapsed >= s->bounds.soft;
    }
    return elapsed >= timeman_soft(&s->bounds, w->stable, w->fall) || (w->root_count == 1 && depth >= FORCED_DEPTH);
}

void search_check_limits(Worker *w)
{
    struct Search *const s = w->search;
    if (s->limits.nodes != 0 && search_nodes(s) >= s->limits.nodes) {
        atomic_store(&s->stop, true);
    } else if (s->bounds.limited && limits_count(s) && search_now() - atomic_load(&s->clock_start) >= s->bounds.hard) {
        atomic_store(&s->stop, true);
    }
}

/* Searches the moves from w->multipv_index on, first within a narrow window around the last score, then within
 * wider ones until the score lies inside (aspiration windows). Leaves the moves in order. */
static void search_windows(Worker *w, int depth)
{
    const Score last = w->root_moves[w->multipv_index].previous;
    Score alpha = -SCORE_INFINITE;
    Score beta = SCORE_INFINITE;
    int width = ASPIRATION_WINDOW;
    if (depth >= ASPIRATION_DEPTH && !score_is_forced(last) && last > -SCORE_FORCED) {
        alpha = last - width;
        beta = last + width;
    }
    for (;;) {
        const Score score = worker_search_root(w, alpha, beta, depth);
        sort_root_moves(w, w->multipv_index);
        if (search_stopping(w) || (score > alpha && score < beta)) {
            return;
        }
        width += width * ASPIRATION_GROWTH / PERCENT;
        if (score <= alpha) {
            alpha = score - width > -SCORE_FORCED ? score - width : -SCORE_INFINITE;
        } else {
            beta = score + width < SCORE_FORCED ? score + width : SCORE_INFINITE;
        }
    }
}

/* Takes the moves back to the scores and the order of the last finished iteration. */
static void restore_last_iteration(Worker *w)
{
    for (int i = 0; i < w->root_count; i++) {
        w->root_moves[i].score = w->root_moves[i].previous;
    }
    sort_root_moves(w, 0);
}

/* The number of best lines among which the move to play is chosen in the end. */
static int candidate_count(const SearchLimits *limits)
{
    if (limits->level != NULL) {
        return limits->level->lines;
    }
    if (limits->variety == 0 || limits->multipv <= 1) {
        return 1; /* variety has raised the scores already */
    }
    return limits->multipv < STRENGTH_LINES_MAX ? limits->multipv : STRENGTH_LINES_MAX;
}

int worker_choose(const Worker *w)
{
    const SearchLimits *const limits = &w->search->limits;
    const int candidates = candidate_count(limits);
    const int margin = limits->level != NULL ? limits->level->margin : limits->variety;
    Score scores[STRENGTH_LINES_MAX];
    int count = 0;
    while (count < candidates && count < w->root_count) {
        scores[count] = w->root_moves[count].score;
        count++;
    }
    return strength_choose(scores, count, margin, limits->seed);
}

void worker_iterate(Worker *w)
{
    const struct Search *const s = w->search;
    const int depth_limit =
        s->limits.depth > 0 && s->limits.depth < SEARCH_PLY_MAX ? s->limits.depth : SEARCH_PLY_MAX - 1;
    const int wanted = s->limits.multipv > 1 ? s->limits.multipv : 1;
    const int shown = wanted < w->root_count ? wanted : w->root_count;
    const int candidates = candidate_count(&s->limits);
    const int searched = candidates > wanted ? candidates : wanted;
    const int lines = searched < w->root_count ? searched : w->root_count;

    for (int depth = 1; depth <= depth_limit && !search_stopping(w); depth = next_depth(w, depth)) {
        const Move last_best = w->root_moves[0].move;
        const Score last_score = w->root_moves[0].score;
        for (int i = 0; i < w->root_count; i++) {
            w->root_moves[i].previous = w->root_moves[i].score;
            w->root_moves[i].score = -SCORE_INFINITE;
        }
        for (w->multipv_index = 0; w->multipv_index < lines && !search_stopping(w); w->multipv_index++) {
            search_windows(w, depth);
        }
        if (lines > 1) {
            /* A later line may have turned out better than an earlier one. */
            sort_root_moves(w, 0);
        }
        if (search_stopping(w) && candidates > 1 && w->depth > 0) {
            restore_last_iteration(w); /* a choice needs scores of one depth */
            return;
        }
        if (search_stopping(w)) {
            /* What the broken-off iteration found counts only if it finished the best move so far. */
            if (w->root_moves[0].score == -SCORE_INFINITE) {
                w->root_moves[0].score = w->root_moves[0].previous;
            } else if (w->id == 0 && !move_equal(last_best, w->root_moves[0].move)) {
                report(w, 1, depth);
            }
            return;
        }
        const RootMove *const first = &w->root_moves[0];
        w->stable = move_equal(last_best, first->move) ? w->stable + 1 : 0;
        w->fall = last_score > -SCORE_INFINITE ? last_score - first->score : 0;
        w->depth = depth;
        if (w->id == 0) {
            report(w, shown, depth);
            if (is_enough(w, depth)) {
                return;
            }
        }
    }
}
