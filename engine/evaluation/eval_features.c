/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/eval_features.h"

#include <stdio.h>
#include <string.h>

#include "core/square.h"
#include "evaluation/eval_count.h"

/* Squares are numbered along the rows, five to a row: with a mirror a half row has three at most. */
enum { ROW_SQUARES = 5 };

INLINE_HOT void count_all(const Position *p, EvalCounts *c)
{
    EvalSink sink = {.weights = NULL, .counts = c};
    memset(c, 0, sizeof *c);
    EvalSides s;
    eval_sides(p, &s);
    c->phase = eval_phase(p);
    eval_count(&s, &sink);
}

static void count_plain(const Position *p, EvalCounts *c)
{
    count_all(p, c);
}

USES_POPCNT static void count_popcnt(const Position *p, EvalCounts *c)
{
    count_all(p, c);
}

void eval_counts(const Position *p, EvalCounts *c)
{
    if (cpu_has_popcnt()) {
        count_popcnt(p, c);
    } else {
        count_plain(p, c);
    }
}

EvalFeature eval_square_feature(const Variant *v, Color c, Square s)
{
    const Square own = c == WHITE ? s : (Square)(v->last - s);
    const int column = square_column(own);
    const int mirrored = v->files + 1 - column;
    const int folded = v->has_mirror && mirrored < column ? mirrored : column;
    return (EvalFeature)(EVAL_MAN_SQUARE + (square_row(own) - 1) * ROW_SQUARES + (folded - 1) / 2);
}

static void add_squares(const Position *p, Color c, int sign, int16_t *count)
{
    for (Bitboard men = p->men[c]; men != 0;) {
        const EvalFeature f = eval_square_feature(p->variant, c, pop_lowest(&men));
        count[f] = (int16_t)(count[f] + sign);
    }
}

void eval_features(const Position *p, EvalFeatures *f)
{
    EvalCounts counts;
    eval_counts(p, &counts);
    memset(f, 0, sizeof *f);
    f->phase = counts.phase;
    for (int i = 0; i < EVAL_TERM_COUNT; i++) {
        f->count[i] = (int16_t)(counts.side[i][WHITE] - counts.side[i][BLACK]);
    }
    add_squares(p, WHITE, 1, f->count);
    add_squares(p, BLACK, -1, f->count);
}

const char *eval_feature_name(EvalFeature f, char buffer[EVAL_NAME_SIZE])
{
    static const char *const names[EVAL_TERM_COUNT] = {
#define TERM(term, name, group, kind, count) [term] = (name),
#include "evaluation/terms.h"
    };
    if ((int)f < EVAL_TERM_COUNT) {
        snprintf(buffer, EVAL_NAME_SIZE, "%s", names[f]);
    } else {
        snprintf(buffer, EVAL_NAME_SIZE, "man_square_%d", (int)f - EVAL_MAN_SQUARE);
    }
    return buffer;
}

EvalGroup eval_feature_group(EvalFeature f)
{
    static const EvalGroup groups[EVAL_TERM_COUNT] = {
#define TERM(term, name, group, kind, count) [term] = (group),
#include "evaluation/terms.h"
    };
    return groups[f];
}

const char *eval_group_name(EvalGroup g)
{
    static const char *const names[EVAL_GROUP_COUNT] = {"material", "pace", "tempo", "mobility", "structure", "kings"};
    return names[g];
}

EvalKind eval_feature_kind(EvalFeature f)
{
    static const EvalKind kinds[EVAL_TERM_COUNT] = {
#define TERM(term, name, group, kind, count) [term] = (kind),
#include "evaluation/terms.h"
    };
    return (int)f < EVAL_TERM_COUNT ? kinds[f] : EVAL_LINEAR;
}
