/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Piece captures, rule by rule: RULES "Captures", 2 and 3, and "Decision: what one move is". */
#include "core/movegen.h"
#include "core/perft.h"
#include "core/piece_capture.h"
#include "support/move_sets.h"
#include "support/random_positions.h"
#include "support/slow_rules.h"
#include "support/test.h"

static const Variant *const TODAY = &VARIANT_10X10;
static const Variant *const OLD = &VARIANT_9X11;

/* Board and side of a row. */
#define W &VARIANT_10X10, WHITE
#define B &VARIANT_10X10, BLACK

static const MoveCase CASES[] = {
    /* A man steps onto a vacant square and takes the piece beyond, in any of the four directions. */
    {W, "e5", "e7", .moves = "e5xe6(e7)"},
    {W, "e5", "c5", .moves = "e5xd5(c5)"},
    {W, "e5", "e3", .moves = "e5xe4(e3)"},
    {W, "e5", "g5", .moves = "e5xf5(g5)"},
    {W, "e5", "Ke3", .after = {{"e5e4", "e4", ""}}},
    /* One piece for each step, even if a row of men stands there. */
    {W, "e5", "e7 e8", .moves = "e5xe6(e7)", .after = {{"e5e6", "e6", "e8"}}},
    /* No capture of a piece that stands right beside, nor of one farther off than one vacant square. */
    {W, "e5", "e6", .moves = "e5-d5"},
    {W, "e5", "e8", .moves = "e5-e6 e5-d5"},
    /* With an own man right behind, the capture is the line's; without it the man is isolated on that line. */
    {W, "e5 e4", "e7", .moves = "e4xe6(e7)"},
    {W, "e5 e3", "e7", .moves = "e5xe6(e7)"},
    /* A man behind it on its other line does not matter: it is the head of the line f5 e5, but isolated on the letter
     * line. */
    {W, "e5 f5", "e7", .moves = "e5xe6(e7)"},
    /* An own king right behind does not matter. */
    {W, "e5 Ke4", "e7", .moves = "e5xe6(e7)", .after = {{"e5e6", "e6 Ke4", ""}}},
    /* Once moving, a man counts as isolated: it comes to d5 with d4 behind it, and takes d7. */
    {W, "e5 d4", "c5 d7", .moves = "e5xd6(c5,d7)"},
    /* A king slides up to the first piece it meets, and takes it if it is an enemy's. */
    {W, "Ke5", "e8", .moves = "e5xe7(e8)"},
    {W, "Ke5", "b5", .moves = "e5xc5(b5)"},
    {W, "Ke5", "e2", .moves = "e5xe3(e2)"},
    {W, "Ke5", "h5", .moves = "e5xg5(h5)"},
    {W, "Ke1", "e0", .moves = "e1xe9(e0)"},
    {W, "Ke1", "e7 e8", .moves = "e1xe6(e7)", .after = {{"e1e6", "Ke6", "e8"}}},
    /* It does not reach over its own pieces. */
    {W, "Ke1 e5", "e9", .moves = "e1-e2 e1-e3 e1-e4 e5-e6 e5-d5"},
    /* A king beside an enemy has no capture in that direction, but may have one in another. */
    {W, "Ke5", "e6", .moves = "e5-e4 e5-e3 e5-e2 e5-e1 e5-d5 e5-c5 e5-b5 e5-a5 e5-f5 e5-g5 e5-h5 e5-i5"},
    {W, "Ke5", "e6 g5", .moves = "e5xf5(g5)"},
    /* The same piece continues as long as it can take another. */
    {W, "e4", "e6 c5", .moves = "e4xd5(e6,c5)", .after = {{"e4d5", "d5", ""}}},
    {W, "Ke1", "e7 c6", .moves = "e1xd6(e7,c6)", .after = {{"e1d6", "Kd6", ""}}},
    /* It may turn by 180 degrees; its start square is vacant by then, and it may end there. */
    {W, "e5", "e7 e4", .moves = "e5xe5(e7,e4)", .after = {{"e5e5", "e5", ""}}},
    {W, "Ke5", "e8 e2", .moves = "e5xe3(e8,e2) e5xe7(e2,e8)"},
    /* Taken pieces stay and block until the capture is over: e5 hides e8, and e6 bars the way to f6. */
    {W, "Ke2", "e5 e8", .moves = "e2xe4(e5)", .after = {{"e2e4", "Ke4", "e8"}}},
    {W, "e4", "e6 c5 d7 f6", .moves = "e4xd6(e6,c5,d7)"},
    /* None is taken twice: the man comes back to e4, and e6 is still there. */
    {W, "e4", "e6 e3", .moves = "e4xe4(e6,e3)"},
    {W, "Ke4", "e7 e2", .moves = "e4xe3(e7,e2) e4xe6(e2,e7)"},
    /* Squares may be visited more than once: f5 e5 e6 e5 f5. */
    {W, "f5", "d5 e4 e7 g5", .moves = "f5xf5(d5,e4,e7,g5)", .after = {{"f5f5", "f5", ""}}},
    /* A capturing man never promotes, since it needs a square beyond. */
    {W, "e8", "e0", .moves = "e8xe9(e0)", .after = {{"e8e9", "e9", ""}}},
    {B, "e1", "e3", .moves = "e3xe2(e1)", .after = {{"e3e2", "", "e2"}}},
    /* Only captures of the greatest number are legal, whatever piece makes them; a king counts as one. */
    {W, "e4 h7", "e6 c5 f7", .moves = "e4xd5(e6,c5)"},
    {W, "e4 h7", "e6 Kf7", .moves = "e4xe5(e6) h7xg7(f7)"},
    {W, "e4 Kh7", "e6 f7", .moves = "e4xe5(e6) h7xg7(f7)"},
    {W, "e4 Kh7", "e6 c5 f7", .moves = "e4xd5(e6,c5)"},
    /* Among equals the choice is free: the ways part on e5. */
    {W, "e4", "e6 c5 g5", .moves = "e4xd5(e6,c5) e4xf5(e6,g5)"},
    /* Two routes with the same start, end and taken set are one move: first e6 and back, or first d5 and back. */
    {W, "e5", "c5 e4 e7 f5", .moves = "e5xe5(c5,e4,e7,f5)", .after = {{"e5e5", "e5", ""}}},
    /* The same start and end with other pieces taken are two moves: by e6 or by d5 to d6. */
    {W, "e5", "e7 c6 c5 d7", .moves = "e5xd6(e7,c6) e5xd6(c5,d7)"},
};

