/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/tablebase.h"

#include <stdlib.h>
#include <string.h>

#include "core/mix.h"
#include "core/movegen.h"
#include "system/file.h"
#include "tables/tables_builtin.h"

/* The tables of one board, by class. */
typedef struct BoardTables {
    NumberingBoard board;
    TableFile *files[BLOCK_KINDS][TABLE_CLASS_IDS]; /* NULL where there is none */
    int count, pieces;
} BoardTables;

struct Tablebase {
    BoardTables boards[VARIANT_COUNT];
};

enum {
    PACKED = BLOCK_SYMBOLS / WDL_PER_BYTE,
    PLIES_SHARE = 16 /* one block of plies is kept for that many of results */
};

/* The block that is kept at a place. */
typedef struct BlockName {
    const TableFile *file; /* NULL: none */
    uint32_t block;
} BlockName;

/* The blocks of one kind that were decoded last: two bits for each result, a byte for plies. */
typedef struct BlockCache {
    size_t places, block_bytes;
    BlockName *names; /* by place */
    uint8_t *bytes;
} BlockCache;

struct TablebaseCache {
    const Tablebase *tables;
    BlockCache kinds[BLOCK_KINDS];
};

static const BoardTables *board_tables(const Tablebase *t, const Variant *v)
{
    return &t->boards[variant_index(v)];
}

static ErrorCode no_memory(Error *e)
{
    return error_set(e, ERROR_MEMORY, "not enough memory for the tablebases");
}

/* Puts an open file in the place of its class and kind. */
static void keep_file(BoardTables *b, TableFile *file)
{
    const TableClass c = file->numbering.class;
    b->files[file->model.kind][table_class_id(c)] = file;
    if (file->model.kind == BLOCK_RESULTS && table_class_pieces(c) > b->pieces) {
        b->pieces = table_class_pieces(c);
    }
}

/* Opens a file where there is none of its class and kind yet. */
static ErrorCode open_file(BoardTables *b, const char *path, TableClass c, BlockKind kind, Error *e)
{
    if (b->files[kind][table_class_id(c)] != NULL || !file_exists(path)) {
        return error_clear(e);
    }
    TableFile *const file = malloc(sizeof *file);
    if (file == NULL) {
        return no_memory(e);
    }
    if (table_file_open(file, path, &b->board, c, kind, e) != ERROR_NONE) {
        free(file);
        return e->code;
    }
    keep_file(b, file);
    b->count += kind == BLOCK_RESULTS;
    return error_clear(e);
}

/* Opens the tables of one folder and board. */
static ErrorCode open_board(BoardTables *b, const char *folder, TablebaseRefused refused, void *context, Error *e)
{
    TableClass classes[TABLE_CLASSES_MAX];
    const int count = table_class_list(TABLE_PIECES_MAX, classes);
    for (int i = 0; i < count * BLOCK_KINDS; i++) {
        const TableClass c = classes[i / BLOCK_KINDS];
        const BlockKind kind = (BlockKind)(i % BLOCK_KINDS);
        const TableFilePath path = table_file_path(folder, b->board.variant, c, kind);
        const ErrorCode code = open_file(b, path.text, c, kind, e);
        if (code == ERROR_SYNTAX && refused != NULL) {
            refused(context, e->text);
        } else if (code != ERROR_NONE) {
            return code;
        }
    }
    return error_clear(e);
}

/* Opens the tables of the first folder of a list, and moves on to the next. */
static ErrorCode open_first(Tablebase *t, const Variant *only, const char **folders, TablebaseRefused refused,
                            void *context, Error *e)
{
    const char *const end = strchr(*folders, file_list_separator());
    const size_t length = end != NULL ? (size_t)(end - *folders) : strlen(*folders);
    static const char INSIDE[] = "/."; /* exists only for those who may enter the folder */
    char *const folder = malloc(length + sizeof INSIDE);
    if (folder == NULL) {
        return no_memory(e);
    }
    memcpy(folder, *folders, length);
    memcpy(folder + length, INSIDE, sizeof INSIDE);
    const bool is_open = length > 0 && file_is_directory(folder);
    folder[length] = '\0';
    *folders += length + (end != NULL);
    ErrorCode code = error_clear(e);
    if (!is_open) {
        code = error_set(e, ERROR_SYNTAX, "%s is not a folder that can be read", length > 0 ? folder : "\"\"");
    }
    for (int i = 0; i < VARIANT_COUNT && code == ERROR_NONE; i++) {
        if (only == NULL || only == variant_at(i)) {
            code = open_board(&t->boards[i], folder, refused, context, e);
        }
    }
    free(folder);
    return code;
}

