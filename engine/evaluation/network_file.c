/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/network_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "system/bytes.h"
#include "system/file.h"
#include "system/text.h"

static const char HEADER[] = NETWORK_FILE_MAGIC "5";

enum {
    FILE_MAX = 1 << 20, /* bytes of a file */
    MADE_BY_MAX = 400,  /* bytes of the text that says what made it */
    HEADER_ROOM = 1024, /* for all the lines of a header */
    WEIGHT_BYTES = 1,
    WEIGHT_ZERO = 128, /* the byte of a weight of 0 */
    SHORT_BYTES = 2,
    LONG_BYTES = 4,
    BUCKET_NUMBERS = sizeof(NetworkBucket) / sizeof(int32_t)
};

/* A file being read. */
typedef struct NetworkReader {
    const char *name;
    const unsigned char *bytes;
    size_t size, at;
    int line;
    Error *e;
} NetworkReader;

/* Reads the next line, which must have that name, and gives its value without the spaces around it; it may be empty. */
static bool read_value(NetworkReader *r, const char *name, Word *value)
{
    const char *const begin = (const char *)r->bytes + r->at;
    const char *const end = memchr(begin, '\n', r->size - r->at);
    const size_t length = end != NULL ? (size_t)(end - begin) : 0;
    Words words = words_of(begin, length);
    Word word;
    r->line++;
    r->at += length + 1;
    if (!words_next(&words, &word) || !word_is(word, name)) {
        error_set(r->e, ERROR_SYNTAX, "%s:%d: expected \"%s\", found \"%s\"", r->name, r->line, name, WORD_SHOWN(word));
        return false;
    }
    *value = words_rest(&words);
    return true;
}

static bool read_header(NetworkReader *r)
{
    const size_t length = strlen(HEADER);
    if (r->size <= length || memcmp(r->bytes, HEADER, length) != 0 || r->bytes[length] != '\n') {
        error_set(r->e, ERROR_SYNTAX, "%s: not a network for this engine: line 1 should be \"%s\"", r->name, HEADER);
        return false;
    }
    r->at = length + 1;
    r->line = 1;
    return true;
}

static bool read_board(NetworkReader *r, const Variant **v)
{
    enum { NAME_ROOM = 32 };
    char name[NAME_ROOM];
    Word word;
    if (!read_value(r, "board", &word)) {
        return false;
    }
    *v = word_copy(word, name, sizeof name) ? variant_by_name(name) : NULL;
    if (*v == NULL) {
        error_set(r->e, ERROR_SYNTAX, "%s:%d: unknown board \"%s\"; expected bushka or bushka9x11", r->name, r->line,
                  WORD_SHOWN(word));
        return false;
    }
    return true;
}

static bool read_number(NetworkReader *r, const char *name, int min, int max, int *value)
{
    Word word;
    int64_t number = 0;
    if (!read_value(r, name, &word)) {
        return false;
    }
    if (!word_number(word, min, max, &number)) {
        error_set(r->e, ERROR_SYNTAX, "%s:%d: %s is a whole number from %d to %d, not \"%s\"", r->name, r->line, name,
                  min, max, WORD_SHOWN(word));
        return false;
    }
    *value = (int)number;
    return true;
}

static bool read_checksum(NetworkReader *r)
{
    const size_t before = r->at;
    char expected[BYTES_FNV_DIGITS + 1];
    Word word;
    if (!read_value(r, "checksum", &word)) {
        return false;
    }
    const uint64_t header = bytes_fnv(BYTES_FNV_EMPTY, r->bytes, before);
    snprintf(expected, sizeof expected, "%016" PRIx64, bytes_fnv(header, r->bytes + r->at, r->size - r->at));
    if (!word_is(word, expected)) {
        error_set(r->e, ERROR_SYNTAX, "%s: the file is damaged: its checksum is \"%s\", that of what it holds is %s",
                  r->name, WORD_SHOWN(word), expected);
        return false;
    }
    return true;
}

/* How many 16-bit numbers, one after the other from `bias` on, come before the input weights. */
static size_t short_count(const Network *n)
{
    return (size_t)(n->input - n->bias);
}

/* How many neurons have their input weights in the file: where there is a mirror, the others are images of these. */
static int neurons_kept(const Network *n)
{
    return n->shape.variant->has_mirror ? n->neurons / 2 : n->neurons;
}

/* Bytes that the numbers of a network take. */
static size_t numbers_size(const Network *n)
{
    return short_count(n) * SHORT_BYTES + (size_t)(n->shape.rows * neurons_kept(n)) * WEIGHT_BYTES +
           (size_t)(n->buckets * BUCKET_NUMBERS) * LONG_BYTES;
}

