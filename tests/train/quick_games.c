/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/quick_games.h"

#include <check.h>

enum { SEED = 7, NODES = 20, PLIES_MAX = 240 };

static const double KEPT = 0.8;

DatagenConfig quick_games_config(const Variant *v, const char *path)
{
    static const EvaluationChoice players = {.kind = EVALUATION_PACE_TEMPO};
    return (DatagenConfig){.rules = {.variant = v, .seed = SEED, .nodes = NODES, .plies_max = PLIES_MAX, .kept = KEPT},
                           .players = &players,
                           .output = path,
                           .games = UINT64_MAX,
                           .positions = UINT64_MAX,
                           .shards = 1,
                           .threads = 1,
                           .quiet = true};
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
