/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Iterative deepening: one search after the other, each a ply deeper, and what to tell about it. */
#include <stdlib.h>
#include <string.h>

#include "search/params.h"
#include "search/worker.h"
#include "system/clock.h"
#include "system/random.h"

enum {
    PERCENT = 100,
    HELPER_LEADS = 2, /* plies by which the helpers' searches differ */

    /* An iteration that finds what the last one found is not told when it comes at its heels, from this depth on. */
    TERSE_DEPTH = 20,
    TERSE_INTERVAL = 100, /* ms */

    /* When to tell the move that is being searched. */
    CURRENT_AFTER = 3000,  /* ms since the search began */
    CURRENT_INTERVAL = 100 /* ms between two */
};

/* Brings a root move forward, past those between. */
static void bring_forward(Worker *w, int from, int to)
{
    if (to < from) {
        RootMove *const held = &w->root_moves[w->root_count]; /* one spare element at the end */
        *held = w->root_moves[from];
        memmove(&w->root_moves[to + 1], &w->root_moves[to], (size_t)(from - to) * sizeof(RootMove));
        w->root_moves[to] = *held;
    }
}

/* Orders the root moves from `first` on by score, stably: a move not known to be better stays where it was. */
static void sort_root_moves(Worker *w, int first)
{
    for (int i = first + 1; i < w->root_count; i++) {
        const Score score = w->root_moves[i].score;
        int to = i;
        while (to > first && w->root_moves[to - 1].score < score) {
            to--;
        }
        bring_forward(w, i, to);
    }
}

static void report_line(const Worker *w, int index, int depth)
{
    const struct Search *const s = w->search;
    const RootMove *const root = &w->root_moves[index];
    if (s->listener.info == NULL) {
        return;
    }
    const uint64_t nodes = search_nodes(s);
    const int64_t us = clock_us() - s->limits.started_us;
    const SearchInfo info = {.depth = depth,
                             .seldepth = root->seldepth > depth ? root->seldepth : depth,
                             .multipv = index + 1,
                             .score = worker_shown(w, root),
                             .nodes = nodes,
                             .time = limits_elapsed(&s->limits),
                             .nps = us > 0 ? (uint64_t)((double)nodes * 1e6 / (double)us) : nodes,
                             .hashfull = tt_hashfull(&s->tt),
                             .tables = s->tables != NULL && tablebase_count(s->tables, s->root.variant) > 0,
                             .table_hits = search_table_hits(s),
                             .pv = root->line.moves,
                             .pv_length = root->line.length};
    s->listener.info(s->listener.context, &info);
}

/* A number that tells apart what iterations have found. */
static uint64_t digest_of(const Worker *w, int lines)
{
    uint64_t digest = 0;
    for (int i = 0; i < lines; i++) {
        const RootMove *const root = &w->root_moves[i];
        digest = random_mix(digest + tt_pack(root->move));
        digest = random_mix(digest + (uint64_t)(int64_t)root->score);
    }
    return digest;
}

static void report(Worker *w, int lines, int depth)
{
    for (int i = 0; i < lines; i++) {
        report_line(w, i, depth);
    }
    w->told_depth = depth;
    w->told_digest = digest_of(w, lines);
    w->told_us = clock_us();
}

/* Reports the iteration, unless it would flood the screen: in an ending without progress, or where the end is forced,
 * dozens can take no time at all. */
static void report_iteration(Worker *w, int lines, int depth)
{
    const bool terse = w->search->limits.wanted.depth == 0 && depth >= TERSE_DEPTH;
    if (!terse || digest_of(w, lines) != w->told_digest ||
        clock_us() - w->told_us >= (int64_t)TERSE_INTERVAL * US_PER_MS) {
        report(w, lines, depth);
    }
}

void worker_report(const Worker *w)
{
    report_line(w, 0, w->depth);
}

void worker_report_current(Worker *w, int index, int depth)
{
    const struct Search *const s = w->search;
    if (w->id != 0 || s->listener.current == NULL) {
        return;
    }
    const int64_t now = clock_us();
    const bool rested = now - w->current_us >= (int64_t)CURRENT_INTERVAL * US_PER_MS;
    const bool begins = w->current_us < w->told_us; /* the first move often takes the longest */
    if (now - s->limits.started_us >= (int64_t)CURRENT_AFTER * US_PER_MS && (rested || begins)) {
        const SearchCurrent current = {.depth = depth, .move = w->root_moves[index].move, .number = index + 1};
        w->current_us = now;
        s->listener.current(s->listener.context, &current);
    }
}

/* The iteration after `depth`. A helper keeps a ply or two ahead of worker 0, so that the table already holds what
 * that will ask for. */
static int next_depth(const Worker *w, int depth)
{
    const int lead = w->id == 0 ? 0 : w->search->workers[0]->depth + 1 + w->id % HELPER_LEADS;
    return lead > depth + 1 ? lead : depth + 1;
}

/* Plies to the longest end among the best lines, as many as are shown, when all of them are forced; else -1. */
static int forced_plies(const Worker *w, int shown)
{
    int longest = -1;
    if (w->root_plies >= 0) {
        return 0; /* the moves that are left are all as good */
    }
    for (int i = 0; i < shown; i++) {
        const Score score = w->root_moves[i].score;
        const int plies = SCORE_WIN - abs(score);
        if (!score_is_mate(score)) {
            return -1;
        }
        longest = plies > longest ? plies : longest;
    }
    return longest;
}

/* Searches the moves from w->multipv_index on, first within a narrow window around the last score, then within
 * wider ones until the score lies inside (aspiration windows). Leaves the moves in order. */
