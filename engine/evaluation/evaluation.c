/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/evaluation.h"

#include <stdlib.h>
#include <string.h>

#include "evaluation/eval_endings.h"
#include "evaluation/network_builtin.h"
#include "evaluation/sets.h"
#include "system/aligned_memory.h"

enum { ALIGNMENT = 64, PLIES = SEARCH_PLY_MAX + 4 };

const char *const EVALUATION_NAMES[EVALUATION_KINDS + 1] = {"learned", "pace-tempo", NULL};

struct Evaluation {
    EvaluationKind kind;
    Eval *terms;
    Network *network[VARIANT_COUNT];
    EvalEndingTable endings[VARIANT_COUNT];
};

/* What the pieces of a position are worth by their squares (eval.h). */
typedef struct Material {
    Position position; /* whose */
    EvalMaterial sum;
} Material;

struct EvaluationStack {
    const Variant *variant; /* of the sums below; NULL: none yet */
    Accumulator accumulator[PLIES];
    Material material[PLIES];
};

Evaluation *evaluation_new(const EvaluationParts *parts, Error *e)
{
    Evaluation *const made = calloc(1, sizeof *made);
    bool whole = made != NULL;
    if (whole) {
        made->kind = parts->kind;
        made->terms = eval_new(parts->weights != NULL ? parts->weights : &EVAL_WEIGHTS_BUILTIN);
        whole = made->terms != NULL;
    }
    for (int b = 0; b < VARIANT_COUNT && whole; b++) {
        made->network[b] = parts->network[b] != NULL ? network_copy(parts->network[b]) : network_builtin(variant_at(b));
        eval_endings_prepare(&made->endings[b], variant_at(b));
        whole = made->network[b] != NULL;
    }
    if (!whole) {
        evaluation_free(made);
        error_set(e, ERROR_MEMORY, "not enough memory for another evaluation; the old one is kept");
        return NULL;
    }
    error_clear(e);
    return made;
}

void evaluation_free(Evaluation *e)
{
    if (e != NULL) {
        for (int b = 0; b < VARIANT_COUNT; b++) {
            network_free(e->network[b]);
        }
        eval_free(e->terms);
        free(e);
    }
}

EvaluationKind evaluation_kind(const Evaluation *e)
{
    return e->kind;
}

const Eval *evaluation_terms(const Evaluation *e)
{
    return e->terms;
}

const Network *evaluation_network(const Evaluation *e, const Variant *v)
{
    return e->network[variant_index(v)];
}

EvaluationStack *evaluation_stack_new(void)
{
    EvaluationStack *const s = aligned_memory_new(ALIGNMENT, sizeof *s);
    if (s != NULL) {
        s->variant = NULL;
    }
    return s;
}

void evaluation_stack_free(EvaluationStack *s)
{
    aligned_memory_free(s);
}

void evaluation_stack_prepare(EvaluationStack *s, const Evaluation *e, const Variant *v, bool again)
{
    if (s->variant == v && !again) {
        return;
    }
    s->variant = v;
    for (int ply = 0; ply < PLIES; ply++) {
        network_clear(evaluation_network(e, v), &s->accumulator[ply]);
        s->material[ply] = (Material){.position = position_empty(v), .sum = 0};
    }
}

/* The sum of the pieces' worth, from that of the position before or of another at the same ply. */
static EvalMaterial material_of(const Evaluation *e, EvaluationStack *s, const Position *p, int ply)
{
    Material *const own = &s->material[ply];
    const Material *const base = ply > 0 ? own - 1 : own;
    own->sum = eval_material_between(e->terms, &base->position, base->sum, p);
    own->position = *p;
    return own->sum;
}

/* What the mover's value becomes where the solved endings reach. */
static Score with_endings(const Evaluation *e, int board, const Position *p, Score value)
{
    if (!eval_is_ending(p)) {
        return value;
    }
    const Score white = eval_ending(&e->endings[board], p, p->side == WHITE ? value : -value);
    return p->side == WHITE ? white : -white;
}

static Score learned_value(const Evaluation *e, EvaluationStack *s, const Position *p, int ply)
{
    const int board = variant_index(p->variant);
    Accumulator *const own = &s->accumulator[ply];
    return with_endings(e, board, p,
                        network_value(e->network[board], p, own, ply < NETWORK_BEFORE ? ply : NETWORK_BEFORE));
}

Score evaluation_value(const Evaluation *e, EvaluationStack *s, const Position *p, int ply, Score alpha, Score beta)
{
    return e->kind == EVALUATION_LEARNED ? learned_value(e, s, p, ply)
                                         : eval_bounded(e->terms, p, material_of(e, s, p, ply), alpha, beta);
}

Score evaluation_position(const Evaluation *e, const Position *p)
{
    const int board = variant_index(p->variant);
    if (e->kind != EVALUATION_LEARNED) {
        return eval_position(e->terms, p);
    }
    return with_endings(e, board, p, network_value_plain(e->network[board], p));
}
