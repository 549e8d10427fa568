/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings sums of neurons from one position to another, with vectors of VECTOR_BYTES bytes: network.c includes this file
 * once for every size that processors have. Operations on vectors larger than theirs go through memory, and take twice
 * as long. Private to network.c, which explains the changes. */

#define JOINED(name, bytes) name##bytes
#define JOIN(name, bytes) JOINED(name, bytes)
#define VECTOR JOIN(Vector, VECTOR_BYTES)

/* So many bytes of numbers at once. Compilers turn operations on them into the vector instructions that there are. */
typedef int16_t VECTOR __attribute__((vector_size(VECTOR_BYTES), may_alias));

/* Adds a row of so many vectors, or takes it away. */
INLINE_HOT void JOIN(add_row, VECTOR_BYTES)(VECTOR *sum, int vectors, const int16_t *row, bool gone)
{
#pragma GCC unroll 8
    for (int v = 0; v < vectors; v++) {
        const VECTOR weights = ((const VECTOR *)row)[v];
        sum[v] = gone ? sum[v] - weights : sum[v] + weights;
    }
}

/* Brings so many vectors of both views' sums, which stay in registers, from those of `base` to those of `a`. The first
 * of their neurons is `first`. */
INLINE_HOT void JOIN(apply, VECTOR_BYTES)(const Network *n, int neurons, int first, int vectors, const RowChanges *c,
                                          const Accumulator *base, Accumulator *a)
{
    const int16_t *const weights = n->input + first;
    const uint16_t *const turned = n->shape.turned;
    VECTOR white[VECTORS_MAX], black[VECTORS_MAX];
#pragma GCC unroll 8 /* gcc copies the sums through memory else: a fifth of the time of an evaluation */
    for (int v = 0; v < vectors; v++) {
        white[v] = ((const VECTOR *)(base->sum[WHITE] + first))[v];
        black[v] = ((const VECTOR *)(base->sum[BLACK] + first))[v];
    }
    for (uint64_t touched = c->touched; touched != 0; touched &= touched - 1) {
        const int gone = c->before[lowest(touched)], come = a->rows[lowest(touched)];
        const VECTOR *const white_gone = (const VECTOR *)&weights[gone * neurons];
        const VECTOR *const white_come = (const VECTOR *)&weights[come * neurons];
        const VECTOR *const black_gone = (const VECTOR *)&weights[turned[gone] * neurons];
        const VECTOR *const black_come = (const VECTOR *)&weights[turned[come] * neurons];
#pragma GCC unroll 8
        for (int v = 0; v < vectors; v++) {
            white[v] += white_come[v] - white_gone[v];
            black[v] += black_come[v] - black_gone[v];
        }
    }
    for (int color = WHITE; color <= BLACK; color++) {
        const Bitboard kings = c->kings[color];
        for (Bitboard b = kings ^ a->pieces[2 * color + 1]; b != 0; b &= b - 1) {
            const int row = n->shape.king[color][lowest(b)];
            const bool gone = (kings & b & -b) != 0;
            JOIN(add_row, VECTOR_BYTES)(white, vectors, &weights[row * neurons], gone);
            JOIN(add_row, VECTOR_BYTES)(black, vectors, &weights[turned[row] * neurons], gone);
        }
    }
#pragma GCC unroll 8
    for (int v = 0; v < vectors; v++) {
        ((VECTOR *)(a->sum[WHITE] + first))[v] = white[v];
        ((VECTOR *)(a->sum[BLACK] + first))[v] = black[v];
    }
}

#undef VECTOR
#undef JOIN
#undef JOINED
