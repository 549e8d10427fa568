/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/slow_network.h"

enum { ONE = 255, OUTPUT_ONE = 128, PIECES = 36, SQUARES = 64, DIGITS = 3, LINE_MAX = 10, PARTS_MAX = 3 };
enum { HIDDEN = NETWORK_HIDDEN, HIDDEN_PART = 1 << 14, HIDDEN_ONE = 512 };

static const int PARTS[LINE_MAX + 1][PARTS_MAX] = {{0},    {1},       {2},    {3},       {4},   {5},
                                                   {3, 3}, {2, 3, 2}, {4, 4}, {3, 3, 3}, {5, 5}};

static bool is_there(Bitboard b, int s)
{
    return s >= 0 && s < SQUARES && ((b >> s) & 1) != 0;
}

/* The sum of a neuron, in units of its step, as a side sees the board: from its own end, with its pieces as the own
 * ones. */
static int64_t sum_of(const Network *n, const Position *p, Color view, int neuron)
{
    static const int steps[] = {STEP_NUMBER, STEP_LETTER};
    const Position seen = view == WHITE ? *p : position_turned(p);
    int64_t sum = n->bias[neuron];
    int row = 0;
    for (int direction = 0; direction < 2; direction++) {
        for (int begin = 0; begin < SQUARES; begin++) {
            const int step = steps[direction];
            if (!is_there(p->variant->board, begin) || is_there(p->variant->board, begin - step)) {
                continue;
            }
            int line[LINE_MAX], length = 0;
            for (int s = begin; is_there(p->variant->board, s); s += step) {
                line[length++] = is_there(seen.men[WHITE], s) ? 1 : is_there(seen.men[BLACK], s) ? 2 : 0;
            }
            for (int part = 0, at = 0; at < length; at += PARTS[length][part++]) {
                int code = 0, codes = 1;
                for (int i = 0; i < PARTS[length][part]; i++) {
                    code += line[at + i] * codes;
                    codes *= DIGITS;
                }
                sum += network_weight(n, row + code, neuron);
                row += codes;
            }
        }
    }
    for (int color = WHITE; color <= BLACK; color++) {
        for (int s = 0; s < SQUARES; s++) {
            if (is_there(seen.kings[color], s)) {
                sum += network_weight(n, row, neuron);
            }
            row += is_there(p->variant->board, s);
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
    const int half = n->neurons / 2;
    int64_t sums[1 + HIDDEN] = {0}; /* that of the direct output, then those of the hidden neurons */
    for (int side = 0; side < COLOR_COUNT; side++) {
        const Color view = side == 0 ? p->side : other(p->side);
        for (int i = 0; i < n->neurons; i++) {
            const int64_t sum = sum_of(n, p, view, i) * n->step[i];
            const int64_t value = sum < 0 ? 0 : sum > ONE ? ONE : sum;
            sums[0] += value * value / 4 * n->output[(bucket * 2 + side) * n->neurons + i];
            for (int k = 0; k < HIDDEN; k++) {
                const int pair = ((bucket * HIDDEN + k) * 2 + side) * half + i % half;
                sums[1 + k] += value * value / 4 * n->hidden[pair];
            }
        }
    }
    int64_t total = sums[0] * 4 * HIDDEN_ONE / OUTPUT_ONE;
    for (int k = 0; k < HIDDEN; k++) {
        const int64_t sum = sums[1 + k] + n->bucket[bucket].hidden_bias[k];
        const int64_t value = sum < 0 ? 0 : sum / HIDDEN_PART > ONE ? ONE : sum / HIDDEN_PART;
        total += value * value * n->bucket[bucket].hidden_weight[k];
    }
    const int64_t parts = total * OUTPUT_ONE / (ONE * HIDDEN_ONE) + n->bucket[bucket].bias;
    const int64_t points = parts * n->scale / (ONE * OUTPUT_ONE);
    return score_of_eval(points);
}
