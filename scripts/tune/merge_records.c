/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Puts the record files of shards together. */
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "datagen.h"

enum { FIRST_CAPACITY = 1024 };

/* All games of the files. */
typedef struct Merge {
    RecordsHead head;
    RecordsGame *games;
    size_t count, capacity;
} Merge;

static bool reserve(Merge *m)
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

static ErrorCode add(void *context, const RecordsHead *head, const RecordsGame *game, Error *e)
{
    Merge *const m = context;
    if (m->count == 0) {
        m->head = *head;
    } else if (!records_same_source(&m->head, head)) {
        return error_set(e, ERROR_SYNTAX, "its games are of other settings than those of the first file");
    }
    const size_t size = (game->count + 1) * sizeof *game->positions; /* never 0 */
    RecordsPosition *const positions = reserve(m) ? malloc(size) : NULL;
    if (positions == NULL) {
        return error_set(e, ERROR_MEMORY, "not enough memory for all games");
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

static ErrorCode write_games(const Merge *m, FILE *file, DatagenTotals *totals, Error *e)
{
    ErrorCode code = records_write_head(file, &m->head, e);
    for (size_t i = 0; i < m->count && code == ERROR_NONE; i++) {
        const RecordsGame *const game = &m->games[i];
        if (i > 0 && game->number == m->games[i - 1].number) {
            return error_set(e, ERROR_SYNTAX, "game %" PRIu64 " is there twice", game->number);
        }
        datagen_add(totals, game);
        code = records_write_game(file, game, e);
    }
    return code;
}

static ErrorCode write_file(Merge *m, const char *output, DatagenTotals *totals, Error *e)
{
    if (m->count == 0) {
        return error_set(e, ERROR_SYNTAX, "there is no game in the files");
    }
    FILE *const file = fopen(output, "wb");
    if (file == NULL) {
        return error_set(e, ERROR_SYNTAX, "%s: %s", output, strerror(errno));
    }
    m->head.shard = 0;
    m->head.shards = 1;
    qsort(m->games, m->count, sizeof *m->games, compare);
    ErrorCode code = write_games(m, file, totals, e);
    if (fclose(file) != 0 && code == ERROR_NONE) {
        code = error_set(e, ERROR_SYNTAX, "%s: %s", output, strerror(errno));
    }
    return code;
}

ErrorCode datagen_merge(char **paths, int count, const char *output, DatagenTotals *totals, Error *e)
{
    Merge m = {0};
    ErrorCode code = error_clear(e);
    *totals = (DatagenTotals){0};
    for (int i = 0; i < count && code == ERROR_NONE; i++) {
        code = records_read(paths[i], m.count > 0 ? m.head.variant : NULL, add, &m, NULL, e);
    }
    if (code == ERROR_NONE) {
        code = write_file(&m, output, totals, e);
    }
    for (size_t i = 0; i < m.count; i++) {
        free(m.games[i].positions);
    }
    free(m.games);
    return code;
}
