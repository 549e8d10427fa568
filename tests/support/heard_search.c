/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/heard_search.h"

#include <string.h>

#include "system/clock.h"

Search *searcher;
Game game;

/* True when the line is legal and does not go on after a position that was in it before, which counts as a draw. */
static bool is_sound_line(const Position *root, const Move *pv, int length)
{
    uint64_t keys[SEARCH_PLY_MAX];
    Position p = *root;
    bool sound = length > 0;
    for (int i = 0; i < length && sound; i++) {
        for (int j = 0; j < i - 1; j++) {
            sound = sound && keys[j] != keys[i - 1];
        }
        sound = sound && is_legal(&p, pv[i]);
        if (sound) {
            p = position_after(&p, pv[i]);
            keys[i] = p.key;
        }
    }
    return sound;
}

static void on_info(void *context, const SearchInfo *info)
{
    Heard *const h = context;
    h->infos++;
    h->hashfull = info->hashfull;
    h->tables = info->tables;
    h->tablebase_hits = info->tablebase_hits;
    if (info->multipv == 1) {
        h->lines = 0;
        h->first = h->last = info->score;
    }
    h->bad_line = h->bad_line || info->multipv != h->lines + 1 || info->score > h->last ||
                  info->score == -SCORE_INFINITE || move_index(h->begun, h->lines, info->pv[0]) < h->lines ||
                  !is_sound_line(game_position(h->game), info->pv, info->pv_length);
    h->begun[h->lines++] = info->pv[0];
    h->last = info->score;
}

Search *heard_searcher(void)
{
    Search *const s = search_new();
    ck_assert_int_eq(search_set_hash(s, 1, NULL), ERROR_NONE);
    return s;
}

static void set_up(void)
{
    searcher = heard_searcher();
}

static void tear_down(void)
{
    search_free(searcher);
    game_free(&game);
}

const TestFixture HEARD_SEARCH = {set_up, tear_down};

void heard_prepare(Search *s, const Game *g, SearchLimits limits, Heard *h)
{
    const SearchListener listener = {.info = on_info, .context = h};
    memset(h, 0, sizeof *h);
    h->game = g;
    limits.received = limits.received != 0 ? limits.received : clock_ms();
    ck_assert_int_eq(search_prepare(s, g, &limits, &listener, NULL), ERROR_NONE);
}

void heard_poll(void *context, int milliseconds)
{
    (void)context;
    if (milliseconds > 0) {
        clock_sleep(milliseconds * NS_PER_MS);
    }
}

Heard heard_run(Search *s, const Game *g, SearchLimits limits)
{
    Heard h;
    heard_prepare(s, g, limits, &h);
    h.result = search_run(s, heard_poll);
    ck_assert(!h.bad_line);
    ck_assert(h.result.best.kind == MOVE_NONE || is_legal(game_position(g), h.result.best));
    return h;
}
