/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The samples that a training makes of record files. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evaluation/solved_ending.h"
#include "support/place.h"
#include "support/random_play.h"
#include "support/test.h"
#include "train/samples.h"
#include "train/training_data.h"

enum { SEED = 7, NODES = 20 };

SUITE(.with = {&WITH_PLACE});

static void write_games(const char *path, const RecordsHeader *header, const RecordsGame *games, int count)
{
    FILE *const file = fopen(path, "wb");
    ck_assert_ptr_nonnull(file);
    ck_assert(records_write_header(file, header));
    for (int i = 0; i < count; i++) {
        ck_assert(records_write_game(file, &games[i]));
    }
    ck_assert_int_eq(fclose(file), 0);
}

static void read_file(Samples *s, const Variant *v, char *const *path)
{
    Error e;
    samples_init(s, v, path, 1, 1);
    ck_assert_msg(samples_load(s, 0, &e) == ERROR_NONE, "%s", e.text);
}

/* A record as the generator would write it, with White's score and the result of its game. */
static RecordsPosition record(const Position *p, int score, int result)
{
    RecordsPosition r = records_make(p, score, 10);
    r.result = (int8_t)result;
    return r;
}

/* A position that comes again, also turned with the colours swapped, is one sample, with the mean of its scores and
 * results. Solved endings are left out. */
TEST_EACH(samples_are_merged, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    FilePath path = in(&place, "a.rec");
    char *const file = path.text;
    RandomPlay r = {SEED};
    Position p, solved;
    do {
        p = random_play_scatter(&r, v, 2, 6);
    } while (p.side != WHITE || solved_ending_covers(&p));
    const Position turned = position_turned(&p);
    do {
        solved = random_play_scatter(&r, v, 1, 1);
    } while (!solved_ending_covers(&solved));
    /* Scores and results are White's; a sample has those of the side to move, Black in the turned position. */
    RecordsPosition first[] = {record(&p, 10, 1), record(&solved, 0, 1)};
    RecordsPosition second[] = {record(&turned, -40, 0)};
    RecordsPosition third[] = {record(&p, 10, -1)};
    const RecordsGame games[] = {{.number = 1, .positions = first, .count = 2, .plies = 300, .result = 1},
                                 {.number = 2, .positions = second, .count = 1, .plies = 30, .result = 0},
                                 {.number = 3, .positions = third, .count = 1, .plies = 30, .result = -1}};
    const RecordsHeader header = {.variant = v, .seed = SEED, .nodes = NODES, .shards = 1};
    Samples s;
    write_games(path.text, &header, games, 3);
    read_file(&s, v, &file);
    ck_assert_uint_eq(s.games, 3);
    ck_assert_uint_eq(s.positions, 3);
    ck_assert_uint_eq(s.solved, 1);
    ck_assert_uint_eq(s.count, 1);
    ck_assert_uint_eq(s.samples[0].count, 3);
    ck_assert_uint_eq(s.samples[0].pieces[0], p.men[WHITE]);
    ck_assert_uint_eq(s.samples[0].pieces[3], p.kings[BLACK]);
    ck_assert_double_eq_tol(s.samples[0].score, 20, 1e-5);
    ck_assert_double_eq_tol(s.samples[0].result, 0, 1e-6);
    samples_free(&s);
}

/* Counts the games of each part, each of them read as a separate file. */
typedef struct PartsOfGames {
    char *path;
    size_t games[SAMPLES_PARTS], positions;
} PartsOfGames;

static ErrorCode read_alone(void *context, const RecordsHeader *header, const RecordsGame *game, Error *e)
{
    PartsOfGames *const parts = context;
    Samples s;
    if (game != NULL && game->count > 0) {
        write_games(parts->path, header, game, 1);
        samples_init(&s, header->variant, &parts->path, 1, 1);
        samples_load(&s, 0, e); /* a file with games for validation alone is an error */
        ck_assert(s.part_count[SAMPLES_TRAINING] == 0 || s.part_count[SAMPLES_VALIDATION] == 0);
        ck_assert_uint_gt(s.count, 0);
        parts->games[s.part_count[SAMPLES_TRAINING] == 0 ? SAMPLES_VALIDATION : SAMPLES_TRAINING]++;
        parts->positions += s.positions;
        samples_free(&s);
    }
    return error_clear(e);
}

