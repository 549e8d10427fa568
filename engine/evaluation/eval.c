/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evaluation/eval.h"

#include <stdlib.h>

#include "evaluation/eval_count.h"
#include "evaluation/eval_endings.h"

enum { SQUARES = 64 };

/* Two sums packed in one number: the opening's in the low half, the ending's in the high half. Halves may be negative;
 * packed numbers may be added, subtracted and multiplied. */
static const int64_t HALF = (int64_t)1 << 32;

/* The weights for one board in the form that counts fastest, packed. */
typedef struct EvalBoard {
    int64_t weight[EVAL_TERM_COUNT];    /* see EvalSink */
    int64_t man[COLOR_COUNT][SQUARES];  /* what a man on a square is worth to White, with all EVAL_LINEAR terms */
    int64_t king[COLOR_COUNT][SQUARES]; /* the same of a king */
    EvalEndingTable endings;
} EvalBoard;

struct Eval {
    EvalBoard board[VARIANT_COUNT];
};

static int64_t pack(const int16_t weight[EVAL_PHASES])
{
    return weight[EVAL_OPENING] + weight[EVAL_ENDING] * HALF;
}

/* What a piece of the own side on that square is worth: its linear features, of which it is the only piece. */
static int64_t piece_on_square(const EvalWeights *w, const Variant *v, bool king, Square s)
{
    Position p = position_empty(v);
    EvalFeatures f;
    int64_t sum = 0;
    if (!king && (v->promotion[WHITE] & bit(s)) != 0) {
        return 0; /* no man stays there */
    }
    position_put(&p, WHITE, king, s);
    eval_features(&p, &f);
    for (int i = 0; i < EVAL_FEATURE_COUNT; i++) {
        if (eval_feature_kind((EvalFeature)i) == EVAL_LINEAR) {
            sum += f.count[i] * pack(w->value[i]);
        }
    }
    return sum;
}

static void prepare(EvalBoard *board, const EvalWeights *w, const Variant *v)
{
    for (int i = 0; i < EVAL_TERM_COUNT; i++) {
        board->weight[i] = pack(w->value[i]);
    }
    for (int s = 0; s < SQUARES; s++) {
        const bool real = (v->board & bit((Square)s)) != 0;
        const Square turned = (Square)(v->last - s);
        board->man[WHITE][s] = real ? piece_on_square(w, v, false, (Square)s) : 0;
        board->man[BLACK][s] = real ? -piece_on_square(w, v, false, turned) : 0;
        board->king[WHITE][s] = real ? piece_on_square(w, v, true, (Square)s) : 0;
        board->king[BLACK][s] = real ? -piece_on_square(w, v, true, turned) : 0;
    }
    eval_endings_prepare(&board->endings, v);
}

Eval *eval_new(const EvalWeightSet *set)
{
    Eval *const e = malloc(sizeof *e);
    if (e == NULL) {
        return NULL;
    }
    for (int b = 0; b < VARIANT_COUNT; b++) {
        prepare(&e->board[b], &set->board[b], variant_at(b));
    }
    return e;
}

void eval_free(Eval *e)
{
    free(e);
}

static const EvalBoard *board_of(const Eval *e, const Position *p)
{
    return &e->board[variant_index(p->variant)];
}

/* What those pieces of a colour are worth to White, packed. */
static inline int64_t worth_of(const EvalBoard *board, Color c, Bitboard men, Bitboard kings)
{
    int64_t packed = 0;
    for (; men != 0; men &= men - 1) {
        packed += board->man[c][lowest(men)];
    }
    for (; kings != 0; kings &= kings - 1) {
        packed += board->king[c][lowest(kings)];
    }
    return packed;
}

EvalMaterial eval_material(const Eval *e, const Position *p)
{
    const EvalBoard *const board = board_of(e, p);
    return worth_of(board, WHITE, p->men[WHITE], p->kings[WHITE]) +
           worth_of(board, BLACK, p->men[BLACK], p->kings[BLACK]);
}

EvalMaterial eval_material_between(const Eval *e, const Position *before, EvalMaterial sum, const Position *p)
{
    const EvalBoard *const board = board_of(e, p);
    EvalMaterial after = sum;
    for (int c = WHITE; c <= BLACK; c++) {
        const Bitboard men = before->men[c] ^ p->men[c];
        const Bitboard kings = before->kings[c] ^ p->kings[c];
        after += worth_of(board, (Color)c, men & p->men[c], kings & p->kings[c]);
        after -= worth_of(board, (Color)c, men & before->men[c], kings & before->kings[c]);
    }
    return after;
}

