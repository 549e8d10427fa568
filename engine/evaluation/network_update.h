/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Updates the sums of neurons from one position to another with vectors of VECTOR_BYTES bytes. network.c includes this
 * file once for every size that processors have: operations on larger vectors than their own go through memory and take
 * twice as long. Private to network.c, which explains the changes. */

#define JOINED(name, bytes) name##bytes
#define JOIN(name, bytes) JOINED(name, bytes)
#define VECTOR JOIN(Vector, VECTOR_BYTES)
#define SIGNED JOIN(Signed, VECTOR_BYTES)

/* That many bytes of numbers at once. Compilers turn operations on them into the processor's vector instructions. */
typedef uint16_t VECTOR __attribute__((vector_size(VECTOR_BYTES), may_alias));
typedef int16_t SIGNED __attribute__((vector_size(VECTOR_BYTES), may_alias));

/* The second numbers of pairs. A macro: functions cannot return vectors that the target lacks. */
#define HIGH_OF(pairs) ((SIGNED)((pairs) + NETWORK_PAIR / 2) >> NETWORK_PAIR_BITS)

/* Updates `vectors` vectors of one view's sums, from pair `first` on, from those of `base` to those of `a`. Meanwhile
 * they stay in registers. */
INLINE_HOT void JOIN(apply, VECTOR_BYTES)(const int16_t *input, int view, int first, int vectors,
                                          const RowChange *changes, int count, const Accumulator *base, Accumulator *a)
{
    VECTOR pair[VECTORS_MAX];
    SIGNED high[VECTORS_MAX];
    /* If these loops are not unrolled the sums go through memory, which costs a fifth of the time of an evaluation. */
    UNROLLED
    for (int v = 0; v < vectors; v++) {
        pair[v] = ((const VECTOR *)(base->pair[view] + first))[v];
        high[v] = ((const SIGNED *)(base->high[view] + first))[v];
    }
    for (const RowChange *c = changes; c < changes + count; c++) {
        const VECTOR *const removed = (const VECTOR *)(input + first + c->removed[view]);
        const VECTOR *const added = (const VECTOR *)(input + first + c->added[view]);
        UNROLLED
        for (int v = 0; v < vectors; v++) {
            const VECTOR change = added[v] - removed[v];
            pair[v] += change;
            high[v] += HIGH_OF(change);
        }
    }
    UNROLLED
    for (int v = 0; v < vectors; v++) {
        ((VECTOR *)(a->pair[view] + first))[v] = pair[v];
        ((SIGNED *)(a->high[view] + first))[v] = high[v];
    }
}

#undef HIGH_OF
#undef SIGNED
#undef VECTOR
#undef JOIN
#undef JOINED
#undef VECTOR_BYTES
