/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/samples.h"

#include <stdlib.h>
#include <string.h>

#include "evaluation/solved_ending.h"
#include "system/random.h"

enum { FIRST_CAPACITY = 1 << 16, TABLE_PER_SAMPLE = 2, PERCENT = 100 };

void samples_init(Samples *s, const Variant *v, char *const *files, int file_count, int pieces)
{
    *s = (Samples){.variant = v, .files = files, .file_count = file_count, .pieces = pieces};
}

void samples_free(Samples *s)
{
    free(s->samples);
    free(s->table);
    for (int i = 0; i < SAMPLES_PARTS; i++) {
        free(s->part[i]);
        s->part[i] = NULL;
        s->part_count[i] = 0;
    }
    s->samples = NULL;
    s->table = NULL;
    s->capacity = s->count = s->games = s->positions = s->solved = 0;
    s->digest = 0;
}

static uint64_t hash_of(const Sample *sample)
{
    uint64_t hash = 0;
    for (int i = 0; i < SAMPLES_KINDS; i++) {
        hash = random_pair(hash, sample->pieces[i]);
    }
    return hash;
}

/* The place in the table of a sample with that hash, or the free place where it belongs. Open addressing: with uthash
 * 20 million positions took 1.7 GB instead of 0.8, and twice the time (15 million of them different). */
static size_t place_of(const Samples *s, const Sample *sample, uint64_t hash)
{
    const size_t last = s->capacity * TABLE_PER_SAMPLE - 1;
    size_t at = (size_t)(hash / (uint64_t)s->pieces) & last; /* the remainder chose the piece */
    while (s->table[at] != 0 &&
           memcmp(s->samples[s->table[at] - 1].pieces, sample->pieces, sizeof sample->pieces) != 0) {
        at = (at + 1) & last;
    }
    return at;
}

/* Doubles the capacity, and makes a table for it. */
static bool grow(Samples *s)
{
    const size_t capacity = s->capacity == 0 ? FIRST_CAPACITY : s->capacity * 2;
    Sample *const samples = realloc(s->samples, capacity * sizeof *samples);
    if (samples != NULL) {
        s->samples = samples;
    }
    uint32_t *const table = calloc(capacity * TABLE_PER_SAMPLE, sizeof *table);
    if (samples == NULL || table == NULL) {
        free(table);
        return false;
    }
    free(s->table);
    s->table = table;
    s->capacity = capacity;
    for (size_t i = 0; i < s->count; i++) {
        s->table[place_of(s, &s->samples[i], hash_of(&s->samples[i]))] = (uint32_t)i + 1;
    }
    return true;
}

static float mean_with(float mean, int count, float value)
{
    return mean + (value - mean) / (float)(count + 1);
}

static ErrorCode add(Samples *s, const Sample *sample, Error *e)
{
    const uint64_t hash = hash_of(sample);
    if (hash % (uint64_t)s->pieces != (uint64_t)s->piece) {
        return ERROR_NONE;
    }
    if (s->count == UINT32_MAX - 1) {
        return error_set(e, ERROR_SYNTAX, "more than %lu positions", (unsigned long)s->count);
    }
    if (s->count == s->capacity && !grow(s)) {
        return error_set(e, ERROR_MEMORY, "not enough memory for more than %zu positions", s->count);
    }
    const size_t place = place_of(s, sample, hash);
    if (s->table[place] == 0) {
        s->samples[s->count++] = *sample;
        s->table[place] = (uint32_t)s->count;
        return ERROR_NONE;
    }
    Sample *const known = &s->samples[s->table[place] - 1];
    if (known->count < UINT16_MAX) {
        known->score = mean_with(known->score, known->count, sample->score);
        known->result = mean_with(known->result, known->count, sample->result);
        known->count++;
    }
    return ERROR_NONE;
}

/* The record from the mover's point of view. */
static Sample sample_of(const Variant *v, const RecordsPosition *r, int part)
{
    const Color us = (Color)r->side;
    const Color them = other(us);
    const int sign = us == WHITE ? 1 : -1;
    Sample s = {.pieces = {r->men[us], r->kings[us], r->men[them], r->kings[them]},
                .score = (float)(sign * r->score),
                .result = (float)(sign * r->result),
                .count = 1,
                .part = (uint8_t)part};
    for (int i = 0; i < SAMPLES_KINDS && us == BLACK; i++) {
        s.pieces[i] = variant_turn(v, s.pieces[i]);
    }
    return s;
}

/* The part to which a game with that name belongs. */
static int part_of(uint64_t name)
{
    /* So that the part does not depend on the random openings. */
    static const uint64_t salt = UINT64_C(0x76616c6964617465);
    return random_pair(name, salt) % PERCENT < SAMPLES_VALIDATION_PERCENT ? SAMPLES_VALIDATION : SAMPLES_TRAINING;
}

static ErrorCode add_game(void *context, const RecordsHeader *header, const RecordsGame *game, Error *e)
{
    Samples *const s = context;
    if (game == NULL) {
        return ERROR_NONE;
    }
    if (s->stop != NULL && atomic_load(s->stop)) {
        return error_set(e, ERROR_INTERRUPTED, "interrupted");
    }
    const uint64_t name = random_pair(header->seed, game->number); /* the game's own among those of all seeds */
    const int part = part_of(name);
    ErrorCode code = ERROR_NONE;
    for (uint32_t i = 0; i < game->count && code == ERROR_NONE; i++) {
        const RecordsPosition *const r = &game->positions[i];
        const Position p = records_position(header->variant, r);
        if (solved_ending_covers(&p)) {
            s->solved++;
            continue;
        }
        const Sample sample = sample_of(header->variant, r, part);
        code = add(s, &sample, e);
        s->positions++;
    }
    s->games++;
    s->digest = random_pair(s->digest, name ^ game->count);
    return code;
}

/* Lists the samples of each part. */
static ErrorCode list_parts(Samples *s, Error *e)
{
    for (int i = 0; i < SAMPLES_PARTS; i++) {
        s->part[i] = malloc((s->count + 1) * sizeof *s->part[i]);
        s->part_count[i] = 0;
        if (s->part[i] == NULL) {
            return error_set(e, ERROR_MEMORY, "not enough memory for %zu positions", s->count);
        }
    }
    for (size_t i = 0; i < s->count; i++) {
        const int part = s->samples[i].part;
        s->part[part][s->part_count[part]++] = (uint32_t)i;
    }
    free(s->table);
    s->table = NULL;
    return s->part_count[SAMPLES_TRAINING] > 0 ? ERROR_NONE : error_set(e, ERROR_SYNTAX, "no position to train with");
}

ErrorCode samples_load(Samples *s, int piece, Error *e)
{
    samples_free(s);
    s->piece = piece;
    ErrorCode code = ERROR_NONE;
    for (int i = 0; i < s->file_count && code == ERROR_NONE; i++) {
        code = records_read(s->files[i], s->variant, add_game, s, NULL, e);
    }
    return code == ERROR_NONE ? list_parts(s, e) : code;
}
