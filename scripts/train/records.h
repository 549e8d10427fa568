/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Record files: games written by bushka-datagen and read by bushka-train.
 *
 * A file is a sequence of blocks of RECORDS_BLOCK bytes, numbers little-endian:
 *
 *     file header   magic "bushkaRF"  version 1  board 1  0 2  shard 4  shards 4  seed 8  nodes 4  play 8
 *     game        magic "bushkaGM"  number 8  positions 4  plies 2  result 1  0 1  check 8  0 8
 *     position    White's men 8, kings 8, Black's men 8, kings 8, score 2, ply 2, result 1, side 1, 0 2
 *
 * A game is followed by its positions. More file headers may stand between games, so that concatenated files of one
 * board are a record file, too. The check is a digest of the game: a damaged or incomplete game is refused.
 */
#ifndef BUSHKA_TRAIN_RECORDS_H
#define BUSHKA_TRAIN_RECORDS_H

#include <stdio.h>

#include "core/error.h"
#include "core/position.h"
#include "evaluation/score.h"

enum {
    RECORDS_BLOCK = 40, /* bytes */
    RECORDS_VERSION = 1,
    RECORDS_POSITIONS_MAX = 4096 /* of one game */
};

/* The beginning of every record file. */
#define RECORDS_MAGIC "bushkaRF"

/* What a file was made from. */
typedef struct RecordsHeader {
    const Variant *variant;
    uint64_t seed;  /* of the openings; seed and game number identify a game */
    uint64_t play;  /* digest of how the games were played: rules and evaluation weights */
    uint32_t nodes; /* searched for each move */
    uint32_t shard; /* the games whose number is shard modulo shards */
    uint32_t shards;
} RecordsHeader;

/* A quiet position of a game. */
typedef struct RecordsPosition {
    Bitboard men[COLOR_COUNT];
    Bitboard kings[COLOR_COUNT];
    int16_t score; /* of the search, White's view, not a mate score */
    uint16_t ply;  /* from the start position */
    int8_t result; /* of the game, White's view: 1 win, 0 draw, -1 loss */
    uint8_t side;  /* to move, a Color */
} RecordsPosition;

/* A complete game. Whoever makes the game owns `positions`. */
typedef struct RecordsGame {
    uint64_t number;
    RecordsPosition *positions;
    uint32_t count; /* 0 to RECORDS_POSITIONS_MAX */
    uint16_t plies; /* moves made, including those of the opening */
    int8_t result;  /* as above */
} RecordsGame;

/* Called for each header, with `game` NULL, and for each complete game with the header that it belongs to; both are
 * valid during the call only. A code other than ERROR_NONE (with *e filled) ends the reading. */
typedef ErrorCode (*RecordsVisitor)(void *context, const RecordsHeader *header, const RecordsGame *game, Error *e);

/* The position with its Zobrist key. */
Position records_position(const Variant *v, const RecordsPosition *r);

/* The record of a position. */
RecordsPosition records_make(const Position *p, Score score, int ply);

/* Write to an open file. False, with the reason in errno, if that fails. */
bool records_write_header(FILE *file, const RecordsHeader *header);
bool records_write_game(FILE *file, const RecordsGame *game);

/* Reads a regular file. Refuses ("PATH: game NUMBER: reason") everything that records_write_...() would not have
 * written, and a file of another board than v unless v is NULL. If `whole` is NULL, an empty file and one that ends
 * within a block or a game are refused, too; else *whole is the number of bytes up to the end of the last complete
 * game. */
ErrorCode records_read(const char *path, const Variant *v, RecordsVisitor visit, void *context, int64_t *whole,
                       Error *e);

/* The same for a stream at its beginning, named `path` in messages; it stays open. */
ErrorCode records_read_stream(FILE *stream, const char *path, const Variant *v, RecordsVisitor visit, void *context,
                              int64_t *whole, Error *e);

/* True if both describe the same games: everything but the shard is equal. */
bool records_same_source(const RecordsHeader *a, const RecordsHeader *b);

#endif
