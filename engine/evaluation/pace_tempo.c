/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each term stands in one place: its name, its weights on both boards, how it is counted, and why. To change the
 * evaluation, change a line of count_pieces() or count_relations(). The weights were fitted to the results of games
 * (EVALUATION.md). */
#include "evaluation/pace_tempo.h"

#include <stdlib.h>

#include "core/cpu.h"
#include "core/reach.h"
#include "core/square.h"
#include "evaluation/solved_ending.h"

enum {
    LAZY_MARGIN = 200, /* points; in 1 of 1,000 leaves of the search the other terms are worth more */
    TRAPPED_MOVES = 1, /* a king with that many moves or fewer is trapped */
    FEW_SAFE = 2,      /* with that many safe moves or fewer a side is about to run out of them */
    LONG_LINE = 9      /* squares */
};

const char *const PACE_TEMPO_GROUP_NAMES[PACE_TEMPO_GROUPS] = {"material", "pace",      "tempo",
                                                               "mobility", "structure", "kings"};

/* The weights of a term in eighths of a point; a man is about 100 points. */
typedef struct Weight {
    int16_t opening, ending;
} Weight;

/* Weights of the opening in the low half, of the ending in the high half. */
typedef int64_t PackedWeight;
#define HALF (INT64_C(1) << 32)

/* By board, in the order of variant_at(). */
typedef struct Weights {
    Weight board[VARIANT_COUNT];
} Weights;

/* What a man is worth on each square, row by row from its own side; on 9x11 the same left and right. */
static const Weight MAN_ON_SQUARE[VARIANT_COUNT]
                                 [64] = {
                                     /* clang-format off */
    {
        [0] = {14, 112},    {294, 81},   {166, 168},  {161, 96},   {323, -46},   /* first row: columns 1, 3, ... */
        [7] = {504, -40},   {338, 101},  {315, 110},  {475, 71},   {162, -65},   /* second: columns 2, 4, ... */
        [13] = {39, -84},   {188, 73},   {72, 153},   {64, 109},   {171, -118},  /* third */
        [20] = {-90, -190}, {-165, 67},  {-265, 150}, {-71, -16},  {-370, -126}, /* and so on */
        [26] = {-564, -140}, {-161, -56}, {-323, 77},  {-146, -43}, {-156, -247},
        [33] = {-239, -231}, {-340, -33}, {-380, -17}, {-122, -95}, {-602, -112},
        [39] = {-582, -68}, {-88, 26},   {-493, 17},  {-180, 25},  {-344, -17},
        [46] = {50, 19},    {449, 59},   {-32, 41},   {780, 136},  {-427, 133},
        [52] = {-432, 224}, {1390, 268}, {540, 190},  {997, 192},  {1248, 288},
    },
    {
        [0] = {42, 96},      {361, 24},    {231, 130},  {231, 130},  {361, 24},    {42, 96},
        [7] = {405, -83},    {318, 14},    {319, 56},   {318, 14},   {405, -83},
        [13] = {-116, 8},    {149, -14},   {5, 129},    {5, 129},    {149, -14},   {-116, 8},
        [20] = {-92, -229},  {-35, -16},   {-278, 163}, {-35, -16},  {-92, -229},
        [26] = {-622, -83},  {-116, -121}, {-193, -5},  {-193, -5},  {-116, -121}, {-622, -83},
        [33] = {-259, -132}, {-180, 21},   {-393, -7},  {-180, 21},  {-259, -132},
        [39] = {-394, 102},  {563, 179},   {-247, 126}, {-247, 126}, {563, 179},   {-394, 102},
        [46] = {816, 332},   {787, 283},   {147, 255},  {787, 283},  {816, 332},
    },
                                     /* clang-format on */
};

/* Rows and columns in the layout of bitboard.h, as constant expressions. */
#define FIRST_ROW ((Bitboard)0x3F)
#define SECOND_ROW ((Bitboard)0x1F << EVEN_ROW)
#define IN_PAIR(n) ((Bitboard)1 << (n)*ROW_PAIR_BITS)
#define COLUMN(c)                                                                                                      \
    ((IN_PAIR(0) | IN_PAIR(1) | IN_PAIR(2) | IN_PAIR(3) | IN_PAIR(4))                                                  \
     << ((c) % 2 != 0 ? ((c)-1) / 2 : EVEN_ROW + (c) / 2 - 1))

