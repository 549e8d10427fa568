/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The move generator against the slow one of slow_rules.h, move by move. */
#include "core/fen.h"
#include "core/movegen.h"
#include "support/move_sets.h"
#include "support/random_positions.h"
#include "support/slow_rules.h"
#include "support/test.h"

enum { SCATTERED = 5000, GAMES = 40, GAME_PLIES = 150, RARE = 50 };

/* How many positions were compared, and given up by the slow generator. */
typedef struct Tally {
    int compared;
    int skipped;
} Tally;

static void compare(const Position *p, Tally *tally)
{
    char fen[FEN_SIZE];
    MoveList fast;
    MoveList slow;
    move_list_init(&fast);
    move_list_init(&slow);
    if (slow_legal(p, SLOW_STEPS_DEFAULT, &slow)) {
        movegen_legal(p, &fast);
        expect_consistent(p, &fast);
        tally->compared++;
        bool same = same_moves(&fast, &slow);
        for (int i = 0; i < fast.count && same; i++) {
            same = fast.moves[i].kind == slow.moves[i].kind;
        }
        if (!same) {
            fen_print(p, fen);
            ck_abort_msg("%s %s: %d moves, %d by the slow rules", p->variant->name, fen, fast.count, slow.count);
        }
    } else {
        tally->skipped++;
    }
    move_list_free(&fast);
    move_list_free(&slow);
}

/* Every question about the side that is not to move is the same question with the turn passed. */
static void compare_both_sides(const Position *p, Tally *tally)
{
    Position passed = *p;
    position_set_side(&passed, other(p->side));
    compare(p, tally);
    compare(&passed, tally);
}

static void expect_few_skipped(Tally tally, int wanted)
{
    ck_assert_int_eq(tally.compared + tally.skipped, wanted);
    ck_assert_int_lt(tally.skipped * RARE, wanted);
}

/* Loop: board * SCATTER_COUNT + kind of scattering. */
TEST_EACH(scattered_positions, VARIANT_COUNT *SCATTER_COUNT)
{
    const Variant *const v = variant_at(_i / SCATTER_COUNT);
    RandomPlay r = {.state = (uint64_t)_i};
    Tally tally = {0, 0};
    for (int i = 0; i < SCATTERED; i++) {
        const Position p = random_scatter(&r, v, (Scatter)(_i % SCATTER_COUNT));
        compare_both_sides(&p, &tally);
    }
    expect_few_skipped(tally, 2 * SCATTERED);
}

TEST_EACH(random_games, VARIANT_COUNT)
{
    RandomPlay r = {.state = (uint64_t)_i};
    Tally tally = {0, 0};
    int wanted = 0;
    for (int game = 0; game < GAMES; game++) {
        Position p = position_start(variant_at(_i));
        for (int ply = 0; ply < GAME_PLIES; ply++) {
            compare_both_sides(&p, &tally);
            wanted += 2;
            if (!random_play_step(&r, &p)) {
                break;
            }
        }
    }
    expect_few_skipped(tally, wanted);
    ck_assert_int_gt(tally.compared, GAMES * GAME_PLIES / 2);
}

/* The slow generator gives up at the limit it is given, and only for capturing steps. */
TEST(gives_up_at_its_limit)
{
    MoveList list;
    const Position two_steps = set_up(&VARIANT_10X10, WHITE, "Ke2", "e7 c6");
    const Position quiet = set_up(&VARIANT_10X10, WHITE, "e2", "e7");
    move_list_init(&list);
    ck_assert(!slow_legal(&two_steps, 1, &list));
    move_list_free(&list);
    ck_assert(slow_legal(&two_steps, 2, &list));
    ck_assert_int_eq(list.count, 1);
    move_list_free(&list);
    ck_assert(slow_legal(&quiet, 0, &list));
    ck_assert_int_eq(list.count, 2);
    move_list_free(&list);
}
