/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/scattered_samples.h"

#include <check.h>
#include <stdlib.h>

#include "support/random_play.h"

enum { SEED = 7, SCATTERED = 24 /* positions */ };

void scattered_samples(Samples *s, const Variant *v)
{
    RandomPlay r = {SEED};
    Error e;
    samples_init(s, v);
    s->samples = calloc(SCATTERED, sizeof *s->samples);
    ck_assert_ptr_nonnull(s->samples);
    s->count = SCATTERED;
    for (int i = 0; i < SCATTERED; i++) {
        const Position p = random_play_scatter(&r, v, 3, 2 + i);
        s->samples[i] = (Sample){.pieces = {p.men[WHITE], p.kings[WHITE], p.men[BLACK], p.kings[BLACK]},
                                 .score = (float)(random_play_below(&r, 801) - 400),
                                 .result = (float)(random_play_below(&r, 3) - 1),
                                 .count = (uint16_t)(1 + i % 3)};
    }
    ck_assert_int_eq(samples_finish(s, &e), ERROR_NONE);
}

double scattered_loss(const FloatNetShape *shape, const float *numbers, const Samples *s, FloatNetTarget target)
{
    const FloatNetBatch batch = float_net_batch(s, SAMPLES_TRAINING, target);
    double weight = 0;
    return float_net_learn(shape, numbers, &batch, NULL, &weight);
}
