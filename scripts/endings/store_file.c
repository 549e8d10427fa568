/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings/store_file.h"

#include <stdlib.h>
#include <string.h>

#include "system/bytes.h"
#include "system/file.h"

enum {
    WORD = 4,
    SHORT = 2,
    SLICE_BLOCKS = 64,
    COUNTERS = 4 /* tasks that count; their number does not affect the sums */
};

/* The code of a slice of blocks. */
typedef struct Slice {
    uint8_t *code; /* owned; NULL when memory ran out */
    size_t size;
    size_t sizes[SLICE_BLOCKS]; /* of the blocks' code */
} Slice;

/* A class on its way to a file. */
typedef struct ClassWriter {
    const StoreClass *class;
    TableFileHeader header;
    BlockCounts *counts; /* COUNTERS */
    uint16_t *probabilities;
    Slice *slices;
    int slice_count;
} ClassWriter;

/* A class on its way from a file. */
typedef struct ClassReader {
    TableFile file;
    StoreClass *to;
} ClassReader;

/* Gets the symbols of a block and returns how many there are. */
static int symbols_of(const ClassWriter *w, uint32_t block, uint8_t symbols[BLOCK_SYMBOLS])
{
    const uint64_t first = (uint64_t)block * BLOCK_SYMBOLS;
    const uint64_t left = w->header.numbers - first;
    const int count = left < BLOCK_SYMBOLS ? (int)left : BLOCK_SYMBOLS;
    for (int i = 0; i < count; i++) {
        const int value = store_get(w->class, first + (uint64_t)i);
        symbols[i] = (uint8_t)(value == VALUE_NONE               ? BLOCK_DONT_CARE
                               : w->header.kind == BLOCK_RESULTS ? (int)value_wdl(value)
                                                                 : value);
    }
    return count;
}

static void count_slice(void *context, int slice)
{
    const ClassWriter *const w = context;
    uint8_t symbols[BLOCK_SYMBOLS];
    for (uint32_t block = (uint32_t)slice; block < w->header.blocks; block += COUNTERS) {
        const int count = symbols_of(w, block, symbols);
        block_count(w->header.kind, w->header.row, symbols, count, &w->counts[slice]);
    }
}

/* Adds up the counts and derives the probabilities. */
static void make_model(const ClassWriter *w)
{
    BlockCounts *const sum = &w->counts[0];
    for (int i = 1; i < COUNTERS; i++) {
        for (int n = 0; n < block_model_size(w->header.kind); n++) {
            sum->bits[n][0] += w->counts[i].bits[n][0];
            sum->bits[n][1] += w->counts[i].bits[n][1];
        }
    }
    block_model_make(w->header.kind, sum, w->probabilities);
}

static void encode_slice(void *context, int slice)
{
    const ClassWriter *const w = context;
    const BlockModel model = {.kind = w->header.kind, .row = w->header.row, .probabilities = w->probabilities};
    Slice *const s = &w->slices[slice];
    uint8_t symbols[BLOCK_SYMBOLS], code[BLOCK_CODE_MAX];
    size_t room = 0;
    const uint32_t first = (uint32_t)slice * SLICE_BLOCKS;
    for (uint32_t block = first; block < first + SLICE_BLOCKS && block < w->header.blocks; block++) {
        const int count = symbols_of(w, block, symbols);
        block_fill_dont_cares(&model, symbols, count);
        const size_t size = block_encode(&model, symbols, count, code);
        if (s->size + size >= room) {
            room = 2 * (s->size + size) + 1;
            uint8_t *const grown = realloc(s->code, room);
            if (grown == NULL) {
                free(s->code);
                s->code = NULL;
                return;
            }
            s->code = grown;
        }
        memcpy(s->code + s->size, code, size);
        s->sizes[block - first] = size;
        s->size += size;
    }
}

/* Fills the bytes between header and code, and sets the sizes and sums in the header that depend on them. */
static void make_directory(ClassWriter *w, uint8_t *directory, size_t size)
{
    const int model = block_model_size(w->header.kind);
    for (int i = 0; i < model; i++) {
        bytes_put(directory + (size_t)i * SHORT, w->probabilities[i], SHORT);
    }
    uint8_t *const ends = directory + (size_t)model * SHORT;
    uint8_t *const sums = ends + (size_t)w->header.blocks * WORD;
    uint64_t end = 0;
    for (int i = 0; i < w->slice_count; i++) {
        const uint8_t *code = w->slices[i].code;
        for (int n = 0; n < SLICE_BLOCKS && (uint32_t)(i * SLICE_BLOCKS + n) < w->header.blocks; n++) {
            const size_t block = (size_t)i * SLICE_BLOCKS + (size_t)n;
            const size_t bytes = w->slices[i].sizes[n];
            end += bytes;
            bytes_put(ends + block * WORD, end, WORD);
            bytes_put(sums + block * WORD, bytes_crc(0, code, bytes), WORD);
            code += bytes;
        }
    }
    w->header.code_bytes = end;
    w->header.directory_sum = bytes_crc(0, directory, size);
}

