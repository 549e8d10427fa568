/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hand-crafted evaluation: each term in positions counted by hand, and their sum. */
#include "evaluation/pace_tempo.h"

#include <string.h>

#include "support/positions.h"
#include "support/random_play.h"
#include "support/test.h"
#include "system/random.h"

enum { POSITIONS = 4000, PLIES = 150, SEED = 31 };

/* What a term counts for White and for Black. */
typedef struct TermCase {
    const char *fen; /* on 10x10, unless it is START_9X11 */
    const char *term;
    int white, black;
} TermCase;

/* After g5f5 d8d6: a hole on either side's third row, fifteen men blocked. */
#define TWO_MOVES "W:Wd2,e1,e2,e3,f2,f3,f4,f5,g3,g4,h4,h5,h6,i5,i6:Ba5,a6,b5,b6,b7,c6,c7,c8,d6,d7,d9,e8,e9,e0,f9"
#define START_9X11 "9x11"

static const TermCase CASES[] = {
    {"W:We1,f2:Be0", "men", 2, 1},
    {"W:WKe1,Kf2,e2:BKe0", "kings", 2, 1},
    {"W:WKe1,Kf2:Be9", "has_king", 1, 0},
    {"W:We1:Be0", "to_move", 1, 0},
    {"B:We1:Be0", "to_move", 0, 1},

    /* e1 on row 1, f5 on row 4; e0 on Black's first row */
    {"W:We1,f5:Be0", "pace", 5, 1},
    {"W:We1,f5:Be0", "front", 4, 1},
    {"W:We1,f5:B", "front", 4, 0},
    {"W:We6,e7,e8,e9:Be0", "pace", 30, 1},
    {"W:We6,e7,e8,e9:Be0", "front", 9, 1},
    {START_FEN, "pace", 30, 30},
    {START_9X11, "pace", 34, 34},

    /* behind f5, e1 has one step: to e2 */
    {"W:We1,f5:Be0", "tempo", 1, 0},
    {"W:We1,f5:Be0", "tempo_safe", 1, 0},
    {"W:We1,f5:Be4", "tempo_safe", 0, 0},
    {TWO_MOVES, "tempo", 2, 2},

    {"W:We1,f5:Be0", "mobility", 3, 1},
    {START_FEN, "mobility", 24, 24},
    {START_9X11, "mobility", 26, 26},
    {"W:We1:Be0", "safe", 1, 1},
    /* on e5 the man would stand before e7, on e6 the other before e4 */
    {"W:We4:Be7", "safe", 1, 1},
    /* e4 is pinned: d3 and f5 remain */
    {"W:We3,e4:Be5", "safe", 1, 1},
    /* moving straight away from each other is not an escape */
    {"W:We4:Be3", "safe", 1, 1},
    {"W:We1:Be4", "safe", 0, 1},
    {"W:We1:Be4", "safe_none", 1, 0},
    {"W:We1:Be4", "safe_few", 0, 1},
    {"W:We1:Be4", "zugzwang", 1, 0},
    {"B:We1:Be4", "zugzwang", 0, 0},
    /* e1 stands behind e2, and e2 before e3 */
    {"W:We1,e2:Be3", "stuck", 1, 0},
    {"W:We1,e2:Be4", "stuck", 0, 0},

    {"W:We1,e2:Be3", "contact", 1, 1},
    {"W:We1,e2,d2:Be9,d9", "pairs", 2, 1},
    {START_9X11, "pairs", 20, 20},
    {"W:We1,e2,f2:Be0", "wings", 3, 1},
    {"W:We5:Be0", "centre", 1, 0},
    {"W:We1,f2:Be9", "back_row", 2, 0},
    {"W:We1,f2:BKe9", "back_row", 2, 0},
    {"W:We1,f2:Be0", "corners", 1, 1},
    {"W:We1,f2:BKe0", "corners", 1, 0},

    /* line e has ten squares, d and 4 through d4 eight and seven */
    {"W:WKe1:BKd4", "king_mobility", 9, 13},
    {"W:WKe1:BKd4", "king_edge", 1, 0},
    {"W:WKe1:BKd4", "king_long_line", 1, 0},
    {"W:WKe1:Be3", "king_trapped", 1, 0},
    {"W:WKe1:Be4", "king_trapped", 0, 0},
    {"W:WKe1,Kf2:Be0", "kings_alone", 2, 0},
    {"W:WKe1,Kf2:BKe0", "kings_alone", 0, 0},
    {"W:WKe1,Ke5:BKe0,Kf6", "king_centre", 4, 3},
};

static void expect_counts(const Position *p, const TermCase *c, int white, int black)
{
    PaceTempoTrace trace;
    int i = 0;
    pace_tempo_trace(p, &trace);
    while (i < PACE_TEMPO_TERMS && strcmp(trace.term[i].name, c->term) != 0) {
        i++;
    }
    ck_assert_msg(i < PACE_TEMPO_TERMS, "no term %s", c->term);
    const int *const count = trace.term[i].count;
    ck_assert_msg(count[WHITE] == white && count[BLACK] == black, "%s: %s is %d and %d, not %d and %d", c->fen, c->term,
                  count[WHITE], count[BLACK], white, black);
}

