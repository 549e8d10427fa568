/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "datagen.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "mix.h"
#include "report_line.h"

enum {
    KEPT_BITS = 32, /* of the share of positions kept that tell games apart */
    HASH = 1,       /* MiB: a search is short */
    AHEAD = 4       /* games for each thread that may be finished before an earlier one is */
};

/* A game that waits to be written. */
typedef struct Slot {
    RecordsGame game;
    bool finished;
} Slot;

/* The work of all threads. The lock guards all that changes. */
typedef struct Datagen {
    const DatagenConfig *config;
    FILE *file;
    pthread_mutex_t lock;
    pthread_cond_t written_more;
    Slot *slots; /* game k waits in slot k % slot_count */
    uint64_t slot_count;
    uint64_t taken, written; /* games of this shard, counted from its first */
    bool stop;
    Error error;
    DatagenTotals totals;
    ReportLine line;
} Datagen;

/* The number of the shard's k-th game. */
static uint64_t game_number(const DatagenConfig *c, uint64_t k)
{
    return k * c->shards + c->shard;
}

static uint64_t positions_wanted(const DatagenConfig *c)
{
    return c->positions == UINT64_MAX ? UINT64_MAX : (c->positions + c->shards - 1) / c->shards;
}

static bool is_complete(const Datagen *d, uint64_t k)
{
    return game_number(d->config, k) >= d->config->games || d->totals.positions >= positions_wanted(d->config);
}

void datagen_add(DatagenTotals *t, const RecordsGame *game)
{
    t->games++;
    t->positions += game->count;
    t->plies += game->plies;
    t->white_wins += game->result > 0 ? 1 : 0;
    t->draws += game->result == 0 ? 1 : 0;
    t->black_wins += game->result < 0 ? 1 : 0;
}

static void fail(Datagen *d, const Error *e)
{
    if (!d->stop) {
        d->error = *e;
    }
    d->stop = true;
}

/* Writes the finished games whose turn it is. Games beyond the wanted number of positions are dropped. */
static void write_finished(Datagen *d)
{
    Slot *slot = &d->slots[d->written % d->slot_count];
    Error e;
    while (!d->stop && slot->finished) {
        slot->finished = false;
        if (records_write_game(d->file, &slot->game, &e) != ERROR_NONE) {
            fail(d, &e);
        } else if (fflush(d->file) != 0) {
            error_set(&e, ERROR_SYNTAX, "%s: %s", d->config->output, strerror(errno));
            fail(d, &e);
        }
        datagen_add(&d->totals, &slot->game);
        d->written++;
        d->stop = d->stop || is_complete(d, d->written);
        slot = &d->slots[d->written % d->slot_count];
    }
    const bool by_games = d->config->positions == UINT64_MAX;
    report_line_show(&d->line, by_games ? d->totals.games : d->totals.positions);
}

/* Takes the next game, waiting while the earlier ones are too far behind; NULL when there is none left. */
static Slot *take(Datagen *d)
{
    while (!d->stop && d->taken >= d->written + d->slot_count) {
        pthread_cond_wait(&d->written_more, &d->lock);
    }
    if (d->stop || game_number(d->config, d->taken) >= d->config->games) {
        return NULL;
    }
    Slot *const slot = &d->slots[d->taken % d->slot_count];
    slot->game.number = game_number(d->config, d->taken++);
    return slot;
}

static void play_games(Datagen *d, Search *s)
{
    pthread_mutex_lock(&d->lock);
    for (Slot *slot = take(d); slot != NULL; slot = take(d)) {
        Error e;
        pthread_mutex_unlock(&d->lock);
        const ErrorCode code = selfplay_game(s, &d->config->rules, slot->game.number, &slot->game, &e);
        pthread_mutex_lock(&d->lock);
        slot->finished = code == ERROR_NONE;
        if (code != ERROR_NONE) {
            fail(d, &e);
        }
        write_finished(d);
        pthread_cond_broadcast(&d->written_more);
    }
    pthread_mutex_unlock(&d->lock);
}

static void *thread_body(void *argument)
{
    Datagen *const d = argument;
    Error e;
    Search *const s = search_new();
    if (s == NULL || search_set_hash(s, HASH, &e) != ERROR_NONE ||
        search_set_eval(s, d->config->weights, &e) != ERROR_NONE) {
        error_set(&e, ERROR_MEMORY, "not enough memory for a searcher of each thread");
        pthread_mutex_lock(&d->lock);
        fail(d, &e);
        pthread_cond_broadcast(&d->written_more);
        pthread_mutex_unlock(&d->lock);
    } else {
        play_games(d, s);
    }
    search_free(s);
    return NULL;
}

static ErrorCode run_threads(Datagen *d, Error *e)
{
    pthread_t threads[DATAGEN_THREADS_MAX];
    int started = 0;
    while (started < d->config->threads && pthread_create(&threads[started], NULL, thread_body, d) == 0) {
        started++;
    }
    for (int i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
    }
    if (started == 0) {
        return error_set(e, ERROR_MEMORY, "the system has no thread left");
    }
    *e = d->error;
    return e->code;
}

/* The games that are in the output already. */
typedef struct Found {
    const RecordsHead *wanted;
    DatagenTotals totals;
    bool same;
} Found;

