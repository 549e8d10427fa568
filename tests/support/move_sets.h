/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions and moves as short texts, and moves compared as sets: what the tests of the rules are written in. */
#ifndef BUSHKA_SUPPORT_MOVE_SETS_H
#define BUSHKA_SUPPORT_MOVE_SETS_H

#include "core/position.h"

/* The position with that side to move and the pieces named by the words of `white` and `black`, a king with a K
 * before its square: "e4 Kf3". Fails the running test at a word that names no vacant square of the board. */
Position set_up(const Variant *v, Color side, const char *white, const char *black);

/* Fails the running test unless the legal moves of p are exactly those named by the words of `expected`, in any
 * order, and every other question about the moves of p has the fitting answer: "e4-e5 e3-e5" for non-capturing
 * moves, "e4xe6(e7,e8)" for a capture with all that it takes. */
void expect_moves(const Position *p, const char *expected);

/* Fails the running test unless just one legal move of p leads from the first to the second square of `move`, such
 * as "e3e5", and leaves the pieces of `white` and `black`, the other side to move. */
void expect_after(const Position *p, const char *move, const char *white, const char *black);

/* A position, its legal moves as expect_moves() takes them (NULL: not looked at), and positions after some of them as
 * expect_after() does. */
typedef struct MoveCase {
    const Variant *variant;
    Color side;
    const char *white, *black, *moves;
    struct {
        const char *move, *white, *black;
    } after[3];
} MoveCase;

/* Fails the running test unless all of that is so. */
void expect_case(const MoveCase *c);

/* Fails the running test unless count_one_ply(), movegen_any() and movegen_can_capture() agree with the list of
 * legal moves of p, and the kind of every move fits the piece that moves and what it takes. */
void expect_consistent(const Position *p, const MoveList *legal);

/* Puts the moves into an order that depends on from, to and taken alone. */
void sort_moves(MoveList *list);

/* True when both lists hold the same moves, each as often; sorts them. */
bool same_moves(MoveList *a, MoveList *b);

#endif
