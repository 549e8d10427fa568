/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/eval_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "system/checksum.h"
#include "system/regular_file.h"
#include "system/words.h"

/* The first line, and the words with which lines begin. */
static const char HEADER[] = EVAL_FILE_HEADER;
static const char BEGINS[] = "Bushka evaluation "; /* of any version */
static const char FEATURES[] = "features";
static const char CHECKSUM[] = "checksum";

enum {
    LINE_SIZE = 256,
    VALUES = VARIANT_COUNT * EVAL_PHASES,
    SIZE_MOST = 1 << 20 /* bytes of a file, with room for any blanks */
};

/* A file being read. */
typedef struct Reader {
    FILE *file;
    const char *path;
    int line; /* number of the line read last */
    char text[LINE_SIZE];
    size_t length; /* of the text; it may hold a NUL */
    Error *e;
} Reader;

static int16_t *value_at(EvalWeightSet *set, int feature, int i)
{
    return &set->board[i / EVAL_PHASES].value[feature][i % EVAL_PHASES];
}

/* The line of a feature, as it is written and as it enters the checksum. Returns its length. */
static size_t print_feature(char line[LINE_SIZE], const EvalWeightSet *set, int feature)
{
    char name[EVAL_NAME_SIZE];
    const int16_t *const first = set->board[0].value[feature];
    const int16_t *const second = set->board[1].value[feature];
    return (size_t)snprintf(line, LINE_SIZE, "%s %d %d %d %d\n", eval_feature_name((EvalFeature)feature, name),
                            first[EVAL_OPENING], first[EVAL_ENDING], second[EVAL_OPENING], second[EVAL_ENDING]);
}

static uint64_t checksum_of(const EvalWeightSet *set)
{
    uint64_t sum = checksum_add(CHECKSUM_EMPTY, HEADER, strlen(HEADER));
    for (int f = 0; f < EVAL_FEATURE_COUNT; f++) {
        char line[LINE_SIZE];
        const size_t length = print_feature(line, set, f);
        sum = checksum_add(sum, line, length);
    }
    return sum;
}

/* Reads the next line. Returns false, with an error that says what should have come, at the end of the file. */
static bool next_line(Reader *r, Words *words, const char *expected)
{
    r->length = 0;
    r->line++;
    int c = getc(r->file);
    const bool ended = c == EOF;
    while (c != EOF && c != '\n' && r->length < sizeof r->text) {
        r->text[r->length++] = (char)c;
        c = getc(r->file);
    }
    if (ferror(r->file) != 0) {
        error_set(r->e, ERROR_SYNTAX, "%s: %s", r->path, strerror(errno));
        return false;
    }
    if (ended) {
        error_set(r->e, ERROR_SYNTAX, "%s: the file ends too early: line %d should be %s", r->path, r->line, expected);
        return false;
    }
    if (c != EOF && c != '\n') {
        error_set(r->e, ERROR_SYNTAX, "%s:%d: the line is too long; expected %s", r->path, r->line, expected);
        return false;
    }
    *words = words_of(r->text, r->length);
    return true;
}

static bool no_more(Words *words)
{
    Word word;
    return !words_next(words, &word);
}

/* Takes the words of a text, if they are the next ones. */
static bool take_words(Words *words, const char *text)
{
    Words wanted = words_of(text, strlen(text));
    Word a;
    Word b;
    bool same = true;
    while (same && words_next(&wanted, &a)) {
        same = words_next(words, &b) && a.length == b.length && memcmp(a.text, b.text, a.length) == 0;
    }
    return same;
}

bool eval_file_is(const char *bytes, size_t size)
{
    Words words = words_of(bytes, size);
    return take_words(&words, BEGINS);
}

static bool read_header(Reader *r)
{
    Words words;
    if (!next_line(r, &words, HEADER)) {
        return false;
    }
    if (!take_words(&words, HEADER) || !no_more(&words)) {
        error_set(r->e, ERROR_SYNTAX, "%s: not a file of weights for this engine: line 1 should be \"%s\"", r->path,
                  HEADER);
        return false;
    }
    return true;
}

static bool read_feature_count(Reader *r)
{
    Words words;
    Word word;
    int64_t count = 0;
    if (!next_line(r, &words, "features N")) {
        return false;
    }
    if (!words_next(&words, &word) || !word_is(word, FEATURES) || !words_next(&words, &word) ||
        !word_number(word, 0, INT16_MAX, &count) || !no_more(&words)) {
        error_set(r->e, ERROR_SYNTAX, "%s:%d: expected \"%s %d\"", r->path, r->line, FEATURES, EVAL_FEATURE_COUNT);
        return false;
    }
    if (count != EVAL_FEATURE_COUNT) {
        error_set(r->e, ERROR_SYNTAX, "%s: weights of %d features, but this engine has %d", r->path, (int)count,
                  EVAL_FEATURE_COUNT);
        return false;
    }
    return true;
}

