/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/reports.h"

#include "search/probe.h"
#include "system/clock.h"
#include "system/random.h"

enum {
    /* From this depth on, a repeated result is reported only after this interval. */
    TERSE_DEPTH = 20,
    TERSE_INTERVAL = 100, /* ms */

    /* When to report the root move that is being searched. */
    CURRENT_AFTER = 3000,  /* ms since the search began */
    CURRENT_INTERVAL = 100 /* ms between two */
};

void reports_line(const SearchThread *t, int index, int depth)
{
    const Search *const shared = t->shared;
    const SearchListener *const listener = &shared->reports.listener;
    const RootMove *const root = &t->root_moves[index];
    if (listener->info == NULL) {
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
                             .tablebase_hits = threads_tablebase_hits(shared),
                             .pv = root->pv.moves,
                             .pv_length = root->pv.length};
    listener->info(listener->context, &info);
}

/* A digest of what an iteration has found, to tell whether the next one has found the same. */
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

void reports_lines(const SearchThread *main, int lines, int depth)
{
    SearchReports *const r = &main->shared->reports;
    for (int i = 0; i < lines; i++) {
        reports_line(main, i, depth);
    }
    r->depth = depth;
    r->digest = digest_of(main, lines);
    r->reported_us = clock_us();
}

void reports_iteration(const SearchThread *main, int lines, int depth)
{
    const SearchReports *const r = &main->shared->reports;
    const bool terse = main->shared->time.limits.depth == 0 && depth >= TERSE_DEPTH;
    if (!terse || digest_of(main, lines) != r->digest ||
        clock_us() - r->reported_us >= (int64_t)TERSE_INTERVAL * US_PER_MS) {
        reports_lines(main, lines, depth);
    }
}

void reports_root_move(const SearchThread *main, int index, int depth)
{
    SearchReports *const r = &main->shared->reports;
    if (r->listener.current == NULL) {
        return;
    }
    const int64_t now = clock_us();
    const bool rested = now - r->current_us >= (int64_t)CURRENT_INTERVAL * US_PER_MS;
    const bool begins = r->current_us < r->reported_us; /* the first move often takes the longest */
    if (now - main->shared->time.started_us >= (int64_t)CURRENT_AFTER * US_PER_MS && (rested || begins)) {
        const SearchCurrentMove current = {.depth = depth, .move = main->root_moves[index].move, .number = index + 1};
        r->current_us = now;
        r->listener.current(r->listener.context, &current);
    }
}
