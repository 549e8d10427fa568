/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/tablebase.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/mix.h"
#include "core/movegen.h"
#include "system/path.h"
#include "tables/table_file.h"
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
    PACKED = BLOCK_SYMBOLS / TABLE_RESULTS_IN_BYTE,
    PLIES_SHARE = 16 /* one block of plies is kept for so many of results */
};

/* A block of results that was decoded. */
typedef struct CachedBlock {
    const TableFile *file; /* NULL: none */
    uint32_t block;
    uint8_t results[PACKED];
} CachedBlock;

/* The same for plies. */
typedef struct CachedPlies {
    const TableFile *file;
    uint32_t block;
    uint8_t values[BLOCK_SYMBOLS];
} CachedPlies;

struct TablebaseCache {
    const Tablebase *tables;
    size_t blocks, ply_blocks;
    CachedBlock *cache;
    CachedPlies *plies; /* NULL until plies are asked for */
};

/* Values as numbers that can be compared: 0 a draw, the plies plus one else, and these. */
enum { VALUE_UNKNOWN = -1, VALUE_LOST_AT_ONCE = 1 };

static const BoardTables *board_tables(const Tablebase *t, const Variant *v)
{
    return &t->boards[variant_index(v)];
}

/* Opens one table if it is there. */
static ErrorCode open_table(BoardTables *b, const char *folder, TableClass c, BlockKind kind, TablebaseRefused refused,
                            void *context, Error *e)
{
    char name[TABLE_FILE_NAME_SIZE];
    TableFile **const place = &b->files[kind][table_class_id(c)];
    table_file_name(b->board.variant, c, kind, name);
    const size_t size = strlen(folder) + strlen(name) + 2;
    char *const path = malloc(size);
    TableFile *const file = malloc(sizeof *file);
    ErrorCode code = error_clear(e);
    bool opened = false;
    if (path == NULL || file == NULL) {
        code = error_set(e, ERROR_MEMORY, "there is no memory for the tables of endings");
    } else {
        snprintf(path, size, "%s/%s", folder, name);
        if (*place == NULL && path_exists(path)) {
            code = table_file_open(file, path, &b->board, c, kind, e);
            opened = code == ERROR_NONE;
        }
    }
    if (code == ERROR_SYNTAX) {
        if (refused != NULL) {
            refused(context, e->text);
        }
        code = error_clear(e);
    }
    if (opened) {
        *place = file;
        b->count += kind == BLOCK_RESULTS;
        if (kind == BLOCK_RESULTS && table_class_pieces(c) > b->pieces) {
            b->pieces = table_class_pieces(c);
        }
    } else {
        free(file);
    }
    free(path);
    return code;
}

/* Opens the tables of one folder and board. */
static ErrorCode open_folder(BoardTables *b, const char *folder, TablebaseRefused refused, void *context, Error *e)
{
    TableClass classes[TABLE_CLASSES_MOST];
    const int count = table_class_list(TABLE_PIECES_LEAST, TABLE_PIECES_MOST, classes);
    for (int i = 0; i < count; i++) {
        for (int kind = 0; kind < BLOCK_KINDS; kind++) {
            const TableClass swapped = table_class_swapped(classes[i]);
            ErrorCode code = open_table(b, folder, classes[i], (BlockKind)kind, refused, context, e);
            if (code == ERROR_NONE && !table_class_equal(classes[i], swapped)) {
                code = open_table(b, folder, swapped, (BlockKind)kind, refused, context, e);
            }
            if (code != ERROR_NONE) {
                return code;
            }
        }
    }
    return error_clear(e);
}

/* Opens the tables of the folder that is the first of a list, and moves on. */
static ErrorCode open_first(Tablebase *t, const char **folders, TablebaseRefused refused, void *context, Error *e)
{
    const char *const end = strchr(*folders, path_list_separator());
    const size_t length = end != NULL ? (size_t)(end - *folders) : strlen(*folders);
    char *const folder = malloc(length + 1);
    if (folder == NULL) {
        return error_set(e, ERROR_MEMORY, "there is no memory for the tables of endings");
    }
    memcpy(folder, *folders, length);
    folder[length] = '\0';
    *folders += length + (end != NULL);
    ErrorCode code = error_clear(e);
    if (!path_is_folder(folder)) {
        code = error_set(e, ERROR_SYNTAX, "%s is no folder that can be read", folder);
    }
    for (int i = 0; i < VARIANT_COUNT && code == ERROR_NONE; i++) {
        code = open_folder(&t->boards[i], folder, refused, context, e);
    }
    free(folder);
    return code;
}

