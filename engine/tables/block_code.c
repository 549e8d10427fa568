/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/block_code.h"

enum { RESULTS = 3, RANGE_BITS = 32, BYTE_BITS = 8, TOP_SHIFT = RANGE_BITS - BYTE_BITS };

static const uint32_t PROBABILITY_ONE = (uint32_t)1 << BLOCK_PROBABILITY_BITS;

static int bits_of(BlockKind kind)
{
    return kind == BLOCK_RESULTS ? BLOCK_RESULT_BITS : BLOCK_PLY_BITS;
}

int block_model_size(BlockKind kind)
{
    return kind == BLOCK_RESULTS ? BLOCK_RESULT_MODEL : BLOCK_PLY_MODEL;
}

/* The symbol `distance` places before the i-th one; 0 if that is before the block. */
static inline unsigned before(const uint8_t *symbols, int i, uint32_t distance)
{
    return (uint32_t)i >= distance ? symbols[(uint32_t)i - distance] : 0;
}

/* The context of the i-th symbol, given those before it. */
static inline unsigned context_of(BlockKind kind, uint32_t row, const uint8_t *symbols, int i)
{
    if (kind == BLOCK_RESULTS) {
        unsigned context = before(symbols, i, 1);
        context = context * RESULTS + before(symbols, i, 2);
        context = context * RESULTS + before(symbols, i, row);
        context = context * RESULTS + before(symbols, i, row - 1);
        return context * RESULTS + before(symbols, i, 2 * row);
    }
    const unsigned last = before(symbols, i, 1);
    return last < BLOCK_PLY_CONTEXTS ? last : BLOCK_PLY_CONTEXTS - 2 + last % 2;
}

/* The place of the probability of the bit that comes after those of `node`. */
static inline unsigned place_of(BlockKind kind, unsigned context, unsigned node)
{
    return (context << bits_of(kind)) + node;
}

static inline unsigned bit_of(unsigned symbol, int shift)
{
    return symbol >> shift & 1;
}

void block_count(BlockKind kind, uint32_t row, const uint8_t *symbols, int count, BlockCounts *counts)
{
    uint8_t known[BLOCK_SYMBOLS]; /* a symbol that may have any value counts as the one before it */
    for (int i = 0; i < count; i++) {
        known[i] = symbols[i] != BLOCK_DONT_CARE ? symbols[i] : i > 0 ? known[i - 1] : 0;
        if (symbols[i] == BLOCK_DONT_CARE) {
            continue;
        }
        const unsigned context = context_of(kind, row, known, i);
        unsigned node = 1;
        for (int shift = bits_of(kind) - 1; shift >= 0; shift--) {
            const unsigned b = bit_of(symbols[i], shift);
            counts->bits[place_of(kind, context, node)][b]++;
            node = node << 1 | b;
        }
    }
}

void block_model_make(BlockKind kind, const BlockCounts *counts, uint16_t *probabilities)
{
    for (int i = 0; i < block_model_size(kind); i++) {
        const uint64_t zeros = counts->bits[i][0], ones = counts->bits[i][1];
        const uint64_t p = zeros + ones == 0 ? PROBABILITY_ONE / 2 : (zeros * PROBABILITY_ONE) / (zeros + ones);
        probabilities[i] = (uint16_t)(p < 1 ? 1 : p > PROBABILITY_ONE - 1 ? PROBABILITY_ONE - 1 : p);
    }
}

/* The symbol each of whose bits is the likelier one. */
static unsigned likely(const BlockModel *m, unsigned context)
{
    unsigned node = 1;
    for (int i = 0; i < bits_of(m->kind); i++) {
        node = node << 1 | (m->probabilities[place_of(m->kind, context, node)] < PROBABILITY_ONE / 2);
    }
    return node - (1U << bits_of(m->kind));
}

void block_fill_dont_cares(const BlockModel *m, uint8_t *symbols, int count)
{
    for (int i = 0; i < count; i++) {
        if (symbols[i] == BLOCK_DONT_CARE) {
            symbols[i] = (uint8_t)likely(m, context_of(m->kind, m->row, symbols, i));
        }
    }
}

/* The last number of that part of the range from low to high which stands for a 0. */
static inline uint32_t divide(uint32_t low, uint32_t high, uint16_t probability)
{
    return low + (uint32_t)((uint64_t)(high - low) * probability >> BLOCK_PROBABILITY_BITS);
}

/* True when the highest bytes agree. */
static inline bool agree(uint32_t low, uint32_t high)
{
    return ((low ^ high) >> TOP_SHIFT) == 0;
}

size_t block_encode(const BlockModel *m, const uint8_t *symbols, int count, uint8_t *code)
{
    uint32_t low = 0, high = UINT32_MAX;
    size_t size = 0;
    for (int i = 0; i < count; i++) {
        const unsigned context = context_of(m->kind, m->row, symbols, i);
        unsigned node = 1;
        for (int shift = bits_of(m->kind) - 1; shift >= 0; shift--) {
            const unsigned b = bit_of(symbols[i], shift);
            const uint32_t middle = divide(low, high, m->probabilities[place_of(m->kind, context, node)]);
            if (b == 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
            for (; agree(low, high); low <<= BYTE_BITS, high = high << BYTE_BITS | UINT8_MAX) {
                code[size++] = (uint8_t)(high >> TOP_SHIFT);
            }
            node = node << 1 | b;
        }
    }
    /* The number in the range with the fewest bytes before zeros. */
    if (low > 0) {
        uint32_t end = high;
        for (int shift = TOP_SHIFT; shift >= 0; shift -= BYTE_BITS) {
            end = high >> shift << shift;
            if (end >= low) {
                break;
            }
        }
        for (int shift = TOP_SHIFT; shift >= 0; shift -= BYTE_BITS) {
            code[size++] = (uint8_t)(end >> shift);
        }
    }
    while (size > 0 && code[size - 1] == 0) {
        size--;
    }
    return size;
}

/* The body of block_decode(), compiled once for each kind. */
static inline void decode(BlockKind kind, const BlockModel *m, const uint8_t *code, size_t size, int count,
                          uint8_t *symbols)
{
    uint32_t low = 0, high = UINT32_MAX, at = 0;
    size_t next = 0;
    for (; next < sizeof at; next++) {
        at = at << BYTE_BITS | (next < size ? code[next] : 0);
    }
    for (int i = 0; i < count; i++) {
        const unsigned context = context_of(kind, m->row, symbols, i);
        unsigned node = 1;
        for (int n = 0; n < bits_of(kind); n++) {
            const uint32_t middle = divide(low, high, m->probabilities[place_of(kind, context, node)]);
            const unsigned b = at > middle;
            if (b == 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
            for (; agree(low, high); low <<= BYTE_BITS, high = high << BYTE_BITS | UINT8_MAX, next++) {
                at = at << BYTE_BITS | (next < size ? code[next] : 0);
            }
            node = node << 1 | b;
        }
        symbols[i] = (uint8_t)(node - (1U << bits_of(kind)));
        if (kind == BLOCK_RESULTS && symbols[i] >= RESULTS) {
            symbols[i] = 0; /* no such result: the code is damaged */
        }
    }
}

void block_decode(const BlockModel *m, const uint8_t *code, size_t size, int count, uint8_t *symbols)
{
    if (m->kind == BLOCK_RESULTS) {
        decode(BLOCK_RESULTS, m, code, size, count, symbols);
    } else {
        decode(BLOCK_PLIES, m, code, size, count, symbols);
    }
}