static bool read_feature(Reader *r, EvalWeightSet *set, int feature)
{
    char name[EVAL_NAME_SIZE];
    Words words;
    Word word;
    eval_feature_name((EvalFeature)feature, name);
    if (!next_line(r, &words, name)) {
        return false;
    }
    if (!words_next(&words, &word) || !word_is(word, name)) {
        error_set(r->e, ERROR_SYNTAX, "%s:%d: expected the weights of %s, found \"%.*s\"", r->path, r->line, name,
                  WORD_SHOWN(word));
        return false;
    }
    for (int i = 0; i < VALUES; i++) {
        int64_t value = 0;
        if (!words_next(&words, &word) || !word_number(word, INT16_MIN, INT16_MAX, &value)) {
            error_set(r->e, ERROR_SYNTAX, "%s:%d: %s takes %d whole numbers from %d to %d, not \"%.*s\"", r->path,
                      r->line, name, VALUES, INT16_MIN, INT16_MAX, WORD_SHOWN(word));
            return false;
        }
        *value_at(set, feature, i) = (int16_t)value;
    }
    if (words_next(&words, &word)) {
        error_set(r->e, ERROR_SYNTAX, "%s:%d: %s takes %d numbers, found \"%.*s\" after them", r->path, r->line, name,
                  VALUES, WORD_SHOWN(word));
        return false;
    }
    return true;
}

static bool read_checksum(Reader *r, const EvalWeightSet *set)
{
    char wanted[CHECKSUM_DIGITS + 1];
    Words words;
    Word word;
    snprintf(wanted, sizeof wanted, "%016" PRIx64, checksum_of(set));
    if (!next_line(r, &words, CHECKSUM)) {
        return false;
    }
    if (!words_next(&words, &word) || !word_is(word, CHECKSUM) || !words_next(&words, &word) || !no_more(&words)) {
        error_set(r->e, ERROR_SYNTAX, "%s:%d: expected \"%s H\"", r->path, r->line, CHECKSUM);
        return false;
    }
    if (!word_is(word, wanted)) {
        error_set(r->e, ERROR_SYNTAX, "%s: the file is damaged: its checksum is \"%.*s\", that of its weights %s",
                  r->path, WORD_SHOWN(word), wanted);
        return false;
    }
    return true;
}

/* Only blank lines may follow. */
static bool read_end(Reader *r)
{
    int c = getc(r->file);
    while (c == '\n' || c == '\r' || c == ' ' || c == '\t') {
        c = getc(r->file);
    }
    if (c != EOF) {
        error_set(r->e, ERROR_SYNTAX, "%s: nothing may follow the line \"%s\"", r->path, CHECKSUM);
    }
    return c == EOF;
}

static bool has_fit_size(Reader *r)
{
    const int64_t size = regular_file_size(r->file);
    if (size > SIZE_MOST) {
        error_set(r->e, ERROR_SYNTAX, "%s: too large for a file of weights: %" PRId64 " bytes, at most %d are read",
                  r->path, size, SIZE_MOST);
        return false;
    }
    return true;
}

ErrorCode eval_file_read_stream(FILE *stream, const char *path, EvalWeightSet *set, Error *e)
{
    Error error;
    EvalWeightSet read = {0};
    error_clear(&error);
    Reader r = {.file = stream, .path = path, .e = &error};
    bool good = has_fit_size(&r) && read_header(&r) && read_feature_count(&r);
    for (int f = 0; f < EVAL_FEATURE_COUNT && good; f++) {
        good = read_feature(&r, &read, f);
    }
    good = good && read_checksum(&r, &read) && read_end(&r);
    if (!good) {
        return error_set(e, error.code, "%s", error.text);
    }
    *set = read;
    return error_clear(e);
}

ErrorCode eval_file_read(const char *path, EvalWeightSet *set, Error *e)
{
    Error error;
    FILE *const stream = regular_file_stream(path, &error);
    if (stream == NULL) {
        return error_set(e, error.code, "%s", error.text);
    }
    const ErrorCode code = eval_file_read_stream(stream, path, set, e);
    fclose(stream);
    return code;
}

ErrorCode eval_file_begin(AtomicFile *file, const char *path, Error *e)
{
    return atomic_file_begin(file, path, BEGINS, e);
}

ErrorCode eval_file_commit(AtomicFile *file, const EvalWeightSet *set, Error *e)
{
    FILE *const stream = file->stream;
    fprintf(stream, "%s\n%s %d\n", HEADER, FEATURES, EVAL_FEATURE_COUNT);
    for (int f = 0; f < EVAL_FEATURE_COUNT; f++) {
        char line[LINE_SIZE];
        print_feature(line, set, f);
        fputs(line, stream);
    }
    fprintf(stream, "%s %016" PRIx64 "\n", CHECKSUM, checksum_of(set));
    return atomic_file_commit(file, e);
}

ErrorCode eval_file_write(const char *path, const EvalWeightSet *set, Error *e)
{
    AtomicFile file;
    const ErrorCode code = eval_file_begin(&file, path, e);
    return code == ERROR_NONE ? eval_file_commit(&file, set, e) : code;
}
