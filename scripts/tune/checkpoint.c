#include "checkpoint.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mix.h"

enum { PATH_SIZE = 4096, VERSION = 1, WORD_MOST = 63, DECIMAL = 10, HEXADECIMAL = 16 };

static const char HEADER[] = "bushka-tune checkpoint";
static const char BESIDE[] = ".new";

/* A number with its bits. */
static uint64_t add_number(uint64_t sum, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return mix_pair(sum, bits);
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
        sum = mix_pair(sum, whole[i]);
    }
    return add_weights(sum, start);
}

/* Sums the whole state up. */
static uint64_t checksum(const FitState *s)
{
    uint64_t sum = mix_pair((uint64_t)s->epoch, (uint64_t)s->stale);
    sum = mix_pair(sum, (uint64_t)s->step);
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

ErrorCode checkpoint_write(const char *path, uint64_t identity, const FitState *state, Error *e)
{
    char beside[PATH_SIZE];
    const int length = snprintf(beside, sizeof beside, "%s%s", path, BESIDE);
    FILE *const file = length < (int)sizeof beside ? fopen(beside, "w") : NULL;
    if (file == NULL) {
        return error_set(e, ERROR_SYNTAX, "%s: %s", path, strerror(errno));
    }
    print(file, identity, state);
    const bool failed = ferror(file) != 0;
    if (fclose(file) != 0 || failed || rename(beside, path) != 0) {
        return error_set(e, ERROR_SYNTAX, "%s: cannot be written: %s", path, strerror(errno));
    }
    return error_clear(e);
}

/* The next word of the file, "" when there is none. */
typedef struct Word {
    char text[WORD_MOST + 1];
} Word;

static Word next_word(FILE *file)
{
    Word w = {.text = ""};
    int c = getc(file);
    while (c != EOF && isspace(c)) {
        c = getc(file);
    }
    for (int i = 0; i < WORD_MOST && c != EOF && !isspace(c); i++, c = getc(file)) {
        w.text[i] = (char)c;
    }
    return w;
}

/* True when the next words are these. */
static bool has_words(FILE *file, const char *words)
{
    const char *rest = words;
    while (*rest != '\0') {
        const size_t length = strcspn(rest, " ");
        const Word w = next_word(file);
        if (strlen(w.text) != length || memcmp(w.text, rest, length) != 0) {
            return false;
        }
        rest += length + (rest[length] == ' ');
    }
    return true;
}

/* The word after a name, or after nothing for the name "". */
static bool get_word(FILE *file, const char *name, Word *w)
{
    if (!has_words(file, name)) {
        return false;
    }
    *w = next_word(file);
    return w->text[0] != '\0';
}

static bool get_real(FILE *file, const char *name, double *number)
{
    Word w;
    char *end = w.text;
    *number = get_word(file, name, &w) ? strtod(w.text, &end) : 0;
    return end != w.text && *end == '\0';
}

static bool get_whole(FILE *file, const char *name, int64_t most, int64_t *number)
{
    Word w;
    char *end = w.text;
    *number = get_word(file, name, &w) ? strtoll(w.text, &end, DECIMAL) : 0;
    return end != w.text && *end == '\0' && *number >= 0 && *number <= most;
}

static bool get_sum(FILE *file, const char *name, uint64_t *sum)
{
    Word w;
    char *end = w.text;
    *sum = get_word(file, name, &w) ? strtoull(w.text, &end, HEXADECIMAL) : 0;
    return end != w.text && *end == '\0';
}

static bool get_state(FILE *file, FitState *s, uint64_t *sum)
{
    int64_t epoch = 0, stale = 0;
    bool good = get_whole(file, "epoch", INT_MAX, &epoch) && get_whole(file, "stale", INT_MAX, &stale) &&
                get_whole(file, "step", INT64_MAX, &s->step) && get_real(file, "rate", &s->rate) &&
                get_real(file, "best", &s->best_loss);
    s->epoch = (int)epoch;
    s->stale = (int)stale;
    for (int f = 0; f < EVAL_FEATURE_COUNT && good; f++) {
        for (int phase = 0; phase < EVAL_PHASES && good; phase++) {
            good = get_real(file, "", &s->now.value[f][phase]) && get_real(file, "", &s->best.value[f][phase]) &&
                   get_real(file, "", &s->mean.value[f][phase]) && get_real(file, "", &s->square.value[f][phase]);
        }
    }
    return good && get_sum(file, "checksum", sum);
}

static ErrorCode read(FILE *file, uint64_t identity, FitState *s, Error *e)
{
    uint64_t written = 0, sum = 0;
    int64_t version = 0;
    if (!get_whole(file, HEADER, INT_MAX, &version) || version != VERSION || !get_sum(file, "identity", &written)) {
        return error_set(e, ERROR_SYNTAX, "not a checkpoint: it should begin with \"%s %d\"", HEADER, VERSION);
    }
    if (written != identity) {
        return error_set(e, ERROR_SYNTAX, "belongs to a fit of other data, settings or starting weights");
    }
    if (!get_state(file, s, &sum) || sum != checksum(s)) {
        return error_set(e, ERROR_SYNTAX, "damaged: its checksum is not that of its numbers");
    }
    return ERROR_NONE;
}

ErrorCode checkpoint_read(const char *path, uint64_t identity, FitState *state, Error *e)
{
    FitState s;
    Error reason;
    FILE *const file = fopen(path, "r");
    if (file == NULL) {
        return error_set(e, ERROR_SYNTAX, "%s: %s", path, strerror(errno));
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
