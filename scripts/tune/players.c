/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune/players.h"

#include <string.h>

#include "evaluation/network_builtin.h"
#include "evaluation/sets.h"
#include "system/random.h"
#include "tune/weights.h"

ErrorCode players_begin(const char *name, EvaluationChoice *players, Error *e)
{
    evaluation_choice_init(players, EVALUATION_LEARNED);
    if (name == NULL) {
        return error_clear(e);
    }
    if (strcmp(name, WEIGHTS_PLAIN) == 0) {
        players->kind = EVALUATION_PACE_TEMPO;
        return weights_begin(name, &players->weights, e);
    }
    return evaluation_choice_read(players, name, &players->kind, e);
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
    if (players->kind == EVALUATION_PACE_TEMPO) {
        return digest_numbers(0, &players->weights.board[board].value[0][0], (size_t)EVAL_FEATURE_COUNT * EVAL_PHASES);
    }
    if (players->network[board] != NULL) {
        return digest_network(players->network[board]);
    }
    Network *const builtin = network_builtin(v);
    const uint64_t sum = builtin != NULL ? digest_network(builtin) : 0;
    network_free(builtin);
    return sum;
}
