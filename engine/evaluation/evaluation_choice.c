/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/evaluation_choice.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "evaluation/eval_file.h"
#include "evaluation/network_file.h"
#include "evaluation/sets.h"
#include "system/regular_file.h"
#include "system/words.h"

enum { BEGIN_SIZE = 256 }; /* bytes in which a file of weights, whatever its blanks, says what it is */

void evaluation_choice_init(EvaluationChoice *c, EvaluationKind kind)
{
    *c = (EvaluationChoice){.kind = kind, .weights = EVAL_WEIGHTS_BUILTIN};
}

void evaluation_choice_reset(EvaluationChoice *c)
{
    const EvaluationKind kind = c->kind;
    evaluation_choice_free(c);
    evaluation_choice_init(c, kind);
}

ErrorCode evaluation_choice_copy(EvaluationChoice *copy, const EvaluationChoice *c, Error *e)
{
    bool whole = true;
    *copy = (EvaluationChoice){.kind = c->kind, .weights = c->weights};
    for (int b = 0; b < VARIANT_COUNT && whole; b++) {
        copy->network[b] = c->network[b] != NULL ? network_copy(c->network[b]) : NULL;
        whole = copy->network[b] != NULL || c->network[b] == NULL;
    }
    if (!whole) {
        evaluation_choice_reset(copy);
        return error_set(e, ERROR_MEMORY, "not enough memory for another evaluation; the old one is kept");
    }
    return error_clear(e);
}

static ErrorCode read_network(EvaluationChoice *c, FILE *stream, const char *path, Error *e)
{
    Error why;
    Network *const n = network_file_read_stream(stream, path, &why);
    if (n == NULL) {
        return error_set(e, why.code, "%s", why.text);
    }
    Network **const place = &c->network[variant_index(n->shape.variant)];
    network_free(*place);
    *place = n;
    return error_clear(e);
}

/* Finds out whose part a file holds, of whatever version. The stream is at its beginning afterwards. */
static ErrorCode find_kind(FILE *stream, const char *path, EvaluationKind *kind, Error *e)
{
    char begin[BEGIN_SIZE];
    const size_t size = fread(begin, 1, sizeof begin, stream);
    if (ferror(stream) != 0) {
        return error_set(e, ERROR_SYNTAX, "%s: %s", path, strerror(errno));
    }
    rewind(stream);
    if (!network_file_is(begin, size) && !eval_file_is(begin, size)) {
        return error_set(
            e, ERROR_SYNTAX,
            "%s: neither a network nor a file of weights for this engine: line 1 should be \"%s\" or \"%s\"", path,
            NETWORK_FILE_HEADER, EVAL_FILE_HEADER);
    }
    *kind = network_file_is(begin, size) ? EVALUATION_LEARNED : EVALUATION_PACE_TEMPO;
    return ERROR_NONE;
}

ErrorCode evaluation_choice_read(EvaluationChoice *c, const char *path, EvaluationKind *read, Error *e)
{
    Error why;
    EvaluationKind kind = c->kind;
    FILE *const stream = regular_file_stream(path, &why);
    if (stream == NULL) {
        return error_set(e, why.code, "%s", why.text);
    }
    ErrorCode code = find_kind(stream, path, &kind, e);
    if (code == ERROR_NONE) {
        code = kind == EVALUATION_LEARNED ? read_network(c, stream, path, e)
                                          : eval_file_read_stream(stream, path, &c->weights, e);
    }
    fclose(stream);
    if (code == ERROR_NONE && read != NULL) {
        *read = kind;
    }
    return code;
}

EvaluationParts evaluation_choice_parts(const EvaluationChoice *c)
{
    EvaluationParts parts = {.kind = c->kind, .weights = &c->weights};
    for (int b = 0; b < VARIANT_COUNT; b++) {
        parts.network[b] = c->network[b];
    }
    return parts;
}

void evaluation_choice_free(EvaluationChoice *c)
{
    for (int b = 0; b < VARIANT_COUNT; b++) {
        network_free(c->network[b]);
        c->network[b] = NULL;
    }
}
