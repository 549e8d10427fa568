/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

#include "core/movegen.h"
#include "search/params.h"
#include "search/probe.h"
#include "search/threads.h"
#include "search/tree.h"
#include "system/clock.h"
#include "system/memory.h"
#include "system/random.h"

_Static_assert((int)SEARCH_THREADS_MAX <= (int)THREAD_POOL_MAX, "the threads fit into a thread pool");

enum {
    PERCENT = 100,
    HELPER_LEADS = 2, /* plies by which the helpers' searches differ */

    /* From this depth on, repeated results are reported at most every so often. */
    TERSE_DEPTH = 20,
    TERSE_INTERVAL = 100, /* ms */

    /* When to report the move that is being searched. */
    CURRENT_AFTER = 3000,  /* ms since the search began */
    CURRENT_INTERVAL = 100 /* ms between two */
};

struct Search {
    SearchShared shared;

    /* The search under way. */
    SearchListener listener;
    int reported_depth;       /* of the last iteration reported; -1: none */
    uint64_t reported_digest; /* of what it found */
    int64_t reported_us;      /* when */
    int64_t current_us;       /* when the move being searched was last reported */
};

/* ---- The searcher and its options ---- */

Search *search_new(void)
{
    const EvaluationChoice choice = {.kind = EVALUATION_LEARNED};
    Search *const s = calloc(1, sizeof *s);
    if (s == NULL) {
        return NULL;
    }
    time_init(&s->shared.time);
    s->shared.root = position_start(variant_at(0));
    s->shared.evaluation = evaluation_new(&choice, NULL);
    if (s->shared.evaluation == NULL || !tt_resize(&s->shared.tt, SEARCH_HASH_DEFAULT) ||
        !threads_resize(&s->shared, 1)) {
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
    threads_free(&s->shared);
    time_free(&s->shared.time);
    tt_free(&s->shared.tt);
    evaluation_free(s->shared.evaluation);
    free(s->shared.game_keys);
    free(s);
}

ErrorCode search_set_hash(Search *s, int mib, Error *e)
{
    TranspositionTable *const tt = &s->shared.tt;
    const size_t old = tt->bytes >> 20;
    const bool in_range = mib >= SEARCH_HASH_MIN && mib <= SEARCH_HASH_MAX;
    Error why;
    if (in_range && memory_check("a hash table", (uint64_t)mib << 20, tt->bytes, &why) != ERROR_NONE) {
        return error_set(e, ERROR_MEMORY, "%s; keeping the old one of %zu MiB", why.text, old);
    }
    if (!in_range || !tt_resize(tt, mib)) {
        return error_set(e, ERROR_MEMORY, "cannot allocate a hash table of %d MiB; keeping the old one of %zu MiB", mib,
                         old);
    }
    return error_clear(e);
}

ErrorCode search_set_threads(Search *s, int threads, Error *e)
{
    if (threads < 1 || threads > SEARCH_THREADS_MAX || !threads_resize(&s->shared, threads)) {
        return error_set(e, ERROR_MEMORY, "cannot start %d threads; keeping %d", threads, s->shared.thread_count);
    }
    return error_clear(e);
}

ErrorCode search_set_evaluation(Search *s, const EvaluationChoice *choice, Error *e)
{
    Evaluation *const evaluation = evaluation_new(choice, e);
    if (evaluation == NULL) {
        return ERROR_MEMORY;
    }
    evaluation_free(s->shared.evaluation);
    s->shared.evaluation = evaluation;
    for (int i = 0; i < s->shared.thread_count; i++) {
        evaluation_stack_clear(s->shared.threads[i]->evaluated);
    }
    search_clear(s);
    return error_clear(e);
}

const Evaluation *search_evaluation(const Search *s)
{
    return s->shared.evaluation;
}

ErrorCode search_set_tables(Search *s, const Tablebase *tables, Error *e)
{
    if (!threads_set_tablebase(&s->shared, tables)) {
        return error_set(e, ERROR_MEMORY, "not enough memory for the tablebases");
    }
    search_clear(s);
    return error_clear(e);
}

void search_clear(Search *s)
{
    tt_clear(&s->shared.tt);
    threads_clear(&s->shared);
}

/* ---- Preparing a search ---- */

/* Copies the keys of the game's positions since the last irreversible move, without the current one. */
static bool copy_game_keys(SearchShared *s, const Game *game)
{
    size_t first = game->plies;
    while (first > 0 && game->moves[first - 1].kind == MOVE_KING) {
        first--;
    }
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
    for (int i = 0; i < limits->move_count; i++) {
        if (move_equal(limits->moves[i], m)) {
            return true;
        }
    }
    return limits->move_count == 0;
}

/* Finds the moves to search; a game that is over has none. */
static bool prepare_root(SearchShared *s, bool over)
{
    MoveList list;
    move_list_init(&list);
    if (!over) {
        movegen_legal(&s->root, &list);
    }
    int count = 0;
    for (int i = 0; i < list.count; i++) {
        if (is_wanted(&s->time.limits, list.moves[i])) {
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
    SearchShared *const shared = &s->shared;
    const SearchListener silent = {0};
    const bool over = game_result(game) != GAME_ONGOING;
    shared->root = *game_position(game);
    bool ready = copy_game_keys(shared, game) && time_set_limits(&shared->time, limits, shared->root.side);
    /* The levels below full strength know no more than they can search; and where mate scores are wanted, a table win
     * is not enough. */
    const SearchLimits *const l = &shared->time.limits;
    const bool probing = shared->tablebase != NULL && l->level == NULL && l->mate == 0;
    shared->table_pieces = probing ? tablebase_pieces(shared->tablebase, shared->root.variant) : 0;
    ready = ready && prepare_root(shared, over);
    if (!ready) {
        return error_set(e, ERROR_MEMORY, "not enough memory to start a search");
    }
    s->listener = listener != NULL ? *listener : silent;
    s->reported_depth = -1;
    s->reported_us = 0;
    s->current_us = 0;
    time_begin(&shared->time);
    tt_new_search(&shared->tt);
    return error_clear(e);
}

/* ---- Reports ---- */

static void report_line(const Search *s, const SearchThread *t, int index, int depth)
{
    const SearchShared *const shared = &s->shared;
    const RootMove *const root = &t->root_moves[index];
    if (s->listener.info == NULL) {
        return;
    }
    const uint64_t nodes = threads_nodes(shared);
    const int64_t us = clock_us() - shared->time.started_us;
    const SearchInfo info = {.depth = depth,
                             .seldepth = root->seldepth > depth ? root->seldepth : depth,
                             .multipv = index + 1,
                             .score = probe_reported_score(shared, root),
                             .nodes = nodes,
                             .time = time_elapsed(&shared->time),
                             .nps = us > 0 ? (uint64_t)((double)nodes * 1e6 / (double)us) : nodes,
                             .hashfull = tt_hashfull(&shared->tt),
                             .tables = shared->tablebase != NULL &&
                                       tablebase_count(shared->tablebase, shared->root.variant) > 0,
                             .table_hits = threads_table_hits(shared),
                             .pv = root->pv.moves,
                             .pv_length = root->pv.length};
    s->listener.info(s->listener.context, &info);
}

/* A number that tells apart what iterations have found. */
static uint64_t digest_of(const SearchThread *t, int lines)
{
    uint64_t digest = 0;
    for (int i = 0; i < lines; i++) {
        const RootMove *const root = &t->root_moves[i];
        digest = random_mix(digest + tt_pack(root->move));
        digest = random_mix(digest + (uint64_t)(int64_t)root->score);
    }
    return digest;
}

static void report(Search *s, const SearchThread *main, int lines, int depth)
{
    for (int i = 0; i < lines; i++) {
        report_line(s, main, i, depth);
    }
    s->reported_depth = depth;
    s->reported_digest = digest_of(main, lines);
    s->reported_us = clock_us();
}

/* Reports the iteration, unless it would flood the screen: in an endgame without progress, or with a mate score, dozens
 * can take no time at all. */
static void report_iteration(Search *s, const SearchThread *main, int lines, int depth)
{
    const bool terse = s->shared.time.limits.depth == 0 && depth >= TERSE_DEPTH;
    if (!terse || digest_of(main, lines) != s->reported_digest ||
        clock_us() - s->reported_us >= (int64_t)TERSE_INTERVAL * US_PER_MS) {
        report(s, main, lines, depth);
    }
}

/* Reports that a root move is about to be searched, if the search takes long. */
static void report_root_move(void *context, int index, int depth)
{
    Search *const s = context;
    if (s->listener.current == NULL) {
        return;
    }
    const int64_t now = clock_us();
    const bool rested = now - s->current_us >= (int64_t)CURRENT_INTERVAL * US_PER_MS;
    const bool begins = s->current_us < s->reported_us; /* the first move often takes the longest */
    if (now - s->shared.time.started_us >= (int64_t)CURRENT_AFTER * US_PER_MS && (rested || begins)) {
        const Move m = s->shared.threads[0]->root_moves[index].move;
        const SearchCurrent current = {.depth = depth, .move = m, .number = index + 1};
        s->current_us = now;
        s->listener.current(s->listener.context, &current);
    }
}

/* ---- The choice among the root moves ---- */

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

/* Orders the root moves from `first` on by score, stably: a move not known to be better stays where it was. */
static void sort_root_moves(SearchThread *t, int first)
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

/* The root move to play, among those of the last finished iteration. */
static const RootMove *choose_move(const SearchLimits *limits, const SearchThread *t)
{
    const int candidates = candidate_count(limits);
    const int margin = limits->variety > 0 || limits->level == NULL ? limits->variety : limits->level->margin;
    Score scores[STRENGTH_LINES_MAX];
    int count = 0;
    while (count < candidates && count < t->root_count) {
        scores[count] = t->root_moves[count].score;
        count++;
    }
    return &t->root_moves[strength_choose(scores, count, margin, limits->seed)];
}

/* ---- Iterative deepening ---- */

/* The iteration after `depth`. A helper searches what the main thread does or a ply more, so that the transposition
 * table already holds what that will look up. */
static int next_depth(const SearchThread *t, int depth)
{
    const int lead = t->id == 0 ? 0 : t->shared->threads[0]->depth + 1 + t->id % HELPER_LEADS;
    return lead > depth + 1 ? lead : depth + 1;
}

/* Plies to the end of the longest among the best lines, as many as are shown, when all have mate scores; else -1. */
static int mate_plies(const SearchThread *t, int shown)
{
    int longest = -1;
    if (t->shared->root_plies >= 0) {
        return 0; /* the moves that are left are all as good */
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
static void search_windows(SearchThread *t, int depth)
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
        sort_root_moves(t, t->multipv_index);
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

/* Takes the moves back to the scores and the order of the last finished iteration. */
static void restore_last_iteration(SearchThread *t)
{
    for (int i = 0; i < t->root_count; i++) {
        t->root_moves[i].score = t->root_moves[i].previous;
    }
    sort_root_moves(t, 0);
}

/* Puts another move before the first one, which the interrupted iteration has found to lose, unless all others are
 * known to lose too: they were only found to be worse than what was hoped for. Its score is the last iteration's, as
 * far as it can hold. */
static void avoid_loss(SearchThread *t, Score last_score)
{
    const RootMove *const first = &t->root_moves[0];
    const bool lost_before = last_score <= -SCORE_MATE && last_score > -SCORE_INFINITE;
    if (lost_before || first->score > -SCORE_MATE || first->score == -SCORE_INFINITE) {
        return;
    }
    int i = 1;
    while (i < t->root_count && t->root_moves[i].upper_bound <= -SCORE_MATE) {
        i++;
    }
    if (i < t->root_count) {
        RootMove *const other = &t->root_moves[i];
        other->score = last_score < other->upper_bound ? last_score : other->upper_bound;
        other->pv.length = 1;
        bring_forward(t, i, 0);
    }
}

/* Gives the lines after the best one, as far as the interrupted iteration did not come to them, the scores of the last
 * finished one, as far as they can hold, and puts them in order. */
static void restore_other_lines(SearchThread *t)
{
    for (int i = 1; i < t->root_count; i++) {
        RootMove *const root = &t->root_moves[i];
        if (root->score == -SCORE_INFINITE) {
            root->score = root->previous < root->upper_bound ? root->previous : root->upper_bound;
        }
    }
    sort_root_moves(t, 1);
}

/* Ends an iteration that was interrupted. What it found counts only if it finished the best move so far; a search that
 * found nothing at all has the evaluation for a score. All lines are shown anew where the best one is another. */
static void end_interrupted_iteration(Search *s, SearchThread *t, int shown, int depth, Move last_best,
                                      Score last_score)
{
    avoid_loss(t, last_score);
    RootMove *const first = &t->root_moves[0];
    const bool found = first->score != -SCORE_INFINITE;
    if (!found) {
        first->score = first->previous;
    }
    if (first->score == -SCORE_INFINITE) {
        first->score = strength_raised(evaluation_position(s->shared.evaluation, &s->shared.root), first->bonus);
    }
    if (t->id == 0 && ((found && !move_equal(last_best, first->move)) || s->reported_depth < t->depth)) {
        if (t->depth > 0) {
            restore_other_lines(t);
        }
        report(s, t, t->depth > 0 ? shown : 1, found ? depth : t->depth);
    }
}

/* Searches to that depth, `lines` best moves, of which `shown` are reported. Returns false when that is to be all. */
static bool iterate_once(Search *s, SearchThread *t, int lines, int shown, int depth)
{
    const TimeManager *const time = &s->shared.time;
    const Move last_best = t->root_moves[0].move;
    const Score last_score = t->root_moves[0].score;
    for (int i = 0; i < t->root_count; i++) {
        t->root_moves[i].previous = t->root_moves[i].score;
        t->root_moves[i].score = -SCORE_INFINITE;
        t->root_moves[i].upper_bound = SCORE_INFINITE;
    }
    for (t->multipv_index = 0; t->multipv_index < lines && !threads_stopping(t); t->multipv_index++) {
        search_windows(t, depth);
    }
    if (lines > 1) {
        /* A later line may have turned out better than an earlier one. */
        sort_root_moves(t, 0);
    }
    if (threads_stopping(t)) {
        if (candidate_count(&time->limits) > 1 && t->depth > 0) {
            restore_last_iteration(t); /* a choice needs scores of one depth */
        } else {
            end_interrupted_iteration(s, t, shown, depth, last_best, last_score);
        }
        return false;
    }
    const RootMove *const first = &t->root_moves[0];
    t->stable = move_equal(last_best, first->move) ? t->stable + 1 : 0;
    t->depth = depth;
    if (t->id != 0) {
        return true;
    }
    report_iteration(s, t, shown, depth);
    const IterationSummary found = {.depth = depth,
                                    .before = last_score,
                                    .best = first->score,
                                    .mate_plies = mate_plies(t, shown),
                                    .stable = t->stable,
                                    .choices = t->root_count};
    return !time_should_stop_iterating(time, &found);
}

/* Searches deeper and deeper until a limit is reached. */
static void iterate(Search *s, SearchThread *t)
{
    const TimeManager *const time = &s->shared.time;
    const int last_depth = time_last_depth(time);
    const int wanted = time->limits.multipv;
    const int shown = wanted < t->root_count ? wanted : t->root_count;
    const int candidates = candidate_count(&time->limits);
    const int searched = candidates > wanted ? candidates : wanted;
    const int lines = searched < t->root_count ? searched : t->root_count;
    int depth = 1;
    while (depth <= last_depth && iterate_once(s, t, lines, shown, depth)) {
        depth = next_depth(t, depth);
    }
    if (t->id == 0 && s->reported_depth < t->depth) {
        report(s, t, shown, t->depth);
    }
}

/* ---- Running a search ---- */

/* The reply that the principal variation expects, or else the one that the transposition table knows. */
static Move expected_reply(const SearchShared *s, const RootMove *best)
{
    Move reply = {.kind = MOVE_NONE};
    TTData known;
    if (best->pv.length > 1) {
        return best->pv.moves[1];
    }
    const Position next = position_after(&s->root, best->move);
    const bool over = threads_times_played(s, next.key) >= REPETITIONS;
    if (!over && tt_probe(&s->tt, next.key, 1, &known) && known.move != 0) {
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

static SearchResult result_of(const SearchShared *s, const SearchThread *t)
{
    SearchResult result = {.best = {.kind = MOVE_NONE}, .ponder = {.kind = MOVE_NONE}, .score = SCORE_NONE};
    if (t->root_count > 0) {
        const RootMove *const best = choose_move(&s->time.limits, t);
        result.best = best->move;
        result.ponder = expected_reply(s, best);
        result.score = probe_reported_score(s, best);
    }
    result.nodes = threads_nodes(s);
    result.depth = t->depth;
    result.time = time_elapsed(&s->time);
    return result;
}

static void run_thread(void *context, int id)
{
    Search *const s = context;
    iterate(s, s->shared.threads[id]);
    if (id == 0) {
        time_stop(&s->shared.time); /* the helpers too have nothing more to find */
    }
}

SearchResult search_run(Search *s, SearchAttend attend)
{
    SearchShared *const shared = &s->shared;
    const SearchLimits *const limits = &shared->time.limits;
    const SearchThread *best = shared->threads[0];
    time_attend(&shared->time, attend, s->listener.context);
    shared->on_root_move = report_root_move;
    shared->context = s;
    if (best->root_count > 0) {
        thread_pool_run(shared->pool, run_thread, s, limits->level == NULL ? shared->thread_count : 1);
    }
    time_wait_to_answer(&shared->time, best->root_count);
    if (best->root_count > 0 && limits->level == NULL && limits->multipv == 1 && limits->depth == 0) {
        best = threads_vote(shared);
    }
    if (best->id != 0) {
        report_line(s, best, 0, best->depth);
    }
    const SearchResult result = result_of(shared, best);
    if (s->listener.done != NULL) {
        s->listener.done(s->listener.context, &result);
    }
    return result;
}

/* ---- Commands during a search ---- */

void search_stop(Search *s)
{
    time_request_stop(&s->shared.time);
}

void search_ponderhit(Search *s)
{
    time_ponderhit(&s->shared.time);
}

bool search_pondering(const Search *s)
{
    return time_pondering(&s->shared.time);
}

bool search_unlimited(const Search *s)
{
    return time_unlimited(&s->shared.time, s->shared.threads[0]->root_count);
}
