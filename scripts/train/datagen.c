/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/datagen.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "evaluation/network_builtin.h"
#include "system/clock.h"
#include "system/file.h"
#include "system/random.h"
#include "system/text.h"
#include "system/thread.h"
#include "tools/progress.h"

enum {
    HASH = 1,      /* MiB: searches are short */
    AHEAD = 4,     /* games for each thread that may be finished before an earlier one is */
    CHECK_MS = 50, /* interval between checks of the flag that ends the work */
    BLOCKS = 256   /* blocks of tablebases that a thread caches */
};

/* A place for a game until it is written. */
typedef struct DatagenSlot {
    RecordsGame game;
    bool finished;
} DatagenSlot;

/* The work of all threads. The lock guards everything that changes. */
typedef struct Datagen {
    const DatagenConfig *config;
    RecordsHeader header; /* of the output */
    FILE *file;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* more is written, or the work stops */
    DatagenSlot *slots;     /* game k waits in slot k % slot_count */
    uint64_t slot_count;
    uint64_t taken, written; /* games of this shard, counted from its first */
    atomic_bool stop;        /* everything is written, or something failed: games under way are abandoned */
    Error error;             /* why the work failed */
    DatagenTotals totals;
    Progress progress;
} Datagen;

/* The number of the shard's k-th game. */
static uint64_t game_number(const DatagenConfig *c, uint64_t k)
{
    return k * (uint64_t)c->shard.parts + (uint64_t)c->shard.part - 1;
}