/* Opening and ending of a packed sum, blended by the phase: in parts of a point. */
INLINE_HOT int64_t blend(int64_t packed, int phase)
{
    const int32_t opening = (int32_t)(uint32_t)(uint64_t)packed;
    const int64_t ending = (packed - opening) / HALF;
    return (int64_t)opening * phase + ending * (EVAL_PHASE_MAX - phase);
}

/* Points of so many parts. Division rounds towards 0, so that both sides see the same. */
INLINE_HOT Score points_of(int64_t parts)
{
    return score_of_eval(parts / EVAL_SCALE);
}

/* The side to move's view of what is White's. */
INLINE_HOT Score of_mover(const Position *p, Score white)
{
    return p->side == WHITE ? white : -white;
}

/* The same of a packed sum. Either half of the sums fits 32 bits, since all counts together are below 65536. */
INLINE_HOT Score score_of(const Position *p, int64_t packed, int phase)
{
    return of_mover(p, points_of(blend(packed, phase)));
}

INLINE_HOT Score evaluate(const Eval *e, const Position *p, EvalMaterial material, Score alpha, Score beta)
{
    const EvalBoard *const board = board_of(e, p);
    EvalSink sink = {.weights = board->weight, .sum = material, .counts = NULL};
    const int phase = eval_phase(p);
    const bool ending = eval_is_ending(p);
    put(&sink, EVAL_HAS_KING, has_king(p));
    const Score rough = score_of(p, sink.sum, phase);
    if (rough - EVAL_LAZY_MARGIN >= beta && !ending) {
        return rough - EVAL_LAZY_MARGIN;
    }
    if (rough + EVAL_LAZY_MARGIN <= alpha && !ending) {
        return rough + EVAL_LAZY_MARGIN;
    }
    EvalSides s;
    eval_sides(p, &s);
    eval_count(&s, &sink);
    const Score terms = points_of(blend(sink.sum, phase));
    return of_mover(p, ending ? eval_ending(&board->endings, p, terms) : terms);
}

static Score evaluate_plain(const Eval *e, const Position *p, EvalMaterial material, Score alpha, Score beta)
{
    return evaluate(e, p, material, alpha, beta);
}

USES_POPCNT static Score evaluate_popcnt(const Eval *e, const Position *p, EvalMaterial material, Score alpha,
                                         Score beta)
{
    return evaluate(e, p, material, alpha, beta);
}

Score eval_bounded(const Eval *e, const Position *p, EvalMaterial material, Score alpha, Score beta)
{
    return cpu_has_popcnt() ? evaluate_popcnt(e, p, material, alpha, beta)
                            : evaluate_plain(e, p, material, alpha, beta);
}

Score eval_position(const Eval *e, const Position *p)
{
    return eval_bounded(e, p, eval_material(e, p), -SCORE_INFINITE, SCORE_INFINITE);
}

void eval_trace(const Eval *e, const Position *p, EvalTrace *trace)
{
    const EvalBoard *const board = board_of(e, p);
    int64_t total = 0;
    EvalCounts counts;
    eval_counts(p, &counts);
    trace->phase = counts.phase;
    for (int c = WHITE; c <= BLACK; c++) {
        const int64_t worth = worth_of(board, (Color)c, p->men[c], p->kings[c]);
        int64_t squares = c == WHITE ? worth : -worth;
        for (int i = 0; i < EVAL_TERM_COUNT; i++) {
            const int64_t packed = counts.side[i][c] * board->weight[i];
            trace->count[i][c] = counts.side[i][c];
            trace->parts[i][c] = blend(packed, counts.phase);
            squares -= eval_feature_kind((EvalFeature)i) == EVAL_LINEAR ? packed : 0;
        }
        trace->count[EVAL_TRACE_SQUARES][c] = popcount(p->men[c]);
        trace->parts[EVAL_TRACE_SQUARES][c] = blend(squares, counts.phase);
    }
    for (int i = 0; i < EVAL_TRACE_COUNT; i++) {
        total += trace->parts[i][WHITE] - trace->parts[i][BLACK];
    }
    const Score terms = points_of(total);
    trace->total = eval_is_ending(p) ? eval_ending(&board->endings, p, terms) : terms;
    trace->ending = (int64_t)(trace->total - terms) * EVAL_SCALE;
}
