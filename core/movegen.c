/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/movegen.h"

#include <stddef.h>

#include "core/exposure.h"
#include "core/linear_capture.h"
#include "core/piece_capture.h"

/* Change of a square's index by one step in each Direction. */
static const int INDEX_STEP[DIRECTION_COUNT] = {STEP_NUMBER, STEP_LETTER, -STEP_LETTER, -STEP_NUMBER};

/* Adds the moves in direction d that end on the fronts: of man_kind by the man right behind a front, of line_kind by
 * every further man of the unbroken row behind it; none of the kind MOVE_NONE. Where x is not NULL, only those that
 * expose. */
static inline void add_runs(const Sides *s, Bitboard fronts, Direction d, MoveKind man_kind, MoveKind line_kind,
                            int taken, const Exposure *x, MoveList *list)
{
    Bitboard behind = step(s->men, d); /* so that the length-th man behind a front falls on it */
    for (int length = 1; fronts != 0 && (length == 1 || line_kind != MOVE_NONE);
         length++, behind = step(behind, d), fronts &= behind) {
        if (length == 1 && man_kind == MOVE_NONE) {
            continue;
        }
        for (Bitboard left = x != NULL ? exposure_ends(x, fronts, d, length) : fronts; left != 0;) {
            const Square to = pop_lowest(&left);
            Move m = {.taken = 0,
                      .from = (Square)(to - length * INDEX_STEP[d]),
                      .to = to,
                      .kind = (uint8_t)(length == 1 ? man_kind : line_kind)};
            for (int i = 1; i <= taken; i++) {
                m.taken |= step_n(bit(to), d, i);
            }
            move_list_add(list, m);
        }
    }
}

static void add_king_slides(const Sides *s, MoveList *list)
{
    const Bitboard occupied = sides_occupied(s);
    for (Bitboard kings = s->kings; kings != 0;) {
        const Square from = pop_lowest(&kings);
        for (int d = 0; d < DIRECTION_COUNT; d++) {
            for (Bitboard targets = reach_slide(s->variant, occupied, from, (Direction)d); targets != 0;) {
                const Move m = {.taken = 0, .from = from, .to = pop_lowest(&targets), .kind = MOVE_KING};
                move_list_add(list, m);
            }
        }
    }
}

/* Adds all non-capturing moves; where x is not NULL, of men's moves only those that expose. */
static inline void add_quiet(const Sides *s, Color us, const Exposure *x, MoveList *list)
{
    for (int i = 0; i < 2; i++) {
        const Direction d = reach_forward(us, i);
        add_runs(s, step(s->men, d) & s->vacant, d, MOVE_MAN, MOVE_LINE, 0, x, list);
    }
    add_king_slides(s, list);
}

/* The body of movegen_legal(), compiled once for each colour. */
static inline void generate(const Position *p, Color us, MoveList *list)
{
    const Sides s = sides_of(p, us);
    Bitboard fronts[DIRECTION_COUNT];
    const bool men_capture = sides_man_fronts(&s, fronts);
    Bitboard ends[DIRECTION_COUNT] = {fronts[0], fronts[1], fronts[2], fronts[3]};

    if (men_capture && linear_capture_fronts(&s, ends)) {
        const int taken = linear_capture_majority(&s, ends);
        for (int d = 0; d < DIRECTION_COUNT; d++) {
            add_runs(&s, ends[d], (Direction)d, MOVE_NONE, MOVE_LINEAR_CAPTURE, taken, NULL, list);
        }
        return;
    }
    const bool kings_capture = s.kings != 0 && sides_king_captures(&s);
    if (men_capture && !kings_capture && !sides_man_continues(&s, fronts)) {
        for (int d = 0; d < DIRECTION_COUNT; d++) {
            add_runs(&s, fronts[d], (Direction)d, MOVE_MAN_CAPTURE, MOVE_NONE, 1, NULL, list);
        }
    } else if (men_capture || kings_capture) {
        piece_capture_generate(&s, list);
    } else {
        add_quiet(&s, us, NULL, list);
    }
}

/* Compiled once for each colour, like generate(). */
void movegen_quiet(const Position *p, bool exposing, MoveList *list)
{
    const Sides s = sides_of(p, p->side);
    Exposure exposure;
    const Exposure *x = NULL;
    if (exposing) {
        exposure = exposure_of(&s);
        x = &exposure;
    }
    if (p->side == WHITE) {
        add_quiet(&s, WHITE, x, list);
    } else {
        add_quiet(&s, BLACK, x, list);
    }
}

void movegen_legal(const Position *p, MoveList *list)
{
    if (p->side == WHITE) {
        generate(p, WHITE, list);
    } else {
        generate(p, BLACK, list);
    }
}

Move movegen_quiet_move(const Position *p, Square from, Square to)
{
    const Bitboard target = position_vacant(p) & bit(to);
    const Bitboard men = p->men[p->side];
    Move m = {.taken = 0, .from = from, .to = to, .kind = MOVE_NONE};
    if (target == 0) {
        return m;
    }
    if ((men & bit(from)) != 0) {
        for (int i = 0; i < 2; i++) {
            const Direction d = reach_forward(p->side, i);
            Bitboard front = step(bit(from), d);
            int length = 1;
            for (; (front & men) != 0; length++) {
                front = step(front, d);
            }
            if (front == target) {
                m.kind = length == 1 ? MOVE_MAN : MOVE_LINE;
            }
        }
    } else if ((p->kings[p->side] & bit(from)) != 0) {
        const Bitboard occupied = position_occupied(p);
        for (int d = 0; d < DIRECTION_COUNT; d++) {
            if ((reach_slide(p->variant, occupied, from, (Direction)d) & target) != 0) {
                m.kind = MOVE_KING;
            }
        }
    }
    return m;
}

/* The vacant squares right in front of men of side c. */
static inline Bitboard quiet_fronts(const Position *p, Color c)
{
    return (step(p->men[c], reach_forward(c, 0)) | step(p->men[c], reach_forward(c, 1))) & position_vacant(p);
}

bool movegen_has_move(const Position *p)
{
    if (quiet_fronts(p, p->side) != 0) {
        return true;
    }
    const Bitboard vacant = position_vacant(p);
    const Bitboard beside_vacant =
        step(vacant, DIR_NW) | step(vacant, DIR_NE) | step(vacant, DIR_SW) | step(vacant, DIR_SE);
    if ((p->kings[p->side] & beside_vacant) != 0) {
        return true;
    }
    /* No man can move forward and no king can move, so only a backward capture by men is left. */
    return movegen_can_capture(p, p->side);
}

bool movegen_has_choice(const Position *p, Color c)
{
    return has_several(quiet_fronts(p, c));
}

bool movegen_can_capture(const Position *p, Color c)
{
    const Sides s = sides_of(p, c);
    Bitboard fronts[DIRECTION_COUNT];
    return sides_man_fronts(&s, fronts) || sides_king_captures(&s);
}

bool movegen_is_quiet(const Position *p)
{
    return !movegen_can_capture(p, WHITE) && !movegen_can_capture(p, BLACK);
}
