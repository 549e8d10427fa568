/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/training_data.h"

#include <check.h>
#include <stdlib.h>

#include "support/random_play.h"

enum { SEED = 7, NODES = 20, PLIES_MAX = 240, SCATTERED = 24 /* positions */ };

static const double KEPT = 0.8;

DatagenConfig quick_games_config(const Variant *v, const char *path)
{
    static const EvaluationChoice players = {.kind = EVALUATION_PACE_TEMPO};
    static const atomic_bool stop = false;
    return (DatagenConfig){.rules = {.variant = v, .seed = SEED, .nodes = NODES, .plies_max = PLIES_MAX, .kept = KEPT},
                           .players = &players,
                           .output = path,
                           .games = UINT64_MAX,
                           .positions = UINT64_MAX,
                           .shard = {1, 1},
                           .threads = 1,
                           .quiet = true,
                           .stop = &stop};
}

void quick_games(const Variant *v, const char *path, int games)
{
    DatagenConfig config = quick_games_config(v, path);
    DatagenTotals totals;
    Error e;
    config.rules.kept = 1;
    config.games = (uint64_t)games;
    ck_assert_msg(datagen_run(&config, &totals, &e) == ERROR_NONE, "%s", e.text);
}

void scattered_samples(Samples *s, const Variant *v)
{
    RandomPlay r = {SEED};
    samples_init(s, v, NULL, 0, 1);
    s->samples = calloc(SCATTERED, sizeof *s->samples);
    s->part[SAMPLES_TRAINING] = calloc(SCATTERED, sizeof **s->part);
    ck_assert(s->samples != NULL && s->part[SAMPLES_TRAINING] != NULL);
    s->count = s->part_count[SAMPLES_TRAINING] = SCATTERED;
    for (int i = 0; i < SCATTERED; i++) {
        const Position p = random_play_scatter(&r, v, 3, 2 + i);
        s->samples[i] = (Sample){.pieces = {p.men[WHITE], p.kings[WHITE], p.men[BLACK], p.kings[BLACK]},
                                 .score = (float)(random_play_below(&r, 801) - 400),
                                 .result = (float)(random_play_below(&r, 3) - 1),
                                 .count = (uint16_t)(1 + i % 3)};
        s->part[SAMPLES_TRAINING][i] = (uint32_t)i;
    }
}
