/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "match/runner.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "match/run_delay.h"
#include "match/slot.h"
#include "system/signal_watch.h"
#include "system/thread.h"

enum {
    CHECK_MS = 25,     /* processes are checked at least this often */
    DELAY_MS = 5,      /* a worker kept from polling longer than this does not know when its input arrived */
    READS_MAX = 4,     /* further reads of a pipe, which holds no more than that */
    CACHE_BLOCKS = 256 /* tablebase blocks that a worker caches */
};

/* What is polled of a player; a descriptor that is not polled is -1. */
enum { POLLED_OUTPUT, POLLED_ERRORS, POLLED_INPUT, POLLED_COUNT };

/* One poll loop and its slots. */
typedef struct Worker {
    Collector *collector;
    Slot *slots; /* owned, slot_count of them */
    int slot_count;
    ChildReaper reaper;
    TablebaseCache *cache; /* NULL without tablebases */
    struct pollfd *fds;    /* POLLED_COUNT for each player */
    int polled;            /* the number of players up to the last one that has a process */
    bool timed;            /* games have clocks */
    Nanoseconds polled_at; /* when the last poll returned */
    Nanoseconds cpu;       /* processor time of the thread when it entered that poll */
    Nanoseconds next;      /* when it next checks the processes */
} Worker;

/* Gives games to the free slots; returns false when no slot has a game and none is left. */
static bool fill_slots(Worker *w)
{
    bool busy = false;
    for (int i = 0; i < w->slot_count; i++) {
        Slot *const slot = &w->slots[i];
        uint64_t index;
        TakeResult take = TAKE_LATER; /* while a game is played there */
        if (slot->state == SLOT_FREE) {
            take = collector_take(w->collector, &index);
        }
        if (take == TAKE_GAME) {
            slot_begin(slot, index);
        }
        busy = busy || take != TAKE_NONE;
    }
    return busy;
}

static Player *player_at(const Worker *w, int i)
{
    return &w->slots[i / SLOT_PLAYERS].players[i % SLOT_PLAYERS];
}

/* Sets what is polled of a player. The output of one that has broken the protocol is not read. */
static void watch_player(const Player *p, struct pollfd fds[POLLED_COUNT])
{
    const Child *const c = p->child;
    const bool heard = c != NULL && !p->output_ended && p->breach == NULL;
    const bool owed = c != NULL && p->unsent.length > 0;
    fds[POLLED_OUTPUT] = (struct pollfd){.fd = heard ? c->output : -1, .events = POLLIN};
    fds[POLLED_ERRORS] = (struct pollfd){.fd = c != NULL ? c->errors : -1, .events = POLLIN};
    fds[POLLED_INPUT] = (struct pollfd){.fd = owed ? c->input : -1, .events = POLLOUT};
}

static void watch_players(Worker *w)
{
    w->polled = 0;
    for (int i = 0; i < w->slot_count * SLOT_PLAYERS; i++) {
        watch_player(player_at(w, i), &w->fds[i * POLLED_COUNT]);
        w->polled = player_at(w, i)->child != NULL ? i + 1 : w->polled;
    }
}

/* Milliseconds to wait for the next deadline, at most CHECK_MS. */
static int wait_ms(const Worker *w, Nanoseconds now)
{
    Nanoseconds until = now + CHECK_MS * NS_PER_MS;
    for (int i = 0; i < w->slot_count; i++) {
        const Nanoseconds deadline = slot_deadline(&w->slots[i]);
        until = deadline < until ? deadline : until;
    }
    /* Rounded up: there is nothing to do before the deadline. */
    return until > now ? (int)((until - now + NS_PER_MS - 1) / NS_PER_MS) : 0;
}

/* A moment, with the thread's processor time and its wait for a processor up to then. */
typedef struct Moment {
    Nanoseconds now, cpu, waited;
} Moment;

/* The wait is read only where clocks run. */
static Moment moment(const Worker *w)
{
    return (Moment){.now = clock_now(), .cpu = clock_thread_cpu(), .waited = w->timed ? run_delay_thread() : 0};
}

/* Reads what is there; it is handled later, since that takes time. */
static void read_streams(Player *p, const struct pollfd fds[POLLED_COUNT])
{
    if (fds[POLLED_OUTPUT].revents != 0) {
        player_read(p);
    }
    if (fds[POLLED_ERRORS].revents != 0) {
        player_read_errors(p);
    }
    if (fds[POLLED_INPUT].revents != 0) {
        player_flush(p);
    }
}

/* Reads on where one read may not have emptied the pipe, and handles the input. */
static void read_rest(Slot *slot, int player, Nanoseconds arrived)
{
    Player *const p = &slot->players[player];
    for (int i = 0; i < READS_MAX && p->child != NULL && !p->output_ended && p->breach == NULL; i++) {
        if (!player_read(p)) {
            return;
        }
        slot_handle(slot, player, arrived);
    }
}

/* Reads all input, then handles it: what is read in one round counts as arrived at one moment, however long it takes to
 * handle the first part. If that moment lies in the past, input that comes during this round counts, too. */
static void serve(Worker *w, Nanoseconds arrived)
{
    for (int i = 0; i < w->polled; i++) {
        read_streams(player_at(w, i), &w->fds[i * POLLED_COUNT]);
    }
    for (int i = 0; i < w->polled; i++) {
        Slot *const slot = &w->slots[i / SLOT_PLAYERS];
        if (w->fds[i * POLLED_COUNT + POLLED_OUTPUT].revents != 0) {
            slot_handle(slot, i % SLOT_PLAYERS, arrived);
            if (arrived < w->polled_at) {
                read_rest(slot, i % SLOT_PLAYERS, arrived);
            }
        }
    }
}

