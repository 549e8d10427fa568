/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Piece captures, rule by rule: RULES "Captures", 2 and 3, and "Decision: what one move is". */
#include "core/capture.h"
#include "core/movegen.h"
#include "core/perft.h"
#include "support/move_sets.h"
#include "support/random_positions.h"
#include "support/slow_rules.h"
#include "support/test.h"

static const Variant *const TODAY = &VARIANT_10X10;
static const Variant *const OLD = &VARIANT_9X11;

/* Fails unless the legal moves with White to move are those of `expected`. */
static void expect_white(const char *white, const char *black, const char *expected)
{
    const Position p = set_up(TODAY, WHITE, white, black);
    expect_moves(&p, expected);
}

/* A man steps onto a vacant square and takes the piece beyond, in any of the four directions. */
TEST(man_captures_in_four_directions)
{
    expect_white("e5", "e7", "e5xe6(e7)");
    expect_white("e5", "c5", "e5xd5(c5)");
    expect_white("e5", "e3", "e5xe4(e3)");
    expect_white("e5", "g5", "e5xf5(g5)");
    const Position p = set_up(TODAY, WHITE, "e5", "Ke3");
    expect_after(&p, "e5e4", "e4", "");
}

/* One piece for each step, even if a row of men stands there. */
TEST(man_takes_one_at_a_time)
{
    const Position p = set_up(TODAY, WHITE, "e5", "e7 e8");
    expect_moves(&p, "e5xe6(e7)");
    expect_after(&p, "e5e6", "e6", "e8");
}

/* No capture of a piece that stands right beside, nor of one farther off than one vacant square. */
TEST(man_needs_one_vacant_square)
{
    expect_white("e5", "e6", "e5-d5");
    expect_white("e5", "e8", "e5-e6 e5-d5");
}

/* With an own man right behind, the capture is the line's; without it the man is isolated on that line. */
TEST(man_starts_where_isolated)
{
    expect_white("e5 e4", "e7", "e4xe6(e7)");
    expect_white("e5 e3", "e7", "e5xe6(e7)");
}

/* A man behind it on its other line does not matter: it is the head of the line f5 e5, but isolated on the letter
 * line. */
TEST(head_of_a_line_captures_aside)
{
    expect_white("e5 f5", "e7", "e5xe6(e7)");
}

/* An own king right behind does not matter. */
TEST(king_behind_leaves_a_man_isolated)
{
    const Position p = set_up(TODAY, WHITE, "e5 Ke4", "e7");
    expect_moves(&p, "e5xe6(e7)");
    expect_after(&p, "e5e6", "e6 Ke4", "");
}

/* Once moving, a man counts as isolated: it comes to d5 with d4 behind it, and takes d7. */
TEST(moving_man_is_isolated)
{
    expect_white("e5 d4", "c5 d7", "e5xd6(c5,d7)");
}

/* A king slides up to the first piece it meets, and takes it if it is an enemy's. */
TEST(king_captures_in_four_directions)
{
    expect_white("Ke5", "e8", "e5xe7(e8)");
    expect_white("Ke5", "b5", "e5xc5(b5)");
    expect_white("Ke5", "e2", "e5xe3(e2)");
    expect_white("Ke5", "h5", "e5xg5(h5)");
    expect_white("Ke1", "e0", "e1xe9(e0)");
    const Position p = set_up(TODAY, WHITE, "Ke1", "e7 e8");
    expect_moves(&p, "e1xe6(e7)");
    expect_after(&p, "e1e6", "Ke6", "e8");
}

/* It does not reach over its own pieces. */
TEST(king_stops_at_its_own)
{
    expect_white("Ke1 e5", "e9", "e1-e2 e1-e3 e1-e4 e5-e6 e5-d5");
}

/* A king beside an enemy has no capture in that direction, but may have one in another. */
TEST(king_beside_an_enemy)
{
    expect_white("Ke5", "e6", "e5-e4 e5-e3 e5-e2 e5-e1 e5-d5 e5-c5 e5-b5 e5-a5 e5-f5 e5-g5 e5-h5 e5-i5");
    expect_white("Ke5", "e6 g5", "e5xf5(g5)");
}

/* The same piece continues as long as it can take another. */
TEST(capture_continues)
{
    const Position man = set_up(TODAY, WHITE, "e4", "e6 c5");
    expect_moves(&man, "e4xd5(e6,c5)");
    expect_after(&man, "e4d5", "d5", "");
    const Position king = set_up(TODAY, WHITE, "Ke1", "e7 c6");
    expect_moves(&king, "e1xd6(e7,c6)");
    expect_after(&king, "e1d6", "Kd6", "");
}

