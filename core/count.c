/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/count.h"

#include "core/cpu.h"
#include "core/exposure.h"
#include "core/linear_capture.h"
#include "core/movegen.h"
#include "core/piece_capture.h"

/* Number of own men in the unbroken row right behind square `to`, as seen in direction d. */
INLINE_HOT int row_behind(const Sides *s, Square to, Direction d)
{
    return popcount(reach_slide(s->variant, ~s->men, to, opposite(d)));
}

/* Number of linear captures with these fronts, at least one: a capture for each man behind a front, from the second on.
 * Nearly always there is a single front, and then majority does not matter. */
INLINE_HOT uint64_t count_linear(const Sides *s, Bitboard fronts[DIRECTION_COUNT])
{
    const Bitboard any = fronts[DIR_NW] | fronts[DIR_NE] | fronts[DIR_SW] | fronts[DIR_SE];
    const int directions =
        (fronts[DIR_NW] != 0) + (fronts[DIR_NE] != 0) + (fronts[DIR_SW] != 0) + (fronts[DIR_SE] != 0);
    if (directions == 1 && !has_several(any)) {
        const int d = (fronts[DIR_NE] != 0) * DIR_NE + (fronts[DIR_SW] != 0) * DIR_SW + (fronts[DIR_SE] != 0) * DIR_SE;
        return (uint64_t)row_behind(s, lowest(any), (Direction)d) - 1;
    }
    uint64_t count = 0;
    linear_capture_majority(s, fronts);
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        for (Bitboard left = fronts[d]; left != 0;) {
            count += (uint64_t)row_behind(s, pop_lowest(&left), (Direction)d) - 1;
        }
    }
    return count;
}

/* Number of piece captures. They have to be listed, since routes to the same position count once. */
static uint64_t count_piece_captures(const Sides *s)
{
    MoveList list;
    move_list_init(&list);
    piece_capture_generate(s, &list);
    const uint64_t count = list.failed ? COUNT_FAILED : (uint64_t)list.count;
    move_list_free(&list);
    return count;
}

/* Number of captures when men have some: the linear captures or, without any, the piece captures. */
INLINE_HOT uint64_t count_captures(const Sides *s, const Bitboard fronts[DIRECTION_COUNT])
{
    Bitboard ends[DIRECTION_COUNT] = {fronts[0], fronts[1], fronts[2], fronts[3]};
    if (linear_capture_fronts(s, ends)) {
        return count_linear(s, ends);
    }
    if (sides_man_continues(s, fronts) || (s->kings != 0 && sides_king_captures(s))) {
        return count_piece_captures(s);
    }
    return (uint64_t)(popcount(fronts[0]) + popcount(fronts[1]) + popcount(fronts[2]) + popcount(fronts[3]));
}

INLINE_HOT uint64_t count_king_slides(const Sides *s)
{
    const Bitboard occupied = sides_occupied(s);
    int count = 0;
    for (Bitboard kings = s->kings; kings != 0;) {
        const Square from = pop_lowest(&kings);
        for (int d = 0; d < DIRECTION_COUNT; d++) {
            count += popcount(reach_slide(s->variant, occupied, from, (Direction)d));
        }
    }
    return (uint64_t)count;
}

/* The number of legal moves of the side us. */
INLINE_HOT uint64_t count_moves(const Sides *s, Color us)
{
    Bitboard fronts[DIRECTION_COUNT];
    if (sides_man_fronts(s, fronts)) {
        return count_captures(s, fronts);
    }
    if (s->kings != 0 && sides_king_captures(s)) {
        return count_piece_captures(s);
    }
    const int by_men = popcount(reach_runs(s->men, s->vacant, reach_forward(us, 0))) +
                       popcount(reach_runs(s->men, s->vacant, reach_forward(us, 1)));
    return (uint64_t)by_men + (s->kings != 0 ? count_king_slides(s) : 0);
}

enum {
    LENGTH_PLANES = 4, /* bits of the length of a row of men */
    COUNT_PLANES = 5,  /* and of the sum of two */
    ROW_USUAL = 4      /* longer rows of men are rare */
};

/* For every square the length of the unbroken row of men right behind it, as seen in direction d, in bit planes:
 * planes[i] holds bit i of the lengths. */
INLINE_HOT void row_lengths(Bitboard men, Direction d, Bitboard planes[LENGTH_PLANES])
{
    Bitboard row = step(men, d); /* squares with at least `length` men behind them */
    planes[0] = row;
    planes[1] = planes[2] = planes[3] = 0;
    UNROLLED
    for (int length = 2; length < LINE_SQUARES; length++) {
        if (length > ROW_USUAL && row == 0) {
            break;
        }
        row = step(men & row, d);
        for (int i = 0; i < LENGTH_PLANES; i++) {
            planes[i] ^= length % (1 << i) == 0 ? row : 0;
        }
    }
}