TEST_EACH(counts, ROWS(CASES))
{
    const TermCase *const c = &CASES[_i];
    const bool nine = strcmp(c->fen, START_9X11) == 0;
    const Position p = nine ? position_start(&VARIANT_9X11) : position_of(&VARIANT_10X10, c->fen);
    const Position turned = position_turned(&p);
    expect_counts(&p, c, c->white, c->black);
    expect_counts(&turned, c, c->black, c->white);
}

/* Every term has a unique name, a group, and a case that counts something. */
TEST(all_terms_are_covered)
{
    const Position p = position_start(variant_at(0));
    PaceTempoTrace trace;
    pace_tempo_trace(&p, &trace);
    for (int i = 0; i < PACE_TEMPO_TERMS; i++) {
        const PaceTempoTerm *const term = &trace.term[i];
        bool covered = false;
        ck_assert_ptr_nonnull(term->name);
        ck_assert_int_lt((int)term->group, PACE_TEMPO_GROUPS);
        for (int k = 0; k < i; k++) {
            ck_assert_str_ne(trace.term[k].name, term->name);
        }
        for (int k = 0; k < ROWS(CASES); k++) {
            covered =
                covered || (strcmp(CASES[k].term, term->name) == 0 && (CASES[k].white != 0 || CASES[k].black != 0));
        }
        ck_assert_msg(covered, "no case for %s", term->name);
    }
}

/* The phase is full at the start and falls as men go, sooner with kings. */
static const struct {
    const char *fen;
    int phase;
} PHASES[] = {{START_FEN, PACE_TEMPO_PHASE_MAX},
              {"W:We1,e2:Be0,e9", 0},
              {"W:We1,e2,e3,d2,f2,f3,f4:Be0,e9,e8,d9,c8,d8,d7", PACE_TEMPO_PHASE_MAX / 2},
              {"W:We1,e2,e3,d2,f2,f3,f4:Be0,e9,e8,d9,c8,d8,d7,Ki5", PACE_TEMPO_PHASE_MAX * 3 / 16},
              {"W:We1,e2,e3,d2,f2,f3,f4:Be0,e9,e8,d9,c8,d8,d7,Ki5,Kh6", PACE_TEMPO_PHASE_MAX / 32},
              {"W:We1,Kf2,Kg3:Be0,Kd3,Kd4", 0}};

TEST_EACH(phases, ROWS(PHASES))
{
    const Position p = position_of(&VARIANT_10X10, PHASES[_i].fen);
    PaceTempoTrace trace;
    pace_tempo_trace(&p, &trace);
    ck_assert_int_eq(trace.phase, PHASES[_i].phase);
}

static Score exact(const PaceTempo *t, const Position *p)
{
    PaceTempoSum sum = {0};
    return pace_tempo_value(t, &sum, p, -SCORE_INFINITE, SCORE_INFINITE);
}

/* Fails unless the trace has the same value, and is the sum of its parts. */
static void expect_sum(const PaceTempo *t, const Position *p)
{
    PaceTempoTrace trace;
    pace_tempo_trace(p, &trace);
    int64_t sum = trace.squares.parts[WHITE] - trace.squares.parts[BLACK];
    for (int i = 0; i < PACE_TEMPO_TERMS; i++) {
        sum += trace.term[i].parts[WHITE] - trace.term[i].parts[BLACK];
    }
    ck_assert_int_eq(trace.value, score_of_eval(sum / PACE_TEMPO_POINT));
    ck_assert_int_eq(exact(t, p), p->side == WHITE ? trace.value : -trace.value);
}

/* Fails unless the value is exact, whichever position the sum was last of, or a bound outside the window. Returns how
 * often it was a bound. */
static int expect_lazy(const PaceTempo *t, PaceTempoSum *sum, const Position *p)
{
    const Score value = exact(t, p);
    int bounds = 0;
    for (int shift = -600; shift <= 600; shift += 150) { /* points */
        const Score alpha = value + shift, beta = alpha + 1 + (shift + 600) / 300;
        const Score lazy = pace_tempo_value(t, sum, p, alpha, beta);
        ck_assert(lazy == value || lazy <= alpha || lazy >= beta);
        bounds += lazy != value;
    }
    return bounds;
}

/* All that in many positions; the same value for the side to move in the turned and the mirrored position; and a
 * checksum of the values, which any other weight changes. */
TEST_EACH(values, VARIANT_COUNT)
{
    static const uint64_t sums[VARIANT_COUNT] = {0x64515f99724d5df9u, 0x4e34b9fcd7243f53u};
    const Variant *const v = variant_at(_i);
    RandomPlay r = {SEED};
    PaceTempo t;
    PaceTempoSum last = {0};
    uint64_t sum = 0;
    int bounds = 0;
    pace_tempo_prepare(&t);
    for (int i = 0; i < POSITIONS; i++) {
        const Position p =
            i % 3 == 0 ? random_game_position(&r, v, PLIES) : random_scatter(&r, v, (Scatter)(i / 3 % SCATTER_COUNT));
        const Position turned = position_turned(&p), mirrored = v->has_mirror ? position_mirrored(&p) : p;
        ck_assert(exact(&t, &p) == exact(&t, &turned) && exact(&t, &p) == exact(&t, &mirrored));
        expect_sum(&t, &p);
        bounds += expect_lazy(&t, &last, &p);
        sum = random_pair(sum, (uint64_t)exact(&t, &p));
    }
    ck_assert_int_gt(bounds, 0);
    ck_assert_msg(sum == sums[_i], "the sum is 0x%llx", (unsigned long long)sum);
}
