/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/random_network.h"

#include <check.h>

#include "evaluation/network_file.h"

enum {
    BIAS_BOUND = 300,
    OUTPUT_BOUND = 100,
    BUCKET_BOUND = 5000,
    HIDDEN_BIAS_BOUND = 200,
    HIDDEN_WEIGHT_BOUND = 800,
    SCALE = 140,
    STEPS = 3
};

static int16_t random_within(RandomPlay *r, int bound)
{
    return (int16_t)(random_play_below(r, 2 * bound + 1) - bound);
}

Network *random_network(RandomPlay *r, const Variant *v, int neurons, int buckets, int bound)
{
    Network *const n = network_new(v, neurons, buckets);
    const int half = v->has_mirror ? neurons / 2 : 0;
    n->scale = SCALE;
    for (int i = 0; i < neurons; i++) {
        const bool image = half > 0 && i >= half;
        const int step = bound / NETWORK_WEIGHT_MAX + 1 + (int)random_play_below(r, STEPS);
        n->step[i] = image ? n->step[i - half] : (int16_t)step;
        n->bias[i] = image ? n->bias[i - half] : random_within(r, BIAS_BOUND / n->step[i]);
        for (int row = 0; row < n->shape.rows; row++) {
            const int weight = random_within(r, bound / n->step[i]);
            network_set_weight(n, row, i, image ? network_weight(n, n->shape.mirrored[row], i - half) : weight);
        }
        for (int out = 0; out < buckets * COLOR_COUNT; out++) {
            int16_t *const weights = &n->output[out * neurons];
            weights[i] = image ? weights[i - half] : random_within(r, OUTPUT_BOUND);
        }
    }
    for (int i = 0; i < buckets * NETWORK_HIDDEN * neurons; i++) {
        n->hidden[i] = random_within(r, OUTPUT_BOUND);
    }
    for (int bucket = 0; bucket < buckets; bucket++) {
        n->bucket[bucket].bias = random_within(r, BUCKET_BOUND);
        for (int i = 0; i < NETWORK_HIDDEN; i++) {
            n->bucket[bucket].hidden_bias[i] = random_within(r, HIDDEN_BIAS_BOUND) * (1 << NETWORK_HIDDEN_SHIFT);
            const int weight = random_within(r, HIDDEN_WEIGHT_BOUND);
            const bool counts = bucket % 2 == 0 || i < NETWORK_HIDDEN / 2; /* in odd ones half count for nothing */
            n->bucket[bucket].hidden_weight[i] = counts ? weight : 0;
        }
    }
    return n;
}

void save_network(const char *path, const Network *n)
{
    AtomicFile file;
    Error e;
    ck_assert_msg(atomic_file_begin(&file, path, NETWORK_FILE_MAGIC, &e) == ERROR_NONE, "%s", e.text);
    ck_assert_msg(network_file_commit(&file, n, "a test", &e) == ERROR_NONE, "%s", e.text);
}