static ErrorCode count_game(void *context, const RecordsHead *head, const RecordsGame *game, Error *e)
{
    Found *const f = context;
    if (!records_same_source(head, f->wanted) || head->shard != f->wanted->shard || head->shards != f->wanted->shards) {
        return error_set(e, ERROR_SYNTAX,
                         "holds games made otherwise (with seed %" PRIu64
                         ", %u nodes, shard %u/%u, or other rules or weights)",
                         head->seed, (unsigned)head->nodes, (unsigned)head->shard + 1, (unsigned)head->shards);
    }
    if (game->number != f->totals.games * head->shards + head->shard) {
        return error_set(e, ERROR_SYNTAX, "game %" PRIu64 " is out of order", game->number);
    }
    datagen_add(&f->totals, game);
    return ERROR_NONE;
}

/* Opens the output behind its last whole game, or makes it anew. */
static ErrorCode open_output(Datagen *d, const RecordsHead *head, Error *e)
{
    const char *const path = d->config->output;
    Found found = {.wanted = head};
    RecordsEnd end = {0};
    if (access(path, F_OK) == 0) {
        const ErrorCode code = records_read(path, head->variant, count_game, &found, &end, e);
        if (code != ERROR_NONE) {
            return code;
        }
    }
    d->totals = found.totals;
    d->file = fopen(path, end.whole > 0 ? "r+b" : "wb");
    const bool ready =
        d->file != NULL && ftruncate(fileno(d->file), end.whole) == 0 && fseek(d->file, end.whole, SEEK_SET) == 0;
    if (!ready) {
        return error_set(e, ERROR_SYNTAX, "%s: %s", path, strerror(errno));
    }
    return end.whole == 0 ? records_write_head(d->file, head, e) : ERROR_NONE;
}

static void free_slots(Datagen *d)
{
    for (uint64_t i = 0; i < d->slot_count && d->slots != NULL; i++) {
        free(d->slots[i].game.positions);
    }
    free(d->slots);
}

static bool make_slots(Datagen *d)
{
    d->slot_count = (uint64_t)d->config->threads * AHEAD;
    d->slots = calloc((size_t)d->slot_count, sizeof *d->slots);
    bool made = d->slots != NULL;
    for (uint64_t i = 0; i < d->slot_count && made; i++) {
        d->slots[i].game.positions = malloc(RECORDS_POSITIONS_MAX * sizeof(RecordsPosition));
        made = d->slots[i].game.positions != NULL;
    }
    return made;
}

static ErrorCode run(Datagen *d, Error *e)
{
    const DatagenConfig *const c = d->config;
    const bool by_games = c->positions == UINT64_MAX;
    d->taken = d->totals.games;
    d->written = d->taken;
    if (is_complete(d, d->written)) {
        return ERROR_NONE;
    }
    if (!make_slots(d)) {
        return error_set(e, ERROR_MEMORY, "not enough memory for %d threads", c->threads);
    }
    const uint64_t games = c->games == UINT64_MAX ? c->games : (c->games - c->shard + c->shards - 1) / c->shards;
    report_line_begin(&d->line, by_games ? "games" : "positions", by_games ? d->totals.games : d->totals.positions,
                      by_games ? games : positions_wanted(c), c->quiet);
    const ErrorCode code = run_threads(d, e);
    report_line_end(&d->line, by_games ? d->totals.games : d->totals.positions);
    return code;
}

/* Stands for all that a game depends on beside what the head has words for. */
static uint64_t digest_of(const DatagenConfig *c)
{
    const SelfplayRules *const r = &c->rules;
    int board = 0;
    while (variant_at(board) != r->variant) {
        board++;
    }
    const uint64_t numbers[] = {(uint64_t)r->opening_least, (uint64_t)r->opening_most, (uint64_t)r->plies_most,
                                (uint64_t)ldexp(r->kept, KEPT_BITS)};
    uint64_t sum = 0;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sum = mix_pair(sum, numbers[i]);
    }
    for (int f = 0; f < EVAL_FEATURE_COUNT; f++) {
        for (int phase = 0; phase < EVAL_PHASES; phase++) {
            sum = mix_pair(sum, (uint64_t)c->weights->board[board].value[f][phase]);
        }
    }
    return sum;
}

ErrorCode datagen_run(const DatagenConfig *config, DatagenTotals *totals, Error *e)
{
    Datagen d = {.config = config};
    const RecordsHead head = {.variant = config->rules.variant,
                              .seed = config->rules.seed,
                              .play = digest_of(config),
                              .nodes = config->rules.nodes,
                              .shard = config->shard,
                              .shards = config->shards};
    pthread_mutex_init(&d.lock, NULL);
    pthread_cond_init(&d.written_more, NULL);
    error_clear(e);
    ErrorCode code = open_output(&d, &head, e);
    if (code == ERROR_NONE) {
        code = run(&d, e);
    }
    if (d.file != NULL && fclose(d.file) != 0 && code == ERROR_NONE) {
        code = error_set(e, ERROR_SYNTAX, "%s: %s", config->output, strerror(errno));
    }
    *totals = d.totals;
    free_slots(&d);
    pthread_cond_destroy(&d.written_more);
    pthread_mutex_destroy(&d.lock);
    return code;
}