/* The time for which the worker was held up; 0 for less than happens all the time. */
static Nanoseconds significant_delay(Nanoseconds time)
{
    return time > DELAY_MS * NS_PER_MS ? time : 0;
}

/* When the input found by a poll arrived. The poll was to wait until `due` and ended at `left`. No engine pays for what
 * kept the worker from polling: where something may have, the earliest possible moment counts for all input. And for as
 * long as the worker was held up, by a signal that stopped everything or by a busy machine, the clocks stand still; its
 * own work is not such a case. Otherwise input arrived when the worker could have woken up, and began to wait for a
 * processor. */
static Nanoseconds arrival(Worker *w, const Moment *entered, Nanoseconds due, const Moment *left)
{
    const Nanoseconds now = left->now;
    const Nanoseconds away = significant_delay(entered->now - w->polled_at);
    const Nanoseconds before = away > 0 ? significant_delay(away - (entered->cpu - w->cpu)) : 0;
    const Nanoseconds during = significant_delay(now - due);
    for (int i = 0; i < w->slot_count && away + during > 0; i++) {
        slot_add_delay(&w->slots[i], w->polled_at, entered->now, before);
        slot_add_delay(&w->slots[i], due, now, during);
    }
    if (away + during > 0) {
        return (away > 0 ? w->polled_at + before : entered->now) + during;
    }
    const Nanoseconds woken = now - (left->waited - entered->waited);
    return woken > entered->now ? woken : entered->now;
}

/* Checks the deadlines and, every CHECK_MS, the processes. */
static void check_slots(Worker *w, Nanoseconds now, Nanoseconds arrived)
{
    for (int i = 0; i < w->slot_count; i++) {
        slot_check_deadlines(&w->slots[i], now, arrived);
    }
    if (now >= w->next) {
        for (int i = 0; i < w->slot_count; i++) {
            slot_check_processes(&w->slots[i], arrived);
        }
        child_reap(&w->reaper);
        w->next = now + CHECK_MS * NS_PER_MS;
    }
}

static void stop_for_poll(const Worker *w, int why)
{
    char message[ERROR_TEXT];
    snprintf(message, sizeof message, "cannot wait for the engines: %s", strerror(why));
    collector_stop(w->collector, MATCH_FAILED, message);
}

/* Waits for input or a deadline, and handles it. */
static void poll_round(Worker *w)
{
    watch_players(w);
    const Moment entered = moment(w);
    /* A worker that comes late must distinguish input that is there already from what comes later. */
    const bool late = significant_delay(entered.now - w->polled_at) > 0;
    const int ms = late ? 0 : wait_ms(w, entered.now);
    if (poll(w->fds, (nfds_t)w->polled * POLLED_COUNT, ms) < 0 && errno != EINTR) {
        stop_for_poll(w, errno);
        return;
    }
    const Moment left = moment(w);
    const Nanoseconds now = left.now;
    const Nanoseconds arrived = arrival(w, &entered, entered.now + ms * NS_PER_MS, &left);
    w->polled_at = now;
    w->cpu = entered.cpu;
    /* Checked before anything is judged: what the engines do now may be due to the same signal. */
    if (signal_watch_pending()) {
        collector_stop(w->collector, MATCH_INTERRUPTED, NULL);
        return;
    }
    serve(w, arrived);
    check_slots(w, now, arrived);
}

/* Plays until there are no more games. */
static void run_worker(void *workers, int number)
{
    Worker *const w = (Worker *)workers + number;
    const Moment begun = moment(w);
    w->polled_at = begun.now;
    w->cpu = begun.cpu;
    while (!collector_stopped(w->collector) && fill_slots(w)) {
        poll_round(w);
    }
    for (int i = 0; i < w->slot_count; i++) {
        slot_end(&w->slots[i]);
    }
    child_reap_all(&w->reaper);
}

/* Frees what init_worker() made. */
static void free_worker(Worker *w)
{
    tablebase_cache_free(w->cache);
    free(w->slots);
    free(w->fds);
}

static bool init_worker(Worker *w, int slots, const MatchConfig *c, const Openings *o, Collector *collector)
{
    const size_t count = (size_t)slots;
    w->collector = collector;
    w->timed = !c->repeatable;
    w->slots = calloc(count, sizeof *w->slots);
    w->fds = calloc(count * SLOT_PLAYERS * POLLED_COUNT, sizeof *w->fds);
    w->cache = c->tablebase != NULL ? tablebase_cache_new(c->tablebase, CACHE_BLOCKS) : NULL;
    if (w->slots == NULL || w->fds == NULL || (c->tablebase != NULL && w->cache == NULL)) {
        return false;
    }
    for (; w->slot_count < slots; w->slot_count++) {
        slot_init(&w->slots[w->slot_count], c, o, collector, &w->reaper, w->cache);
    }
    return true;
}

void runner_play(const MatchConfig *c, const Openings *o, Collector *collector)
{
    const int processors = thread_processors();
    const int count = processors < c->concurrency ? processors : c->concurrency;
    Worker *const workers = calloc((size_t)count, sizeof *workers);
    ThreadPool *const pool = thread_pool_new(count, NULL);
    bool good = workers != NULL && pool != NULL;
    for (int i = 0; good && i < count; i++) {
        /* The slots are spread as evenly as possible. */
        good = init_worker(&workers[i], (c->concurrency - i + count - 1) / count, c, o, collector);
    }
    if (good) {
        thread_pool_run(pool, run_worker, workers, count);
    } else {
        collector_stop(collector, MATCH_FAILED,
                       "not enough memory or threads for this many games at a time; lower -concurrency");
    }
    thread_pool_free(pool);
    for (int i = 0; workers != NULL && i < count; i++) {
        free_worker(&workers[i]);
    }
    free(workers);
}
