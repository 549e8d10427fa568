/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/slow_network.h"

enum { ONE = 255, OUTPUT_ONE = 64, PIECES = 36, SQUARES = 64 };

/* The sum of a neuron in the view of a side: its pieces are own ones, and the board is seen from its end. */
static int64_t sum_of(const Network *n, const Position *p, Color view, int neuron)
{
    const Position seen = view == WHITE ? *p : position_turned(p);
    const Bitboard kinds[] = {seen.men[WHITE], seen.kings[WHITE], seen.men[BLACK], seen.kings[BLACK]};
    int64_t sum = n->bias[neuron];
    for (int kind = 0; kind < 4; kind++) {
        for (int s = 0; s < SQUARES; s++) {
            if (((kinds[kind] >> s) & 1) != 0) {
                sum += n->input[(kind * SQUARES + s) * n->neurons + neuron];
            }
        }
    }
    return sum;
}

Score slow_network_value(const Network *n, const Position *p)
{
    int pieces = 0;
    for (int s = 0; s < SQUARES; s++) {
        pieces += (int)((position_occupied(p) >> s) & 1);
    }
    int bucket = pieces * n->buckets / PIECES;
    bucket = bucket < n->buckets ? bucket : n->buckets - 1;
    int64_t total = 0;
    for (int side = 0; side < COLOR_COUNT; side++) {
        const Color view = side == 0 ? p->side : other(p->side);
        for (int i = 0; i < n->neurons; i++) {
            const int64_t sum = sum_of(n, p, view, i);
            const int64_t value = sum < 0 ? 0 : sum > ONE ? ONE : sum;
            total += value * value * n->output[(bucket * COLOR_COUNT + side) * n->neurons + i];
        }
    }
    const int64_t points = (total / ONE + n->output_bias[bucket]) * n->scale / (ONE * OUTPUT_ONE);
    return score_of_eval(points);
}
