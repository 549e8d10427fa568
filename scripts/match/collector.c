/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/collector.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "match/game_file.h"
#include "match/match_clock.h"
#include "system/descriptor.h"
#include "system/signal_watch.h"
#include "tools/progress.h"

enum {
    WAITING_MAX = 4096, /* finished games that may wait for an earlier one */
    GAME_MOVES = 50     /* typical moves of each side in a game between equal engines */
};

struct Collector {
    const MatchConfig *config;
    pthread_mutex_t lock;
    ReportHead head;
    Standing standing;
    Progress progress;
    FILE *file;                         /* the game file, or NULL */
    uint64_t taken;                     /* games handed out so far; the first standing.games of them are counted */
    FinishedGame *waiting[WAITING_MAX]; /* game i at i % WAITING_MAX */
    atomic_bool ready[CONFIG_ENGINES_MAX];
    atomic_bool stopped;
    MatchEnd end;
    Error error;
};

static void stop(Collector *c, MatchEnd end, const char *message)
{
    if (!atomic_load(&c->stopped)) {
        c->end = end;
        error_set(&c->error, ERROR_SYNTAX, "%s", message != NULL ? message : "");
        atomic_store(&c->stopped, true);
    }
}

/* Ends the match when the SPRT is decided. */
static void stop_if_decided(Collector *c)
{
    if (c->config->has_sprt && stats_sprt(&c->config->sprt, &c->standing.pairings[0]).decision != STATS_CONTINUE) {
        stop(c, MATCH_FINISHED, NULL);
    }
}

/* Estimated seconds for the remaining games, from their time limits alone. */
static double expected_seconds(const Collector *c)
{
    const MatchConfig *const config = c->config;
    const int pairings = schedule_pairings(&config->schedule);
    const uint64_t games = c->head.total - c->standing.games;
    const uint64_t most = (uint64_t)config->concurrency;
    const uint64_t at_once = games > 0 && games < most ? games : most;
    double seconds = 0;
    for (int i = 0; i < pairings; i++) {
        const Pairing p = schedule_pairing(&config->schedule, i);
        seconds += match_clock_expected(&config->engines[p.first].limits, GAME_MOVES) +
                   match_clock_expected(&config->engines[p.second].limits, GAME_MOVES);
    }
    return seconds / pairings * (double)games / (double)at_once;
}

Collector *collector_new(const MatchConfig *config, const Openings *o, FILE *file, Error *e)
{
    Collector *const c = calloc(1, sizeof *c);
    if (c == NULL || standing_init(&c->standing, &config->schedule) != ERROR_NONE) {
        free(c);
        error_set(e, ERROR_MEMORY, "not enough memory");
        return NULL;
    }
    c->config = config;
    c->file = file;
    c->head = report_head(config, schedule_count(&config->schedule));
    atomic_init(&c->stopped, false);
    pthread_mutex_init(&c->lock, NULL);
    if (config->resume && game_file_resume(file, config, o, &c->standing, e) != ERROR_NONE) {
        collector_free(c);
        return NULL;
    }
    c->taken = c->standing.games;
    progress_begin(&c->progress, "games", c->taken, c->head.total,
                   config->quiet ? PROGRESS_NOWHERE : PROGRESS_TERMINAL);
    stop_if_decided(c);
    if (!config->quiet) {
        report_begin(&c->head);
        report_duration(&c->head, expected_seconds(c));
        if (descriptor_flush(e) != ERROR_NONE) {
            collector_free(c);
            return NULL;
        }
    }
    return c;
}

