/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tune/checkpoint.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/atomic_file.h"
#include "system/random.h"
#include "system/regular_file.h"
#include "system/words.h"

enum { VERSION = 1, LINE_SIZE = 256 };

static const char HEADER[] = "bushka-tune checkpoint";

/* A number with its bits. */
static uint64_t add_number(uint64_t sum, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return random_pair(sum, bits);
}

static uint64_t add_weights(uint64_t sum, const FitWeights *w)
{
    for (int f = 0; f < EVAL_FEATURE_COUNT; f++) {
        for (int phase = 0; phase < EVAL_PHASES; phase++) {
            sum = add_number(sum, w->value[f][phase]);
        }
    }
    return sum;
}

uint64_t checkpoint_identity(const Dataset *d, const FitConfig *c, const FitWeights *start)
{
    const double numbers[] = {c->scale.k, c->scale.lambda, c->rate, c->pull, c->pull_to_zero ? 1 : 0, c->rare};
    const uint64_t whole[] = {d->count, c->batch, c->seed, EVAL_FEATURE_COUNT};
    uint64_t sum = d->digest;
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        sum = add_number(sum, numbers[i]);
    }
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        sum = random_pair(sum, whole[i]);
    }
    return add_weights(sum, start);
}

/* Sums the whole state up. */
static uint64_t checksum(const FitState *s)
{
    uint64_t sum = random_pair((uint64_t)s->epoch, (uint64_t)s->stale);
    sum = random_pair(sum, (uint64_t)s->step);
    sum = add_number(add_number(sum, s->rate), s->best_loss);
    sum = add_weights(add_weights(sum, &s->now), &s->best);
    return add_weights(add_weights(sum, &s->mean), &s->square);
}

static void print(FILE *file, uint64_t identity, const FitState *s)
{
    fprintf(file, "%s %d\nidentity %016" PRIx64 "\n", HEADER, VERSION, identity);
    fprintf(file, "epoch %d stale %d step %" PRId64 " rate %a best %a\n", s->epoch, s->stale, s->step, s->rate,
            s->best_loss);
    for (int f = 0; f < EVAL_FEATURE_COUNT; f++) {
        for (int phase = 0; phase < EVAL_PHASES; phase++) {
            fprintf(file, "%a %a %a %a\n", s->now.value[f][phase], s->best.value[f][phase], s->mean.value[f][phase],
                    s->square.value[f][phase]);
        }
    }
    fprintf(file, "checksum %016" PRIx64 "\n", checksum(s));
}

ErrorCode checkpoint_check(const char *path, Error *e)
{
    AtomicFile file;
    const ErrorCode code = atomic_file_begin(&file, path, HEADER, e);
    atomic_file_abort(&file);
    return code;
}

ErrorCode checkpoint_write(const char *path, uint64_t identity, const FitState *state, Error *e)
{
    AtomicFile file;
    const ErrorCode code = atomic_file_begin(&file, path, HEADER, e);
    if (code != ERROR_NONE) {
        return code;
    }
    print(file.stream, identity, state);
    return atomic_file_commit(&file, e);
}

/* A line of the file, and the words that are left of it. */
typedef struct Line {
    char text[LINE_SIZE];
    Words words;
} Line;

static bool next_line(FILE *file, Line *line)
{
    if (fgets(line->text, sizeof line->text, file) == NULL) {
        return false;
    }
    line->words = words_of(line->text, strlen(line->text));
    return true;
}

/* True when the next words are these. */
static bool has_words(Line *line, const char *wanted)
{
    Words rest = words_of(wanted, strlen(wanted));
    Word w, next;
    while (words_next(&rest, &w)) {
        if (!words_next(&line->words, &next) || next.length != w.length || memcmp(next.text, w.text, w.length) != 0) {
            return false;
        }
    }
    return true;
}

/* The number that comes next, after its name unless that is "". */
static bool get_whole(Line *line, const char *name, int64_t most, int64_t *number)
{
    Word w;
    return has_words(line, name) && words_next(&line->words, &w) && word_number(w, 0, most, number);
}

static bool get_real(Line *line, const char *name, double *number)
{
    char text[LINE_SIZE];
    char *end;
    Word w;
    if (!has_words(line, name) || !words_next(&line->words, &w) || !word_copy(w, text, sizeof text)) {
        return false;
    }
    *number = strtod(text, &end);
    return *end == '\0';
}

/* True when that sum comes next, after its name. */
static bool has_sum(Line *line, const char *name, uint64_t sum)
{
    char wanted[LINE_SIZE];
    snprintf(wanted, sizeof wanted, "%s %016" PRIx64, name, sum);
    return has_words(line, wanted);
}

static bool get_state(FILE *file, FitState *s)
{
    Line line;
    int64_t epoch = 0, stale = 0;
    bool good = next_line(file, &line) && get_whole(&line, "epoch", INT_MAX, &epoch) &&
                get_whole(&line, "stale", INT_MAX, &stale) && get_whole(&line, "step", INT64_MAX, &s->step) &&
                get_real(&line, "rate", &s->rate) && get_real(&line, "best", &s->best_loss);
    s->epoch = (int)epoch;
    s->stale = (int)stale;
    for (int f = 0; f < EVAL_FEATURE_COUNT && good; f++) {
        for (int phase = 0; phase < EVAL_PHASES && good; phase++) {
            good = next_line(file, &line) && get_real(&line, "", &s->now.value[f][phase]) &&
                   get_real(&line, "", &s->best.value[f][phase]) && get_real(&line, "", &s->mean.value[f][phase]) &&
                   get_real(&line, "", &s->square.value[f][phase]);
        }
    }
    return good && next_line(file, &line) && has_sum(&line, "checksum", checksum(s));
}

static ErrorCode read(FILE *file, uint64_t identity, FitState *s, Error *e)
{
    Line line;
    int64_t version;
    if (!next_line(file, &line) || !get_whole(&line, HEADER, INT_MAX, &version) || version != VERSION) {
        return error_set(e, ERROR_SYNTAX, "not a checkpoint: it should begin with \"%s %d\"", HEADER, VERSION);
    }
    if (!next_line(file, &line) || !has_sum(&line, "identity", identity)) {
        return error_set(e, ERROR_SYNTAX, "belongs to a fit of other data, settings or starting weights");
    }
    if (!get_state(file, s)) {
        return error_set(e, ERROR_SYNTAX, "damaged: its checksum is not that of its numbers");
    }
    return ERROR_NONE;
}

ErrorCode checkpoint_read(const char *path, uint64_t identity, FitState *state, Error *e)
{
    FitState s;
    Error reason;
    FILE *const file = regular_file_stream(path, &reason);
    if (file == NULL) {
        return error_set(e, reason.code, "%s", reason.text);
    }
    memset(&s, 0, sizeof s);
    const ErrorCode code = read(file, identity, &s, &reason);
    fclose(file);
    if (code != ERROR_NONE) {
        return error_set(e, code, "%s: %s", path, reason.text);
    }
    *state = s;
    return error_clear(e);
}
