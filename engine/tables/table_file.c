/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/table_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/bytes.h"
#include "system/file.h"

/* Where things stand in a header. */
enum {
    AT_VERSION = 16,
    AT_BOARD = 20,
    AT_KIND,
    AT_CLASS,
    AT_SYMBOLS = 28,
    AT_NUMBERS = 32,
    AT_BLOCKS = 40,
    AT_ROW = 44,
    AT_CODE_BYTES = 48,
    AT_DIRECTORY_SUM = 56,
    AT_SUM = 60
};

enum { SHORT = 2, WORD = 4, LONG = 8 };

/* Where the last set of a class has several pieces the rows differ in length: they have about as many symbols as there
 * are squares left. */
enum { ROW_TYPICAL = 47 };

static const char *const KIND_NAMES[BLOCK_KINDS] = {"results", "plies"};

TableFilePath table_file_path(const char *folder, const Variant *v, TableClass c, BlockKind kind)
{
    TableFilePath path;
    if (snprintf(path.text, sizeof path.text, "%s/%s-%s.%s", folder, v->name, table_class_name(c).text,
                 KIND_NAMES[kind]) >= (int)sizeof path.text) {
        path.text[0] = '\0';
    }
    return path;
}

/* The symbols in a row: those over which only the last piece moves. */
static uint32_t row_of(const Numbering *n)
{
    const TableClass c = n->class;
    if (c.enemy_kings > 0) {
        return c.enemy_kings == 1 ? n->enemy_kings : ROW_TYPICAL;
    }
    return c.kings == 1 && n->kings > 1 ? (uint32_t)n->kings : ROW_TYPICAL;
}

TableFileHeader table_file_header(const Numbering *n, BlockKind kind)
{
    return (TableFileHeader){.board = variant_index(n->board->variant),
                             .kind = kind,
                             .class = n->class,
                             .numbers = n->count,
                             .blocks = (uint32_t)((n->count + BLOCK_SYMBOLS - 1) / BLOCK_SYMBOLS),
                             .row = row_of(n)};
}

void table_file_put_header(const TableFileHeader *h, uint8_t bytes[TABLE_FILE_HEADER])
{
    memset(bytes, 0, TABLE_FILE_HEADER);
    memcpy(bytes, TABLE_FILE_MAGIC, sizeof TABLE_FILE_MAGIC);
    bytes_put(bytes + AT_VERSION, TABLE_FILE_VERSION, WORD);
    bytes[AT_BOARD] = (uint8_t)h->board;
    bytes[AT_KIND] = (uint8_t)h->kind;
    const uint8_t pieces[] = {h->class.kings, h->class.men, h->class.enemy_kings, h->class.enemy_men};
    memcpy(bytes + AT_CLASS, pieces, sizeof pieces);
    bytes_put(bytes + AT_SYMBOLS, BLOCK_SYMBOLS, WORD);
    bytes_put(bytes + AT_NUMBERS, h->numbers, LONG);
    bytes_put(bytes + AT_BLOCKS, h->blocks, WORD);
    bytes_put(bytes + AT_ROW, h->row, WORD);
    bytes_put(bytes + AT_CODE_BYTES, h->code_bytes, LONG);
    bytes_put(bytes + AT_DIRECTORY_SUM, h->directory_sum, WORD);
    bytes_put(bytes + AT_SUM, bytes_crc(0, bytes, AT_SUM), WORD);
}

size_t table_file_directory_bytes(BlockKind kind, uint32_t blocks)
{
    return (size_t)block_model_size(kind) * SHORT + (size_t)blocks * 2 * WORD;
}

/* The bytes of the file from a position on, which must all be there: where they lie in memory, or `buffer` filled with
 * them; NULL when they cannot be read. */
static const uint8_t *read_bytes(const TableFile *f, uint64_t position, size_t size, uint8_t *buffer)
{
    if (f->memory != NULL) {
        return f->memory + position;
    }
    return file_read_at(f->file, position, buffer, size) ? buffer : NULL;
}

