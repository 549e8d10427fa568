/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runner.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

#include "interrupt.h"
#include "placement.h"
#include "slot.h"

enum {
    BRISK_MS = 5,      /* so long only the awaited answers are looked at */
    BRISK_ROUNDS = 64, /* so often, at most, in a row */
    LOOK_MS = 250,     /* everything is looked at at least that often */
    LATER_MS = 10,     /* until a game is asked for again */
    MEASURED_ROUNDS = 256,
    QUICK_US = 100, /* rounds that take no longer on average are those of quick engines */
    SLOW_US = 300,  /* from here on they are not */
    US_NS = 1000,
    POLLED_PER_SLOT = 3 * SLOT_PLAYERS
};

/* What a polled descriptor is. */
typedef enum PolledKind { POLLED_OUTPUT, POLLED_ERRORS, POLLED_INPUT } PolledKind;

typedef struct Polled {
    Slot *slot;
    int player;
    PolledKind kind;
} Polled;

/* One poll loop and its slots. */
typedef struct Worker {
    Collector *collector;
    Slot **slots; /* its own of the match */
    int slot_count;
    struct pollfd *fds; /* POLLED_PER_SLOT for each slot, and what they are */
    Polled *polled;
    int fd_count;
    bool games_left; /* the collector may have another game */
    bool waiting;    /* a slot could not get a game yet */
    int brisk;       /* rounds since everything was looked at */
    Placement *placement;
    int rounds;           /* since `measured` */
    Nanoseconds measured; /* when the speed was looked at last */
} Worker;

/* Lets worker and engines use every processor. */
static void release_engines(Worker *w)
{
    if (!placement_shared(w->placement)) {
        return;
    }
    placement_release(w->placement);
    for (int i = 0; i < w->slot_count; i++) {
        for (int k = 0; k < SLOT_PLAYERS; k++) {
            const Player *const p = &w->slots[i]->players[k];
            if (p->state != PLAYER_DOWN) {
                placement_release_engine(w->placement, p->child.pid);
            }
        }
    }
}

/* Brings worker and engines together on one processor. */
static void gather_engines(Worker *w)
{
    placement_share(w->placement);
    for (int i = 0; i < w->slot_count; i++) {
        for (int k = 0; k < SLOT_PLAYERS; k++) {
            const Player *const p = &w->slots[i]->players[k];
            if (p->state != PLAYER_DOWN) {
                placement_move(w->placement, p->child.pid);
            }
        }
    }
}

/* Looks now and then how quickly answers come. */
static void place_engines(Worker *w, bool waited_in_vain)
{
    if (waited_in_vain) {
        release_engines(w);
        w->rounds = 0;
    } else if (w->rounds == 0) {
        w->measured = player_clock();
        w->rounds = 1;
    } else if (++w->rounds > MEASURED_ROUNDS) {
        const Nanoseconds average = (player_clock() - w->measured) / MEASURED_ROUNDS;
        if (!placement_shared(w->placement) && average <= QUICK_US * US_NS) {
            gather_engines(w);
        } else if (average >= SLOW_US * US_NS) {
            release_engines(w);
        }
        w->rounds = 0;
    }
}

/* An engine that is not there yet must not inherit the worker's one processor. */
static bool starts_engine(const Slot *s, const MatchConfig *c, uint64_t index)
{
    const Fixture f = schedule_at(&c->schedule, index);
    bool found[COLOR_COUNT] = {false, false};
    for (int k = 0; k < SLOT_PLAYERS; k++) {
        const Player *const p = &s->players[k];
        found[WHITE] = found[WHITE] || (p->state != PLAYER_DOWN && p->engine == f.white);
        found[BLACK] = found[BLACK] || (p->state != PLAYER_DOWN && p->engine == f.black);
    }
    return !found[WHITE] || !found[BLACK];
}

