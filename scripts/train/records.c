/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/records.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "system/bytes.h"
#include "system/file.h"
#include "system/random.h"

enum { MAGIC_SIZE = 8 };

/* Read as the beginning of a position they would be men off the board. */
static const char HEADER_MAGIC[] = RECORDS_MAGIC;
static const char GAME_MAGIC[] = "bushkaGM";

typedef unsigned char Block[RECORDS_BLOCK];

/* Begins a block with magic; returns the place after it. */
static unsigned char *begin_block(Block block, const char *magic)
{
    memset(block, 0, RECORDS_BLOCK);
    memcpy(block, magic, MAGIC_SIZE);
    return block + MAGIC_SIZE;
}

static bool has_magic(const Block block, const char *magic)
{
    return memcmp(block, magic, MAGIC_SIZE) == 0;
}

static void pack_header(Block block, const RecordsHeader *header)
{
    unsigned char *to = begin_block(block, HEADER_MAGIC);
    to = bytes_put(to, RECORDS_VERSION, 1);
    to = bytes_put(to, (uint64_t)variant_index(header->variant), 1);
    to = bytes_put(to, 0, 2);
    to = bytes_put(to, header->shard, 4);
    to = bytes_put(to, header->shards, 4);
    to = bytes_put(to, header->seed, 8);
    to = bytes_put(to, header->nodes, 4);
    (void)bytes_put(to, header->play, 8);
}

/* Reads a file header and returns its board; NULL with *e filled if it is not one. */
static const Variant *unpack_header(const Block block, RecordsHeader *header, Error *e)
{
    const unsigned char *from = block + MAGIC_SIZE;
    Block again;
    const unsigned version = (unsigned)bytes_take(&from, 1);
    const unsigned board = (unsigned)bytes_take(&from, 1);
    bytes_take(&from, 2);
    if (version != RECORDS_VERSION) {
        error_set(e, ERROR_SYNTAX, "made for version %u of record files; this program reads version %d", version,
                  (int)RECORDS_VERSION);
        return NULL;
    }
    header->variant = board < VARIANT_COUNT ? variant_at((int)board) : NULL;
    if (header->variant == NULL) {
        error_set(e, ERROR_SYNTAX, "damaged: unknown board number %u", board);
        return NULL;
    }
    header->shard = (uint32_t)bytes_take(&from, 4);
    header->shards = (uint32_t)bytes_take(&from, 4);
    header->seed = bytes_take(&from, 8);
    header->nodes = (uint32_t)bytes_take(&from, 4);
    header->play = bytes_take(&from, 8);
    pack_header(again, header);
    if (header->shard >= header->shards || memcmp(block, again, RECORDS_BLOCK) != 0) {
        error_set(e, ERROR_SYNTAX, "damaged: its header is not that of a record file");
        return NULL;
    }
    return header->variant;
}

static void pack_position(Block block, const RecordsPosition *r)
{
    memset(block, 0, RECORDS_BLOCK);
    unsigned char *to = block;
    for (int side = WHITE; side <= BLACK; side++) {
        to = bytes_put(to, r->men[side], 8);
        to = bytes_put(to, r->kings[side], 8);
    }
    to = bytes_put(to, (uint16_t)r->score, 2);
    to = bytes_put(to, r->ply, 2);
    to = bytes_put(to, (uint8_t)r->result, 1);
    (void)bytes_put(to, r->side, 1);
}

/* Begins the check with what the game's block holds. */
static uint64_t check_begin(const RecordsGame *game)
{
    const uint64_t rest = (uint64_t)game->count << 32 | (uint64_t)game->plies << 8 | (uint8_t)game->result;
    return random_pair(game->number, rest);
}

/* Adds a position to the check. */
static uint64_t check_add(uint64_t check, const Block block)
{
    const unsigned char *from = block;
    for (int i = 0; i < RECORDS_BLOCK / 8; i++) {
        check = random_pair(check, bytes_take(&from, 8));
    }
    return check;
}

static RecordsPosition unpack_position(const Block block)
{
    RecordsPosition r;
    const unsigned char *from = block;
    for (int side = WHITE; side <= BLACK; side++) {
        r.men[side] = bytes_take(&from, 8);
        r.kings[side] = bytes_take(&from, 8);
    }
    r.score = (int16_t)(uint16_t)bytes_take(&from, 2);
    r.ply = (uint16_t)bytes_take(&from, 2);
    r.result = (int8_t)(uint8_t)bytes_take(&from, 1);
    r.side = (uint8_t)bytes_take(&from, 1);
    return r;
}