TEST_EACH(moves_follow_the_rules, ROWS(CASES))
{
    expect_case(&CASES[_i]);
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
            const int length = piece_capture_route(&p, m, route);
            if (m.kind != MOVE_MAN_CAPTURE && m.kind != MOVE_KING_CAPTURE) {
                continue;
            }
            const bool fits = length == popcount(m.taken) + 1 && route[0] == m.from && route[length - 1] == m.to &&
                              piece_capture_follow(&p, route, length) == m.taken;
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
    PieceCaptureRoutes routes;
    const Position round = set_up(TODAY, WHITE, "e5", "c5 e4 e7 f5");
    MoveList list;
    move_list_init(&list);
    movegen_legal(&round, &list);
    ck_assert_int_eq(list.count, 1);
    ck_assert(piece_capture_routes(&round, list.moves[0], &routes));
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
            const int length = piece_capture_route(&p, m, first);
            ck_assert(piece_capture_routes(&p, m, &routes));
            if (m.kind != MOVE_MAN_CAPTURE && m.kind != MOVE_KING_CAPTURE) {
                continue;
            }
            ck_assert_int_ge(routes.count, 1);
            ck_assert_int_eq(routes.length, length);
            ck_assert_mem_eq(routes.route[0], first, (size_t)length * sizeof(Square));
            several += routes.count > 1 ? 1 : 0;
            for (int k = 0; k < routes.count; k++) {
                ck_assert_uint_eq(piece_capture_follow(&p, routes.route[k], length), m.taken);
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
    ck_assert_int_eq(piece_capture_route(&p, m, route), 2);
    const Move other_end = {.taken = m.taken, .from = m.from, .to = m.from, .kind = m.kind};
    const Move nothing = {.taken = 0, .from = m.from, .to = m.to, .kind = MOVE_KING};
    ck_assert_int_eq(piece_capture_route(&p, other_end, route), 0);
    ck_assert_int_eq(piece_capture_route(&p, nothing, route), 0);
    const Square back[] = {m.from, m.to, m.from};
    const Square empty[] = {m.to, m.from};
    ck_assert_uint_eq(piece_capture_follow(&p, back, 2), m.taken);
    ck_assert_uint_eq(piece_capture_follow(&p, back, 3), 0);
    ck_assert_uint_eq(piece_capture_follow(&p, back, 1), 0);
    ck_assert_uint_eq(piece_capture_follow(&p, empty, 2), 0);
}