/* Validation takes whole games, about SAMPLES_VALIDATION_PERCENT of them. */
TEST_EACH(validation_takes_whole_games, VARIANT_COUNT)
{
    enum { MANY = 300 };
    FilePath path = in(&place, "a.rec"), one = in(&place, "one.rec");
    char *const file = path.text;
    PartsOfGames parts = {.path = one.text};
    Samples s;
    Error e;
    quick_games(variant_at(_i), path.text, MANY);
    ck_assert_msg(records_read(path.text, NULL, read_alone, &parts, NULL, &e) == ERROR_NONE, "%s", e.text);
    read_file(&s, variant_at(_i), &file);
    ck_assert_uint_eq(parts.positions, s.positions);
    ck_assert_uint_eq(s.solved, 0); /* the generator keeps none */
    ck_assert_uint_gt(parts.games[SAMPLES_VALIDATION] * 100, MANY * SAMPLES_VALIDATION_PERCENT / 2);
    ck_assert_uint_lt(parts.games[SAMPLES_VALIDATION] * 100, MANY * SAMPLES_VALIDATION_PERCENT * 2);
    ck_assert_uint_eq(s.part_count[SAMPLES_TRAINING] + s.part_count[SAMPLES_VALIDATION], s.count);
    uint64_t merged = 0;
    for (size_t i = 0; i < s.count; i++) {
        merged += s.samples[i].count;
    }
    ck_assert_uint_eq(merged, s.positions);
    samples_free(&s);
}

static int compare_samples(const void *a, const void *b)
{
    return memcmp(((const Sample *)a)->pieces, ((const Sample *)b)->pieces, sizeof((const Sample *)a)->pieces);
}

/* Each position is in one piece, and the same there as in the whole; pieces are of about the same size, and count all
 * games. */
TEST_EACH(pieces_are_the_whole, VARIANT_COUNT)
{
    enum { MANY = 100, PIECES = 3 };
    FilePath path = in(&place, "a.rec");
    char *const files[] = {path.text, path.text}; /* all positions twice */
    Samples whole, piece;
    Error e;
    quick_games(variant_at(_i), path.text, MANY);
    samples_init(&whole, variant_at(_i), files, 2, 1);
    ck_assert_msg(samples_load(&whole, 0, &e) == ERROR_NONE, "%s", e.text);
    qsort(whole.samples, whole.count, sizeof *whole.samples, compare_samples);
    samples_init(&piece, variant_at(_i), files, 2, PIECES);
    size_t count = 0;
    for (int i = 0; i < PIECES; i++) {
        ck_assert_msg(samples_load(&piece, i, &e) == ERROR_NONE, "%s", e.text);
        ck_assert_uint_eq(piece.positions, whole.positions);
        ck_assert_uint_eq(piece.digest, whole.digest);
        ck_assert_uint_eq(piece.part_count[SAMPLES_TRAINING] + piece.part_count[SAMPLES_VALIDATION], piece.count);
        ck_assert_uint_gt(piece.count, whole.count / (2 * PIECES));
        count += piece.count;
        for (size_t k = 0; k < piece.count; k++) {
            const Sample *const s = &piece.samples[k];
            const Sample *const same = bsearch(s, whole.samples, whole.count, sizeof *s, compare_samples);
            ck_assert_ptr_nonnull(same);
            ck_assert(s->count == same->count && s->part == same->part);
            ck_assert_float_eq(s->score, same->score);
            ck_assert_float_eq(s->result, same->result);
        }
    }
    ck_assert_uint_eq(count, whole.count);
    samples_free(&whole);
    samples_free(&piece);
}