/* Opens those that are part of the program. */
static ErrorCode open_builtin(Tablebase *t, Error *e)
{
    for (int i = 0; i < VARIANT_COUNT; i++) {
        BoardTables *const b = &t->boards[i];
        size_t left;
        const uint8_t *bytes = tables_builtin(variant_at(i), &left);
        while (left > 0) {
            TableFile *const file = malloc(sizeof *file);
            if (file == NULL) {
                return no_memory(e);
            }
            if (table_file_open_memory(file, "a built-in table", bytes, left, &b->board, e) != ERROR_NONE) {
                free(file);
                return e->code;
            }
            keep_file(b, file);
            bytes += file->size;
            left -= (size_t)file->size;
        }
    }
    return error_clear(e);
}

ErrorCode tablebase_open(const char *folders, const Variant *only, TablebaseRefused refused, void *context,
                         Tablebase **tables, Error *e)
{
    *tables = NULL;
    Tablebase *const t = calloc(1, sizeof *t);
    if (t == NULL) {
        return no_memory(e);
    }
    for (int i = 0; i < VARIANT_COUNT; i++) {
        numbering_board_init(&t->boards[i].board, variant_at(i));
    }
    ErrorCode code = folders == NULL ? open_builtin(t, e) : error_clear(e);
    const char *left = folders != NULL ? folders : "";
    while (code == ERROR_NONE && *left != '\0') {
        code = open_first(t, only, &left, refused, context, e);
    }
    if (code == ERROR_NONE && only != NULL && tablebase_count(t, only) == 0) {
        code = error_set(e, ERROR_SYNTAX, "there is no tablebase of %s in %s", only->name, folders);
    }
    if (code != ERROR_NONE) {
        tablebase_free(t);
        return code;
    }
    *tables = t;
    return ERROR_NONE;
}

void tablebase_free(Tablebase *tables)
{
    if (tables == NULL) {
        return;
    }
    for (int i = 0; i < VARIANT_COUNT; i++) {
        for (int n = 0; n < BLOCK_KINDS * TABLE_CLASS_IDS; n++) {
            TableFile *const file = tables->boards[i].files[n / TABLE_CLASS_IDS][n % TABLE_CLASS_IDS];
            if (file != NULL) {
                table_file_close(file);
                free(file);
            }
        }
    }
    free(tables);
}

TableFile *tablebase_file(const Tablebase *tables, const Variant *v, TableClass c, BlockKind kind)
{
    return table_class_possible(c) ? board_tables(tables, v)->files[kind][table_class_id(c)] : NULL;
}

int tablebase_count(const Tablebase *tables, const Variant *v)
{
    return board_tables(tables, v)->count;
}

int tablebase_pieces(const Tablebase *tables, const Variant *v)
{
    return board_tables(tables, v)->pieces;
}

const TableFile *tablebase_next_damaged(const Tablebase *tables, const Variant *v)
{
    const BoardTables *const b = board_tables(tables, v);
    for (int i = 0; i < BLOCK_KINDS * TABLE_CLASS_IDS; i++) {
        TableFile *const file = b->files[i / TABLE_CLASS_IDS][i % TABLE_CLASS_IDS];
        if (file != NULL && !file->damage_reported && atomic_load_explicit(&file->damaged, memory_order_relaxed)) {
            file->damage_reported = true;
            return file;
        }
    }
    return NULL;
}

static bool block_cache_make(BlockCache *c, size_t places, size_t block_bytes)
{
    *c = (BlockCache){.places = places,
                      .block_bytes = block_bytes,
                      .names = calloc(places, sizeof *c->names),
                      .bytes = malloc(places * block_bytes)};
    return c->names != NULL && c->bytes != NULL;
}

TablebaseCache *tablebase_cache_new(const Tablebase *tables, size_t blocks)
{
    TablebaseCache *const cache = calloc(1, sizeof *cache);
    if (cache == NULL) {
        return NULL;
    }
    cache->tables = tables;
    const bool results = block_cache_make(&cache->kinds[BLOCK_RESULTS], blocks, PACKED);
    const bool plies =
        block_cache_make(&cache->kinds[BLOCK_PLIES], (blocks + PLIES_SHARE - 1) / PLIES_SHARE, BLOCK_SYMBOLS);
    if (!results || !plies) {
        tablebase_cache_free(cache);
        return NULL;
    }
    return cache;
}

