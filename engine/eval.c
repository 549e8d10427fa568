#include "eval.h"

#include <stdlib.h>

#include "eval_count.h"

/* Men on squares are looked up a byte of the bitboard at a time: an entry holds the sums of both phases for the men
 * in that byte, packed in one number. At most 50 men of EVAL_SQUARE_WEIGHT_MAX keep either half within 16 bits. */
enum { BYTES = 8, BYTE_BITS = 8, BYTE_VALUES = 256 };

/* Two sums packed in one number: the opening's in the low half, the ending's in the high half. Halves may be negative;
 * packed numbers may be added, subtracted and multiplied. Men on squares have 32 bits, terms have 64. */
static const int32_t MEN_HALF = 1 << 16;
static const int64_t TERM_HALF = (int64_t)1 << 32;

/* The weights for one board in the form that counts fastest. */
typedef struct EvalBoard {
    int64_t term[EVAL_TERM_COUNT]; /* packed, see EvalSink */
    int32_t men[COLOR_COUNT][BYTES][BYTE_VALUES];
} EvalBoard;

struct Eval {
    EvalBoard board[VARIANT_COUNT];
};

static int clamp_square(int weight)
{
    return weight > EVAL_SQUARE_WEIGHT_MAX    ? EVAL_SQUARE_WEIGHT_MAX
           : weight < -EVAL_SQUARE_WEIGHT_MAX ? -EVAL_SQUARE_WEIGHT_MAX
                                              : weight;
}

/* Fills the tables of one colour: every entry from the one with a man less. */
static void prepare_men(int32_t men[BYTES][BYTE_VALUES], const EvalWeights *w, const Variant *v, Color c)
{
    for (int byte = 0; byte < BYTES; byte++) {
        men[byte][0] = 0;
        for (int value = 1; value < BYTE_VALUES; value++) {
            const Bitboard first = bit(lowest((Bitboard)value));
            const Square s = (Square)(byte * BYTE_BITS + lowest(first));
            const int32_t rest = men[byte][value & (value - 1)];
            if ((v->board & bit(s)) == 0) {
                men[byte][value] = rest;
            } else {
                const int16_t *const weight = w->value[eval_square_feature(v, c, s)];
                men[byte][value] =
                    rest + clamp_square(weight[EVAL_OPENING]) + clamp_square(weight[EVAL_ENDING]) * MEN_HALF;
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
            board->term[i] = w->value[i][EVAL_OPENING] + w->value[i][EVAL_ENDING] * TERM_HALF;
        }
        prepare_men(board->men[WHITE], w, variant_at(b), WHITE);
        prepare_men(board->men[BLACK], w, variant_at(b), BLACK);
    }
    return e;
}

void eval_free(Eval *e)
{
    free(e);
}

/* What the men of one colour are worth on their squares, packed. */
INLINE_HOT int32_t men_on_squares(const EvalBoard *board, Bitboard men, Color c)
{
    int32_t packed = 0;
    for (int byte = 0; byte < BYTES; byte++) {
        packed += board->men[c][byte][(men >> (byte * BYTE_BITS)) % BYTE_VALUES];
    }
    return packed;
}

/* Opening and ending of both sums, blended by the phase: in parts of a point. */
INLINE_HOT int64_t blend(int64_t terms, int32_t men, int phase)
{
    const int32_t terms_opening = (int32_t)(uint32_t)(uint64_t)terms;
    const int32_t men_opening = (int16_t)(uint16_t)(uint32_t)men;
    const int64_t terms_ending = (terms - terms_opening) / TERM_HALF;
    const int64_t men_ending = (men - men_opening) / MEN_HALF;
    return ((int64_t)terms_opening + men_opening) * phase + (terms_ending + men_ending) * (EVAL_PHASE_MAX - phase);
}

/* Points of so many parts. Division rounds towards 0, so that both sides see the same. */
INLINE_HOT Score points_of(int64_t parts)
{
    const int64_t points = parts / EVAL_SCALE;
    return (Score)(points > SCORE_EVAL_MAX ? SCORE_EVAL_MAX : points < -SCORE_EVAL_MAX ? -SCORE_EVAL_MAX : points);
}

/* White's view. Either half of the sum of the terms fits 32 bits, since all counts together are below 65536. */
INLINE_HOT Score evaluate(const Eval *e, const Position *p)
{
    const EvalBoard *const board = &e->board[eval_board_index(p->variant)];
    EvalSink sink = {.weights = board->term, .sum = 0, .counts = NULL};
    const int phase = eval_count(p, &sink);
    const int32_t men = men_on_squares(board, p->men[WHITE], WHITE) - men_on_squares(board, p->men[BLACK], BLACK);
    return points_of(blend(sink.sum, men, phase));
}

static Score evaluate_plain(const Eval *e, const Position *p)
{
    return evaluate(e, p);
}

USES_POPCNT static Score evaluate_popcnt(const Eval *e, const Position *p)
{
    return evaluate(e, p);
}

Score eval_position(const Eval *e, const Position *p)
{
    const Score white = cpu_has_popcnt() ? evaluate_popcnt(e, p) : evaluate_plain(e, p);
    return p->side == WHITE ? white : -white;
}

void eval_trace(const Eval *e, const Position *p, EvalTrace *trace)
{
    const EvalBoard *const board = &e->board[eval_board_index(p->variant)];
    int64_t total = 0;
    EvalCounts counts;
    eval_counts(p, &counts);
    trace->phase = counts.phase;
    for (int c = WHITE; c <= BLACK; c++) {
        for (int i = 0; i < EVAL_TERM_COUNT; i++) {
            trace->count[i][c] = counts.side[i][c];
            trace->parts[i][c] = blend(counts.side[i][c] * board->term[i], 0, counts.phase);
        }
        trace->count[EVAL_TRACE_SQUARES][c] = popcount(p->men[c]);
        trace->parts[EVAL_TRACE_SQUARES][c] = blend(0, men_on_squares(board, p->men[c], (Color)c), counts.phase);
    }
    for (int i = 0; i < EVAL_TRACE_COUNT; i++) {
        total += trace->parts[i][WHITE] - trace->parts[i][BLACK];
    }
    trace->total = points_of(total);
}