/* Columns left and right of the middle and around it, the outermost squares of the first two rows, the columns at the
 * border. */
static const Bitboard LEFT = COLUMN(1) | COLUMN(2) | COLUMN(3) | COLUMN(4) | COLUMN(5);
static const Bitboard RIGHT[VARIANT_COUNT] = {COLUMN(6) | COLUMN(7) | COLUMN(8) | COLUMN(9) | COLUMN(10),
                                              COLUMN(7) | COLUMN(8) | COLUMN(9) | COLUMN(10) | COLUMN(11)};
static const Bitboard CENTRE[VARIANT_COUNT] = {COLUMN(4) | COLUMN(5) | COLUMN(6) | COLUMN(7),
                                               COLUMN(4) | COLUMN(5) | COLUMN(6) | COLUMN(7) | COLUMN(8)};
static const Bitboard CORNERS[VARIANT_COUNT] = {(COLUMN(1) & FIRST_ROW) | (COLUMN(10) & SECOND_ROW),
                                                (COLUMN(1) | COLUMN(11)) & FIRST_ROW};
static const Bitboard BORDER[VARIANT_COUNT] = {COLUMN(1) | COLUMN(10), COLUMN(1) | COLUMN(11)};

/* The position as one side sees it from its own end of the board: own men move NW and NE. */
typedef struct Side {
    const Variant *variant;
    Bitboard men, kings, enemies, vacant;
    bool enemy_has_king, moves;
    /* the men and the enemies moved one step in each direction */
    Bitboard men_to[DIRECTION_COUNT], enemies_to[DIRECTION_COUNT];
} Side;

/* What the terms of one side add up to. */
typedef struct Sum {
    int board; /* variant_index() */
    Color side;
    PackedWeight worth;
    PaceTempoTrace *trace; /* NULL: none is made */
    int terms;             /* traced so far */
} Sum;

/* Both halves are added at once; either fits 32 bits, since all counts together are below 65536. */
INLINE_HOT PackedWeight pack(Weight w)
{
    return w.ending * HALF + w.opening;
}

/* The weight at a phase, in parts of PACE_TEMPO_POINT. */
INLINE_HOT int64_t taper(PackedWeight w, int phase)
{
    const int32_t opening = (int32_t)(uint32_t)(uint64_t)w;
    const int64_t ending = (w - opening) / HALF;
    return opening * (int64_t)phase + ending * (PACE_TEMPO_PHASE_MAX - phase);
}

/* Adds a term. */
INLINE_HOT void add(Sum *sum, PaceTempoGroup group, const char *name, Weights weights, int count)
{
    const PackedWeight worth = count * pack(weights.board[sum->board]);
    sum->worth += worth;
    if (sum->trace != NULL) {
        PaceTempoTerm *const term = &sum->trace->term[sum->terms++];
        term->name = name;
        term->group = group;
        term->count[sum->side] = count;
        term->parts[sum->side] = taper(worth, sum->trace->phase);
    }
}

/* Adds what the men are worth on their squares. */
static void add_squares(Sum *sum, Bitboard men)
{
    PackedWeight worth = 0;
    for (Bitboard left = men; left != 0; left &= left - 1) {
        worth += pack(MAN_ON_SQUARE[sum->board][lowest(left)]);
    }
    sum->worth += worth;
    if (sum->trace != NULL) {
        sum->trace->squares.count[sum->side] = popcount(men);
        sum->trace->squares.parts[sum->side] = taper(worth, sum->trace->phase);
    }
}

/* The squares of the rows below a row, 1 to 10; see bitboard.h. */
INLINE_HOT Bitboard rows_below(int row)
{
    return bit((Square)((row - 1) / 2 * ROW_PAIR_BITS + (row - 1) % 2 * EVEN_ROW)) - 1;
}

/* The sum over the men of their row, 1 on the first. */
INLINE_HOT int sum_of_rows(const Variant *v, Bitboard men)
{
    int sum = popcount(men);
    for (int row = 2; row < v->rows; row++) { /* each row from the second on counts once more */
        sum += popcount(men & ~rows_below(row));
    }
    return sum;
}

