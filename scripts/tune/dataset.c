/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune/dataset.h"

#include <stdlib.h>

#include "evaluation/eval_endings.h"
#include "system/random.h"

enum { FIRST_CAPACITY = 4096 };

void dataset_init(Dataset *d, const Variant *v)
{
    *d = (Dataset){.variant = v};
}

void dataset_free(Dataset *d)
{
    free(d->samples);
    free(d->entries);
    free(d->part[DATASET_TRAINING]);
    free(d->part[DATASET_VALIDATION]);
    dataset_init(d, d->variant);
}

/* Makes room for `more` elements of that size behind count; grows by half, since there are many. */
static bool reserve(void **array, size_t count, size_t *capacity, size_t more, size_t size)
{
    if (count + more <= *capacity) {
        return true;
    }
    const size_t grown = *capacity + *capacity / 2 + more + FIRST_CAPACITY;
    void *const moved = realloc(*array, grown * size);
    if (moved == NULL) {
        return false;
    }
    *array = moved;
    *capacity = grown;
    return true;
}

/* Makes room for a sample in all arrays. The parts are as long as the samples: memory never written costs nothing. */
static bool reserve_sample(Dataset *d)
{
    void *samples = d->samples, *entries = d->entries;
    const size_t before = d->capacity;
    const bool done = reserve(&samples, d->count, &d->capacity, 1, sizeof *d->samples);
    const bool more = reserve(&entries, d->entry_count, &d->entry_capacity, EVAL_FEATURE_COUNT, sizeof *d->entries);
    d->samples = samples;
    d->entries = entries;
    bool parts = true;
    for (int i = 0; i < 2 && d->capacity != before; i++) {
        uint32_t *const part = realloc(d->part[i], d->capacity * sizeof *part);
        parts = parts && part != NULL;
        d->part[i] = part != NULL ? part : d->part[i];
    }
    return done && more && parts;
}

ErrorCode dataset_add(Dataset *d, const EvalFeatures *f, int score, int result, int part, Error *e)
{
    if (d->count == UINT32_MAX) {
        return error_set(e, ERROR_SYNTAX, "more than %lu positions", (unsigned long)UINT32_MAX);
    }
    if (!reserve_sample(d)) {
        return error_set(e, ERROR_MEMORY, "not enough memory for more than %zu positions", d->count);
    }
    DatasetSample *const s = &d->samples[d->count];
    *s = (DatasetSample){
        .first = d->entry_count, .phase = (uint16_t)f->phase, .score = (int16_t)score, .result = (int8_t)result};
    for (int i = 0; i < EVAL_FEATURE_COUNT; i++) {
        if (f->count[i] != 0) {
            d->entries[d->entry_count++] = (DatasetEntry){(uint16_t)i, f->count[i]};
            s->length++;
        }
    }
    d->part[part][d->part_count[part]++] = (uint32_t)d->count++;
    return ERROR_NONE;
}

static ErrorCode add_game(void *context, const RecordsHead *head, const RecordsGame *game, Error *e)
{
    Dataset *const d = context;
    if (game == NULL) {
        return ERROR_NONE;
    }
    if (d->stop != NULL && atomic_load(d->stop)) {
        return error_set(e, ERROR_INTERRUPTED, "interrupted");
    }
    const uint64_t name = records_game_name(head, game);
    const int part = records_validates(name, DATASET_VALIDATION_PERCENT) ? DATASET_VALIDATION : DATASET_TRAINING;
    ErrorCode code = ERROR_NONE;
    for (uint32_t i = 0; i < game->count && code == ERROR_NONE; i++) {
        const RecordsPosition *const r = &game->positions[i];
        const Position p = records_position(head->variant, r);
        EvalFeatures f;
        if (eval_is_ending(&p)) {
            d->solved++;
            continue;
        }
        eval_features(&p, &f);
        code = dataset_add(d, &f, r->score, r->result, part, e);
    }
    d->games++;
    d->digest = random_pair(d->digest, name ^ game->count);
    return code;
}

ErrorCode dataset_read(Dataset *d, const char *path, Error *e)
{
    return records_read(path, d->variant, add_game, d, NULL, e);
}
