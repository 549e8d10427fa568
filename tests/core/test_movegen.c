/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legal moves, rule by rule: RULES "Turn and end of the game", "Non-capturing moves" and "Captures", 1. Piece
 * captures are in test_captures.c. A step forward raises the number or lowers the letter for White; e1 to e0 is the
 * long line of 10x10. */
#include "core/movegen.h"
#include "support/move_sets.h"
#include "support/test.h"

static const Variant *const TODAY = &VARIANT_10X10;
static const Variant *const OLD = &VARIANT_9X11;

/* Board and side of a row. */
#define W &VARIANT_10X10, WHITE
#define B &VARIANT_10X10, BLACK
#define OLD_W &VARIANT_9X11, WHITE
#define OLD_B &VARIANT_9X11, BLACK

static const MoveCase CASES[] = {
    /* A man moves one square forward along either of its two lines. */
    {W, "e5", "", .moves = "e5-e6 e5-d5"},
    {B, "", "e5", .moves = "e5-e4 e5-f5"},
    {W, "e5", "a6", .after = {{"e5d5", "d5", "a6"}}},
    /* At the edge only one of its two lines continues. */
    {W, "i6", "", .moves = "i6-h6"},
    {W, "a5", "", .moves = "a5-a6"},
    {B, "", "a5", .moves = "a5-b5"},
    {OLD_W, "j6", "", .moves = "j6-i6"},
    /* A man moves onto a vacant square only; neither an enemy nor an own king may stand there. */
    {W, "e5", "e6", .moves = "e5-d5"},
    {W, "e5 Kd5", "", .moves = "e5-e6 d5-c5 d5-b5 d5-a5 d5-d6 d5-d7 d5-d8 d5-d9 d5-d4 d5-d3 d5-d2"},
    /* A king slides any distance, forward or backward. */
    {W, "Ke5", "",
     .moves = "e5-e6 e5-e7 e5-e8 e5-e9 e5-e0 e5-e4 e5-e3 e5-e2 e5-e1 e5-d5 e5-c5 e5-b5 e5-a5 e5-f5 "
              "e5-g5 e5-h5 e5-i5"},
    {W, "Ke5", "b4", .after = {{"e5e1", "Ke1", "b4"}}},
    /* It stops before any piece: its own men e8 and g5, the enemy's d5 right beside it. */
    {W, "Ke5 e8 g5", "d5", .moves = "e5-e6 e5-e7 e5-e4 e5-e3 e5-e2 e5-e1 e5-f5 e8-e9 e8-d8 g5-g6 g5-f5"},
    /* A line moves along itself: any man of it is put in front, and a rear part may stay behind. */
    {W, "f3 f4 f5", "a5", .moves = "f5-f6 f4-f6 f3-f6 f3-e3 f4-e4 f5-e5",
     .after = {{"f3f6", "f4 f5 f6", "a5"}, {"f4f6", "f3 f5 f6", "a5"}, {"f5f6", "f3 f4 f6", "a5"}}},
    /* The same along a number line, and for Black. */
    {W, "g5 f5 e5", "", .moves = "e5-d5 f5-d5 g5-d5 e5-e6 f5-f6 g5-g6"},
    {B, "", "e5 e6 e7", .moves = "e5-e4 e6-e4 e7-e4 e5-f5 e6-f6 e7-f7"},
    /* A gap ends a line, and a line whose front square is occupied stands still. */
    {W, "e3 e5", "", .moves = "e3-e4 e3-d3 e5-e6 e5-d5"},
    {W, "e3 e4", "e5", .moves = "e3-d3 e4-d4"},
    {W, "e3 e4", "e5 e6", .moves = "e3-d3 e4-d4"},
    /* The longest lines: nine men, the tenth square vacant. */
    {W, "e1 e2 e3 e4 e5 e6 e7 e8 e9", "",
     .moves = "e1-e0 e2-e0 e3-e0 e4-e0 e5-e0 e6-e0 e7-e0 e8-e0 e9-e0 e2-d2 e3-d3 e4-d4 e5-d5 e6-d6 "
              "e7-d7 e8-d8 e9-d9"},
    {B, "", "e2 e3 e4 e5 e6 e7 e8 e9 e0",
     .moves = "e2-e1 e3-e1 e4-e1 e5-e1 e6-e1 e7-e1 e8-e1 e9-e1 e0-e1 e2-f2 e3-f3 e4-f4 e5-f5 e6-f6 "
              "e7-f7 e8-f8 e9-f9"},
    {OLD_W, "e1 e2 e3 e4 e5 e6 e7 e8", "",
     .moves = "e1-e9 e2-e9 e3-e9 e4-e9 e5-e9 e6-e9 e7-e9 e8-e9 e2-d2 e3-d3 e4-d4 e5-d5 e6-d6 e7-d7 "
              "e8-d8"},
    /* A king is never part of a line: f3 cannot hop over it. */
    {W, "f3 Kf4 f5", "", .moves = "f3-e3 f5-f6 f5-e5 f4-e4 f4-d4 f4-c4 f4-b4 f4-g4 f4-h4"},
    /* A man that lands on the farthest row becomes a king. */
    {W, "e9", "i6", .after = {{"e9e0", "Ke0", "i6"}, {"e9d9", "Kd9", "i6"}}},
    {B, "a5", "e2", .after = {{"e2e1", "a5", "Ke1"}}},
    {OLD_W, "e8", "i6", .after = {{"e8e9", "Ke9", "i6"}}},
    {W, "Ke5", "b4", .after = {{"e5e0", "Ke0", "b4"}}},
    /* Of a moving line only the front man promotes. */
    {W, "e7 e8 e9", "i6",
     .after = {{"e7e0", "e8 e9 Ke0", "i6"}, {"e8e0", "e7 e9 Ke0", "i6"}, {"e9e0", "e7 e8 Ke0", "i6"}}},
    /* A player to move without a legal move has lost: no pieces left, or all blocked. */
    {W, "", "e5", .moves = ""},
    {B, "e5", "", .moves = ""},
    {W, "", "", .moves = ""},
    {W, "i6", "h6", .moves = ""},
    {W, "e5", "e6 d5", .moves = ""},
    {W, "Ke1", "e2", .moves = ""},
    {W, "Ke1", "e2 e3", .moves = ""},
    /* A man that is blocked in front may still capture backward, and then forward again. */
    {W, "e5", "e6 d5 e3", .moves = "e5xe5(e3,e6)"},
    /* A line captures forward by moving next to an enemy; capture is compulsory. */
    {W, "e3 e4", "e6", .moves = "e3xe5(e6)", .after = {{"e3e5", "e4 e5", ""}}},
    {W, "g5 f5", "d5", .moves = "g5xe5(d5)"},
    {B, "e4", "e6 e7", .moves = "e7xe5(e4)"},
    /* It captures backward as well. */
    {W, "e4 e5", "e2", .moves = "e5xe3(e2)", .after = {{"e5e3", "e3 e4", ""}}},
    {W, "d5 e5", "g5", .moves = "d5xf5(g5)"},
    {W, "e4 e5", "e2 e7", .moves = "e4xe6(e7) e5xe3(e2)"},
    /* Any man from the second to the last is put in front; the front man alone captures nothing. */
    {W, "e2 e3 e4 e5", "e7", .moves = "e4xe6(e7) e3xe6(e7) e2xe6(e7)", .after = {{"e3e6", "e2 e4 e5 e6", ""}}},
    /* A line with a king in it is none: f2 hops not over the king, and behind the king it matters not. */
    {W, "f3 Kf4", "f7", .moves = "f4xf6(f7)"},
    {W, "Kf2 f3 f4", "f6", .moves = "f3xf5(f6)"},
    /* Touched a man: it and every man standing unbroken behind it. */
    {W, "e3 e4", "e6 e7 e8", .moves = "e3xe5(e6,e7,e8)", .after = {{"e3e5", "e4 e5", ""}}},
    /* The row ends at a king, at a gap and at a piece of the capturing side. */
    {W, "e3 e4", "e6 e7 Ke8 e9", .moves = "e3xe5(e6,e7)", .after = {{"e3e5", "e4 e5", "Ke8 e9"}}},
    {W, "e3 e4", "e6 e7 e9", .moves = "e3xe5(e6,e7)"},
    {W, "e3 e4 e8", "e6 e7", .moves = "e3xe5(e6,e7)"},
    /* Touched a king: that king alone. */
    {W, "e3 e4", "Ke6 e7 e8", .moves = "e3xe5(e6)", .after = {{"e3e5", "e4 e5", "e7 e8"}}},
    /* Of two lines the one that takes more must capture; a king counts as one; among equals the choice is free. */
    {W, "e3 e4 g7 h7", "e6 e7", .moves = "e3xe5(e6,e7)"},
    {W, "e3 e4 g7 h7", "Ke6 e7", .moves = "e3xe5(e6) h7xf7(e7)"},
    {W, "e3 e4 f4", "e6 c4", .moves = "e3xe5(e6) f4xd4(c4)"},
    {W, "e4 e5", "e2 e7 e8", .moves = "e4xe6(e7,e8)"},
    /* A linear capture of one comes before a piece capture of three, by a man or a king. */
    {W, "e3 e4 d7", "e6 b7 c5", .moves = "e3xe5(e6)"},
    {W, "e4 d7", "e6 b7 c5", .moves = "d7xd6(b7,c5,e6)"},
    {W, "e3 e4 Ki5", "e6 b5 c7", .moves = "e3xe5(e6)"},
    {W, "Ki5", "e6 b5 c7", .moves = "i5xd6(b5,c7,e6)"},
    /* A linear capture never continues: from e5 the man on c5 would be next. */
    {W, "e3 e4", "e6 c5", .moves = "e3xe5(e6)", .after = {{"e3e5", "e4 e5", "c5"}}},
    /* The largest linear captures: seven on 10x10, six on 9x11, as at the end of game 3. */
    {W, "e1 e2", "e4 e5 e6 e7 e8 e9 e0", .moves = "e1xe3(e4,e5,e6,e7,e8,e9,e0)", .after = {{"e1e3", "e2 e3", ""}}},
    {B, "e1 e2 e3 e4 e5 e6 e7", "e9 e0", .moves = "e0xe8(e1,e2,e3,e4,e5,e6,e7)"},
    {OLD_W, "e1 e2", "e4 e5 e6 e7 e8 e9", .moves = "e1xe3(e4,e5,e6,e7,e8,e9)", .after = {{"e1e3", "e2 e3", ""}}},
    /* The longest lines that capture; the man put in front stays a man, as there is a row beyond. */
    {W, "e1 e2 e3 e4 e5 e6 e7 e8", "e0",
     .moves = "e1xe9(e0) e2xe9(e0) e3xe9(e0) e4xe9(e0) e5xe9(e0) e6xe9(e0) e7xe9(e0)",
     .after = {{"e1e9", "e2 e3 e4 e5 e6 e7 e8 e9", ""}}},
    /* The example that the documents get wrong. Black's line moves from e6 to e3; White must then take the man on e3.
     */
    {OLD_B, "f5 f4 g5 h6 g4 g3", "f9 d6 g9 d5 e6 g8 e5 f6 e4 g6",
     .after = {{"e6e3", "f5 f4 g5 h6 g4 g3", "f9 d6 g9 d5 e5 g8 e4 f6 e3 g6"}}},
    {OLD_W, "f5 f4 g5 h6 g4 g3", "f9 d6 g9 d5 e5 g8 e4 f6 e3 g6", .moves = "g3xf3(e3)"},
};