ErrorCode tablebase_open(const char *folders, TablebaseRefused refused, void *context, Tablebase **tables, Error *e)
{
    *tables = NULL;
    Tablebase *const t = calloc(1, sizeof *t);
    if (t == NULL) {
        return error_set(e, ERROR_MEMORY, "there is no memory for the tables of endings");
    }
    for (int i = 0; i < VARIANT_COUNT; i++) {
        numbering_board_init(&t->boards[i].board, variant_at(i));
    }
    ErrorCode code = error_clear(e);
    while (code == ERROR_NONE && *folders != '\0') {
        code = open_first(t, &folders, refused, context, e);
    }
    if (code != ERROR_NONE) {
        tablebase_free(t);
        return code;
    }
    *tables = t;
    return ERROR_NONE;
}

ErrorCode tablebase_open_for(const char *folders, const Variant *v, TablebaseRefused refused, void *context,
                             Tablebase **tables, Error *e)
{
    if (tablebase_open(folders, refused, context, tables, e) != ERROR_NONE) {
        return e->code;
    }
    if (tablebase_count(*tables, v) > 0) {
        return error_clear(e);
    }
    tablebase_free(*tables);
    *tables = NULL;
    return error_set(e, ERROR_SYNTAX, "there is no table of endings of %s in %s", v->name, folders);
}

/* Puts a table in its place, where there is none; else closes it. */
static void add_builtin(BoardTables *b, TableFile *file)
{
    const TableClass c = file->numbering.class;
    TableFile **const place = &b->files[BLOCK_RESULTS][table_class_id(c)];
    if (*place == NULL) {
        *place = file;
        b->pieces = table_class_pieces(c) > b->pieces ? table_class_pieces(c) : b->pieces;
    } else {
        table_file_close(file);
        free(file);
    }
}

