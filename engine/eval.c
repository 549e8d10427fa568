#include "eval.h"

#include <stdlib.h>

#include "eval_count.h"

/* Men on squares are looked up a byte of the bitboard at a time: an entry holds the sums of both phases for the men
 * in that byte, packed in one number. */
enum { BYTES = 8, BYTE_BITS = 8, BYTE_VALUES = 256 };

/* Two sums packed in one number: the opening's in the low half, the ending's in the high half. Halves may be negative;
 * packed numbers may be added, subtracted and multiplied. */
static const int64_t HALF = (int64_t)1 << 32;

/* The weights for one board in the form that counts fastest. */
typedef struct EvalBoard {
    int64_t weight[EVAL_TERM_COUNT]; /* packed, see EvalSink; 0 for EVAL_STUDY */
    int64_t men[BYTES][BYTE_VALUES]; /* from the own side, with all EVAL_LINEAR terms */
} EvalBoard;

struct Eval {
    EvalBoard board[VARIANT_COUNT];
};

static int64_t pack(const int16_t weight[EVAL_PHASES])
{
    return weight[EVAL_OPENING] + weight[EVAL_ENDING] * HALF;
}

/* What a man of the own side on that square is worth: its linear features, of which it is the only piece. */
static int64_t man_on_square(const EvalWeights *w, const Variant *v, Square s)
{
    Position p = position_empty(v);
    EvalFeatures f;
    int64_t sum = 0;
    position_put(&p, WHITE, false, s);
    eval_features(&p, &f);
    for (int i = 0; i < EVAL_FEATURE_COUNT; i++) {
        if (eval_feature_kind((EvalFeature)i) == EVAL_LINEAR) {
            sum += f.count[i] * pack(w->value[i]);
        }
    }
    return sum;
}

/* Fills the tables: every entry from the one with a man less. */
static void prepare_men(int64_t men[BYTES][BYTE_VALUES], const EvalWeights *w, const Variant *v)
{
    for (int byte = 0; byte < BYTES; byte++) {
        men[byte][0] = 0;
        for (int value = 1; value < BYTE_VALUES; value++) {
            const Square low = lowest((Bitboard)value);
            const Square s = (Square)(byte * BYTE_BITS + low);
            const int64_t rest = men[byte][value & (value - 1)];
            if ((v->board & bit(s)) == 0) {
                men[byte][value] = rest;
            } else {
                men[byte][value] = rest + (value == 1 << low ? man_on_square(w, v, s) : men[byte][1 << low]);
            }
        }
    }
}

Eval *eval_new(const EvalWeightSet *set)
{
    Eval *const e = malloc(sizeof *e);
    if (e == NULL) {
        return NULL;
    }
    for (int b = 0; b < VARIANT_COUNT; b++) {
        const EvalWeights *const w = &set->board[b];
        EvalBoard *const board = &e->board[b];
        for (int i = 0; i < EVAL_TERM_COUNT; i++) {
            board->weight[i] = eval_feature_kind((EvalFeature)i) != EVAL_STUDY ? pack(w->value[i]) : 0;
        }
        prepare_men(board->men, w, variant_at(b));
    }
    return e;
}

void eval_free(Eval *e)
{
    free(e);
}

/* What men are worth on their squares, as seen from the own side, packed. */
INLINE_HOT int64_t men_on_squares(const EvalBoard *board, Bitboard men)
{
    int64_t packed = 0;
    for (int byte = 0; byte < BYTES; byte++) {
        packed += board->men[byte][(men >> (byte * BYTE_BITS)) % BYTE_VALUES];
    }
    return packed;
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
    const int64_t points = parts / EVAL_SCALE;
    return (Score)(points > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : points < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : points);
}

/* The side to move's view of a packed sum. Either half of the sums fits 32 bits, since all counts together are below
 * 65536. */
INLINE_HOT Score score_of(const Position *p, int64_t packed, int phase)
{
    const Score white = points_of(blend(packed, phase));
    return p->side == WHITE ? white : -white;
}

/* Material and the men's squares alone, packed. */
INLINE_HOT int64_t material(const EvalBoard *board, const EvalSides *s)
{
    EvalSink sink = {.weights = board->weight, .sum = 0, .counts = NULL};
    if (s->kings_exist) {
        put_material(&sink, s);
    }
    return sink.sum + men_on_squares(board, s->men[WHITE]) - men_on_squares(board, s->men[BLACK]);
}

INLINE_HOT Score evaluate(const Eval *e, const Position *p, Score alpha, Score beta)
{
    const EvalBoard *const board = &e->board[eval_board_index(p->variant)];
    EvalSink sink = {.weights = board->weight, .sum = 0, .counts = NULL};
    EvalSides s;
    eval_sides(p, &s);
    const int phase = count_phase(&s);
    const int64_t base = material(board, &s);
    const Score rough = score_of(p, base, phase);
    if (rough - EVAL_LAZY_MARGIN >= beta) {
        return rough - EVAL_LAZY_MARGIN;
    }
    if (rough + EVAL_LAZY_MARGIN <= alpha) {
        return rough + EVAL_LAZY_MARGIN;
    }
    eval_count(&s, &sink);
    return score_of(p, base + sink.sum, phase);
}

static Score evaluate_plain(const Eval *e, const Position *p, Score alpha, Score beta)
{
    return evaluate(e, p, alpha, beta);
}

USES_POPCNT static Score evaluate_popcnt(const Eval *e, const Position *p, Score alpha, Score beta)
{
    return evaluate(e, p, alpha, beta);
}

Score eval_bounded(const Eval *e, const Position *p, Score alpha, Score beta)
{
    return cpu_has_popcnt() ? evaluate_popcnt(e, p, alpha, beta) : evaluate_plain(e, p, alpha, beta);
}

Score eval_position(const Eval *e, const Position *p)
{
    return eval_bounded(e, p, -SCORE_INFINITE, SCORE_INFINITE);
}

void eval_trace(const Eval *e, const Position *p, EvalTrace *trace)
{
    const EvalBoard *const board = &e->board[eval_board_index(p->variant)];
    const Bitboard men[COLOR_COUNT] = {p->men[WHITE], variant_turn(p->variant, p->men[BLACK])};
    int64_t total = 0;
    EvalCounts counts;
    eval_counts(p, &counts);
    trace->phase = counts.phase;
    for (int c = WHITE; c <= BLACK; c++) {
        int64_t squares = men_on_squares(board, men[c]);
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
    trace->total = points_of(total);
}