TEST_EACH(moves_follow_the_rules, ROWS(CASES))
{
    expect_case(&CASES[_i]);
}

/* The question whether a side could capture does not ask whose turn it is: the king on e8 takes e4, never the other
 * way round. */
TEST(either_side_can_capture)
{
    for (int side = 0; side < COLOR_COUNT; side++) {
        const Position p = set_up(TODAY, (Color)side, "e4", "Ke8");
        ck_assert(!movegen_can_capture(&p, WHITE));
        ck_assert(movegen_can_capture(&p, BLACK));
        ck_assert(!movegen_is_quiet(&p));
    }
    for (int i = 0; i < VARIANT_COUNT; i++) {
        const Position start = position_start(variant_at(i));
        ck_assert(movegen_is_quiet(&start));
    }
}

/* Kings all around the edge have the greatest number of moves known: just what a list holds without allocation. */
TEST(most_moves)
{
    const Position p[] = {
        set_up(TODAY, WHITE, "Ka5 Ka6 Kb4 Kb7 Kc3 Kc8 Kd2 Kd9 Ke1 Ke0 Kf2 Kf9 Kg3 Kg8 Kh4 Kh7 Ki5 Ki6", ""),
        set_up(OLD, BLACK, "", "Ka5 Kb4 Kb6 Kc3 Kc7 Kd2 Kd8 Ke1 Ke9 Kf2 Kf0 Kg3 Kg9 Kh4 Kh8 Ki5 Ki7 Kj6"),
    };
    for (size_t i = 0; i < sizeof p / sizeof p[0]; i++) {
        MoveList list;
        move_list_init(&list);
        movegen_legal(&p[i], &list);
        expect_consistent(&p[i], &list);
        ck_assert_int_eq(list.count, 128);
        move_list_free(&list);
    }
}

