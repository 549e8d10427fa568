#include "eval.h"

#include <stddef.h>

#include "cpu.h"
#include "reach.h"

/* The weights in points. Pace, mobility and tempo fade with the phase, since they lose their meaning once
 * kings are on the board. */
enum {
    VALUE_MAN = 100,
    VALUE_KING = 300,
    VALUE_PACE = 4,
    VALUE_MOBILITY = 2,
    VALUE_TEMPO = 3,
    KINGS_END_PHASE = 4 /* with this many kings on the board the phase is over */
};

/* Rows in the layout of bitboard.h. Bit n of the row's number is set on the squares of ROW_BIT(n), so that the
 * sum of the rows of many men takes four population counts. */
#define ROW_ODD(r) ((Bitboard)0x3F << ((r) / 2 * 13))
#define ROW_EVEN(r) ((Bitboard)0xF80 << (((r) / 2 - 1) * 13))
static const Bitboard ROW_BITS[] = {
    ROW_ODD(1) | ROW_ODD(3) | ROW_ODD(5) | ROW_ODD(7) | ROW_ODD(9),
    ROW_EVEN(2) | ROW_ODD(3) | ROW_EVEN(6) | ROW_ODD(7) | ROW_EVEN(10),
    ROW_EVEN(4) | ROW_ODD(5) | ROW_EVEN(6) | ROW_ODD(7),
    ROW_EVEN(8) | ROW_ODD(9) | ROW_EVEN(10),
};

/* First square of each row, by its highest and lowest squares alike. */
static inline Square row_begin(Square s)
{
    const int offset = s % 13;
    return (Square)(s - (offset < 7 ? offset : offset - 7));
}

/* Sum over the men of a side of their row, 1 on the own first row. */
INLINE_HOT int pace_of(const Variant *v, Bitboard men, Color c)
{
    int rows = 0;
    for (int i = 0; i < (int)(sizeof ROW_BITS / sizeof ROW_BITS[0]); i++) {
        rows += popcount(men & ROW_BITS[i]) << i;
    }
    return c == WHITE ? rows : popcount(men) * (v->rows + 1) - rows;
}

/* The squares behind the row of a side's most advanced man. */
INLINE_HOT Bitboard behind_front(Bitboard men, Color c)
{
    if (men == 0) {
        return 0;
    }
    if (c == WHITE) {
        return bit(row_begin(highest(men))) - 1;
    }
    /* The next row begins six or seven squares on; ghosts do not matter. */
    return ~(bit(row_begin(lowest(men))) * 64 - 1);
}

/* Single steps of men to a vacant square behind their own front: moves that can be made without coming
 * nearer to the enemy. */
INLINE_HOT int spare_moves(Bitboard men, Bitboard vacant, Color c)
{
    const Bitboard targets = vacant & behind_front(men, c);
    return popcount(step(men, reach_forward(c, 0)) & targets) + popcount(step(men, reach_forward(c, 1)) & targets);
}

INLINE_HOT void count_side(const Position *p, Color c, int count[EVAL_TERM_COUNT][COLOR_COUNT])
{
    const Bitboard vacant = position_vacant(p);
    const Bitboard men = p->men[c];
    count[EVAL_MEN][c] = popcount(men);
    count[EVAL_KINGS][c] = popcount(p->kings[c]);
    count[EVAL_PACE][c] = pace_of(p->variant, men, c);
    count[EVAL_MOBILITY][c] =
        popcount(reach_runs(men, vacant, reach_forward(c, 0))) + popcount(reach_runs(men, vacant, reach_forward(c, 1)));
    count[EVAL_TEMPO][c] = spare_moves(men, vacant, c);
}

/* Points of one count, before fading. */
static const int VALUES[EVAL_TERM_COUNT] = {VALUE_MAN, VALUE_KING, VALUE_PACE, VALUE_MOBILITY, VALUE_TEMPO};

static inline bool term_fades(int term)
{
    return term >= EVAL_PACE;
}

static inline int phase_of(int kings)
{
    return kings >= KINGS_END_PHASE ? 0 : EVAL_PHASE_MAX * (KINGS_END_PHASE - kings) / KINGS_END_PHASE;
}

/* Counts everything and adds it up. */
INLINE_HOT void evaluate(const Position *p, EvalTrace *t)
{
    count_side(p, WHITE, t->count);
    count_side(p, BLACK, t->count);
    t->phase = phase_of(t->count[EVAL_KINGS][WHITE] + t->count[EVAL_KINGS][BLACK]);
    int total = 0;
    for (int term = 0; term < EVAL_TERM_COUNT; term++) {
        for (int c = WHITE; c <= BLACK; c++) {
            const int points = VALUES[term] * t->count[term][c];
            t->points[term][c] = term_fades(term) ? points * t->phase / EVAL_PHASE_MAX : points;
        }
        total += t->points[term][WHITE] - t->points[term][BLACK];
    }
    t->total = total;
}

USES_POPCNT static void evaluate_popcnt(const Position *p, EvalTrace *t)
{
    evaluate(p, t);
}

void eval_trace(const Position *p, EvalTrace *trace)
{
    if (cpu_has_popcnt()) {
        evaluate_popcnt(p, trace);
    } else {
        evaluate(p, trace);
    }
}

Score eval_position(const Position *p)
{
    EvalTrace t;
    eval_trace(p, &t);
    return p->side == WHITE ? t.total : -t.total;
}

const char *eval_term_name(EvalTerm term)
{
    static const char *const names[EVAL_TERM_COUNT] = {"men", "kings", "pace", "mobility", "tempo"};
    return names[term];
}
