/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune/players.h"

#include <string.h>

#include "evaluation/network_builtin.h"
#include "evaluation/network_file.h"
#include "system/random.h"

ErrorCode players_begin(const char *name, EvaluationChoice *players, Error *e)
{
    const bool plain = name != NULL && strcmp(name, PLAYERS_PLAIN) == 0;
    *players = (EvaluationChoice){.kind = plain ? EVALUATION_MATERIAL : EVALUATION_LEARNED};
    if (name == NULL || plain) {
        return error_clear(e);
    }
    Network *const n = network_file_read(name, e);
    if (n == NULL) {
        return e->code;
    }
    players->network[variant_index(n->shape.variant)] = n;
    return error_clear(e);
}

static uint64_t digest_numbers(uint64_t sum, const int16_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        sum = random_pair(sum, (uint64_t)numbers[i]);
    }
    return sum;
}

static uint64_t digest_network(const Network *n)
{
    uint64_t sum = random_pair((uint64_t)n->neurons, (uint64_t)n->scale);
    sum = digest_numbers(sum, n->bias, network_number_count(&n->shape, n->neurons, n->buckets));
    for (int i = 0; i < n->buckets; i++) {
        sum = random_pair(sum, (uint64_t)n->output_bias[i]);
    }
    return sum;
}

uint64_t players_digest(const EvaluationChoice *players, const Variant *v)
{
    const int board = variant_index(v);
    if (players->kind != EVALUATION_LEARNED) {
        return (uint64_t)players->kind;
    }
    if (players->network[board] != NULL) {
        return digest_network(players->network[board]);
    }
    Network *const builtin = network_builtin(v);
    const uint64_t sum = builtin != NULL ? digest_network(builtin) : 0;
    network_free(builtin);
    return sum;
}