static uint64_t positions_wanted(const DatagenConfig *c)
{
    const uint64_t shards = (uint64_t)c->shard.parts;
    return c->positions == UINT64_MAX ? UINT64_MAX : (c->positions + shards - 1) / shards;
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

/* For selfplay_game(): whether games under way are to be abandoned. */
static bool is_stopping(void *context)
{
    const Datagen *const d = context;
    return atomic_load(&d->stop) || atomic_load(d->config->stop);
}

/* Ends the work for that reason, unless it is ending already. */
static void fail(Datagen *d, const Error *e)
{
    if (!is_stopping(d)) {
        d->error = *e;
    }
    atomic_store(&d->stop, true);
}

/* Sets the error of an output that cannot be written, from errno. */
static ErrorCode output_failed(const Datagen *d, Error *e)
{
    return error_set(e, ERROR_SYNTAX, "%s: %s", d->config->output, strerror(errno));
}

/* Writes the finished games whose turn it is. Games after the wanted number of positions are dropped. */
static void write_finished(Datagen *d)
{
    DatagenSlot *slot = &d->slots[d->written % d->slot_count];
    Error e;
    while (!is_stopping(d) && slot->finished) {
        slot->finished = false;
        if (!records_write_game(d->file, &slot->game) || fflush(d->file) != 0) {
            (void)output_failed(d, &e);
            fail(d, &e);
        }
        datagen_add(&d->totals, &slot->game);
        d->written++;
        if (is_complete(d, d->written)) {
            atomic_store(&d->stop, true);
        }
        slot = &d->slots[d->written % d->slot_count];
    }
    const bool by_games = d->config->positions == UINT64_MAX;
    progress_show(&d->progress, by_games ? d->totals.games : d->totals.positions);
}

/* Takes the next game, waiting while earlier ones are too far behind; NULL if none is left. */
static DatagenSlot *take(Datagen *d)
{
    while (!is_stopping(d) && d->taken >= d->written + d->slot_count) {
        thread_condition_wait(&d->changed, &d->lock, CHECK_MS * NS_PER_MS);
    }
    if (is_stopping(d) || game_number(d->config, d->taken) >= d->config->games) {
        return NULL;
    }
    DatagenSlot *const slot = &d->slots[d->taken % d->slot_count];
    slot->game.number = game_number(d->config, d->taken++);
    return slot;
}

static void play_games(Datagen *d, Search *s, TablebaseCache *cache)
{
    pthread_mutex_lock(&d->lock);
    for (DatagenSlot *slot = take(d); slot != NULL; slot = take(d)) {
        Error e;
        pthread_mutex_unlock(&d->lock);
        const ErrorCode code = selfplay_game(s, cache, &d->config->rules, &slot->game, is_stopping, d, &e);
        pthread_mutex_lock(&d->lock);
        slot->finished = code == ERROR_NONE;
        if (code != ERROR_NONE) {
            fail(d, &e);
        }
        write_finished(d);
        pthread_cond_broadcast(&d->changed);
    }
    pthread_mutex_unlock(&d->lock);
}

/* A task of the pool: plays the games of one thread with a search of its own. */
static void work(void *context, int slice)
{
    Datagen *const d = context;
    const Tablebase *const tables = d->config->tables;
    Search *const s = search_new();
    TablebaseCache *const cache = tables != NULL ? tablebase_cache_new(tables, BLOCKS) : NULL;
    Error e;
    (void)slice;
    if (s != NULL && (tables == NULL || cache != NULL) && search_set_hash(s, HASH, &e) == ERROR_NONE &&
        search_set_evaluation(s, d->config->players, &e) == ERROR_NONE) {
        play_games(d, s, cache);
    } else {
        error_set(&e, ERROR_MEMORY, "not enough memory for a search in each thread");
        pthread_mutex_lock(&d->lock);
        fail(d, &e);
        pthread_mutex_unlock(&d->lock);
    }
    tablebase_cache_free(cache);
    search_free(s);
}

static ErrorCode run_threads(Datagen *d, Error *e)
{
    ThreadPool *const pool = thread_pool_new(d->config->threads, NULL);
    if (pool == NULL) {
        return error_set(e, ERROR_MEMORY, "cannot start %d threads", d->config->threads);
    }
    thread_pool_run(pool, work, d, d->config->threads);
    thread_pool_free(pool);
    if (d->error.code == ERROR_NONE && atomic_load(d->config->stop) && !is_complete(d, d->written)) {
        return error_set(e, ERROR_INTERRUPTED, "interrupted; %s keeps %" PRIu64 " game%s, and the same command resumes",
                         d->config->output, d->totals.games, text_plural(d->totals.games));
    }
    *e = d->error;
    return e->code;
}

/* Checks and counts a game that is in the output already. */
static ErrorCode count_game(void *context, const RecordsHeader *header, const RecordsGame *game, Error *e)
{
    Datagen *const d = context;
    if (atomic_load(d->config->stop)) {
        return error_set(e, ERROR_INTERRUPTED, "interrupted; %s stays as it was", d->config->output);
    }
    if (!records_same_source(header, &d->header) || header->shard != d->header.shard ||
        header->shards != d->header.shards) {
        return error_set(e, ERROR_SYNTAX,
                         "holds games made with other settings (seed %" PRIu64
                         ", %u nodes, shard %u/%u, or other rules or weights)",
                         header->seed, (unsigned)header->nodes, (unsigned)header->shard + 1, (unsigned)header->shards);
    }
    if (game == NULL) {
        return ERROR_NONE;
    }
    if (game->number != game_number(d->config, d->totals.games)) {
        return error_set(e, ERROR_SYNTAX, "game %" PRIu64 " is missing; a merge of unfinished shards cannot be resumed",
                         game_number(d->config, d->totals.games));
    }
    datagen_add(&d->totals, game);
    return ERROR_NONE;
}

/* Opens the output for writing after its last complete game, or begins it. */
static ErrorCode open_output(Datagen *d, Error *e)
{
    const char *const path = d->config->output;
    int64_t whole;
    d->file = file_open_locked(path, "another generator", e);
    if (d->file == NULL) {
        return e->code;
    }
    const ErrorCode code = records_read_stream(d->file, path, d->header.variant, count_game, d, &whole, e);
    if (code != ERROR_NONE) {
        return code;
    }
    const bool good = file_truncate(d->file, whole) && (whole > 0 || records_write_header(d->file, &d->header));
    return good ? ERROR_NONE : output_failed(d, e);
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
    const uint64_t games = (c->games + (uint64_t)(c->shard.parts - c->shard.part)) / (uint64_t)c->shard.parts;
    progress_begin(&d->progress, by_games ? "games" : "positions", by_games ? d->totals.games : d->totals.positions,
                   by_games ? games : positions_wanted(c), c->quiet ? PROGRESS_NOWHERE : PROGRESS_ANYWHERE);
    const ErrorCode code = run_threads(d, e);
    if (code == ERROR_INTERRUPTED) {
        progress_clear(&d->progress);
    } else {
        progress_end(&d->progress, by_games ? d->totals.games : d->totals.positions);
    }
    return code;
}

/* A digest that distinguishes the evaluations of a board; 0 when memory runs out. */
static uint64_t digest_players(const EvaluationChoice *players, const Variant *v)
{
    const int board = variant_index(v);
    if (players->kind != EVALUATION_LEARNED) {
        return (uint64_t)players->kind;
    }
    if (players->network[board] != NULL) {
        return network_digest(players->network[board]);
    }
    Network *const builtin = network_builtin(v);
    const uint64_t sum = builtin != NULL ? network_digest(builtin) : 0;
    network_free(builtin);
    return sum;
}

/* A digest of everything a game depends on that has no number of its own in the file header. */
static uint64_t digest_of(const DatagenConfig *c)
{
    const SelfplayRules *const r = &c->rules;
    uint64_t sum = random_pair(digest_players(c->players, r->variant), selfplay_digest(r));
    if (c->tables != NULL) {
        sum = random_pair(sum, (uint64_t)tablebase_pieces(c->tables, r->variant));
        sum = random_pair(sum, (uint64_t)tablebase_count(c->tables, r->variant));
    }
    return sum;
}

ErrorCode datagen_run(const DatagenConfig *config, DatagenTotals *totals, Error *e)
{
    Datagen d = {.config = config,
                 .header = {.variant = config->rules.variant,
                            .seed = config->rules.seed,
                            .play = digest_of(config),
                            .nodes = (uint32_t)config->rules.nodes,
                            .shard = (uint32_t)config->shard.part - 1,
                            .shards = (uint32_t)config->shard.parts}};
    thread_condition_init(&d.changed);
    pthread_mutex_init(&d.lock, NULL);
    error_clear(e);
    ErrorCode code = open_output(&d, e);
    if (code == ERROR_NONE) {
        code = run(&d, e);
    }
    if (d.file != NULL && fclose(d.file) != 0 && code == ERROR_NONE) {
        code = output_failed(&d, e);
    }
    *totals = d.totals;
    free_slots(&d);
    pthread_cond_destroy(&d.changed);
    pthread_mutex_destroy(&d.lock);
    return code;
}