/* The kings on a line of LONG_LINE squares or more. */
INLINE_HOT int kings_on_long_lines(const Variant *v, Bitboard kings)
{
    int count = 0;
    for (Bitboard left = kings; left != 0; left &= left - 1) {
        const Square s = lowest(left);
        const int number = popcount(v->ray[DIR_NW][s] | v->ray[DIR_SE][s]) + 1;
        const int letter = popcount(v->ray[DIR_NE][s] | v->ray[DIR_SW][s]) + 1;
        count += number >= LONG_LINE || letter >= LONG_LINE;
    }
    return count;
}

/* The sum over the kings of their steps from the border. */
INLINE_HOT int steps_of_kings(const Variant *v, Bitboard kings)
{
    int sum = 0;
    for (Bitboard left = kings; left != 0; left &= left - 1) {
        sum += solved_ending_border_steps(v, lowest(left));
    }
    return sum;
}

/* The terms to which each piece contributes by itself, as the side sees its pieces from its own end. */
static void count_pieces(Sum *sum, const Variant *v, Bitboard men, Bitboard kings)
{
    /* Every man and every king has a price. */
    add(sum, PACE_TEMPO_MATERIAL, "men", (Weights){{{964, 798}, {1018, 863}}}, popcount(men));
    add(sum, PACE_TEMPO_MATERIAL, "kings", (Weights){{{2791, 1097}, {2480, 1271}}}, popcount(kings));

    /* Pace in the inventor's sense: the sum over the men of their row, 1 on the own first row. */
    add(sum, PACE_TEMPO_PACE, "pace", (Weights){{{217, 5}, {212, 17}}}, sum_of_rows(v, men));

    /* Men in the columns around the middle. */
    add(sum, PACE_TEMPO_STRUCTURE, "centre", (Weights){{{123, 62}, {125, 37}}}, popcount(men & CENTRE[sum->board]));

    /* Men at home on the first row keep the enemy from it. */
    add(sum, PACE_TEMPO_STRUCTURE, "back_row", (Weights){{{350, 83}, {305, 26}}}, popcount(men & FIRST_ROW));

    /* Men on the outermost squares of the first two rows: in the opening they cover the wings. */
    add(sum, PACE_TEMPO_STRUCTURE, "corners", (Weights){{{122, 66}, {42, 49}}}, popcount(men & CORNERS[sum->board]));

    /* Kings on the border, where they see half as much and can be shut in. */
    add(sum, PACE_TEMPO_KINGS, "king_edge", (Weights){{{731, -14}, {880, 12}}},
        popcount(kings & (BORDER[sum->board] | v->promotion[WHITE] | v->promotion[BLACK])));

    /* Kings on a line of nine squares or more, from where they reach the whole board. */
    add(sum, PACE_TEMPO_KINGS, "king_long_line", (Weights){{{259, -6}, {-316, -32}}}, kings_on_long_lines(v, kings));

    /* Steps of the kings from the border: from the middle most squares are within reach. */
    add(sum, PACE_TEMPO_KINGS, "king_centre", (Weights){{{-422, -3}, {-452, 15}}}, steps_of_kings(v, kings));

    add_squares(sum, men);
}

/* The first king is worth more or less than further ones. */
INLINE_HOT void count_having_king(Sum *sum, Bitboard kings)
{
    add(sum, PACE_TEMPO_MATERIAL, "has_king", (Weights){{{365, -9}, {10, -72}}}, kings != 0);
}

/* Vacant squares on which no enemy man can capture by approach: no enemy stands two steps away on a line with the
 * square between vacant. */
INLINE_HOT Bitboard quiet_squares(const Side *s)
{
    Bitboard reached = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        reached |= step(s->vacant & s->enemies_to[d], (Direction)d);
    }
    return s->vacant & ~reached;
}

/* Men between an own man and an enemy on one line: if they leave, the two stand at capturing distance. */
INLINE_HOT Bitboard pinned_men(const Side *s)
{
    Bitboard between = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        between |= s->men_to[d] & s->enemies_to[opposite((Direction)d)];
    }
    return s->men & between;
}

/* Where safe single steps in a direction end: by men that are not pinned, to quiet squares, and not straight away from
 * an enemy behind, which would follow. */
