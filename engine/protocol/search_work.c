/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "protocol/search_work.h"

#include <stdlib.h>

#include "core/movegen.h"
#include "protocol/display.h"
#include "protocol/report.h"
#include "system/thread.h"

typedef struct SearchWork {
    Work work; /* first */
    Search *search;
    Position root;
    NotationStyle style;
    Output *output;
    Activity *activity; /* while it runs */
} SearchWork;

static void on_info(void *context, const SearchInfo *info)
{
    const SearchWork *const w = context;
    Text t;
    text_init(&t);
    report_info(&t, &w->root, w->style, info);
    output_text(w->output, &t);
    text_free(&t);
}

static void on_current(void *context, const SearchCurrent *current)
{
    const SearchWork *const w = context;
    Text t;
    text_init(&t);
    report_current(&t, &w->root, w->style, current);
    output_text(w->output, &t);
    text_free(&t);
}

static void write_result(Output *output, const Position *root, NotationStyle style, const SearchResult *result)
{
    Text t;
    text_init(&t);
    report_result(&t, root, style, result);
    output_text(output, &t);
    text_free(&t);
}

static void on_done(void *context, const SearchResult *result)
{
    const SearchWork *const w = context;
    activity_finishing(w->activity);
    write_result(w->output, &w->root, w->style, result);
}

static bool run(Work *work, Activity *a)
{
    SearchWork *const w = (SearchWork *)work;
    w->activity = a;
    search_run(w->search, NULL);
    return true;
}

static void attend(void *context, int milliseconds)
{
    const SearchWork *const w = context;
    w->activity->attend(w->activity->context, milliseconds);
}

/* The answer that was promised is given all the same. */
static bool run_here(Work *work, Activity *a)
{
    SearchWork *const w = (SearchWork *)work;
    if (thread_supported()) {
        output_line(w->output,
                    "info string error: no thread is left for a search; it runs on the one that reads commands");
    }
    w->activity = a;
    if (!thread_first_has_room()) {
        search_forgo(w->search);
    }
    if (a->attend == NULL && search_unlimited(w->search)) {
        search_stop(w->search); /* nobody else could */
    }
    search_run(w->search, a->attend != NULL ? attend : NULL);
    return true;
}

static void interrupt(Work *work)
{
    search_stop(((SearchWork *)work)->search);
}

static bool endless(const Work *work)
{
    return search_unlimited(((const SearchWork *)work)->search);
}

static void destroy(Work *work)
{
    free(work);
}

/* Says so if there is nothing to search. */
static void announce(const Game *game, Output *output)
{
    const GameResult result = game_result(game);
    if (result != GAME_ONGOING) {
        output_line(output, "info string the game is over: %s", display_result(result));
    }
}

Work *search_work_new(Search *s, const Game *game, const SearchLimits *limits, NotationStyle style, Output *output,
                      Error *e)
{
    SearchWork *const w = calloc(1, sizeof *w);
    const SearchListener listener = {.info = on_info, .done = on_done, .current = on_current, .context = w};
    if (w == NULL) {
        error_set(e, ERROR_MEMORY, "not enough memory to start a search");
        return NULL;
    }
    if (search_prepare(s, game, limits, &listener, e) != ERROR_NONE) {
        free(w);
        return NULL;
    }
    const Work work = {.name = "a search",
                       .run = run,
                       .run_here = run_here,
                       .interrupt = interrupt,
                       .endless = endless,
                       .destroy = destroy};
    w->work = work;
    w->search = s;
    w->root = *game_position(game);
    w->style = style;
    w->output = output;
    announce(game, output);
    return &w->work;
}

void search_work_answer(const Game *game, const SearchLimits *limits, NotationStyle style, Output *output)
{
    SearchResult result = {.best = {.kind = MOVE_NONE}, .ponder = {.kind = MOVE_NONE}};
    MoveList list;
    move_list_init(&list);
    announce(game, output);
    if (game_result(game) == GAME_ONGOING) {
        movegen_legal(game_position(game), &list);
    }
    if (list.count > 0) {
        result.best = limits->move_count > 0 ? limits->moves[0] : list.moves[0];
    }
    write_result(output, game_position(game), style, &result);
    move_list_free(&list);
}