/* Gives games to the free slots; returns false when no slot has one and none is left. */
static bool fill_slots(Worker *w)
{
    bool busy = false;
    w->waiting = false;
    for (int i = 0; i < w->slot_count; i++) {
        Slot *const slot = w->slots[i];
        uint64_t index;
        if (slot->state == SLOT_FREE && w->games_left) {
            const Take take = collector_take(w->collector, &index);
            w->games_left = take != TAKE_NONE;
            w->waiting = w->waiting || take == TAKE_LATER;
            if (take == TAKE_GAME) {
                if (starts_engine(slot, slot->config, index)) {
                    release_engines(w);
                }
                slot_begin(slot, index);
            }
        }
        busy = busy || slot->state != SLOT_FREE;
    }
    return busy || w->games_left;
}

static void watch(Worker *w, Slot *slot, int player, PolledKind kind, int fd)
{
    w->fds[w->fd_count] = (struct pollfd){.fd = fd, .events = kind == POLLED_INPUT ? POLLOUT : POLLIN};
    w->polled[w->fd_count] = (Polled){.slot = slot, .player = player, .kind = kind};
    w->fd_count++;
}

/* Lists what is to be polled: the awaited answers, and with `all` everything that an engine can write to. */
static void watch_slots(Worker *w, bool all)
{
    w->fd_count = 0;
    for (int i = 0; i < w->slot_count; i++) {
        for (int k = 0; k < SLOT_PLAYERS; k++) {
            const Player *const p = &w->slots[i]->players[k];
            if (p->state == PLAYER_DOWN) {
                continue;
            }
            if (!p->output_ended && (all || p->deadline != NS_NEVER)) {
                watch(w, w->slots[i], k, POLLED_OUTPUT, p->child.output);
            }
            if (all && p->child.errors >= 0) {
                watch(w, w->slots[i], k, POLLED_ERRORS, p->child.errors);
            }
            if (p->unsent_length > 0) {
                watch(w, w->slots[i], k, POLLED_INPUT, p->child.input);
            }
        }
    }
}

/* Milliseconds to wait for the next deadline, at most `most`. */
static int wait_ms(const Worker *w, int most)
{
    Nanoseconds deadline = NS_NEVER;
    for (int i = 0; i < w->slot_count; i++) {
        const Nanoseconds d = slot_deadline(w->slots[i]);
        deadline = d < deadline ? d : deadline;
    }
    if (deadline == NS_NEVER) {
        return most;
    }
    const Nanoseconds left = deadline - player_clock();
    if (left <= 0) {
        return 0;
    }
    /* Rounded up: waking before the deadline would be waking in vain. */
    const int64_t ms = (left + NS_PER_MILLISECOND - 1) / NS_PER_MILLISECOND;
    return ms < most ? (int)ms : most;
}

static void serve(const Polled *polled)
{
    Player *const p = &polled->slot->players[polled->player];
    switch (polled->kind) {
    case POLLED_OUTPUT:
        slot_read(polled->slot, polled->player);
        break;
    case POLLED_ERRORS:
        player_read_errors(p);
        break;
    default:
        player_flush(p);
        break;
    }
}

/* True when the descriptor still belongs to the player: an earlier event of this round may have ended it. */
static bool current(const Worker *w, int i)
{
    const Polled *const polled = &w->polled[i];
    const Player *const p = &polled->slot->players[polled->player];
    switch (polled->kind) {
    case POLLED_OUTPUT:
        return p->state != PLAYER_DOWN && p->child.output == w->fds[i].fd;
    case POLLED_ERRORS:
        return p->state != PLAYER_DOWN && p->child.errors == w->fds[i].fd;
    default:
        return p->state != PLAYER_DOWN && p->child.input == w->fds[i].fd && p->unsent_length > 0;
    }
}