/* A list grows beyond its own room and keeps what it holds. */
TEST(list_grows)
{
    enum { MOVES = 5 * MOVE_LIST_LOCAL };
    MoveList list;
    move_list_init(&list);
    for (int i = 0; i < MOVES; i++) {
        const Move m = {.taken = (Bitboard)i, .from = 1, .to = 2, .kind = MOVE_KING_CAPTURE};
        move_list_add(&list, m);
        ck_assert_int_ge(list.capacity, list.count);
    }
    ck_assert(!list.failed);
    ck_assert_int_eq(list.count, MOVES);
    for (int i = 0; i < MOVES; i++) {
        ck_assert_uint_eq(list.moves[i].taken, (Bitboard)i);
    }
    move_list_free(&list);
    ck_assert_int_eq(list.count, 0);
    ck_assert_ptr_eq(list.moves, list.local);
}

/* The order of the list depends on the position alone. */
TEST(order_is_constant)
{
    const Position p = position_start(TODAY);
    MoveList a;
    MoveList b;
    move_list_init(&a);
    move_list_init(&b);
    movegen_legal(&p, &a);
    movegen_legal(&p, &b);
    ck_assert_int_eq(a.count, 24);
    ck_assert_int_eq(b.count, a.count);
    for (int i = 0; i < a.count; i++) {
        ck_assert(move_equal(a.moves[i], b.moves[i]));
    }
    move_list_free(&a);
    move_list_free(&b);
}
