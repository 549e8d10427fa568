/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/evaluation_choice.h"

#include "evaluation/eval_file.h"
#include "evaluation/network_file.h"
#include "evaluation/sets.h"

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

ErrorCode evaluation_choice_read(EvaluationChoice *c, const char *path, Error *e)
{
    if (!network_file_is(path)) {
        return eval_file_read(path, &c->weights, e);
    }
    Error why;
    Network *const n = network_file_read(path, &why);
    if (n == NULL) {
        return error_set(e, why.code, "%s", why.text);
    }
    Network **const place = &c->network[eval_board_index(n->variant)];
    network_free(*place);
    *place = n;
    return error_clear(e);
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
