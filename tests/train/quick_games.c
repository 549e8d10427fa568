/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/quick_games.h"

#include <check.h>

#include "train/datagen.h"

enum { SEED = 7, NODES = 20 };

void quick_games(const Variant *v, const char *path, int games)
{
    const EvaluationChoice players = {.kind = EVALUATION_PACE_TEMPO};
    DatagenTotals totals;
    Error e;
    const DatagenConfig config = {.rules = {.variant = v,
                                            .seed = SEED,
                                            .nodes = NODES,
                                            .opening_min = SELFPLAY_OPENING_MIN,
                                            .opening_max = SELFPLAY_OPENING_MAX,
                                            .plies_max = SELFPLAY_PLIES_MAX,
                                            .kept = 1},
                                  .players = &players,
                                  .output = path,
                                  .games = (uint64_t)games,
                                  .positions = UINT64_MAX,
                                  .shards = 1,
                                  .threads = 1,
                                  .quiet = true};
    ck_assert_msg(datagen_run(&config, &totals, &e) == ERROR_NONE, "%s", e.text);
}
