/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/merge_records.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "system/file.h"
#include "system/text.h"

enum {
    FIRST_CAPACITY = 1024,
    NAMED_MAX = 8 /* missing shards that a message names */
};

/* All games of the files. */
typedef struct RecordsMerge {
    const atomic_bool *stop;
    RecordsHeader header; /* of the first file; zeroed before it is read */
    bool *has_shard;      /* header.shards of them; NULL before the first header */
    RecordsGame *games;
    size_t count, capacity;
} RecordsMerge;

static bool reserve(RecordsMerge *m)
{
    if (m->count < m->capacity) {
        return true;
    }
    const size_t capacity = m->capacity == 0 ? FIRST_CAPACITY : 2 * m->capacity;
    RecordsGame *const games = realloc(m->games, capacity * sizeof *games);
    if (games == NULL) {
        return false;
    }
    m->games = games;
    m->capacity = capacity;
    return true;
}

static ErrorCode check_stop(const RecordsMerge *m, Error *e)
{
    if (atomic_load(m->stop)) {
        return error_set(e, ERROR_INTERRUPTED, "interrupted; nothing is written");
    }
    return ERROR_NONE;
}

static ErrorCode fail_for_memory(Error *e)
{
    return error_set(e, ERROR_MEMORY, "not enough memory for all games");
}

/* Notes which shard a file holds. */
static ErrorCode add_header(RecordsMerge *m, const RecordsHeader *header, Error *e)
{
    if (m->has_shard == NULL) {
        if (header->shards > DATAGEN_SHARDS_MAX) {
            return error_set(e, ERROR_SYNTAX, "is one of %" PRIu32 " shards; at most %d are merged", header->shards,
                             DATAGEN_SHARDS_MAX);
        }
        m->header = *header;
        m->has_shard = calloc(header->shards, sizeof *m->has_shard);
        if (m->has_shard == NULL) {
            return fail_for_memory(e);
        }
    }
    if (!records_same_source(&m->header, header)) {
        return error_set(e, ERROR_SYNTAX, "its games have other settings than those of the first file");
    }
    if (header->shards != m->header.shards) {
        return error_set(e, ERROR_SYNTAX, "is shard %" PRIu32 "/%" PRIu32 ", the first file one of %" PRIu32,
                         header->shard + 1, header->shards, m->header.shards);
    }
    m->has_shard[header->shard] = true;
    return ERROR_NONE;
}

static ErrorCode add(void *context, const RecordsHeader *header, const RecordsGame *game, Error *e)
{
    RecordsMerge *const m = context;
    const ErrorCode code = check_stop(m, e);
    if (code != ERROR_NONE || game == NULL) {
        return code != ERROR_NONE ? code : add_header(m, header, e);
    }
    const size_t size = (game->count + 1) * sizeof *game->positions; /* never 0 */
    RecordsPosition *const positions = reserve(m) ? malloc(size) : NULL;
    if (positions == NULL) {
        return fail_for_memory(e);
    }
    if (game->count > 0) {
        memcpy(positions, game->positions, game->count * sizeof *positions);
    }
    m->games[m->count] = *game;
    m->games[m->count++].positions = positions;
    return ERROR_NONE;
}