/* Compares the header with the expected one, into which it reads what may differ from file to file. */
static ErrorCode check_header(const TableFile *f, const char *path, TableFileHeader *expected, Error *e)
{
    uint8_t buffer[TABLE_FILE_HEADER];
    const uint8_t *const bytes = read_bytes(f, 0, sizeof buffer, buffer);
    if (bytes == NULL || memcmp(bytes, TABLE_FILE_MAGIC, sizeof TABLE_FILE_MAGIC) != 0) {
        return error_set(e, ERROR_SYNTAX, "%s is not a tablebase", path);
    }
    if (bytes_get(bytes + AT_SUM, WORD) != bytes_crc(0, bytes, AT_SUM)) {
        return error_set(e, ERROR_SYNTAX, "%s is damaged: its header does not fit its checksum", path);
    }
    const uint64_t version = bytes_get(bytes + AT_VERSION, WORD);
    if (version != TABLE_FILE_VERSION) {
        return error_set(e, ERROR_SYNTAX, "%s has version %" PRIu64 " of the format, not %d", path, version,
                         TABLE_FILE_VERSION);
    }
    expected->code_bytes = bytes_get(bytes + AT_CODE_BYTES, LONG);
    expected->directory_sum = (uint32_t)bytes_get(bytes + AT_DIRECTORY_SUM, WORD);
    uint8_t right[TABLE_FILE_HEADER];
    table_file_put_header(expected, right);
    if (bytes[AT_BOARD] != right[AT_BOARD]) {
        return error_set(e, ERROR_SYNTAX, "%s belongs to another board", path);
    }
    if (memcmp(bytes, right, TABLE_FILE_HEADER) != 0) {
        return error_set(e, ERROR_SYNTAX, "%s holds another class of positions than its name says", path);
    }
    return error_clear(e);
}

/* Reads what lies between header and code. */
static ErrorCode read_directory(TableFile *f, const char *path, const TableFileHeader *h, Error *e)
{
    const int probabilities = block_model_size(h->kind);
    const size_t size = table_file_directory_bytes(h->kind, h->blocks);
    const uint64_t left = f->size - TABLE_FILE_HEADER;
    if (left < size || left - size != h->code_bytes) {
        return error_set(e, ERROR_SYNTAX, "%s is damaged: it has %" PRIu64 " bytes, not %" PRIu64, path, f->size,
                         TABLE_FILE_HEADER + size + h->code_bytes);
    }
    f->directory = f->memory == NULL ? malloc(size) : NULL;
    f->probabilities = malloc((size_t)probabilities * sizeof *f->probabilities);
    if ((f->memory == NULL && f->directory == NULL) || f->probabilities == NULL) {
        return error_set(e, ERROR_MEMORY, "not enough memory for the tablebases");
    }
    const uint8_t *const directory = read_bytes(f, TABLE_FILE_HEADER, size, f->directory);
    bool sound = directory != NULL && bytes_crc(0, directory, size) == h->directory_sum;
    if (sound) {
        f->code_ends = directory + (size_t)probabilities * SHORT;
        f->code = TABLE_FILE_HEADER + size;
    }
    for (int i = 0; i < probabilities && sound; i++) {
        f->probabilities[i] = (uint16_t)bytes_get(directory + (size_t)i * SHORT, SHORT);
    }
    uint64_t end = 0;
    for (uint32_t i = 0; i < h->blocks && sound; i++) {
        const uint64_t next = bytes_get(f->code_ends + (size_t)i * WORD, WORD);
        sound = next >= end && next - end <= BLOCK_CODE_MAX;
        end = next;
    }
    if (!sound || end != h->code_bytes) {
        return error_set(e, ERROR_SYNTAX, "%s is damaged: its directory does not fit its checksum", path);
    }
    return error_clear(e);
}