INLINE_HOT Bitboard safe_steps(const Side *s, Direction d, Bitboard pinned, Bitboard quiet)
{
    return step(s->men & ~(pinned | s->enemies_to[d]), d) & quiet;
}

/* What the kings of a side can do: the squares that they reach, and the kings that reach one or none. */
INLINE_HOT void king_moves(const Side *s, int *mobility, int *trapped)
{
    const Variant *const v = s->variant;
    const Bitboard occupied = v->board & ~s->vacant;
    *mobility = *trapped = 0;
    for (Bitboard left = s->kings; left != 0; left &= left - 1) {
        Bitboard reached = 0;
        for (int d = 0; d < DIRECTION_COUNT; d++) {
            reached |= reach_slide(v, occupied, lowest(left), (Direction)d);
        }
        *mobility += popcount(reached);
        *trapped += popcount(reached) <= TRAPPED_MOVES;
    }
}

/* The terms that depend on what the kings can do. */
INLINE_HOT void count_kings(Sum *sum, const Side *s)
{
    int king_mobility, king_trapped;
    king_moves(s, &king_mobility, &king_trapped);

    /* Squares that the kings reach. */
    add(sum, PACE_TEMPO_KINGS, "king_mobility", (Weights){{{1106, 7}, {1075, 5}}}, king_mobility);

    /* Kings with one move or none: a man may promote where the king is shut in. */
    add(sum, PACE_TEMPO_KINGS, "king_trapped", (Weights){{{-358, -248}, {-1354, -384}}}, king_trapped);

    /* Kings against a side that has none: they hunt its men unhindered. */
    add(sum, PACE_TEMPO_KINGS, "kings_alone", (Weights){{{391, 879}, {80, 1229}}},
        s->enemy_has_king ? 0 : popcount(s->kings));
}

/* The terms that depend on how the pieces stand to each other, and on the side to move. */
INLINE_HOT void count_relations(Sum *sum, const Side *s)
{
    const Bitboard men = s->men;
    const Bitboard pinned = pinned_men(s), quiet = quiet_squares(s);
    const Bitboard safe_nw = safe_steps(s, DIR_NW, pinned, quiet), safe_ne = safe_steps(s, DIR_NE, pinned, quiet);
    const Bitboard movers_nw = reach_runs(men, s->vacant, DIR_NW), movers_ne = reach_runs(men, s->vacant, DIR_NE);
    const int safe = popcount(safe_nw) + popcount(safe_ne);
    const int front = men != 0 ? square_row(highest(men)) : 0;
    const Bitboard behind = front != 0 ? rows_below(front) : 0;

    add(sum, PACE_TEMPO_MATERIAL, "to_move", (Weights){{{153, 55}, {242, 74}}}, s->moves);

    /* The row of the most advanced man: from there on men meet. */
    add(sum, PACE_TEMPO_PACE, "front", (Weights){{{13, 5}, {92, -25}}}, front);

    /* Tempo, of which only the steps that are possible now are counted: those behind the front line, which come no
     * nearer to the enemy. */
    add(sum, PACE_TEMPO_TEMPO, "tempo", (Weights){{{-41, 86}, {-83, 128}}},
        popcount(s->men_to[DIR_NW] & s->vacant & behind) + popcount(s->men_to[DIR_NE] & s->vacant & behind));

    /* The safe ones among these steps. */
    add(sum, PACE_TEMPO_TEMPO, "tempo_safe", (Weights){{{-22, -55}, {-12, -93}}},
        popcount(safe_nw & behind) + popcount(safe_ne & behind));

    /* Moves of men, single steps and lines. */
    add(sum, PACE_TEMPO_MOBILITY, "mobility", (Weights){{{6, 69}, {34, 101}}},
        popcount(movers_nw) + popcount(movers_ne));

    /* Safe moves: single steps to where no enemy man can capture next, and that uncover no own man. The side that runs
     * out of them loses something; that is how closed games end. */
    add(sum, PACE_TEMPO_MOBILITY, "safe", (Weights){{{-46, 312}, {-56, 344}}}, safe);
    add(sum, PACE_TEMPO_MOBILITY, "safe_none", (Weights){{{-2817, 1166}, {-2717, 1028}}}, safe == 0);
    add(sum, PACE_TEMPO_MOBILITY, "safe_few", (Weights){{{-1383, 526}, {-1299, 463}}}, safe > 0 && safe <= FEW_SAFE);

    /* No safe move while having to move: something must be given up now. */
    add(sum, PACE_TEMPO_MOBILITY, "zugzwang", (Weights){{{-931, -37}, {-813, -70}}}, safe == 0 && s->moves);

    /* Men that cannot move, neither alone nor with a line. */
    add(sum, PACE_TEMPO_MOBILITY, "stuck", (Weights){{{-145, -248}, {-153, -215}}},
        popcount(men & ~(movers_nw | movers_ne)));

    /* Men with an own man right behind them, counted on each line: lines move and capture as a whole. */
    add(sum, PACE_TEMPO_STRUCTURE, "pairs", (Weights){{{-158, 339}, {-183, 407}}},
        popcount(men & s->men_to[DIR_NE]) + popcount(men & s->men_to[DIR_NW]));

    /* Men next to an enemy: it cannot capture them, but they bind each other. */
    add(sum, PACE_TEMPO_STRUCTURE, "contact", (Weights){{{-78, 43}, {-94, 100}}},
        popcount(men &
                 (s->enemies_to[DIR_NW] | s->enemies_to[DIR_NE] | s->enemies_to[DIR_SW] | s->enemies_to[DIR_SE])));

    /* By how many men one wing outweighs the other: men crowded on one wing lack on the other. */
    add(sum, PACE_TEMPO_STRUCTURE, "wings", (Weights){{{-28, -98}, {-74, -176}}},
        abs(popcount(men & LEFT) - popcount(men & RIGHT[sum->board])));
    if (s->kings != 0 || sum->trace != NULL) { /* most positions have none */
        count_kings(sum, s);
    }
}