/* True if the pieces stand on the board, no two on a square and no man where it would be a king, and the numbers fit
 * the game. */
static bool is_sound(const Variant *v, const RecordsPosition *r, const RecordsGame *game)
{
    const Bitboard sets[] = {r->men[WHITE], r->kings[WHITE], r->men[BLACK], r->kings[BLACK]};
    Bitboard seen = 0;
    bool sound = r->side <= BLACK && r->result == game->result && !score_is_mate(r->score) && r->ply <= game->plies;
    for (size_t i = 0; i < sizeof sets / sizeof sets[0]; i++) {
        sound = sound && (sets[i] & (seen | ~v->board)) == 0;
        seen |= sets[i];
    }
    return sound && (r->men[WHITE] & v->promotion[WHITE]) == 0 && (r->men[BLACK] & v->promotion[BLACK]) == 0;
}

Position records_position(const Variant *v, const RecordsPosition *r)
{
    Position p = position_empty(v);
    for (int side = WHITE; side <= BLACK; side++) {
        p.men[side] = r->men[side];
        p.kings[side] = r->kings[side];
    }
    p.side = (Color)r->side;
    p.key = position_compute_key(&p);
    return p;
}

RecordsPosition records_make(const Position *p, Score score, int ply)
{
    const RecordsPosition r = {.men = {p->men[WHITE], p->men[BLACK]},
                               .kings = {p->kings[WHITE], p->kings[BLACK]},
                               .score = (int16_t)score,
                               .ply = (uint16_t)ply,
                               .side = (uint8_t)p->side};
    return r;
}

static bool write_block(FILE *file, const Block block)
{
    return fwrite(block, 1, RECORDS_BLOCK, file) == RECORDS_BLOCK;
}

bool records_write_header(FILE *file, const RecordsHeader *header)
{
    Block block;
    pack_header(block, header);
    return write_block(file, block);
}

bool records_write_game(FILE *file, const RecordsGame *game)
{
    Block block;
    uint64_t check = check_begin(game);
    for (uint32_t i = 0; i < game->count; i++) {
        pack_position(block, &game->positions[i]);
        check = check_add(check, block);
    }
    unsigned char *to = begin_block(block, GAME_MAGIC);
    to = bytes_put(to, game->number, 8);
    to = bytes_put(to, game->count, 4);
    to = bytes_put(to, game->plies, 2);
    to = bytes_put(to, (uint8_t)game->result, 1);
    to = bytes_put(to, 0, 1);
    (void)bytes_put(to, check, 8);
    bool good = write_block(file, block);
    for (uint32_t i = 0; i < game->count && good; i++) {
        pack_position(block, &game->positions[i]);
        good = write_block(file, block);
    }
    return good;
}

/* A file being read. */
typedef struct RecordsReader {
    FILE *file;
    const Variant *wanted; /* or NULL */
    RecordsHeader header;
    bool has_header;
    RecordsPosition *positions; /* RECORDS_POSITIONS_MAX of them */
    int64_t read;               /* bytes, in whole blocks; the `long` of ftell() may be too small for them */
    int64_t whole;              /* bytes up to the end of the last complete game */
    bool torn;                  /* the file ends within a block or a game */
} RecordsReader;

/* Reads a block; false at the end of the file, with `torn` set when it ends within a block. */
static bool read_block(RecordsReader *r, Block block)
{
    const size_t n = fread(block, 1, RECORDS_BLOCK, r->file);
    const bool whole = n == RECORDS_BLOCK;
    r->torn = r->torn || (n > 0 && !whole);
    r->read += whole ? RECORDS_BLOCK : 0;
    return whole;
}

static ErrorCode read_header(RecordsReader *r, const Block block, RecordsVisitor visit, void *context, Error *e)
{
    const Variant *const before = r->has_header ? r->header.variant : r->wanted;
    const Variant *const board = unpack_header(block, &r->header, e);
    if (board == NULL) {
        return e->code;
    }
    if (before != NULL && before != board) {
        return error_set(e, ERROR_SYNTAX, "holds positions of board %s instead of %s", board->name, before->name);
    }
    r->has_header = true;
    return visit(context, &r->header, NULL, e);
}