/* Waits and handles what came. As long as answers come quickly, only the awaited ones are looked at. */
static void round_of(Worker *w)
{
    const bool brisk = w->brisk < BRISK_ROUNDS;
    const int most = w->waiting ? LATER_MS : brisk ? BRISK_MS : LOOK_MS;
    watch_slots(w, !brisk);
    const int count = poll(w->fds, (nfds_t)w->fd_count, brisk && !w->waiting ? BRISK_MS : wait_ms(w, most));
    if (count < 0 && errno != EINTR) {
        collector_stop(w->collector, MATCH_FAILED, "poll() fails");
        return;
    }
    for (int i = 0, left = count; i < w->fd_count && left > 0; i++) {
        if (w->fds[i].revents != 0) {
            left--;
            if (current(w, i)) {
                serve(&w->polled[i]);
            }
        }
    }
    if (!brisk || count <= 0) {
        const Nanoseconds now = player_clock();
        for (int i = 0; i < w->slot_count; i++) {
            slot_check(w->slots[i], now, count <= 0);
        }
    }
    if (!brisk && interrupt_pending()) {
        collector_stop(w->collector, MATCH_INTERRUPTED, NULL);
    }
    place_engines(w, count == 0);
    /* After a long wait the next answers may come quickly again. */
    w->brisk = !brisk ? 0 : count > 0 ? w->brisk + 1 : BRISK_ROUNDS;
}

static void *run_worker(void *context)
{
    Worker *const w = context;
    while (!collector_stopped(w->collector) && fill_slots(w)) {
        round_of(w);
    }
    for (int i = 0; i < w->slot_count; i++) {
        slot_ask_to_quit(w->slots[i]);
    }
    for (int i = 0; i < w->slot_count; i++) {
        slot_end(w->slots[i]);
    }
    return NULL;
}

/* Frees what init_worker() made. */
static void free_worker(Worker *w)
{
    for (int i = 0; w->slots != NULL && i < w->slot_count; i++) {
        free(w->slots[i]);
    }
    free(w->slots);
    free(w->fds);
    free(w->polled);
    placement_free(w->placement);
}

static bool init_worker(Worker *w, int slots, const MatchConfig *c, const Openings *o, Collector *collector)
{
    const size_t count = (size_t)slots;
    w->collector = collector;
    w->games_left = true;
    w->slots = calloc(count, sizeof(Slot *));
    w->fds = calloc(count * POLLED_PER_SLOT, sizeof *w->fds);
    w->polled = calloc(count * POLLED_PER_SLOT, sizeof *w->polled);
    bool good = w->slots != NULL && w->fds != NULL && w->polled != NULL;
    while (good && w->slot_count < slots) {
        Slot *const slot = malloc(sizeof *slot);
        good = slot != NULL;
        if (good) {
            slot_init(slot, c, o, collector);
            w->slots[w->slot_count++] = slot;
        }
    }
    return good;
}

/* Workers for that many games at a time: no more than processors. */
static int worker_count(int concurrency)
{
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    return processors < 1 ? 1 : processors < concurrency ? (int)processors : concurrency;
}

void runner_play(const MatchConfig *c, const Openings *o, Collector *collector)
{
    const int count = worker_count(c->concurrency);
    Worker *const workers = calloc((size_t)count, sizeof *workers);
    pthread_t *const threads = calloc((size_t)count, sizeof *threads);
    bool good = workers != NULL && threads != NULL;
    int started = 1; /* this thread is the first worker */
    for (int i = 0; good && i < count; i++) {
        /* The slots are dealt out as evenly as possible. */
        workers[i].placement = placement_new(i, count);
        good = init_worker(&workers[i], (c->concurrency - i + count - 1) / count, c, o, collector);
    }
    for (; good && started < count; started++) {
        good = pthread_create(&threads[started], NULL, run_worker, &workers[started]) == 0;
    }
    if (good) {
        run_worker(&workers[0]);
    } else {
        started -= started > 1 ? 1 : 0;
        collector_stop(collector, MATCH_FAILED, "no memory or threads for so many games at a time");
    }
    for (int i = 1; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    for (int i = 0; workers != NULL && i < count; i++) {
        free_worker(&workers[i]);
    }
    free(workers);
    free(threads);
}
