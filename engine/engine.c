/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "engine.h"

#include <poll.h>
#include <stdlib.h>

#include "commands.h"
#include "display.h"
#include "report.h"
#include "settings.h"

/* Between two looks at whether somebody still reads the answers, ms. */
enum { WATCH_INTERVAL = 100 };

Engine *engine_new(Output *output)
{
    Engine *const e = calloc(1, sizeof *e);
    if (e == NULL) {
        return NULL;
    }
    activity_init(&e->activity);
    e->output = output;
    e->watched = -1;
    e->search = search_new();
    e->commands = commands_new();
    e->options = settings_new(e);
    const Position start = position_start(variant_at(0));
    if (game_init(&e->game, &start) != ERROR_NONE || e->search == NULL || e->commands == NULL || e->options == NULL) {
        engine_free(e);
        return NULL;
    }
    return e;
}

void engine_free(Engine *e)
{
    if (e == NULL) {
        return;
    }
    engine_stop(e);
    engine_wait(e, ACTIVITY_FOREVER);
    search_free(e->search);
    commands_free(e->commands);
    options_free(e->options);
    game_free(&e->game);
    activity_free(&e->activity);
    free(e);
}

bool engine_execute(Engine *e, const char *line, size_t length)
{
    e->received = search_now();
    return commands_execute(e, line, length);
}

bool engine_wait(Engine *e, int milliseconds)
{
    if (!activity_wait(&e->activity, milliseconds)) {
        return false;
    }
    if (e->search != NULL) {
        search_wait(e->search); /* until its listener has returned */
    }
    e->pondering = false;
    return true;
}

/* Writes the answer that a finished game owes to `go infinite` and `go ponder`. */
static void release(Engine *e)
{
    e->held = false;
    activity_finishing(&e->activity);
    output_line(e->output, "bestmove (none)");
    activity_end(&e->activity);
}

void engine_stop(Engine *e)
{
    if (e->held) {
        release(e);
    } else if (activity_state(&e->activity) != ACTIVITY_IDLE) {
        activity_stop(&e->activity);
        search_stop(e->search);
    }
}

void engine_ponderhit(Engine *e)
{
    e->pondering = false;
    if (!e->held) {
        search_ponderhit(e->search);
    } else if (!e->held_infinite) {
        release(e);
    }
}

bool engine_quitting(const Engine *e)
{
    return e->quitting;
}

bool engine_failed(const Engine *e)
{
    return e->activity.failed;
}

bool engine_refuse(Engine *e, const Error *error)
{
    output_error(e->output, error);
    return false;
}

/* True when nobody reads the answers any more. */
static bool reader_gone(const Engine *e)
{
    struct pollfd watch = {.fd = e->watched, .events = 0, .revents = 0};
    return poll(&watch, 1, 0) > 0 && (watch.revents & (POLLERR | POLLHUP)) != 0;
}

void engine_finish_work(Engine *e)
{
    while (e->activity.work != NULL && !activity_wait(&e->activity, WATCH_INTERVAL)) {
        if (reader_gone(e)) {
            engine_stop(e);
            return;
        }
    }
}

bool engine_settle(Engine *e, Error *error)
{
    engine_finish_work(e);
    if (activity_state(&e->activity) == ACTIVITY_RUNNING) {
        error_set(error, ERROR_SYNTAX, "%s is running; send stop first", e->activity.name);
        return false;
    }
    return engine_wait(e, ACTIVITY_FOREVER);
}

void engine_take_game(Engine *e, Game *game)
{
    game_free(&e->game);
    e->game = *game;
}

ErrorCode engine_reset(Engine *e, const Variant *v, Error *error)
{
    Game game;
    const Position start = position_start(v);
    if (game_init(&game, &start) != ERROR_NONE) {
        game_free(&game);
        return error_set(error, ERROR_MEMORY, "not enough memory for a game");
    }
    engine_take_game(e, &game);
    return error_clear(error);
}

const Variant *engine_variant(const Engine *e)
{
    return game_position(&e->game)->variant;
}

/* The listener of the search; on its thread. */
static void on_info(void *context, const SearchInfo *info)
{
    Engine *const e = context;
    Text t;
    text_init(&t);
    report_info(&t, &e->root, e->style, info);
    output_text(e->output, &t);
    text_free(&t);
}

static void on_current(void *context, const SearchCurrent *current)
{
    Engine *const e = context;
    Text t;
    text_init(&t);
    report_current(&t, &e->root, e->style, current);
    output_text(e->output, &t);
    text_free(&t);
}

static void on_done(void *context, const SearchResult *result)
{
    Engine *const e = context;
    Text t;
    text_init(&t);
    report_result(&t, &e->root, e->style, result);
    activity_finishing(&e->activity);
    output_text(e->output, &t);
    text_free(&t);
    activity_end(&e->activity);
}

ErrorCode engine_go(Engine *e, const SearchLimits *limits, Error *error)
{
    const GameResult result = game_result(&e->game);
    const SearchListener listener = {.info = on_info, .done = on_done, .current = on_current, .context = e};
    activity_begin(&e->activity, "a search");
    e->pondering = limits->ponder;
    if (result != GAME_ONGOING) {
        output_line(e->output, "info string the game is over: %s", display_result(result));
        e->held = true;
        e->held_infinite = limits->infinite;
        if (!limits->infinite && !limits->ponder) {
            release(e);
        }
        return error_clear(error);
    }
    e->root = *game_position(&e->game);
    const ErrorCode code = search_start(e->search, &e->game, limits, &listener, error);
    if (code != ERROR_NONE) {
        activity_end(&e->activity);
    }
    return code;
}

ErrorCode engine_start_work(Engine *e, Work *work, Error *error)
{
    if (!activity_start(&e->activity, work)) {
        return error_set(error, ERROR_MEMORY, "not enough memory for another thread");
    }
    return error_clear(error);
}