/* Reads the positions of the game with that block, and passes the game to the visitor. */
static ErrorCode read_game(RecordsReader *r, const Block block, RecordsVisitor visit, void *context, Error *e)
{
    const unsigned char *from = block + MAGIC_SIZE;
    RecordsGame game = {.positions = r->positions};
    game.number = bytes_take(&from, 8);
    game.count = (uint32_t)bytes_take(&from, 4);
    game.plies = (uint16_t)bytes_take(&from, 2);
    game.result = (int8_t)(uint8_t)bytes_take(&from, 1);
    const bool filled = bytes_take(&from, 1) != 0;
    const uint64_t expected = bytes_take(&from, 8);
    uint64_t check = check_begin(&game);
    bool sound = !filled && bytes_take(&from, 8) == 0 && game.count <= RECORDS_POSITIONS_MAX && game.result >= -1 &&
                 game.result <= 1 && game.number % r->header.shards == r->header.shard;
    for (uint32_t i = 0; i < game.count && sound; i++) {
        Block next;
        if (!read_block(r, next)) {
            r->torn = true;
            return ERROR_NONE;
        }
        check = check_add(check, next);
        r->positions[i] = unpack_position(next);
        sound = is_sound(r->header.variant, &r->positions[i], &game);
    }
    if (!sound || check != expected) {
        return error_set(e, ERROR_SYNTAX, "game %" PRIu64 ": damaged", game.number);
    }
    return visit(context, &r->header, &game, e);
}

static ErrorCode refuse_foreign(Error *e)
{
    return error_set(e, ERROR_SYNTAX, "not a record file: it does not begin with \"%s\"", HEADER_MAGIC);
}

static ErrorCode read_all(RecordsReader *r, RecordsVisitor visit, void *context, Error *e)
{
    Block block;
    ErrorCode code = error_clear(e);
    while (code == ERROR_NONE && !r->torn && read_block(r, block)) {
        if (has_magic(block, HEADER_MAGIC)) {
            code = read_header(r, block, visit, context, e);
        } else if (!r->has_header) {
            code = refuse_foreign(e);
        } else if (has_magic(block, GAME_MAGIC)) {
            code = read_game(r, block, visit, context, e);
        } else {
            code = error_set(e, ERROR_SYNTAX, "damaged at byte %" PRId64 ": neither a game nor a header begins here",
                             r->read - RECORDS_BLOCK);
        }
        if (code == ERROR_NONE && !r->torn) {
            r->whole = r->read;
        }
    }
    if (code == ERROR_NONE && ferror(r->file)) {
        code = error_set(e, ERROR_SYNTAX, "%s", strerror(errno));
    }
    /* Shorter than a header, which is written at once: the generator did not write this. */
    return code == ERROR_NONE && r->torn && !r->has_header ? refuse_foreign(e) : code;
}

ErrorCode records_read_stream(FILE *stream, const char *path, const Variant *v, RecordsVisitor visit, void *context,
                              int64_t *whole, Error *e)
{
    RecordsReader r = {.file = stream, .wanted = v};
    Error reason;
    r.positions = malloc(RECORDS_POSITIONS_MAX * sizeof *r.positions);
    ErrorCode code = r.positions != NULL ? read_all(&r, visit, context, &reason)
                                         : error_set(&reason, ERROR_MEMORY, "not enough memory to read records");
    if (code == ERROR_NONE && whole == NULL && (r.torn || !r.has_header)) {
        code =
            error_set(&reason, ERROR_SYNTAX, "%s",
                      r.has_header ? "ends within a game; the generator, run again, continues after the last whole one"
                                   : "empty; a record file begins with a header");
    }
    if (code == ERROR_NONE || code == ERROR_INTERRUPTED) {
        error_set(e, code, "%s", code == ERROR_NONE ? "" : reason.text); /* the file is not to blame */
    } else {
        error_set(e, code, "%s: %s", path, reason.text);
    }
    if (whole != NULL) {
        *whole = r.whole;
    }
    free(r.positions);
    return code;
}

ErrorCode records_read(const char *path, const Variant *v, RecordsVisitor visit, void *context, int64_t *whole,
                       Error *e)
{
    FILE *const file = file_open_stream(path, e);
    if (file == NULL) {
        return e->code;
    }
    const ErrorCode code = records_read_stream(file, path, v, visit, context, whole, e);
    fclose(file);
    return code;
}

bool records_same_source(const RecordsHeader *a, const RecordsHeader *b)
{
    return a->variant == b->variant && a->seed == b->seed && a->play == b->play && a->nodes == b->nodes;
}
