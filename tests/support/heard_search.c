/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/heard_search.h"

#include <check.h>
#include <string.h>

#include "core/fen.h"
#include "core/movegen.h"
#include "core/notation.h"
#include "system/clock.h"
#include "system/thread.h"

/* Replays a line by the rules. */
static bool is_legal_line(const Position *root, const Move *pv, int length)
{
    Position p = *root;
    bool legal = length > 0;
    for (int i = 0; i < length && legal; i++) {
        MoveList list;
        move_list_init(&list);
        movegen_legal(&p, &list);
        legal = false;
        for (int m = 0; m < list.count; m++) {
            legal = legal || move_equal(list.moves[m], pv[i]);
        }
        move_list_free(&list);
        if (legal) {
            p = position_after(&p, pv[i]);
        }
    }
    return legal;
}

static void on_info(void *context, const SearchInfo *info)
{
    Heard *const h = context;
    h->infos++;
    h->tables = info->tables;
    h->table_hits = info->table_hits;
    if (info->multipv == 1) {
        h->lines = 0;
    }
    if (h->lines < HEARD_LINES) {
        h->rank[h->lines] = info->multipv;
        h->score[h->lines++] = info->score;
    }
    h->bad_line = h->bad_line || !is_legal_line(game_position(h->game), info->pv, info->pv_length);
}

static void on_done(void *context, const SearchResult *result)
{
    Heard *const h = context;
    h->result = *result;
    atomic_fetch_add(&h->done, 1);
}

Game heard_game(const Variant *v, const char *fen)
{
    Game g;
    Position p = position_start(v);
    if (fen != NULL) {
        ck_assert_int_eq(fen_parse(v, fen, &p, NULL), ERROR_NONE);
    }
    ck_assert_int_eq(game_init(&g, &p), ERROR_NONE);
    return g;
}

void heard_prepare(Search *s, const Game *g, SearchLimits limits, Heard *h)
{
    const SearchListener listener = {.info = on_info, .done = on_done, .context = h};
    memset(h, 0, sizeof *h);
    h->game = g;
    h->search = s;
    limits.received = clock_ms();
    ck_assert_int_eq(search_prepare(s, g, &limits, &listener, NULL), ERROR_NONE);
}

static void *run_thread(void *heard)
{
    search_run(((Heard *)heard)->search, NULL);
    return NULL;
}

void heard_start(Search *s, const Game *g, SearchLimits limits, Heard *h)
{
    heard_prepare(s, g, limits, h);
    ck_assert(thread_start(&h->thread, run_thread, h));
}

void heard_finish(Heard *h)
{
    pthread_join(h->thread, NULL);
    ck_assert_int_eq(atomic_load(&h->done), 1);
}

void heard_run(Search *s, const Game *g, SearchLimits limits, Heard *h)
{
    heard_prepare(s, g, limits, h);
    const SearchResult result = search_run(s, NULL);
    ck_assert(move_equal(result.best, h->result.best));
    ck_assert_int_eq(atomic_load(&h->done), 1);
    ck_assert(!h->bad_line);
}

void heard_play(Game *g, const char *text)
{
    Move m;
    ck_assert_int_eq(notation_parse(game_position(g), text, strlen(text), &m, NULL), ERROR_NONE);
    ck_assert_int_eq(game_play(g, m), ERROR_NONE);
}
