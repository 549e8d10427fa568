/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/root_moves.h"

#include <string.h>

/* Brings a root move forward, past those between. */
static void bring_forward(SearchThread *t, int from, int to)
{
    if (to < from) {
        RootMove *const held = &t->root_moves[t->root_count]; /* one spare element at the end */
        *held = t->root_moves[from];
        memmove(&t->root_moves[to + 1], &t->root_moves[to], (size_t)(from - to) * sizeof(RootMove));
        t->root_moves[to] = *held;
    }
}

void root_moves_sort(SearchThread *t, int first)
{
    for (int i = first + 1; i < t->root_count; i++) {
        const Score score = t->root_moves[i].score;
        int to = i;
        while (to > first && t->root_moves[to - 1].score < score) {
            to--;
        }
        bring_forward(t, i, to);
    }
}

int root_moves_candidates(const SearchLimits *limits)
{
    if (limits->level != NULL && strength_chooses(limits->level)) {
        return limits->level->lines;
    }
    if (limits->variety == 0 || limits->multipv <= 1) {
        return 1; /* variety has raised the scores already */
    }
    return limits->multipv < STRENGTH_LINES_MAX ? limits->multipv : STRENGTH_LINES_MAX;
}

const RootMove *root_moves_choose(const SearchLimits *limits, const SearchThread *t)
{
    const int candidates = root_moves_candidates(limits);
    const int margin = limits->variety > 0 || limits->level == NULL ? limits->variety : limits->level->margin;
    Score scores[STRENGTH_LINES_MAX];
    int count = 0;
    while (count < candidates && count < t->root_count) {
        scores[count] = t->root_moves[count].score;
        count++;
    }
    return &t->root_moves[strength_choose(scores, count, margin, limits->seed)];
}

void root_moves_restore(SearchThread *t)
{
    for (int i = 0; i < t->root_count; i++) {
        t->root_moves[i].score = t->root_moves[i].previous;
    }
    root_moves_sort(t, 0);
}

void root_moves_avoid_loss(SearchThread *t, Score last_score)
{
    const RootMove *const first = &t->root_moves[0];
    const bool lost_before = last_score <= -SCORE_SOLVED && last_score > -SCORE_INFINITE;
    if (lost_before || first->score > -SCORE_SOLVED || first->score == -SCORE_INFINITE) {
        return;
    }
    int i = 1;
    while (i < t->root_count && t->root_moves[i].upper_bound <= -SCORE_SOLVED) {
        i++;
    }
    if (i < t->root_count) {
        RootMove *const other = &t->root_moves[i];
        other->score = last_score < other->upper_bound ? last_score : other->upper_bound;
        other->pv.length = 1;
        bring_forward(t, i, 0);
    }
}

void root_moves_restore_others(SearchThread *t)
{
    const Score best = t->root_moves[0].score;
    for (int i = 1; i < t->root_count; i++) {
        RootMove *const root = &t->root_moves[i];
        if (root->score == -SCORE_INFINITE) {
            const Score known = root->previous < root->upper_bound ? root->previous : root->upper_bound;
            root->score = known < best ? known : best; /* the best may have fallen below what this one was worth */
        }
    }
    root_moves_sort(t, 1);
}
