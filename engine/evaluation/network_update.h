/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Brings sums of neurons from one position to another, with vectors of VECTOR_BYTES bytes: network.c includes this file
 * once for every size that processors have. Operations on vectors larger than theirs go through memory, and take twice
 * as long. Private to network.c, which explains the changes. */

#define JOINED(name, bytes) name##bytes
#define JOIN(name, bytes) JOINED(name, bytes)
#define VECTOR JOIN(Vector, VECTOR_BYTES)
#define SIGNED JOIN(Signed, VECTOR_BYTES)

/* That many bytes of numbers at once. Compilers turn operations on them into the processor's vector instructions. */
typedef uint16_t VECTOR __attribute__((vector_size(VECTOR_BYTES), may_alias));
typedef int16_t SIGNED __attribute__((vector_size(VECTOR_BYTES), may_alias));

/* The second numbers of pairs. A macro: functions cannot return vectors that the target lacks. */
#define HIGH_OF(pairs) ((SIGNED)((pairs) + NETWORK_PAIR / 2) >> NETWORK_PAIR_BITS)

/* Adds a row of that many vectors, or takes it away. */
INLINE_HOT void JOIN(add_row, VECTOR_BYTES)(VECTOR *pair, SIGNED *high, int vectors, const int16_t *row, bool removed)
{
    UNROLLED
    for (int v = 0; v < vectors; v++) {
        const VECTOR pairs = ((const VECTOR *)row)[v], change = removed ? -pairs : pairs;
        pair[v] += change;
        high[v] += HIGH_OF(change);
    }
}

/* Brings that many vectors of both views' sums, which stay in registers, from those of `base` to those of `a`. The
 * first of their pairs is `first`. */
INLINE_HOT void JOIN(apply, VECTOR_BYTES)(const Network *n, int half, int first, int vectors, const RowChanges *c,
                                          const Accumulator *base, Accumulator *a)
{
    const int16_t *const weights = n->input + first;
    const uint16_t *const turned = n->shape.turned;
    VECTOR white[VECTORS_MAX], black[VECTORS_MAX];
    SIGNED white_high[VECTORS_MAX], black_high[VECTORS_MAX];
    /* Where loops are not unrolled the sums go through memory: a fifth of the time of an evaluation. */
    UNROLLED
    for (int v = 0; v < vectors; v++) {
        white[v] = ((const VECTOR *)(base->pair[WHITE] + first))[v];
        black[v] = ((const VECTOR *)(base->pair[BLACK] + first))[v];
        white_high[v] = ((const SIGNED *)(base->high[WHITE] + first))[v];
        black_high[v] = ((const SIGNED *)(base->high[BLACK] + first))[v];
    }
    for (uint64_t touched = c->touched; touched != 0; touched &= touched - 1) {
        const size_t removed = c->before[lowest(touched)], added = a->rows[lowest(touched)];
        const VECTOR *const white_removed = (const VECTOR *)&weights[removed * (size_t)half];
        const VECTOR *const white_added = (const VECTOR *)&weights[added * (size_t)half];
        const VECTOR *const black_removed = (const VECTOR *)&weights[(size_t)turned[removed] * (size_t)half];
        const VECTOR *const black_added = (const VECTOR *)&weights[(size_t)turned[added] * (size_t)half];
        UNROLLED
        for (int v = 0; v < vectors; v++) {
            const VECTOR white_change = white_added[v] - white_removed[v],
                         black_change = black_added[v] - black_removed[v];
            white[v] += white_change;
            black[v] += black_change;
            white_high[v] += HIGH_OF(white_change);
            black_high[v] += HIGH_OF(black_change);
        }
    }
    for (int color = WHITE; color <= BLACK; color++) {
        const Bitboard kings = c->kings[color];
        for (Bitboard b = kings ^ a->kings[color]; b != 0; b &= b - 1) {
            const int row = n->shape.king[color][lowest(b)];
            const bool removed = (kings & b & -b) != 0;
            JOIN(add_row, VECTOR_BYTES)(white, white_high, vectors, &weights[row * half], removed);
            JOIN(add_row, VECTOR_BYTES)(black, black_high, vectors, &weights[turned[row] * half], removed);
        }
    }
    UNROLLED
    for (int v = 0; v < vectors; v++) {
        ((VECTOR *)(a->pair[WHITE] + first))[v] = white[v];
        ((VECTOR *)(a->pair[BLACK] + first))[v] = black[v];
        ((SIGNED *)(a->high[WHITE] + first))[v] = white_high[v];
        ((SIGNED *)(a->high[BLACK] + first))[v] = black_high[v];
    }
}

#undef HIGH_OF
#undef SIGNED
#undef VECTOR
#undef JOIN
#undef JOINED
