/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/scattered_samples.h"

#include <check.h>
#include <stdlib.h>

#include "support/random_play.h"

enum { SEED = 7, SCATTERED = 24 /* positions */ };

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

double scattered_loss(const FloatNetShape *shape, const float *numbers, const Samples *s, FloatNetTarget target)
{
    const FloatNetBatch batch = float_net_batch(s, SAMPLES_TRAINING, target);
    double weight = 0;
    return float_net_learn(shape, numbers, &batch, NULL, &weight);
}