static int compare(const void *a, const void *b)
{
    const RecordsGame *const x = a;
    const RecordsGame *const y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* Refuses missing shards, and names them. */
static ErrorCode check_shards(const RecordsMerge *m, Error *e)
{
    uint32_t missing = 0;
    Text names;
    text_init(&names);
    for (uint32_t i = 0; i < m->header.shards; i++) {
        if (!m->has_shard[i] && missing++ < NAMED_MAX) {
            text_add(&names, "%s%" PRIu32 "/%" PRIu32, missing == 1 ? "" : ", ", i + 1, m->header.shards);
        }
    }
    ErrorCode code = error_clear(e);
    if (missing > NAMED_MAX) {
        code = error_set(e, ERROR_SYNTAX, "shards %s and %" PRIu32 " more are missing; a merge needs all of them",
                         names.data, missing - NAMED_MAX);
    } else if (missing > 0) {
        code = error_set(e, ERROR_SYNTAX, "shard%s %s %s missing; a merge needs all of them", text_plural(missing),
                         names.data, missing == 1 ? "is" : "are");
    }
    text_free(&names);
    return code;
}

/* Sorts the games and refuses any that occurs twice. */
static ErrorCode sort_games(RecordsMerge *m, Error *e)
{
    if (m->count == 0) {
        return error_set(e, ERROR_SYNTAX, "the files hold no games");
    }
    qsort(m->games, m->count, sizeof *m->games, compare);
    for (size_t i = 1; i < m->count; i++) {
        if (m->games[i].number == m->games[i - 1].number) {
            return error_set(e, ERROR_SYNTAX, "game %" PRIu64 " occurs twice", m->games[i].number);
        }
    }
    return ERROR_NONE;
}

/* Refuses a game of the existing output that would be lost. */
static ErrorCode check_replaced(void *context, const RecordsHeader *header, const RecordsGame *game, Error *e)
{
    const RecordsMerge *const m = context;
    const bool known = records_same_source(&m->header, header) &&
                       (game == NULL || bsearch(game, m->games, m->count, sizeof *m->games, compare) != NULL);
    if (!known) {
        return error_set(e, ERROR_SYNTAX,
                         "holds games that are not among those to merge; name another file, or remove it first");
    }
    return check_stop(m, e);
}

/* Refuses an existing output that a generator is writing. */
static ErrorCode check_unused(const char *output, Error *e)
{
    if (!file_exists(output)) {
        return ERROR_NONE;
    }
    FILE *const file = file_open_locked(output, "a generator", e);
    if (file == NULL) {
        return e->code;
    }
    fclose(file);
    return ERROR_NONE;
}

/* Reads all files and checks that they are complete and include the games of an existing output. */
static ErrorCode collect(RecordsMerge *m, char **paths, int count, const char *output, Error *e)
{
    int64_t whole; /* not used: the file to be replaced may end within a game */
    ErrorCode code = error_clear(e);
    for (int i = 0; i < count && code == ERROR_NONE; i++) {
        code = records_read(paths[i], m->header.variant, add, m, NULL, e);
    }
    code = code == ERROR_NONE ? sort_games(m, e) : code;
    code = code == ERROR_NONE ? check_shards(m, e) : code;
    if (code == ERROR_NONE && file_exists(output)) {
        code = records_read(output, NULL, check_replaced, m, &whole, e);
    }
    return code;
}

static ErrorCode write_games(const RecordsMerge *m, FILE *file, const char *output, DatagenTotals *totals, Error *e)
{
    RecordsHeader whole = m->header;
    whole.shard = 0;
    whole.shards = 1;
    bool good = records_write_header(file, &whole);
    for (size_t i = 0; i < m->count && good; i++) {
        if (check_stop(m, e) != ERROR_NONE) {
            return e->code;
        }
        good = records_write_game(file, &m->games[i]);
        datagen_add(totals, &m->games[i]);
    }
    return good ? ERROR_NONE : error_set(e, ERROR_SYNTAX, "%s: %s", output, strerror(errno));
}

ErrorCode merge_records(char **paths, int count, const char *output, const atomic_bool *stop, DatagenTotals *totals,
                        Error *e)
{
    RecordsMerge m = {.stop = stop};
    AtomicFile file;
    *totals = (DatagenTotals){0};
    for (int i = 0; i < count; i++) {
        if (strcmp(paths[i], output) == 0 || file_is_same(paths[i], output)) {
            return error_set(e, ERROR_SYNTAX, "%s is one of the files to merge; name another file for the output",
                             output);
        }
    }
    ErrorCode code = atomic_file_begin(&file, output, RECORDS_MAGIC, e);
    if (code != ERROR_NONE) {
        return code;
    }
    code = check_unused(output, e);
    code = code == ERROR_NONE ? collect(&m, paths, count, output, e) : code;
    code = code == ERROR_NONE ? write_games(&m, file.stream, output, totals, e) : code;
    code = code == ERROR_NONE ? atomic_file_commit(&file, e) : code;
    atomic_file_abort(&file); /* no effect after a commit */
    for (size_t i = 0; i < m.count; i++) {
        free(m.games[i].positions);
    }
    free(m.games);
    free(m.has_shard);
    return code;
}
