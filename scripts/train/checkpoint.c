/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "train/checkpoint.h"

#include <math.h>
#include <string.h>

#include "system/file.h"
#include "system/random.h"

#define MAGIC "bushkaNT"

enum { FRACTION_BITS = 40 };

/* What precedes the parameters in the file. */
typedef struct Header {
    char magic[sizeof MAGIC - 1];
    uint64_t identity, epoch, step, sum;
} Header;

/* The number of parameters that follow, those of all arrays. */
static size_t count_of(const Training *t)
{
    return TRAINING_ARRAYS * t->shape.count;
}

static uint64_t sum_of(const Header *h, const Training *t)
{
    uint64_t sum = random_pair(random_pair(h->identity, h->epoch), h->step);
    for (size_t i = 0; i < count_of(t); i++) {
        uint32_t bits;
        memcpy(&bits, &t->parameters[i], sizeof bits);
        sum = random_pair(sum, bits);
    }
    return sum;
}

uint64_t checkpoint_identity(const Samples *samples, const FloatNetShape *shape, const TrainingConfig *config)
{
    const double fractions[] = {config->target.lambda, config->target.k, config->learning_rate,
                                config->final_learning_rate, config->weight_decay};
    const uint64_t wholes[] = {
        samples->digest, samples->count, (uint64_t)samples->pieces, (uint64_t)shape->neurons, (uint64_t)shape->buckets,
        shape->segments, shape->count,   config->batch_size,        (uint64_t)config->epochs, config->seed,
        config->first};
    uint64_t sum = 0;
    for (size_t i = 0; i < sizeof fractions / sizeof fractions[0]; i++) {
        sum = random_pair(sum, (uint64_t)ldexp(fractions[i], FRACTION_BITS));
    }
    for (size_t i = 0; i < sizeof wholes / sizeof wholes[0]; i++) {
        sum = random_pair(sum, wholes[i]);
    }
    for (int i = 0; i <= shape->seen.segments; i++) {
        sum = random_pair(sum, shape->seen.first[i]);
    }
    return sum;
}

ErrorCode checkpoint_check(const char *path, Error *e)
{
    return atomic_file_check(path, MAGIC, e);
}

ErrorCode checkpoint_write(const char *path, uint64_t identity, const Training *t, Error *e)
{
    AtomicFile file;
    const ErrorCode code = atomic_file_begin(&file, path, MAGIC, e);
    if (code != ERROR_NONE) {
        return code;
    }
    Header header = {.identity = identity, .epoch = (uint64_t)t->epoch, .step = (uint64_t)t->step};
    memcpy(header.magic, MAGIC, sizeof header.magic);
    header.sum = sum_of(&header, t);
    fwrite(&header, sizeof header, 1, file.stream);
    fwrite(t->parameters, sizeof *t->parameters, count_of(t), file.stream);
    return atomic_file_commit(&file, e);
}

ErrorCode checkpoint_read(const char *path, uint64_t identity, Training *t, Error *e)
{
    FILE *const file = file_open_stream(path, e);
    Header header;
    if (file == NULL) {
        return e->code;
    }
    const bool ours =
        fread(&header, sizeof header, 1, file) == 1 && memcmp(header.magic, MAGIC, sizeof header.magic) == 0;
    const bool same = ours && header.identity == identity;
    const bool whole = same && fread(t->parameters, sizeof *t->parameters, count_of(t), file) == count_of(t) &&
                       getc(file) == EOF && header.sum == sum_of(&header, t);
    fclose(file);
    if (whole) {
        t->epoch = (int)header.epoch;
        t->step = (int64_t)header.step;
        return error_clear(e);
    }
    return error_set(e, ERROR_SYNTAX, "%s: %s", path,
                     !ours   ? "not a checkpoint of a training"
                     : !same ? "the checkpoint of another training (other games, sizes or settings)"
                             : "the checkpoint is damaged");
}
