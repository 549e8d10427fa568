/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random samples without a file, and the loss of a net on them. */
#ifndef BUSHKA_TESTS_SCATTERED_SAMPLES_H
#define BUSHKA_TESTS_SCATTERED_SAMPLES_H

#include "train/float_net.h"
#include "train/samples.h"

/* Random positions with random scores and results, always the same; all in the training part. The caller frees them. */
void scattered_samples(Samples *s, const Variant *v);

/* The loss of those numbers on the training part. */
double scattered_loss(const FloatNetShape *shape, const float *numbers, const Samples *s, FloatNetTarget target);

#endif