/* What the replies of `them` (men only) have in common after all quiet moves. All moves that allow no capture are
 * counted together: each leaves the replies as they were, less those to the square that it occupies, plus those to the
 * square that it vacates. So are all moves to a square where one line, and nothing else, can capture: each man of that
 * line but the first then has a reply. */
typedef struct Replies {
    Exposure exposure;
    Bitboard moves[COUNT_PLANES]; /* bit planes: how many replies would end on a square if it were vacant */
    int quiet;                    /* how many there are if nothing has moved */
    Bitboard lined;               /* squares where a piece that arrives can be captured by one line and nothing else */
    Bitboard line[LENGTH_PLANES]; /* bit planes: how many men that line has */
} Replies;

/* The sum, over the squares, of the numbers in the bit planes. */
INLINE_HOT int sum_planes(const Bitboard *planes, int count, Bitboard squares)
{
    int sum = 0;
    for (int i = 0; i < count; i++) {
        sum += popcount(planes[i] & squares) << i;
    }
    return sum;
}

/* The number of replies to these squares when they are vacant. */
INLINE_HOT int moves_to(const Replies *r, Bitboard squares)
{
    return sum_planes(r->moves, COUNT_PLANES, squares);
}

/* Fills *r in place, field by field: clearing or copying it as a whole takes a twentieth of perft's time. */
INLINE_HOT void find_replies(const Sides *s, Color them, Replies *r)
{
    Bitboard rows[DIRECTION_COUNT][LENGTH_PLANES], carry = 0, attacked = 0, twice = 0;
    r->exposure = exposure_of(s);
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        row_lengths(s->enemy_men, (Direction)d, rows[d]);
    }
    const Bitboard *const first = rows[reach_forward(them, 0)], *const second = rows[reach_forward(them, 1)];
    for (int i = 0; i < LENGTH_PLANES; i++) {
        const Bitboard either = first[i] ^ second[i];
        r->moves[i] = either ^ carry;
        r->line[i] = 0;
        carry = (first[i] & second[i]) | (either & carry);
    }
    r->moves[LENGTH_PLANES] = carry;
    r->lined = 0;
    r->quiet = moves_to(r, s->vacant);
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        const Bitboard here = step(r->exposure.fronts[d] & s->vacant, (Direction)d);
        twice |= attacked & here;
        attacked |= here;
        r->lined |= step(step(s->enemy_men & r->exposure.fronts[d], (Direction)d) & s->vacant, (Direction)d);
        for (int i = 0; i < LENGTH_PLANES; i++) {
            r->line[i] |= step(rows[d][i] & s->vacant, (Direction)d);
        }
    }
    r->lined &= s->enemy_kings != 0 ? 0 : ~twice;
}

/* The board as `them` sees it after a quiet move of a man or a line; `change` is the start and the end of the move. */
INLINE_HOT Sides after_quiet(const Sides *s, Bitboard change, Bitboard promoted)
{
    return (Sides){.variant = s->variant,
                   .men = s->enemy_men,
                   .kings = s->enemy_kings,
                   .enemy_men = (s->men ^ change) & ~promoted,
                   .enemy_kings = s->kings | promoted,
                   .vacant = s->vacant ^ change};
}

/* Sum of the replies to all quiet moves of men and lines in direction d. */
INLINE_HOT uint64_t count_after_runs(const Sides *s, const Replies *r, Color us, Direction d)
{
    uint64_t count = 0;
    Bitboard behind = step(s->men, d); /* so that the length-th man behind an end falls on it */
    Bitboard ends = behind & s->vacant;
    Bitboard starts = 0; /* of the moves that allow no capture */
    int replies = 0;     /* to the moves counted together, without those to their starts */
    for (int length = 1; ends != 0; length++) {
        const Bitboard captured = s->enemy_kings != 0 ? ends : exposure_ends(&r->exposure, ends, d, length);
        const Bitboard safe = ends ^ captured;
        const Bitboard lined = ends & r->lined & ~exposure_by_vacating(&r->exposure, ends, d, length);
        starts |= step_n(safe, opposite(d), length);
        replies += popcount(safe) * r->quiet - moves_to(r, safe);
        replies += sum_planes(r->line, LENGTH_PLANES, lined) - popcount(lined);
        for (Bitboard left = captured ^ lined; left != 0; left &= left - 1) {
            const Bitboard to = left & (~left + 1);
            const Bitboard change = to | step_n(to, opposite(d), length);
            const Sides next = after_quiet(s, change, to & s->variant->promotion[us]);
            count += count_moves(&next, other(us));
        }
        behind = step(behind, d);
        ends &= behind;
    }
    return count + (uint64_t)(replies + moves_to(r, starts));
}