static bool read_numbers(NetworkReader *r, Network *n)
{
    const size_t wanted = numbers_size(n), shorts = short_count(n);
    const int kept = neurons_kept(n);
    if (r->size - r->at != wanted) {
        error_set(r->e, ERROR_SYNTAX, "%s: %zu bytes of weights, but the header says %zu", r->name, r->size - r->at,
                  wanted);
        return false;
    }
    const unsigned char *from = r->bytes + r->at;
    for (size_t i = 0; i < shorts; i++) {
        n->bias[i] = (int16_t)(uint16_t)bytes_take(&from, SHORT_BYTES);
    }
    for (int row = 0; row < n->shape.rows; row++) {
        for (int i = 0; i < kept; i++) {
            const int weight = (int)bytes_take(&from, WEIGHT_BYTES) - WEIGHT_ZERO;
            network_set_weight(n, row, i, weight);
            if (n->shape.variant->has_mirror) {
                network_set_weight(n, n->shape.mirrored[row], i + kept, weight);
            }
        }
    }
    int32_t *const bucket_numbers = (int32_t *)n->bucket;
    for (int i = 0; i < n->buckets * BUCKET_NUMBERS; i++) {
        bucket_numbers[i] = (int32_t)(uint32_t)bytes_take(&from, LONG_BYTES);
    }
    return true;
}

Network *network_file_parse(const char *name, const unsigned char *bytes, size_t size, Error *e)
{
    NetworkReader r = {.name = name, .bytes = bytes, .size = size, .e = e};
    const Variant *v = NULL;
    Word made; /* "by", and any text */
    int neurons = 0, buckets = 0, scale = 0;
    if (!read_header(&r) || !read_board(&r, &v) ||
        !read_number(&r, "neurons", NETWORK_NEURONS_STEP, NETWORK_NEURONS_MAX, &neurons) ||
        !read_number(&r, "buckets", 1, NETWORK_BUCKETS_MAX, &buckets) ||
        !read_number(&r, "scale", 1, NETWORK_SCALE_MAX, &scale) || !read_value(&r, "made", &made) ||
        !read_checksum(&r)) {
        return NULL;
    }
    if (neurons % NETWORK_NEURONS_STEP != 0) {
        error_set(e, ERROR_SYNTAX, "%s: the number of neurons must be a multiple of %d, not %d", name,
                  NETWORK_NEURONS_STEP, neurons);
        return NULL;
    }
    Network *const n = network_new(v, neurons, buckets);
    if (n == NULL) {
        error_set(e, ERROR_MEMORY, "not enough memory for a network");
        return NULL;
    }
    n->scale = scale;
    Error why;
    if (!read_numbers(&r, n)) {
        network_free(n);
        return NULL;
    }
    if (network_check(n, &why) != ERROR_NONE) {
        error_set(e, ERROR_SYNTAX, "%s: cannot be used: %s", name, why.text);
        network_free(n);
        return NULL;
    }
    error_clear(e);
    return n;
}

Network *network_file_read(const char *path, Error *e)
{
    FILE *const stream = file_open_stream(path, e);
    if (stream == NULL) {
        return NULL;
    }
    unsigned char *const bytes = malloc(FILE_MAX + 1);
    const size_t size = bytes != NULL ? fread(bytes, 1, FILE_MAX + 1, stream) : 0;
    Network *n = NULL;
    if (bytes == NULL) {
        error_set(e, ERROR_MEMORY, "not enough memory for a network");
    } else if (ferror(stream) != 0) {
        error_set(e, ERROR_SYNTAX, "%s: %s", path, strerror(errno));
    } else if (size > FILE_MAX) {
        error_set(e, ERROR_SYNTAX, "%s: too large for a network: at most %d bytes are read", path, FILE_MAX);
    } else {
        n = network_file_parse(path, bytes, size, e);
    }
    free(bytes);
    fclose(stream);
    return n;
}

ErrorCode network_file_commit(AtomicFile *file, const Network *n, const char *made_by, Error *e)
{
    char header[HEADER_ROOM];
    int length = snprintf(header, sizeof header, "%s\nboard %s\nneurons %d\nbuckets %d\nscale %d\nmade by ", HEADER,
                          n->shape.variant->name, n->neurons, n->buckets, n->scale);
    /* It names files and must stay one line, even if their names have a newline. */
    for (int i = 0; i < MADE_BY_MAX && made_by[i] != '\0'; i++) {
        header[length++] = '\0' < made_by[i] && made_by[i] < ' ' ? '?' : made_by[i];
    }
    header[length++] = '\n';
    header[length] = '\0';
    const size_t size = numbers_size(n), shorts = short_count(n);
    const int kept = neurons_kept(n);
    unsigned char *const numbers = calloc(size, 1);
    if (numbers == NULL) {
        atomic_file_abort(file);
        return error_set(e, ERROR_MEMORY, "not enough memory for a network");
    }
    unsigned char *to = numbers;
    for (size_t i = 0; i < shorts; i++) {
        to = bytes_put(to, (uint16_t)n->bias[i], SHORT_BYTES);
    }
    for (int row = 0; row < n->shape.rows; row++) {
        for (int i = 0; i < kept; i++) {
            to = bytes_put(to, (uint8_t)(network_weight(n, row, i) + WEIGHT_ZERO), WEIGHT_BYTES);
        }
    }
    const int32_t *const bucket_numbers = (const int32_t *)n->bucket;
    for (int i = 0; i < n->buckets * BUCKET_NUMBERS; i++) {
        to = bytes_put(to, (uint32_t)bucket_numbers[i], LONG_BYTES);
    }
    const uint64_t hash = bytes_fnv(BYTES_FNV_EMPTY, header, (size_t)length);
    fprintf(file->stream, "%schecksum %016" PRIx64 "\n", header, bytes_fnv(hash, numbers, size));
    fwrite(numbers, 1, size, file->stream);
    free(numbers);
    return atomic_file_commit(file, e);
}