/* It may turn by 180 degrees; its start square is vacant by then, and it may end there. */
TEST(capture_turns_back)
{
    const Position p = set_up(TODAY, WHITE, "e5", "e7 e4");
    expect_moves(&p, "e5xe5(e7,e4)");
    expect_after(&p, "e5e5", "e5", "");
    expect_white("Ke5", "e8 e2", "e5xe3(e8,e2) e5xe7(e2,e8)");
}

/* Taken pieces stay and block until the capture is over: e5 hides e8, and e6 bars the way to f6. */
TEST(taken_pieces_block)
{
    const Position p = set_up(TODAY, WHITE, "Ke2", "e5 e8");
    expect_moves(&p, "e2xe4(e5)");
    expect_after(&p, "e2e4", "Ke4", "e8");
    expect_white("e4", "e6 c5 d7 f6", "e4xd6(e6,c5,d7)");
}

/* None is taken twice: the man comes back to e4, and e6 is still there. */
TEST(none_is_taken_twice)
{
    expect_white("e4", "e6 e3", "e4xe4(e6,e3)");
    expect_white("Ke4", "e7 e2", "e4xe3(e7,e2) e4xe6(e2,e7)");
}

/* Squares may be visited more than once: f5 e5 e6 e5 f5. */
TEST(squares_are_visited_twice)
{
    const Position p = set_up(TODAY, WHITE, "f5", "d5 e4 e7 g5");
    expect_moves(&p, "f5xf5(d5,e4,e7,g5)");
    expect_after(&p, "f5f5", "f5", "");
}

/* A capturing man never promotes, since it needs a square beyond. */
TEST(capturing_man_stays_a_man)
{
    const Position white = set_up(TODAY, WHITE, "e8", "e0");
    expect_moves(&white, "e8xe9(e0)");
    expect_after(&white, "e8e9", "e9", "");
    const Position black = set_up(TODAY, BLACK, "e1", "e3");
    expect_moves(&black, "e3xe2(e1)");
    expect_after(&black, "e3e2", "", "e2");
}

/* Only captures of the greatest number are legal, whatever piece makes them; a king counts as one. */
TEST(piece_capture_majority)
{
    expect_white("e4 h7", "e6 c5 f7", "e4xd5(e6,c5)");
    expect_white("e4 h7", "e6 Kf7", "e4xe5(e6) h7xg7(f7)");
    expect_white("e4 Kh7", "e6 f7", "e4xe5(e6) h7xg7(f7)");
    expect_white("e4 Kh7", "e6 c5 f7", "e4xd5(e6,c5)");
}

/* Among equals the choice is free: the ways part on e5. */
TEST(piece_capture_choice)
{
    expect_white("e4", "e6 c5 g5", "e4xd5(e6,c5) e4xf5(e6,g5)");
}

/* Two routes with the same start, end and taken set are one move: first e6 and back, or first d5 and back. */
TEST(routes_are_joined)
{
    const Position p = set_up(TODAY, WHITE, "e5", "c5 e4 e7 f5");
    expect_moves(&p, "e5xe5(c5,e4,e7,f5)");
    expect_after(&p, "e5e5", "e5", "");
}

/* The same start and end with other pieces taken are two moves: by e6 or by d5 to d6. */
TEST(other_pieces_make_another_move)
{
    expect_white("e5", "e7 c6 c5 d7", "e5xd6(e7,c6) e5xd6(c5,d7)");
}

/* Fails unless p has so many captures of so many pieces each, and the given perft of depth 2. */
static void expect_swarm(const Position *p, int moves, int taken, uint64_t leaves)
{
    enum { STEPS = 5000000 };
    const PerftOptions options = {.depth = 2};
    PerftResult result;
    MoveList fast;
    MoveList slow;
    move_list_init(&fast);
    move_list_init(&slow);
    movegen_legal(p, &fast);
    expect_consistent(p, &fast);
    ck_assert_int_eq(fast.count, moves);
    for (int i = 0; i < fast.count; i++) {
        ck_assert_int_eq(popcount(fast.moves[i].taken), taken);
    }
    ck_assert(slow_legal(p, STEPS, &slow));
    ck_assert(same_moves(&fast, &slow));
    move_list_free(&fast);
    move_list_free(&slow);
    ck_assert_int_eq(perft_run(p, &options, &result, NULL), ERROR_NONE);
    ck_assert_uint_eq(result.leaves, leaves);
    perft_free(&result);
}

/* Kings among kings: thousands of routes, few of them the longest. */
TEST(swarms_of_kings)
{
    const Position today = set_up(TODAY, WHITE, "Ka6 Kb5 Ke9 Kf6",
                                  "Ka5 Kb4 Kc3 Kc6 Kc7 Kc8 Kd3 Kd9 Ke3 Ke0 Kf3 Kf8 Kg3 Kg8 Kh4 Kh5 Kh6 Kh7");
    expect_swarm(&today, 40, 12, 136);
    const Position old = set_up(OLD, WHITE, "Ke2 Kf4 Kg5 Ki6",
                                "Ka5 Kc3 Kc4 Kc5 Kc6 Kc7 Kd2 Kd8 Ke8 Ke9 Kf2 Kf3 Kf8 Kg8 Kg9 Kh5 Kh8 Ki7 Kj6");
    expect_swarm(&old, 43, 9, 50);
}