/* Writes everything to the stream, whose errors the commit detects. False when memory runs out. */
static bool put_all(ClassWriter *w, FILE *out)
{
    const size_t size = table_file_directory_bytes(w->header.kind, w->header.blocks);
    uint8_t *const directory = malloc(size);
    if (directory == NULL) {
        return false;
    }
    make_directory(w, directory, size);
    uint8_t header[TABLE_FILE_HEADER];
    table_file_put_header(&w->header, header);
    fwrite(header, 1, sizeof header, out);
    fwrite(directory, 1, size, out);
    for (int i = 0; i < w->slice_count; i++) {
        fwrite(w->slices[i].code, 1, w->slices[i].size, out);
    }
    free(directory);
    return true;
}

static bool encode(ClassWriter *w, ThreadPool *pool)
{
    thread_pool_run(pool, count_slice, w, COUNTERS);
    make_model(w);
    thread_pool_run(pool, encode_slice, w, w->slice_count);
    bool done = true;
    for (int i = 0; i < w->slice_count; i++) {
        done = done && w->slices[i].code != NULL;
    }
    return done;
}

static ErrorCode fail_memory(const char *path, Error *e)
{
    return error_set(e, ERROR_MEMORY, "not enough memory for the table %s", path);
}

static ErrorCode write_to(ClassWriter *w, AtomicFile *file, const char *path, ThreadPool *pool, Error *e)
{
    const bool done = encode(w, pool);
    if (thread_pool_stopped(pool)) {
        return error_set(e, ERROR_INTERRUPTED, "interrupted");
    }
    if (!done || !put_all(w, file->stream)) {
        return fail_memory(path, e);
    }
    return atomic_file_commit(file, e);
}

ErrorCode store_file_write(const StoreClass *c, BlockKind kind, const char *path, ThreadPool *pool, Error *e)
{
    ClassWriter w = {.class = c, .header = table_file_header(&c->numbering, kind)};
    w.slice_count = (int)((w.header.blocks + SLICE_BLOCKS - 1) / SLICE_BLOCKS);
    AtomicFile file;
    if (atomic_file_begin(&file, path, TABLE_FILE_MAGIC, e) != ERROR_NONE) {
        return e->code;
    }
    w.counts = calloc(COUNTERS, sizeof *w.counts);
    w.probabilities = calloc((size_t)block_model_size(kind), sizeof *w.probabilities);
    w.slices = calloc((size_t)w.slice_count, sizeof *w.slices);
    const bool room = w.counts != NULL && w.probabilities != NULL && w.slices != NULL;
    const ErrorCode code = room ? write_to(&w, &file, path, pool, e) : fail_memory(path, e);
    atomic_file_abort(&file); /* no effect after a commit */
    for (int i = 0; i < w.slice_count && w.slices != NULL; i++) {
        free(w.slices[i].code);
    }
    free(w.slices);
    free(w.probabilities);
    free(w.counts);
    return code;
}

static void read_slice(void *context, int slice)
{
    ClassReader *const r = context;
    uint8_t symbols[BLOCK_SYMBOLS];
    const uint32_t begin = (uint32_t)slice * SLICE_BLOCKS;
    for (uint32_t block = begin; block < begin + SLICE_BLOCKS && block < r->file.blocks; block++) {
        const int count = table_file_block(&r->file, block, symbols);
        const uint64_t first = (uint64_t)block * BLOCK_SYMBOLS;
        for (int n = 0; n < count; n++) {
            if (r->to->plies) {
                r->to->values[first + (uint64_t)n] = symbols[n];
            } else {
                wdl_set(r->to->values, first + (uint64_t)n, (Wdl)symbols[n]);
            }
        }
    }
}

ErrorCode store_file_read(Store *s, TableClass c, BlockKind kind, const char *path, ThreadPool *pool, Error *e)
{
    ClassReader r;
    if (table_file_open(&r.file, path, s->board, c, kind, e) != ERROR_NONE) {
        return e->code;
    }
    r.to = store_add(s, c, kind == BLOCK_PLIES);
    if (r.to == NULL) {
        table_file_close(&r.file);
        return fail_memory(path, e);
    }
    thread_pool_run(pool, read_slice, &r, (int)((r.file.blocks + SLICE_BLOCKS - 1) / SLICE_BLOCKS));
    const bool damaged = atomic_load(&r.file.damaged);
    table_file_close(&r.file);
    if (!damaged && !thread_pool_stopped(pool)) {
        return error_clear(e);
    }
    store_remove(s, c);
    return damaged ? error_set(e, ERROR_SYNTAX, "%s is damaged: a block does not fit its checksum", path)
                   : error_set(e, ERROR_INTERRUPTED, "interrupted");
}
