/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/table_file.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Where things stand in a header. */
enum {
    AT_VERSION = 16,
    AT_BOARD = 20,
    AT_KIND,
    AT_CLASS,
    AT_RESERVED = 26,
    AT_SYMBOLS = 28,
    AT_NUMBERS = 32,
    AT_BLOCKS = 40,
    AT_ROW = 44,
    AT_CODE_BYTES = 48,
    AT_DIRECTORY_SUM = 56,
    AT_SUM = 60
};

enum { BYTE_BITS = 8, SHORT = 2, WORD = 4, LONG = 8, NIBBLE_BITS = 4, NIBBLE = 15 };

/* Of classes whose last set has several pieces the rows differ in length: about as many squares as are left. */
enum { ROW_TYPICAL = 47 };

static const char *const KIND_NAMES[BLOCK_KINDS] = {"results", "plies"};

uint32_t table_file_sum(uint32_t sum, const uint8_t *bytes, size_t size)
{
    static const uint32_t NIBBLES[] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4,
                                       0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                       0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    sum = ~sum;
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        sum = sum >> NIBBLE_BITS ^ NIBBLES[sum & NIBBLE];
        sum = sum >> NIBBLE_BITS ^ NIBBLES[sum & NIBBLE];
    }
    return ~sum;
}

void table_file_name(const Variant *v, TableClass c, BlockKind kind, char name[TABLE_FILE_NAME_SIZE])
{
    char pieces[TABLE_NAME_SIZE];
    table_class_name(c, pieces);
    snprintf(name, TABLE_FILE_NAME_SIZE, "%s-%s.%s", v->name, pieces, KIND_NAMES[kind]);
}

void table_file_put(uint8_t *bytes, uint64_t number, int size)
{
    for (int i = 0; i < size; i++, number >>= BYTE_BITS) {
        bytes[i] = (uint8_t)number;
    }
}

uint64_t table_file_get(const uint8_t *bytes, int size)
{
    uint64_t number = 0;
    for (int i = size - 1; i >= 0; i--) {
        number = number << BYTE_BITS | bytes[i];
    }
    return number;
}

/* Symbols from one to that whose last piece but one stands one square before. */
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
    table_file_put(bytes + AT_VERSION, TABLE_FILE_VERSION, WORD);
    bytes[AT_BOARD] = (uint8_t)h->board;
    bytes[AT_KIND] = (uint8_t)h->kind;
    const uint8_t pieces[] = {h->class.kings, h->class.men, h->class.enemy_kings, h->class.enemy_men};
    memcpy(bytes + AT_CLASS, pieces, sizeof pieces);
    table_file_put(bytes + AT_SYMBOLS, BLOCK_SYMBOLS, WORD);
    table_file_put(bytes + AT_NUMBERS, h->numbers, LONG);
    table_file_put(bytes + AT_BLOCKS, h->blocks, WORD);
    table_file_put(bytes + AT_ROW, h->row, WORD);
    table_file_put(bytes + AT_CODE_BYTES, h->code_bytes, LONG);
    table_file_put(bytes + AT_DIRECTORY_SUM, h->directory_sum, WORD);
    table_file_put(bytes + AT_SUM, table_file_sum(0, bytes, AT_SUM), WORD);
}

/* Bytes between the header and the code. */
static size_t directory_bytes(BlockKind kind, uint32_t blocks)
{
    return (size_t)block_model_size(kind) * SHORT + (size_t)blocks * 2 * WORD;
}

/* Compares the header with that of a sound file; what may differ is read. */
static ErrorCode check_header(const MappedFile *map, const char *path, TableFileHeader *expected, Error *e)
{
    const uint8_t *const bytes = map->bytes;
    if (map->size < TABLE_FILE_HEADER || memcmp(bytes, TABLE_FILE_MAGIC, sizeof TABLE_FILE_MAGIC) != 0) {
        return error_set(e, ERROR_SYNTAX, "%s is no table of endings", path);
    }
    if (table_file_get(bytes + AT_SUM, WORD) != table_file_sum(0, bytes, AT_SUM)) {
        return error_set(e, ERROR_SYNTAX, "%s is damaged: its header does not fit its checksum", path);
    }
    const uint64_t version = table_file_get(bytes + AT_VERSION, WORD);
    if (version != TABLE_FILE_VERSION) {
        return error_set(e, ERROR_SYNTAX, "%s has version %" PRIu64 " of the format, not %d", path, version,
                         TABLE_FILE_VERSION);
    }
    expected->code_bytes = table_file_get(bytes + AT_CODE_BYTES, LONG);
    expected->directory_sum = (uint32_t)table_file_get(bytes + AT_DIRECTORY_SUM, WORD);
    uint8_t right[TABLE_FILE_HEADER];
    table_file_put_header(expected, right);
    if (bytes[AT_BOARD] != right[AT_BOARD]) {
        return error_set(e, ERROR_SYNTAX, "%s belongs to another board", path);
    }
    if (memcmp(bytes, right, TABLE_FILE_HEADER) != 0) {
        return error_set(e, ERROR_SYNTAX, "%s holds another class of endings than its name says", path);
    }
    return error_clear(e);
}