/* Every piece capture of scattered pieces has a route, which takes what the move takes and is no longer than that. */
TEST_EACH(routes_take_what_the_move_takes, VARIANT_COUNT)
{
    enum { SCATTERED = 2000 };
    RandomPlay r = {.state = (uint64_t)_i};
    int routes = 0;
    for (int n = 0; n < SCATTERED; n++) {
        const Position p = random_scatter(&r, variant_at(_i), (Scatter)(n % SCATTER_COUNT));
        MoveList list;
        move_list_init(&list);
        movegen_legal(&p, &list);
        for (int i = 0; i < list.count; i++) {
            const Move m = list.moves[i];
            Square route[ROUTE_MAX];
            const int length = capture_route(&p, m, route);
            if (m.kind != MOVE_MAN_CAPTURE && m.kind != MOVE_KING_CAPTURE) {
                continue;
            }
            const bool fits = length == popcount(m.taken) + 1 && route[0] == m.from && route[length - 1] == m.to &&
                              capture_follow(&p, route, length) == m.taken;
            ck_assert_msg(fits, "position %d, move %d", n, i);
            routes++;
        }
        move_list_free(&list);
    }
    ck_assert_int_gt(routes, SCATTERED / 2);
}

/* All routes of a capture are listed, each once: the two ways round, and no more than there is room for. */
TEST_EACH(every_route_is_listed, VARIANT_COUNT)
{
    enum { SCATTERED = 1000 };
    CaptureRoutes routes;
    const Position round = set_up(TODAY, WHITE, "e5", "c5 e4 e7 f5");
    MoveList list;
    move_list_init(&list);
    movegen_legal(&round, &list);
    ck_assert_int_eq(list.count, 1);
    ck_assert(capture_routes(&round, list.moves[0], &routes));
    ck_assert_int_ge(routes.count, 2);
    move_list_free(&list);

    RandomPlay r = {.state = (uint64_t)_i};
    int several = 0;
    for (int n = 0; n < SCATTERED; n++) {
        const Position p = random_scatter(&r, variant_at(_i), (Scatter)(n % SCATTER_COUNT));
        move_list_init(&list);
        movegen_legal(&p, &list);
        for (int i = 0; i < list.count; i++) {
            const Move m = list.moves[i];
            Square first[ROUTE_MAX];
            const int length = capture_route(&p, m, first);
            ck_assert(capture_routes(&p, m, &routes));
            if (m.kind != MOVE_MAN_CAPTURE && m.kind != MOVE_KING_CAPTURE) {
                continue;
            }
            ck_assert_int_ge(routes.count, 1);
            ck_assert_int_eq(routes.length, length);
            ck_assert_mem_eq(routes.route[0], first, (size_t)length * sizeof(Square));
            several += routes.count > 1 ? 1 : 0;
            for (int k = 0; k < routes.count; k++) {
                ck_assert_uint_eq(capture_follow(&p, routes.route[k], length), m.taken);
                ck_assert_int_eq(routes.route[k][length - 1], m.to);
                for (int other = 0; other < k; other++) {
                    ck_assert_mem_ne(routes.route[k], routes.route[other], (size_t)length * sizeof(Square));
                }
            }
        }
        move_list_free(&list);
    }
    ck_assert_int_gt(several, 0);
}

/* What is no piece capture has no route, and what is no capturing step takes nothing. */
TEST(no_route)
{
    const Position p = set_up(TODAY, WHITE, "Ke2", "e7");
    Square route[ROUTE_MAX];
    MoveList list;
    move_list_init(&list);
    movegen_legal(&p, &list);
    ck_assert_int_eq(list.count, 1);
    const Move m = list.moves[0];
    move_list_free(&list);
    ck_assert_int_eq(capture_route(&p, m, route), 2);
    const Move other_end = {.taken = m.taken, .from = m.from, .to = m.from, .kind = m.kind};
    const Move nothing = {.taken = 0, .from = m.from, .to = m.to, .kind = MOVE_KING};
    ck_assert_int_eq(capture_route(&p, other_end, route), 0);
    ck_assert_int_eq(capture_route(&p, nothing, route), 0);
    const Square back[] = {m.from, m.to, m.from};
    const Square empty[] = {m.to, m.from};
    ck_assert_uint_eq(capture_follow(&p, back, 2), m.taken);
    ck_assert_uint_eq(capture_follow(&p, back, 3), 0);
    ck_assert_uint_eq(capture_follow(&p, back, 1), 0);
    ck_assert_uint_eq(capture_follow(&p, empty, 2), 0);
}
