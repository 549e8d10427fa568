/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "search/strength.h"

#include <assert.h>
#include <stddef.h>

#include "system/random.h"

/* The ratings come from games between neighbouring levels: scripts/calibrate plays them and rewrites the last
 * column. */
static const StrengthLevel LEVELS[STRENGTH_LEVEL_COUNT] = {
    {.depth = 1, .nodes = 50000, .lines = 16, .margin = 400, .elo = 800},
    {.depth = 1, .nodes = 50000, .lines = 16, .margin = 230, .elo = 900},
    {.depth = 2, .nodes = 50000, .lines = 16, .margin = 400, .elo = 1000},
    {.depth = 2, .nodes = 50000, .lines = 16, .margin = 250, .elo = 1110},
    {.depth = 2, .nodes = 50000, .lines = 16, .margin = 130, .elo = 1260},
    {.depth = 0, .nodes = 1100, .lines = 4, .margin = 80, .elo = 1470},
    {.depth = 0, .nodes = 1500, .lines = 4, .margin = 75, .elo = 1560},
    {.depth = 0, .nodes = 2000, .lines = 4, .margin = 70, .elo = 1630},
    {.depth = 0, .nodes = 2800, .lines = 4, .margin = 60, .elo = 1730},
    {.depth = 0, .nodes = 4000, .lines = 4, .margin = 50, .elo = 1850},
    {.depth = 0, .nodes = 5600, .lines = 4, .margin = 40, .elo = 1970},
    {.depth = 0, .nodes = 8000, .lines = 4, .margin = 35, .elo = 2070},
    {.depth = 0, .nodes = 11500, .lines = 4, .margin = 30, .elo = 2190},
    {.depth = 0, .nodes = 16500, .lines = 4, .margin = 25, .elo = 2310},
    {.depth = 0, .nodes = 24000, .lines = 4, .margin = 20, .elo = 2430},
    {.depth = 0, .nodes = 34000, .lines = 4, .margin = 15, .elo = 2510},
    {.depth = 0, .nodes = 48000, .lines = 4, .margin = 12, .elo = 2590},
    {.depth = 0, .nodes = 68000, .lines = 4, .margin = 10, .elo = 2630},
    {.depth = 0, .nodes = 95000, .lines = 3, .margin = 6, .elo = 2710},
    {.depth = 0, .nodes = 130000, .lines = 1, .margin = 0, .elo = 2830},
};

/* Below level 0, reached only by rating: with this margin all moves without a mate score are nearly equal. The rating
 * comes from games against level 0. */
static const StrengthLevel BEGINNER = {
    .depth = 1, .nodes = 50000, .lines = STRENGTH_LINES_MAX, .margin = 10000, .elo = STRENGTH_ELO_MIN};

const StrengthLevel *strength_level(int number)
{
    assert(number >= 0 && number < STRENGTH_LEVEL_COUNT);
    return &LEVELS[number];
}

int strength_of_elo(int elo)
{
    int level = 0;
    if (elo < LEVELS[0].elo) {
        return (elo - LEVELS[0].elo) * STRENGTH_UNIT / (LEVELS[0].elo - BEGINNER.elo);
    }
    while (level < STRENGTH_LEVEL_COUNT - 2 && elo >= LEVELS[level + 1].elo) {
        level++;
    }
    const int above = elo - LEVELS[level].elo;
    return level * STRENGTH_UNIT + above * STRENGTH_UNIT / (LEVELS[level + 1].elo - LEVELS[level].elo);
}

const StrengthLevel *strength_pick(int hundredths, uint64_t seed)
{
    const int draw = (int)(random_mix(seed) % STRENGTH_UNIT);
    if (hundredths < 0) {
        return draw < -hundredths ? &BEGINNER : strength_level(0);
    }
    const int level = hundredths / STRENGTH_UNIT + (draw < hundredths % STRENGTH_UNIT);
    return level < STRENGTH_LEVEL_COUNT ? strength_level(level) : NULL;
}

bool strength_chooses(const StrengthLevel *level)
{
    return level->lines > 1 && level->margin > 0;
}

int strength_choose(const Score *scores, int count, int margin, uint64_t seed)
{
    int chosen = 0;
    int highest = 0;
    if (score_is_mate(scores[0])) {
        return 0;
    }
    for (int i = 0; i < count; i++) {
        const uint64_t draw = random_mix(seed + (uint64_t)i + 1);
        const int raised = scores[i] + (int)(draw % ((uint64_t)margin + 1));
        if (i == 0 || raised > highest) {
            chosen = i;
            highest = raised;
        }
    }
    return chosen;
}

int strength_bonus(uint64_t seed, uint64_t move, int variety)
{
    return (int)(random_mix(seed + move) % ((uint64_t)variety + 1));
}