/* Looks at what lies between header and code. */
static ErrorCode check_directory(const TableFile *f, const char *path, const TableFileHeader *h, Error *e)
{
    const size_t size = directory_bytes(h->kind, h->blocks);
    const uint64_t left = f->map.size - TABLE_FILE_HEADER;
    if (left < size || left - size != h->code_bytes) {
        return error_set(e, ERROR_SYNTAX, "%s is damaged: it has %zu bytes, not %" PRIu64, path, f->map.size,
                         TABLE_FILE_HEADER + size + h->code_bytes);
    }
    bool sound = table_file_sum(0, f->map.bytes + TABLE_FILE_HEADER, size) == h->directory_sum;
    uint64_t end = 0;
    for (uint32_t i = 0; i < h->blocks && sound; i++) {
        const uint64_t next = table_file_get(f->ends + (size_t)i * WORD, WORD);
        sound = next >= end;
        end = next;
    }
    if (!sound || end != h->code_bytes) {
        return error_set(e, ERROR_SYNTAX, "%s is damaged: its directory does not fit its checksum", path);
    }
    return error_clear(e);
}

static ErrorCode read_model(TableFile *f, uint32_t row, Error *e)
{
    const int count = block_model_size(f->kind);
    f->probabilities = malloc((size_t)count * sizeof *f->probabilities);
    if (f->probabilities == NULL) {
        return error_set(e, ERROR_MEMORY, "there is no memory for a table of endings");
    }
    for (int i = 0; i < count; i++) {
        f->probabilities[i] = (uint16_t)table_file_get(f->map.bytes + TABLE_FILE_HEADER + (size_t)i * SHORT, SHORT);
    }
    f->model = (BlockModel){.kind = f->kind, .row = row, .probabilities = f->probabilities};
    return error_clear(e);
}

/* Opens a file that is mapped. */
static ErrorCode open_mapped(TableFile *f, const char *path, Error *e)
{
    TableFileHeader h = table_file_header(&f->numbering, f->kind);
    if (check_header(&f->map, path, &h, e) != ERROR_NONE) {
        return e->code;
    }
    f->blocks = h.blocks;
    f->ends = f->map.bytes + TABLE_FILE_HEADER + (size_t)block_model_size(f->kind) * SHORT;
    f->sums = f->ends + (size_t)h.blocks * WORD;
    f->code = f->sums + (size_t)h.blocks * WORD;
    if (check_directory(f, path, &h, e) != ERROR_NONE) {
        return e->code;
    }
    return read_model(f, h.row, e);
}

ErrorCode table_file_open(TableFile *f, const char *path, const NumberingBoard *b, TableClass c, BlockKind kind,
                          Error *e)
{
    *f = (TableFile){.kind = kind};
    ErrorCode code = mapped_file_open(&f->map, path, e);
    code = code == ERROR_NONE ? numbering_init(&f->numbering, b, c, e) : code;
    code = code == ERROR_NONE ? open_mapped(f, path, e) : code;
    if (code != ERROR_NONE) {
        table_file_close(f);
    }
    return code;
}

ErrorCode table_file_open_bytes(TableFile *f, const char *path, const uint8_t *bytes, size_t left,
                                const NumberingBoard *b, size_t *size, Error *e)
{
    *f = (TableFile){.kind = BLOCK_RESULTS};
    if (left < TABLE_FILE_HEADER) {
        return error_set(e, ERROR_SYNTAX, "%s is no table of endings", path);
    }
    const TableClass c = {bytes[AT_CLASS], bytes[AT_CLASS + 1], bytes[AT_CLASS + 2], bytes[AT_CLASS + 3]};
    const uint64_t code = table_file_get(bytes + AT_CODE_BYTES, LONG);
    const size_t before =
        TABLE_FILE_HEADER + directory_bytes(BLOCK_RESULTS, (uint32_t)table_file_get(bytes + AT_BLOCKS, WORD));
    if (!table_class_possible(c) || before > left || code > left - before) {
        return error_set(e, ERROR_SYNTAX, "%s is no table of endings", path);
    }
    *size = before + (size_t)code;
    f->map = (MappedFile){.bytes = bytes, .size = *size};
    ErrorCode result = numbering_init(&f->numbering, b, c, e);
    result = result == ERROR_NONE ? open_mapped(f, path, e) : result;
    if (result != ERROR_NONE) {
        table_file_close(f);
    }
    return result;
}

void table_file_close(TableFile *f)
{
    mapped_file_close(&f->map);
    numbering_free(&f->numbering);
    free(f->probabilities);
    f->probabilities = NULL;
}

/* The code of a block. */
typedef struct Code {
    const uint8_t *bytes;
    size_t size;
} Code;

static Code code_of(const TableFile *f, uint32_t block)
{
    const uint64_t begin = block == 0 ? 0 : table_file_get(f->ends + (size_t)(block - 1) * WORD, WORD);
    const uint64_t end = table_file_get(f->ends + (size_t)block * WORD, WORD);
    return (Code){f->code + begin, (size_t)(end - begin)};
}

static bool sum_fits(const TableFile *f, uint32_t block, Code code)
{
    return table_file_sum(0, code.bytes, code.size) == table_file_get(f->sums + (size_t)block * WORD, WORD);
}

int table_file_block(TableFile *f, uint32_t block, uint8_t symbols[BLOCK_SYMBOLS])
{
    const Code code = code_of(f, block);
    if (!sum_fits(f, block, code)) {
        atomic_store_explicit(&f->damaged, true, memory_order_relaxed);
        return 0;
    }
    const uint64_t left = f->numbering.count - (uint64_t)block * BLOCK_SYMBOLS;
    const int count = left < BLOCK_SYMBOLS ? (int)left : BLOCK_SYMBOLS;
    block_decode(&f->model, code.bytes, code.size, count, symbols);
    return count;
}

bool table_file_sound(const TableFile *f)
{
    for (uint32_t block = 0; block < f->blocks; block++) {
        if (!sum_fits(f, block, code_of(f, block))) {
            return false;
        }
    }
    return true;
}