INLINE_HOT Side side_of(const Position *p, Color c)
{
    const Variant *const v = p->variant;
    const Bitboard enemies = position_pieces(p, other(c));
    Side s = {.variant = v,
              .men = c == WHITE ? p->men[c] : variant_turn(v, p->men[c]),
              .kings = c == WHITE ? p->kings[c] : variant_turn(v, p->kings[c]),
              .enemies = c == WHITE ? enemies : variant_turn(v, enemies),
              .enemy_has_king = p->kings[other(c)] != 0,
              .moves = p->side == c};
    s.vacant = v->board & ~(s.men | s.kings | s.enemies);
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        s.men_to[d] = step(s.men, (Direction)d);
        s.enemies_to[d] = step(s.enemies, (Direction)d);
    }
    return s;
}

/* The phase: full with many men and no king, down to 0 as men disappear, and quickly so when kings appear. */
INLINE_HOT int phase_of(const Position *p)
{
    enum { MEN_LOW = 4, MEN_HIGH = 24, RANGE = MEN_HIGH - MEN_LOW, KINGS = 3 };
    static const int with_kings[KINGS + 1] = {PACE_TEMPO_PHASE_MAX, PACE_TEMPO_PHASE_MAX * 3 / 8,
                                              PACE_TEMPO_PHASE_MAX / 16, 0};
    const int men = popcount(p->men[WHITE] | p->men[BLACK]) - MEN_LOW;
    const int kings = popcount(p->kings[WHITE] | p->kings[BLACK]);
    return with_kings[kings < KINGS ? kings : KINGS] * (men < 0 ? 0 : men < RANGE ? men : RANGE) / RANGE;
}

/* What a man or a king alone on a square is worth to White, packed. */
static PackedWeight piece_square_worth(int board, Color c, Square s, bool king)
{
    const Variant *const v = variant_at(board);
    const Bitboard piece = c == WHITE ? bit(s) : variant_turn(v, bit(s));
    Sum sum = {.board = board, .side = c};
    count_pieces(&sum, v, king ? 0 : piece, king ? piece : 0);
    return c == WHITE ? sum.worth : -sum.worth;
}