ErrorCode tablebase_add_builtin(Tablebase *tables, Error *e)
{
    for (int i = 0; i < VARIANT_COUNT; i++) {
        BoardTables *const b = &tables->boards[i];
        size_t left, size;
        const uint8_t *bytes = tables_builtin(variant_at(i), &left);
        for (; left > 0; bytes += size, left -= size) {
            TableFile *const file = malloc(sizeof *file);
            if (file == NULL) {
                return error_set(e, ERROR_MEMORY, "there is no memory for the tables of endings");
            }
            if (table_file_open_bytes(file, "a built-in table", bytes, left, &b->board, &size, e) != ERROR_NONE) {
                free(file);
                return e->code;
            }
            add_builtin(b, file);
        }
    }
    return error_clear(e);
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

/* The file about a class, or NULL. */
static TableFile *file_of(const BoardTables *b, TableClass c, BlockKind kind)
{
    return table_class_possible(c) ? b->files[kind][table_class_id(c)] : NULL;
}

bool tablebase_has(const Tablebase *tables, const Variant *v, TableClass c, BlockKind kind)
{
    return file_of(board_tables(tables, v), c, kind) != NULL;
}

int tablebase_count(const Tablebase *tables, const Variant *v)
{
    return board_tables(tables, v)->count;
}

int tablebase_pieces(const Tablebase *tables, const Variant *v)
{
    return board_tables(tables, v)->pieces;
}

TablebaseCache *tablebase_cache_new(const Tablebase *tables, size_t blocks)
{
    TablebaseCache *const r = calloc(1, sizeof *r);
    CachedBlock *const cache = calloc(blocks, sizeof *cache);
    if (r == NULL || cache == NULL) {
        free(r);
        free(cache);
        return NULL;
    }
    *r = (TablebaseCache){
        .tables = tables, .blocks = blocks, .ply_blocks = (blocks + PLIES_SHARE - 1) / PLIES_SHARE, .cache = cache};
    return r;
}

void tablebase_cache_free(TablebaseCache *r)
{
    if (r != NULL) {
        free(r->plies);
        free(r->cache);
        free(r);
    }
}

/* The place of a block among so many that are kept. */
static size_t place_of(const TableFile *file, uint32_t block, size_t places)
{
    /* The blocks of a file take places one after the other, from one on that its address chooses. */
    const uint64_t begin = (uint64_t)(uintptr_t)file * MIX_STEP;
    return (size_t)((begin >> 32) + block) % places;
}

/* What stands at a number of a file of results. */
static Wdl result_at(TablebaseCache *r, TableFile *file, uint64_t number)
{
    const uint32_t block = (uint32_t)(number / BLOCK_SYMBOLS);
    CachedBlock *const kept = &r->cache[place_of(file, block, r->blocks)];
    if (kept->file != file || kept->block != block) {
        uint8_t symbols[BLOCK_SYMBOLS];
        if (atomic_load_explicit(&file->damaged, memory_order_relaxed)) {
            return WDL_NONE;
        }
        const int count = table_file_block(file, block, symbols);
        if (count == 0) {
            return WDL_NONE;
        }
        memset(kept->results, 0, sizeof kept->results);
        for (int i = 0; i < count; i++) {
            table_result_add(kept->results, (uint64_t)i, (Wdl)symbols[i]);
        }
        kept->file = file;
        kept->block = block;
    }
    return table_result_get(kept->results, number % BLOCK_SYMBOLS);
}

/* What stands at a number of a file of plies. */
static int plies_at(TablebaseCache *r, TableFile *file, uint64_t number)
{
    const uint32_t block = (uint32_t)(number / BLOCK_SYMBOLS);
    r->plies = r->plies != NULL ? r->plies : calloc(r->ply_blocks, sizeof *r->plies);
    if (r->plies == NULL) {
        return VALUE_UNKNOWN;
    }
    CachedPlies *const kept = &r->plies[place_of(file, block, r->ply_blocks)];
    if (kept->file != file || kept->block != block) {
        kept->file = NULL;
        if (atomic_load_explicit(&file->damaged, memory_order_relaxed) ||
            table_file_block(file, block, kept->values) == 0) {
            return VALUE_UNKNOWN;
        }
        kept->file = file;
        kept->block = block;
    }
    return kept->values[number % BLOCK_SYMBOLS];
}

/* The best of the results that captures lead to. */
static Wdl result_by_captures(TablebaseCache *r, const Position *p)
{
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(p, &moves);
    Wdl best = moves.failed ? WDL_NONE : WDL_LOSS;
    for (int i = 0; i < moves.count && best != WDL_WIN; i++) {
        const Position next = position_after_keyed(p, moves.moves[i], 0);
        const Wdl child = tablebase_probe_wdl(r, &next);
        if (child == WDL_LOSS) {
            best = WDL_WIN;
        } else if (child == WDL_NONE) {
            best = WDL_NONE;
        } else if (child == WDL_DRAW && best == WDL_LOSS) {
            best = WDL_DRAW;
        }
    }
    move_list_free(&moves);
    return best;
}

Wdl tablebase_probe_wdl(TablebaseCache *r, const Position *p)
{
    if (position_pieces(p, p->side) == 0) {
        return WDL_LOSS;
    }
    if (popcount(position_occupied(p)) > tablebase_pieces(r->tables, p->variant)) {
        return WDL_NONE;
    }
    if (movegen_can_capture(p, p->side)) {
        return result_by_captures(r, p);
    }
    const TablePieces pieces = table_pieces_of(p);
    TableFile *const file = file_of(board_tables(r->tables, p->variant), table_class_of(pieces), BLOCK_RESULTS);
    return file == NULL ? WDL_NONE : result_at(r, file, numbering_number(&file->numbering, pieces, NULL));
}

static bool is_win(int value)
{
    return value > 0 && value % 2 == 0;
}

static bool is_loss(int value)
{
    return value > 0 && value % 2 != 0;
}

static int value_of(TablebaseCache *r, const Position *p);

/* The best of the values that captures lead to. */
static int value_by_captures(TablebaseCache *r, const Position *p)
{
    MoveList moves;
    move_list_init(&moves);
    movegen_legal(p, &moves);
    int win = 0, loss = 0;
    bool draw = false, unknown = moves.failed;
    for (int i = 0; i < moves.count; i++) {
        const Position next = position_after_keyed(p, moves.moves[i], 0);
        const int child = value_of(r, &next);
        if (is_loss(child)) {
            win = win == 0 || child + 1 < win ? child + 1 : win;
        } else if (is_win(child)) {
            loss = child + 1 > loss ? child + 1 : loss;
        }
        draw = draw || child == 0;
        unknown = unknown || child == VALUE_UNKNOWN;
    }
    move_list_free(&moves);
    return unknown ? VALUE_UNKNOWN : win != 0 ? win : draw ? 0 : loss;
}

/* The value of a position by the tables of plies. */
static int value_of(TablebaseCache *r, const Position *p)
{
    if (position_pieces(p, p->side) == 0) {
        return VALUE_LOST_AT_ONCE;
    }
    if (movegen_can_capture(p, p->side)) {
        return value_by_captures(r, p);
    }
    const TablePieces pieces = table_pieces_of(p);
    TableFile *const file = file_of(board_tables(r->tables, p->variant), table_class_of(pieces), BLOCK_PLIES);
    return file == NULL ? VALUE_UNKNOWN : plies_at(r, file, numbering_number(&file->numbering, pieces, NULL));
}

TablebaseValue tablebase_probe(TablebaseCache *r, const Position *p)
{
    const Wdl result = tablebase_probe_wdl(r, p);
    if (result == WDL_DRAW || result == WDL_NONE) {
        return (TablebaseValue){result, result == WDL_DRAW ? 0 : -1};
    }
    const int value = value_of(r, p);
    return (TablebaseValue){result, value == VALUE_UNKNOWN ? -1 : value - 1};
}