void tablebase_cache_free(TablebaseCache *cache)
{
    for (int i = 0; i < BLOCK_KINDS && cache != NULL; i++) {
        free(cache->kinds[i].names);
        free(cache->kinds[i].bytes);
    }
    free(cache);
}

/* The place of a block among those that are kept. */
static size_t place_of(const TableFile *file, uint32_t block, size_t places)
{
    /* The blocks of a file take consecutive places, from one that its address chooses. */
    const uint64_t begin = (uint64_t)(uintptr_t)file * MIX_STEP;
    return (size_t)((begin >> 32) + block) % places;
}

/* Decodes a block into its place. */
static bool read_block(TableFile *file, uint32_t block, uint8_t *kept)
{
    uint8_t symbols[BLOCK_SYMBOLS];
    const int count =
        atomic_load_explicit(&file->damaged, memory_order_relaxed) ? 0 : table_file_block(file, block, symbols);
    if (file->model.kind == BLOCK_PLIES) {
        memcpy(kept, symbols, (size_t)count);
    } else {
        memset(kept, 0, PACKED);
        for (int i = 0; i < count; i++) {
            wdl_set(kept, (uint64_t)i, (Wdl)symbols[i]);
        }
    }
    return count > 0;
}

/* The value at a number of a file; VALUE_NONE when its block cannot be read. */
static int value_at(BlockCache *c, TableFile *file, uint64_t number)
{
    const uint32_t block = (uint32_t)(number / BLOCK_SYMBOLS);
    const size_t place = place_of(file, block, c->places);
    uint8_t *const kept = c->bytes + place * c->block_bytes;
    BlockName *const name = &c->names[place];
    if (name->file != file || name->block != block) {
        *name = (BlockName){.file = NULL};
        if (!read_block(file, block, kept)) {
            return VALUE_NONE;
        }
        *name = (BlockName){file, block};
    }
    return file->model.kind == BLOCK_PLIES ? kept[number % BLOCK_SYMBOLS]
                                           : value_of_wdl(wdl_get(kept, number % BLOCK_SYMBOLS));
}

static int value_of(TablebaseCache *cache, const Position *p, BlockKind kind);

/* The best of the values that captures lead to. For results the first win is enough. */
static int value_by_captures(TablebaseCache *cache, const Position *p, BlockKind kind)
{
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(p, &moves);
    BestValue best = {.unknown = moves.failed};
    for (int i = 0; i < moves.count && !(kind == BLOCK_RESULTS && best.win != VALUE_DRAW); i++) {
        const Position next = position_after_keyed(p, moves.moves[i], 0);
        best_value_add(&best, value_of(cache, &next, kind));
    }
    move_list_free(&moves);
    return kind == BLOCK_RESULTS && best.win != VALUE_DRAW ? best.win : best_value(&best);
}

/* The value of a position by the tables of a kind. */
static int value_of(TablebaseCache *cache, const Position *p, BlockKind kind)
{
    if (position_pieces(p, p->side) == 0) {
        return VALUE_LOSS;
    }
    if (popcount(position_occupied(p)) > tablebase_pieces(cache->tables, p->variant)) {
        return VALUE_NONE;
    }
    if (movegen_can_capture(p, p->side)) {
        return value_by_captures(cache, p, kind);
    }
    const TablePieces pieces = table_pieces_of(p);
    TableFile *const file = tablebase_file(cache->tables, p->variant, table_class_of(pieces), kind);
    return file == NULL ? VALUE_NONE
                        : value_at(&cache->kinds[kind], file, numbering_number(&file->numbering, pieces, NULL));
}

Wdl tablebase_probe_wdl(TablebaseCache *cache, const Position *p)
{
    return value_wdl(value_of(cache, p, BLOCK_RESULTS));
}

TablebaseValue tablebase_probe(TablebaseCache *cache, const Position *p)
{
    const Wdl result = tablebase_probe_wdl(cache, p);
    if (result == WDL_DRAW || result == WDL_NONE) {
        return (TablebaseValue){result, result == WDL_DRAW ? 0 : -1};
    }
    const int value = value_of(cache, p, BLOCK_PLIES);
    return (TablebaseValue){result, value == VALUE_NONE ? -1 : value - 1};
}
