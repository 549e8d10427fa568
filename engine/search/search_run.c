/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run of a prepared search: its threads, the vote among them, and how long the result is held back. */
#include "core/movegen.h"
#include "search/search.h"
#include "search/worker.h"
#include "system/clock.h"
#include "system/thread.h"

enum {
    VOTE_BASE = 10,   /* points: what a thread's vote is worth however bad its score */
    VOTE_PATIENCE = 2 /* ms that a result waits for votes; they need longer only where there are no processors */
};

/* The reply that the best line expects, or else the one that the table knows. */
static Move expected_reply(const Search *s, const RootMove *best)
{
    Move reply = {.kind = MOVE_NONE};
    TTData known;
    if (best->line.length > 1) {
        return best->line.moves[1];
    }
    const Position next = position_after(&s->root, best->move);
    if (tt_load(&s->tt, next.key, 1, &known) && known.move != 0) {
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

/* True when the helpers have a say in what the best move is. */
static bool is_elective(const Search *s)
{
    return s->limits.wanted.multipv <= 1 && s->limits.wanted.depth == 0 && s->workers[0]->root_count > 0;
}

/* The worker whose best move most of the threads vote for, a vote weighing more the deeper the search and the
 * better the score; worker 0 when several lines or a depth were asked for. */
static const Worker *elected(const Search *s)
{
    const Worker *best = s->workers[0];
    int64_t most = -1;
    Score lowest_score = SCORE_INFINITE;
    if (!is_elective(s)) {
        return best;
    }
    for (int i = 0; i < s->worker_count; i++) {
        const Worker *const w = s->workers[i];
        if (w->votes && w->root_moves[0].score < lowest_score) {
            lowest_score = w->root_moves[0].score;
        }
    }
    for (int i = 0; i < s->worker_count; i++) {
        int64_t votes = 0;
        for (int j = 0; j < s->worker_count && s->workers[i]->votes; j++) {
            const Worker *const voter = s->workers[j];
            if (voter->votes && move_equal(voter->root_moves[0].move, s->workers[i]->root_moves[0].move)) {
                votes += (int64_t)voter->depth * (voter->root_moves[0].score - lowest_score + VOTE_BASE);
            }
        }
        if (s->workers[i]->votes && votes > most) {
            most = votes;
            best = s->workers[i];
        }
    }
    return best;
}

static SearchResult result_of(const Search *s, const Worker *w)
{
    SearchResult result = {.best = {.kind = MOVE_NONE}, .ponder = {.kind = MOVE_NONE}, .score = SCORE_NONE};
    if (w->root_count > 0) {
        const RootMove *const best = &w->root_moves[worker_choose(w)];
        result.best = best->move;
        result.ponder = expected_reply(s, best);
        result.score = worker_shown(w, best);
    }
    result.nodes = search_nodes(s);
    result.depth = w->depth;
    result.time = limits_elapsed(&s->limits);
    return result;
}

/* Waits for a change of the state, at most that long. The lock is held. */
static void wait_for_change(Search *s, int64_t milliseconds)
{
    thread_condition_wait(&s->changed, &s->lock, milliseconds == SEARCH_FOREVER ? NS_NEVER : milliseconds * NS_PER_MS);
}

static int64_t hold_left(const Search *s)
{
    return limits_hold(&s->limits, s->workers[0]->root_count);
}

/* Returns when the result may be reported. */
static void wait_for_release(Search *s)
{
    pthread_mutex_lock(&s->lock);
    for (int64_t left = hold_left(s); left != 0; left = hold_left(s)) {
        if (s->attend == NULL) {
            wait_for_change(s, left);
        } else {
            pthread_mutex_unlock(&s->lock);
            s->attend(s->listener.context, (int)left);
            pthread_mutex_lock(&s->lock);
        }
    }
    pthread_mutex_unlock(&s->lock);
}

/* Notes that a helper is at work, or no longer. */
static void set_helping(Worker *w, bool helping)
{
    struct Search *const s = w->search;
    pthread_mutex_lock(&s->lock);
    w->finished = !helping;
    s->helping += helping ? 1 : -1;
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

void worker_check(Worker *w)
{
    struct Search *const s = w->search;
    if (s->attend != NULL) {
        s->attend(s->listener.context, 0);
    }
    w->next_check = limits_check(&s->limits, search_nodes(s), atomic_load_explicit(&w->nodes, memory_order_relaxed));
}

static void *help(void *argument)
{
    Worker *const w = argument;
    worker_iterate(w);
    set_helping(w, false);
    return NULL;
}

/* Starts as many as can be had. */
static void start_helpers(Search *s)
{
    for (int i = 1; i < s->worker_count && s->limits.wanted.level == NULL && !limits_stopping(&s->limits); i++) {
        Worker *const w = s->workers[i];
        set_helping(w, true);
        w->started = thread_start(&w->thread, help, w);
        if (!w->started) {
            set_helping(w, false);
        }
    }
}

/* Settles whose results count: of those who have one, and have ended by now. */
static void collect_votes(Search *s)
{
    const int64_t deadline = clock_ms() + VOTE_PATIENCE;
    int64_t left = is_elective(s) ? VOTE_PATIENCE : 0;
    pthread_mutex_lock(&s->lock);
    while (s->helping > 0 && left > 0) {
        wait_for_change(s, left);
        left = deadline - clock_ms();
    }
    for (int i = 0; i < s->worker_count; i++) {
        Worker *const w = s->workers[i];
        w->votes = (i == 0 || (w->started && w->finished)) && w->depth > 0;
    }
    pthread_mutex_unlock(&s->lock);
}

static void join_helpers(Search *s)
{
    for (int i = 1; i < s->worker_count; i++) {
        if (s->workers[i]->started) {
            pthread_join(s->workers[i]->thread, NULL);
            s->workers[i]->started = false;
        }
    }
}

SearchResult search_run(Search *s, SearchAttend attend)
{
    Worker *const first = s->workers[0];
    s->attend = attend;
    if (first->root_count > 0) {
        start_helpers(s);
        worker_iterate(first);
    }
    limits_stop(&s->limits); /* the helpers too have nothing more to find */
    wait_for_release(s);
    limits_end_pondering(&s->limits);
    collect_votes(s);
    const Worker *const best = elected(s);
    if (best != first) {
        worker_report(best);
    }
    const SearchResult result = result_of(s, best);
    if (s->listener.done != NULL) {
        s->listener.done(s->listener.context, &result);
    }
    join_helpers(s);
    return result;
}

void search_forgo(Search *s)
{
    limits_stop(&s->limits);
}

void search_stop(Search *s)
{
    pthread_mutex_lock(&s->lock);
    limits_ask(&s->limits);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

void search_ponderhit(Search *s)
{
    pthread_mutex_lock(&s->lock);
    limits_ponderhit(&s->limits);
    pthread_cond_broadcast(&s->changed);
    pthread_mutex_unlock(&s->lock);
}

bool search_pondering(const Search *s)
{
    return limits_pondering(&s->limits);
}

bool search_unlimited(const Search *s)
{
    return limits_endless(&s->limits, s->workers[0]->root_count);
}