/* Reads what opening needs, f->memory or f->file being there; closes it when that fails. */
static ErrorCode begin(TableFile *f, const char *path, const NumberingBoard *b, TableClass c, Error *e)
{
    ErrorCode code = numbering_init(&f->numbering, b, c, e);
    if (code == ERROR_NONE) {
        TableFileHeader h = table_file_header(&f->numbering, f->model.kind);
        f->blocks = h.blocks;
        code = check_header(f, path, &h, e);
        code = code == ERROR_NONE ? read_directory(f, path, &h, e) : code;
        f->model = (BlockModel){.kind = h.kind, .row = h.row, .probabilities = f->probabilities};
    }
    if (code != ERROR_NONE) {
        table_file_close(f);
    }
    return code;
}

ErrorCode table_file_open(TableFile *f, const char *path, const NumberingBoard *b, TableClass c, BlockKind kind,
                          Error *e)
{
    *f = (TableFile){.model.kind = kind};
    f->file = file_open(path, e);
    if (f->file < 0) {
        return e->code;
    }
    const int64_t size = file_length(f->file);
    f->size = size > 0 ? (uint64_t)size : 0;
    return begin(f, path, b, c, e);
}

ErrorCode table_file_open_memory(TableFile *f, const char *path, const uint8_t *bytes, size_t left,
                                 const NumberingBoard *b, Error *e)
{
    *f = (TableFile){.model.kind = BLOCK_RESULTS, .memory = bytes};
    if (left < TABLE_FILE_HEADER) {
        return error_set(e, ERROR_SYNTAX, "%s is not a tablebase", path);
    }
    const TableClass c = {bytes[AT_CLASS], bytes[AT_CLASS + 1], bytes[AT_CLASS + 2], bytes[AT_CLASS + 3]};
    const uint64_t code = bytes_get(bytes + AT_CODE_BYTES, LONG);
    const size_t before =
        TABLE_FILE_HEADER + table_file_directory_bytes(BLOCK_RESULTS, (uint32_t)bytes_get(bytes + AT_BLOCKS, WORD));
    if (!table_class_possible(c) || before > left || code > left - before) {
        return error_set(e, ERROR_SYNTAX, "%s is not a tablebase", path);
    }
    f->size = before + code;
    return begin(f, path, b, c, e);
}

void table_file_close(TableFile *f)
{
    if (f->memory == NULL) {
        file_close(f->file);
    }
    numbering_free(&f->numbering);
    free(f->directory);
    free(f->probabilities);
}

/* The code of a block. */
typedef struct Code {
    const uint8_t *bytes; /* NULL: it cannot be read, or its checksum does not fit */
    size_t size;
} Code;

static Code read_code(const TableFile *f, uint32_t block, uint8_t buffer[BLOCK_CODE_MAX])
{
    const uint8_t *const end = f->code_ends + (size_t)block * WORD, *const sum = end + (size_t)f->blocks * WORD;
    const uint64_t begin = block == 0 ? 0 : bytes_get(end - WORD, WORD);
    const size_t size = (size_t)(bytes_get(end, WORD) - begin);
    const uint8_t *const bytes = read_bytes(f, f->code + begin, size, buffer);
    const bool sound = bytes != NULL && bytes_crc(0, bytes, size) == bytes_get(sum, WORD);
    return (Code){sound ? bytes : NULL, size};
}

int table_file_block(TableFile *f, uint32_t block, uint8_t symbols[BLOCK_SYMBOLS])
{
    uint8_t buffer[BLOCK_CODE_MAX];
    const Code code = read_code(f, block, buffer);
    if (code.bytes == NULL) {
        atomic_store_explicit(&f->damaged, true, memory_order_relaxed);
        return 0;
    }
    const uint64_t left = f->numbering.count - (uint64_t)block * BLOCK_SYMBOLS;
    const int count = left < BLOCK_SYMBOLS ? (int)left : BLOCK_SYMBOLS;
    block_decode(&f->model, code.bytes, code.size, count, symbols);
    return count;
}

bool table_file_is_sound(const TableFile *f)
{
    uint8_t buffer[BLOCK_CODE_MAX];
    for (uint32_t block = 0; block < f->blocks; block++) {
        if (read_code(f, block, buffer).bytes == NULL) {
            return false;
        }
    }
    return true;
}
