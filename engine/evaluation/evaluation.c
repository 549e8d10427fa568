/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/evaluation.h"

#include <stdlib.h>

#include "evaluation/network_builtin.h"
#include "evaluation/solved_ending.h"
#include "system/memory.h"

enum { PLIES = SEARCH_PLY_MAX + 4, MATERIAL_MAN = 100, MATERIAL_KING = 300 };

const char *const EVALUATION_NAMES[EVALUATION_KINDS + 1] = {"learned", "pace-tempo", NULL};

struct Evaluation {
    EvaluationKind kind;
    const Network *network[VARIANT_COUNT]; /* of the boards that an EVALUATION_LEARNED is prepared for; else NULL */
    Network *builtin[VARIANT_COUNT];       /* those of them that are built in; owned */
    PaceTempo pace_tempo;                  /* of EVALUATION_PACE_TEMPO alone */
};

struct EvaluationStack {
    const Variant *variant; /* of the accumulators; NULL: none yet */
    PaceTempoSum sum;       /* of the position evaluated last */
    Accumulator accumulator[PLIES];
};

void evaluation_choice_free(EvaluationChoice *c)
{
    for (int b = 0; b < VARIANT_COUNT; b++) {
        network_free(c->network[b]);
        c->network[b] = NULL;
    }
}

Evaluation *evaluation_new(const EvaluationChoice *choice, const Variant *v, Error *e)
{
    Evaluation *const made = calloc(1, sizeof *made);
    if (made != NULL) {
        made->kind = choice->kind;
        for (int b = 0; b < VARIANT_COUNT && choice->kind == EVALUATION_LEARNED; b++) {
            made->network[b] = choice->network[b];
        }
        if (choice->kind == EVALUATION_PACE_TEMPO) {
            pace_tempo_prepare(&made->pace_tempo);
        }
    }
    if (made == NULL || !evaluation_prepare(made, v)) {
        evaluation_free(made);
        error_set(e, ERROR_MEMORY, "not enough memory for another evaluation; keeping the old one");
        return NULL;
    }
    error_clear(e);
    return made;
}

bool evaluation_prepare(Evaluation *e, const Variant *v)
{
    const int b = variant_index(v);
    if (e->kind != EVALUATION_LEARNED || e->network[b] != NULL) {
        return true;
    }
    e->builtin[b] = network_builtin(v);
    e->network[b] = e->builtin[b];
    return e->network[b] != NULL;
}

void evaluation_free(Evaluation *e)
{
    if (e != NULL) {
        for (int b = 0; b < VARIANT_COUNT; b++) {
            network_free(e->builtin[b]);
        }
        free(e);
    }
}

EvaluationKind evaluation_kind(const Evaluation *e)
{
    return e->kind;
}

const Network *evaluation_network(const Evaluation *e, const Variant *v)
{
    return e->network[variant_index(v)];
}

EvaluationStack *evaluation_stack_new(void)
{
    EvaluationStack *const s = memory_aligned_new(sizeof *s);
    if (s != NULL) {
        evaluation_stack_clear(s);
    }
    return s;
}

void evaluation_stack_free(EvaluationStack *s)
{
    memory_aligned_free(s);
}

void evaluation_stack_clear(EvaluationStack *s)
{
    s->variant = NULL;
}

void evaluation_stack_prepare(EvaluationStack *s, const Evaluation *e, const Variant *v)
{
    if (s->variant == v) {
        return;
    }
    s->variant = v;
    s->sum = (PaceTempoSum){0};
    for (int ply = 0; ply < PLIES && e->kind == EVALUATION_LEARNED; ply++) {
        network_clear(evaluation_network(e, v), &s->accumulator[ply]);
    }
}

/* A score from White's view, given the mover's view of it, and the other way round. */
static Score turn_view(const Position *p, Score score)
{
    return p->side == WHITE ? score : -score;
}

/* A value, from the mover's view, corrected by the solved endings where they cover the position. */
static Score with_endings(const Position *p, Score value)
{
    return solved_ending_covers(p) ? turn_view(p, solved_ending_value(p, turn_view(p, value))) : value;
}

Score evaluation_material(const Position *p)
{
    const int men = popcount(p->men[WHITE]) - popcount(p->men[BLACK]);
    const bool has_kings = (p->kings[WHITE] | p->kings[BLACK]) != 0; /* counting bits may be a function call */
    const int kings = has_kings ? popcount(p->kings[WHITE]) - popcount(p->kings[BLACK]) : 0;
    return turn_view(p, men * MATERIAL_MAN + kings * MATERIAL_KING);
}

Score evaluation_value(const Evaluation *e, EvaluationStack *s, const Position *p, int ply, Score alpha, Score beta)
{
    if (e->kind == EVALUATION_LEARNED) {
        const int before = ply < NETWORK_PREVIOUS_MAX ? ply : NETWORK_PREVIOUS_MAX;
        return with_endings(p, network_value(evaluation_network(e, p->variant), p, &s->accumulator[ply], before));
    }
    if (e->kind == EVALUATION_PACE_TEMPO && !solved_ending_covers(p)) {
        return pace_tempo_value(&e->pace_tempo, &s->sum, p, alpha, beta);
    }
    return evaluation_position(e, p);
}

/* The exact value without the solved endings, from the mover's view. */
static Score value_without_endings(const Evaluation *e, const Position *p)
{
    switch (e->kind) {
    case EVALUATION_LEARNED:
        return network_value_plain(evaluation_network(e, p->variant), p);
    case EVALUATION_PACE_TEMPO:
        return pace_tempo_value(&e->pace_tempo, &(PaceTempoSum){0}, p, -SCORE_INFINITE, SCORE_INFINITE);
    default:
        return evaluation_material(p);
    }
}

Score evaluation_position(const Evaluation *e, const Position *p)
{
    return with_endings(p, value_without_endings(e, p));
}

/* The position without what stands on a square. Its key is not set. */
static Position without_piece(const Position *p, Square s)
{
    Position rest = *p;
    for (int c = WHITE; c <= BLACK; c++) {
        rest.men[c] &= ~bit(s);
        rest.kings[c] &= ~bit(s);
    }
    return rest;
}

void evaluation_explain(const Evaluation *e, const Position *p, Explanation *x)
{
    const Score value = evaluation_position(e, p);
    *x = (Explanation){.value = turn_view(p, value), .ending = turn_view(p, value - value_without_endings(e, p))};
    for (int c = WHITE; c <= BLACK; c++) {
        for (Bitboard left = position_pieces(p, (Color)c); left != 0; left &= left - 1) {
            const Square s = lowest(left);
            const Position rest = without_piece(p, s);
            const Score added = x->value - turn_view(p, evaluation_position(e, &rest));
            x->piece[s] = c == WHITE ? added : -added;
        }
    }
    pace_tempo_trace(p, &x->terms);
    x->terms_ending = solved_ending_covers(p) ? solved_ending_value(p, x->terms.value) - x->terms.value : 0;
}