/* The board as `them` sees it after a move from one square to another by a man or a king, without a promotion. */
INLINE_HOT Sides after_move(const Sides *s, Bitboard from, Bitboard to, Bitboard taken)
{
    const bool king = (s->kings & from) != 0;
    Sides next = {.variant = s->variant,
                  .men = s->enemy_men & ~taken,
                  .kings = s->enemy_kings & ~taken,
                  .enemy_men = king ? s->men : (s->men & ~from) | to,
                  .enemy_kings = king ? (s->kings & ~from) | to : s->kings,
                  .vacant = 0};
    next.vacant = s->variant->board & ~sides_occupied(&next);
    return next;
}

INLINE_HOT uint64_t count_after_slides(const Sides *s, Color us)
{
    const Bitboard occupied = sides_occupied(s);
    uint64_t count = 0;
    for (Bitboard kings = s->kings; kings != 0;) {
        const Square from = pop_lowest(&kings);
        for (int d = 0; d < DIRECTION_COUNT; d++) {
            for (Bitboard to = reach_slide(s->variant, occupied, from, (Direction)d); to != 0; to &= to - 1) {
                const Sides next = after_move(s, bit(from), to & (~to + 1), 0);
                count += count_moves(&next, other(us));
            }
        }
    }
    return count;
}

/* Sum of the replies to all linear captures that end on the fronts, each of which takes `taken` pieces. */
INLINE_HOT uint64_t count_after_linear(const Sides *s, const Bitboard fronts[DIRECTION_COUNT], int taken, Color us)
{
    uint64_t count = 0;
    for (int d = 0; d < DIRECTION_COUNT; d++) {
        for (Bitboard left = fronts[d]; left != 0; left &= left - 1) {
            const Bitboard to = left & (~left + 1);
            Bitboard row = 0;
            for (int i = 1; i <= taken; i++) {
                row |= step_n(to, (Direction)d, i);
            }
            const Direction back = opposite((Direction)d);
            for (Bitboard from = step_n(to, back, 2); (from & s->men) != 0; from = step(from, back)) {
                const Sides next = after_move(s, from, to, row);
                count += count_moves(&next, other(us));
            }
        }
    }
    return count;
}

static uint64_t count_after_piece_captures(const Sides *s, Color us)
{
    MoveList list;
    move_list_init(&list);
    piece_capture_generate(s, &list);
    uint64_t count = list.failed ? COUNT_FAILED : 0;
    for (int i = 0; i < list.count; i++) {
        const Move m = list.moves[i];
        const Sides next = after_move(s, bit(m.from), bit(m.to), m.taken);
        count += count_moves(&next, other(us));
    }
    move_list_free(&list);
    return count;
}

INLINE_HOT uint64_t two_plies(const Position *p, Color us)
{
    const Sides s = sides_of(p, us);
    Bitboard fronts[DIRECTION_COUNT];
    const bool men_capture = sides_man_fronts(&s, fronts);
    if (men_capture && linear_capture_fronts(&s, fronts)) {
        const int taken = linear_capture_majority(&s, fronts);
        return count_after_linear(&s, fronts, taken, us);
    }
    if (men_capture || (s.kings != 0 && sides_king_captures(&s))) {
        return count_after_piece_captures(&s, us);
    }
    Replies r;
    find_replies(&s, other(us), &r);
    return count_after_runs(&s, &r, us, reach_forward(us, 0)) + count_after_runs(&s, &r, us, reach_forward(us, 1)) +
           count_after_slides(&s, us);
}

INLINE_HOT uint64_t one_ply_either(const Position *p)
{
    const Sides s = sides_of(p, p->side);
    return p->side == WHITE ? count_moves(&s, WHITE) : count_moves(&s, BLACK);
}

INLINE_HOT uint64_t two_plies_either(const Position *p)
{
    return p->side == WHITE ? two_plies(p, WHITE) : two_plies(p, BLACK);
}

USES_POPCNT static uint64_t one_ply_popcnt(const Position *p)
{
    return one_ply_either(p);
}

USES_POPCNT static uint64_t two_plies_popcnt(const Position *p)
{
    return two_plies_either(p);
}

uint64_t count_one_ply(const Position *p)
{
    return cpu_has_popcnt() ? one_ply_popcnt(p) : one_ply_either(p);
}

uint64_t count_two_plies(const Position *p)
{
    return cpu_has_popcnt() ? two_plies_popcnt(p) : two_plies_either(p);
}
