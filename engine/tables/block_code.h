/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of symbols, compressed by arithmetic coding with the probabilities of their class and kind.
 *
 * A symbol is coded bit by bit from the highest one, each with a probability that depends on the bits before it and on
 * the context, the symbols before it in its block. A block is independent of all others. Symbols that are never probed
 * may have any value, and get the one that costs least.
 *
 * The coder keeps a range low to high of 32-bit numbers; each bit divides it in proportion to the probability of a 0,
 * which has BLOCK_PROBABILITY_BITS bits. Leading bytes in which low and high agree are written. Zero bytes at the end
 * of a block are left out, and supplied when it is decoded. */
#ifndef BUSHKA_TABLES_BLOCK_CODE_H
#define BUSHKA_TABLES_BLOCK_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    BLOCK_SYMBOLS = 1024,                      /* of each block but the last of a file */
    BLOCK_PROBABILITY_BITS = 16,               /* probabilities lie from 1 to 65535, in 1/65536 */
    BLOCK_CODE_MAX = BLOCK_SYMBOLS * 8 * 4 + 4 /* bytes in which any block fits: 32 bits for each bit of a symbol */
};

/* What the symbols are. */
typedef enum BlockKind {
    BLOCK_RESULTS = 0, /* Wdl: draw, win or loss */
    BLOCK_PLIES = 1,   /* 0 for a draw, else the plies to the end plus one, up to 254: odd for a loss, even for a win */
    BLOCK_KINDS
} BlockKind;

/* For both kinds: the bits of a symbol, the contexts, and the probabilities of a model. */
enum {
    BLOCK_RESULT_BITS = 2,
    BLOCK_PLY_BITS = 8,
    BLOCK_RESULT_CONTEXTS = 3 * 3 * 3 * 3 * 3,
    BLOCK_PLY_CONTEXTS = 64,
    BLOCK_RESULT_MODEL = BLOCK_RESULT_CONTEXTS << BLOCK_RESULT_BITS,
    BLOCK_PLY_MODEL = BLOCK_PLY_CONTEXTS << BLOCK_PLY_BITS,
    BLOCK_MODEL_MAX = BLOCK_PLY_MODEL
};

/* In a block to be encoded: a symbol that may have any value. */
enum { BLOCK_DONT_CARE = 255 };

/* How symbols are coded. Owns nothing; does not change while blocks are coded. */
typedef struct BlockModel {
    BlockKind kind;
    uint32_t row;                  /* symbols in a row, as in TableFileHeader: contexts look a row or two back */
    const uint16_t *probabilities; /* block_model_size() probabilities of a 0: by context, then by the bits before with
                                      a 1 in front */
} BlockModel;

/* How often each bit was 0 and 1, for each probability. */
typedef struct BlockCounts {
    uint32_t bits[BLOCK_MODEL_MAX][2];
} BlockCounts;

/* The number of probabilities in a model of that kind. */
int block_model_size(BlockKind kind);

/* Counts the bits of a block of `count` symbols, except those that may have any value. */
void block_count(BlockKind kind, uint32_t row, const uint8_t *symbols, int count, BlockCounts *counts);

/* Makes the probabilities from the counts. */
void block_model_make(BlockKind kind, const BlockCounts *counts, uint16_t *probabilities);

/* Replaces the symbols that may have any value by those that cost least, from the first to the last. */
void block_fill_dont_cares(const BlockModel *m, uint8_t *symbols, int count);

/* Encodes a block without such symbols. Returns the bytes written, at most BLOCK_CODE_MAX. */
size_t block_encode(const BlockModel *m, const uint8_t *symbols, int count, uint8_t *code);

/* Decodes a block of `count` symbols; any bytes give some symbols of the kind. */
void block_decode(const BlockModel *m, const uint8_t *code, size_t size, int count, uint8_t *symbols);

#endif