void collector_free(Collector *c)
{
    if (c == NULL) {
        return;
    }
    for (int i = 0; i < WAITING_MAX; i++) {
        if (c->waiting[i] != NULL) {
            text_free(&c->waiting[i]->text);
            free(c->waiting[i]);
        }
    }
    standing_free(&c->standing);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

TakeResult collector_take(Collector *c, uint64_t *index)
{
    TakeResult take = TAKE_NONE;
    pthread_mutex_lock(&c->lock);
    if (c->taken < c->head.total && !atomic_load(&c->stopped)) {
        take = c->taken - c->standing.games < WAITING_MAX ? TAKE_GAME : TAKE_LATER;
        if (take == TAKE_GAME) {
            *index = c->taken++;
        }
    }
    pthread_mutex_unlock(&c->lock);
    return take;
}

void collector_stop(Collector *c, MatchEnd end, const char *message)
{
    pthread_mutex_lock(&c->lock);
    stop(c, end, message);
    pthread_mutex_unlock(&c->lock);
}

bool collector_stopped(const Collector *c)
{
    return atomic_load_explicit(&c->stopped, memory_order_relaxed);
}

/* Counts, writes and reports the next game of the schedule. */
static void commit(Collector *c, const FinishedGame *game)
{
    const MatchConfig *const config = c->config;
    Error e;
    if (c->file != NULL && game_file_append(c->file, game->text.data, game->text.length, &e) != ERROR_NONE) {
        stop(c, MATCH_FAILED, e.text);
        return;
    }
    standing_add(&c->standing, &game->outcome);
    progress_clear(&c->progress);
    if (!config->quiet) {
        report_game(&c->head, &c->standing, &game->outcome, game->remark);
        if (config->rating_interval > 0 && c->standing.games % (uint64_t)config->rating_interval == 0 &&
            c->standing.games < c->head.total) {
            report_rating(&c->head, &c->standing);
            if (c->head.timed) {
                report_left(&c->head, &c->standing, progress_left(&c->progress, c->standing.games));
            }
        }
        /* Ctrl-C also ends the reader of a pipe: that is not a failure. */
        if (descriptor_flush(&e) != ERROR_NONE) {
            stop(c, signal_watch_pending() ? MATCH_INTERRUPTED : MATCH_FAILED, e.text);
        }
    }
    progress_show(&c->progress, c->standing.games);
    stop_if_decided(c);
    const PdnTermination t = game->outcome.termination;
    if (!config->recover && (t == PDN_CRASH || t == PDN_STALL)) {
        stop(c, MATCH_ABORTED, NULL);
    }
}

void collector_deliver(Collector *c, uint64_t index, FinishedGame *game)
{
    pthread_mutex_lock(&c->lock);
    c->waiting[index % WAITING_MAX] = game;
    for (FinishedGame *next; (next = c->waiting[c->standing.games % WAITING_MAX]) != NULL;) {
        /* Games finished after the end do not count, or the result would depend on how many are played at a time. */
        if (atomic_load(&c->stopped)) {
            break;
        }
        c->waiting[c->standing.games % WAITING_MAX] = NULL;
        commit(c, next);
        text_free(&next->text);
        free(next);
    }
    pthread_mutex_unlock(&c->lock);
}

bool collector_note_ready(Collector *c, int engine)
{
    return !atomic_exchange(&c->ready[engine], true);
}

bool collector_was_ready(Collector *c, int engine)
{
    return atomic_load(&c->ready[engine]);
}

void collector_print(Collector *c, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    pthread_mutex_lock(&c->lock);
    progress_clear(&c->progress);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    pthread_mutex_unlock(&c->lock);
    va_end(arguments);
}

/* The games of this run and its speed, on the error output. */
static void print_speed(const Collector *c)
{
    const double seconds = progress_seconds(&c->progress);
    fprintf(stderr, "%" PRIu64 " games in %.2f s", c->standing.games - c->progress.first, seconds);
    if (c->progress.first == 0) {
        fprintf(stderr, ", %.0f plies/s", (double)c->standing.plies / seconds);
    }
    fputs("\n", stderr);
}

MatchEnd collector_finish(Collector *c, Error *e)
{
    static const char *const STATES[] = {[MATCH_FINISHED] = "finished",
                                         [MATCH_INTERRUPTED] = "interrupted",
                                         [MATCH_ABORTED] = "broken off",
                                         [MATCH_FAILED] = "failed"};
    Error why;
    MatchEnd end = atomic_load(&c->stopped) ? c->end : MATCH_FINISHED;
    *e = c->error;
    progress_clear(&c->progress);
    report_end(&c->head, &c->standing);
    if (descriptor_flush(&why) != ERROR_NONE && (end == MATCH_FINISHED || end == MATCH_ABORTED)) {
        *e = why;
        end = MATCH_FAILED;
    }
    print_speed(c);
    if (c->config->json_file != NULL &&
        report_json(c->config->json_file, &c->head, &c->standing, STATES[end], &why) != ERROR_NONE) {
        if (end != MATCH_FAILED) { /* the first failure is the one to report */
            *e = why;
        }
        end = MATCH_FAILED;
    }
    return end;
}