static void search_windows(Worker *w, int depth)
{
    const Score last = w->root_moves[w->multipv_index].previous;
    Score alpha = -SCORE_INFINITE;
    Score beta = SCORE_INFINITE;
    int width = ASPIRATION_WINDOW;
    if (depth >= ASPIRATION_DEPTH && !score_is_mate(last) && last > -SCORE_MATE) {
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
            alpha = score - width > -SCORE_MATE ? score - width : -SCORE_INFINITE;
        } else {
            beta = score + width < SCORE_MATE ? score + width : SCORE_INFINITE;
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
    if (limits->level != NULL && strength_chooses(limits->level)) {
        return limits->level->lines;
    }
    if (limits->variety == 0 || limits->multipv <= 1) {
        return 1; /* variety has raised the scores already */
    }
    return limits->multipv < STRENGTH_LINES_MAX ? limits->multipv : STRENGTH_LINES_MAX;
}

int worker_choose(const Worker *w)
{
    const SearchLimits *const limits = &w->search->limits.wanted;
    const int candidates = candidate_count(limits);
    const int margin = limits->variety > 0 || limits->level == NULL ? limits->variety : limits->level->margin;
    Score scores[STRENGTH_LINES_MAX];
    int count = 0;
    while (count < candidates && count < w->root_count) {
        scores[count] = w->root_moves[count].score;
        count++;
    }
    return strength_choose(scores, count, margin, limits->seed);
}

/* Puts another move in place of the first one, which the iteration under way has found to lose, when not all of the
 * others are known to: they were only found to be worse than what was hoped for. Its score is the last iteration's, as
 * far as it can hold. */
static void avoid_loss(Worker *w, Score last_score)
{
    const RootMove *const first = &w->root_moves[0];
    const bool lost_before = last_score <= -SCORE_MATE && last_score > -SCORE_INFINITE;
    if (lost_before || first->score > -SCORE_MATE || first->score == -SCORE_INFINITE) {
        return;
    }
    int i = 1;
    while (i < w->root_count && w->root_moves[i].most <= -SCORE_MATE) {
        i++;
    }
    if (i < w->root_count) {
        RootMove *const other = &w->root_moves[i];
        other->score = last_score < other->most ? last_score : other->most;
        other->line.length = 1;
        bring_forward(w, i, 0);
    }
}

/* Ends an iteration that was broken off. What it found counts only if it finished the best move so far; a search that
 * found nothing at all has the evaluation for a score. */
static void end_broken_iteration(Worker *w, int depth, Move last_best, Score last_score)
{
    avoid_loss(w, last_score);
    RootMove *const first = &w->root_moves[0];
    const bool found = first->score != -SCORE_INFINITE;
    if (!found) {
        first->score = first->previous;
    }
    if (first->score == -SCORE_INFINITE) {
        first->score = strength_raised(evaluation_position(w->search->evaluation, &w->root), first->bonus);
    }
    if (w->id == 0 && ((found && !move_equal(last_best, first->move)) || w->told_depth < w->depth)) {
        report(w, 1, found ? depth : w->depth);
    }
}

/* Searches one ply deeper, `lines` best moves, of which so many are shown. Returns false when that is to be all. */
static bool iterate_once(Worker *w, int lines, int shown, int depth)
{
    const Move last_best = w->root_moves[0].move;
    const Score last_score = w->root_moves[0].score;
    for (int i = 0; i < w->root_count; i++) {
        w->root_moves[i].previous = w->root_moves[i].score;
        w->root_moves[i].score = -SCORE_INFINITE;
        w->root_moves[i].most = SCORE_INFINITE;
    }
    for (w->multipv_index = 0; w->multipv_index < lines && !search_stopping(w); w->multipv_index++) {
        search_windows(w, depth);
    }
    if (lines > 1) {
        /* A later line may have turned out better than an earlier one. */
        sort_root_moves(w, 0);
    }
    if (search_stopping(w)) {
        if (candidate_count(&w->search->limits.wanted) > 1 && w->depth > 0) {
            restore_last_iteration(w); /* a choice needs scores of one depth */
        } else {
            end_broken_iteration(w, depth, last_best, last_score);
        }
        return false;
    }
    const RootMove *const first = &w->root_moves[0];
    w->stable = move_equal(last_best, first->move) ? w->stable + 1 : 0;
    w->fall = last_score > -SCORE_INFINITE ? last_score - first->score : 0;
    w->depth = depth;
    if (w->id == 0) {
        report_iteration(w, shown, depth);
        const IterationSummary found = {.depth = depth,
                                        .best = first->score,
                                        .forced_plies = forced_plies(w, shown),
                                        .stable = w->stable,
                                        .fall = w->fall,
                                        .choices = w->root_count};
        return !limits_enough(&w->search->limits, &found);
    }
    return true;
}

void worker_iterate(Worker *w)
{
    const ActiveLimits *const limits = &w->search->limits;
    const int last_depth = limits_last_depth(limits);
    const int wanted = limits->wanted.multipv > 1 ? limits->wanted.multipv : 1;
    const int shown = wanted < w->root_count ? wanted : w->root_count;
    const int candidates = candidate_count(&limits->wanted);
    const int searched = candidates > wanted ? candidates : wanted;
    const int lines = searched < w->root_count ? searched : w->root_count;
    int depth = 1;
    while (depth <= last_depth && iterate_once(w, lines, shown, depth)) {
        depth = next_depth(w, depth);
    }
    if (w->id == 0 && w->told_depth < w->depth) {
        report(w, shown, w->depth);
    }
}
