/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Move ordering: each move of a node is handed out exactly once, whatever the transposition table and the histories
 * hold. */
#include "search/movepicker.h"

#include "search/params.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/test.h"

static Search shared;

static void set_up(void)
{
    ck_assert(tt_resize(&shared.tt, 1));
    ck_assert(threads_resize(&shared, 1));
}

static void tear_down(void)
{
    threads_free(&shared);
    tt_free(&shared.tt);
}

SUITE(.set_up = set_up, .tear_down = tear_down);

/* Fills a history with random values. */
static void fill_with_noise(int16_t *values, size_t bytes, RandomPlay *r)
{
    for (size_t i = 0; i < bytes / sizeof *values; i++) {
        values[i] = (int16_t)(random_play_below(r, 2 * HISTORY_MAX) - HISTORY_MAX);
    }
}

/* The moves that a node of the position has to hand out. */
static void expected_moves(const Position *p, MoveChoice choice, PackedMove packed, MoveList *expected)
{
    MoveList legal;
    legal_moves(p, &legal);
    if (choice == CHOICE_EXPOSING) {
        movegen_quiet(p, true, expected);
    }
    for (int i = 0; i < legal.count; i++) {
        const Move m = legal.moves[i];
        const bool wanted = choice != CHOICE_EXPOSING || (tt_pack(m) == packed && movegen_has_choice(p, p->side));
        if (wanted && move_index(expected->moves, expected->count, m) == expected->count) {
            move_list_add(expected, m);
        }
    }
    move_list_free(&legal);
}

static void expect_handed_out(const Position *p, MoveChoice choice, PackedMove packed)
{
    const Node node = {.position = p, .alpha = -1, .beta = 1, .depth = 3, .ply = 1, .pv = false};
    MovePicker picker;
    MoveList expected;
    Move m;
    move_list_init(&expected);
    expected_moves(p, choice, packed, &expected);
    const int count = expected.count;
    movepicker_init(&picker, shared.threads[0], &node, packed, choice);
    for (int n = 0; movepicker_next(&picker, &m); n++) {
        const int i = move_index(expected.moves, expected.count, m);
        ck_assert_int_lt(i, expected.count);
        expected.moves[i] = expected.moves[--expected.count];
        const bool known =
            n > 0 && tt_pack(m) == packed && (choice != CHOICE_EXPOSING || movegen_has_choice(p, p->side));
        ck_assert(!known || move_is_capture(m)); /* captures may share a packed form */
    }
    ck_assert_msg(expected.count == 0, "%d of %d moves are missing", expected.count, count);
    movepicker_free(&picker);
    move_list_free(&expected);
}

TEST_EACH(every_move_is_handed_out_once, VARIANT_COUNT)
{
    enum { POSITIONS = 3000, PLIES = 80, NOISE = 100 /* positions with the same histories */, PACKED_MAX = 1 << 16 };
    RandomPlay r = {.state = (uint64_t)_i + 3};
    PackedMove foreign = 0;
    int captures = 0;
    for (int n = 0; n < POSITIONS; n++) {
        const Position p = n % 2 == 0 ? random_game_position(&r, variant_at(_i), PLIES)
                                      : random_scatter(&r, variant_at(_i), (Scatter)(n / 2 % SCATTER_COUNT));
        MoveList legal;
        if (n % NOISE == 0) {
            SearchThread *const t = shared.threads[0];
            fill_with_noise(&t->history[0][0][0], sizeof t->history, &r);
            fill_with_noise(&t->surroundings[0][0], sizeof t->surroundings, &r);
            fill_with_noise(&t->continuation[0][0][0], sizeof t->continuation, &r);
        }
        legal_moves(&p, &legal);
        const PackedMove own = legal.count == 0 ? 0 : tt_pack(legal.moves[random_play_below(&r, legal.count)]);
        const PackedMove table[] = {0, own, foreign, (PackedMove)random_play_below(&r, PACKED_MAX)};
        const bool capturing = movegen_can_capture(&p, p.side);
        for (int i = 0; i < ROWS(table); i++) {
            expect_handed_out(&p, capturing ? CHOICE_CAPTURES : CHOICE_QUIET, table[i]);
            if (!capturing && p.kings[other(p.side)] == 0) {
                expect_handed_out(&p, CHOICE_EXPOSING, table[i]);
            }
        }
        captures += capturing;
        foreign = own;
        move_list_free(&legal);
    }
    ck_assert(captures > POSITIONS / 4 && captures < POSITIONS * 9 / 10);
}

/* Moves of White, and how many histories know them after the first has caused a cutoff, when the move before is
 * another: of the same move, all but the continuation history; of the same step elsewhere between the same neighbours,
 * that of surroundings, whatever stands farther away; and none where one more man stands two steps away, a neighbour is
 * missing, or a line steps there along itself. */
static const struct {
    const char *fen, *move;
    int known;
} LEARNT[] = {
    {"W:Wf4,g5:Bd5", "f4f5", 2}, {"W:We3,f4:Bc4,f9", "e3e4", 1}, {"W:We3,f4:Bc4,e6,f9", "e3e4", 0},
    {"W:We3:Bc4,f9", "e3e4", 0}, {"W:Wf4,g4:Bc4,f9", "g4e4", 0},
};

TEST_EACH(what_is_learnt_holds_elsewhere, ROWS(LEARNT))
{
    SearchThread *const t = shared.threads[0];
    Node node = {.ply = 2};
    Position p[2];
    Move m[2];
    for (int k = 0; k < 2; k++) {
        p[k] = position_of(variant_at(0), LEARNT[k * _i].fen);
        m[k] = move_of(&p[k], LEARNT[k * _i].move);
    }
    node.position = &p[0];
    movepicker_update_history(t, &node, m[0], NULL, 0);
    node.position = &p[1];
    threads_stack(t, node.ply - 1)->to = m[0].from;
    ck_assert_int_eq(movepicker_history(t, &node, m[1]), LEARNT[_i].known * HISTORY_BONUS);
}