void pace_tempo_prepare(PaceTempo *t)
{
    *t = (PaceTempo){0};
    for (int b = 0; b < VARIANT_COUNT; b++) {
        for (Bitboard left = variant_at(b)->board; left != 0; left &= left - 1) {
            const Square s = lowest(left);
            for (int c = WHITE; c <= BLACK; c++) {
                t->board[b].man[c][s] = piece_square_worth(b, (Color)c, s, false);
                t->board[b].king[c][s] = piece_square_worth(b, (Color)c, s, true);
            }
        }
    }
}

INLINE_HOT PackedWeight worth_of(const PackedWeight worth[64], Bitboard pieces)
{
    PackedWeight sum = 0;
    for (Bitboard left = pieces; left != 0; left &= left - 1) {
        sum += worth[lowest(left)];
    }
    return sum;
}

/* Updates the sum to the pieces of a position: count_pieces() of White less that of Black. */
INLINE_HOT void update(PaceTempoSum *sum, const struct PaceTempoBoard *t, const Position *p)
{
    for (int c = WHITE; c <= BLACK; c++) {
        sum->worth += worth_of(t->man[c], p->men[c] & ~sum->men[c]) - worth_of(t->man[c], sum->men[c] & ~p->men[c]);
        sum->worth +=
            worth_of(t->king[c], p->kings[c] & ~sum->kings[c]) - worth_of(t->king[c], sum->kings[c] & ~p->kings[c]);
        sum->men[c] = p->men[c];
        sum->kings[c] = p->kings[c];
    }
}

/* White's points for the side to move. Division rounds towards 0, so that both sides see the same. */
INLINE_HOT Score points(const Position *p, PackedWeight worth, int phase)
{
    const Score white = score_of_eval(taper(worth, phase) / PACE_TEMPO_POINT);
    return p->side == WHITE ? white : -white;
}

INLINE_HOT Score evaluate(const PaceTempo *t, PaceTempoSum *sum, const Position *p, int board, Score alpha, Score beta)
{
    const int phase = phase_of(p);
    Sum white = {.board = board, .side = WHITE}, black = {.board = board, .side = BLACK};
    update(sum, &t->board[board], p);
    white.worth = sum->worth;
    count_having_king(&white, p->kings[WHITE]);
    count_having_king(&black, p->kings[BLACK]);
    const Score rough = points(p, white.worth - black.worth, phase);
    if (rough - LAZY_MARGIN >= beta) {
        return rough - LAZY_MARGIN;
    }
    if (rough + LAZY_MARGIN <= alpha) {
        return rough + LAZY_MARGIN;
    }
    Side s = side_of(p, WHITE);
    count_relations(&white, &s);
    s = side_of(p, BLACK);
    count_relations(&black, &s);
    return points(p, white.worth - black.worth, phase);
}

/* Compiled for each board, so that the weights are constants. */
INLINE_HOT Score evaluate_by_board(const PaceTempo *t, PaceTempoSum *sum, const Position *p, Score alpha, Score beta)
{
    return variant_index(p->variant) == 0 ? evaluate(t, sum, p, 0, alpha, beta) : evaluate(t, sum, p, 1, alpha, beta);
}

USES_POPCNT static Score evaluate_popcnt(const PaceTempo *t, PaceTempoSum *sum, const Position *p, Score alpha,
                                         Score beta)
{
    return evaluate_by_board(t, sum, p, alpha, beta);
}

Score pace_tempo_value(const PaceTempo *t, PaceTempoSum *sum, const Position *p, Score alpha, Score beta)
{
    return cpu_has_popcnt() ? evaluate_popcnt(t, sum, p, alpha, beta) : evaluate_by_board(t, sum, p, alpha, beta);
}

void pace_tempo_trace(const Position *p, PaceTempoTrace *trace)
{
    const Variant *const v = p->variant;
    PackedWeight worth = 0;
    trace->phase = phase_of(p);
    for (int c = WHITE; c <= BLACK; c++) {
        Sum sum = {.board = variant_index(v), .side = (Color)c, .trace = trace};
        const Side s = side_of(p, (Color)c);
        count_pieces(&sum, v, s.men, s.kings);
        count_having_king(&sum, s.kings);
        count_relations(&sum, &s);
        worth += c == WHITE ? sum.worth : -sum.worth;
    }
    const Score value = points(p, worth, trace->phase);
    trace->squares.name = "squares";
    trace->value = p->side == WHITE ? value : -value;
}
