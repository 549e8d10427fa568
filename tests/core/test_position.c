/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions: keys, equality, symmetry, and what a move leaves behind. */
#include "core/fen.h"
#include "core/movegen.h"
#include "core/square.h"
#include "support/move_sets.h"
#include "support/random_positions.h"
#include "support/test.h"

enum { GAMES = 60, PLIES = 200, SCATTERED = 1000, MAX_POSITIONS = 4096 };

/* Fails unless no square holds two pieces, every piece stands on the board, no man on its promotion row, and the
 * key is that of the position. */
static void expect_sound(const Position *p)
{
    const Bitboard sets[] = {p->men[WHITE], p->men[BLACK], p->kings[WHITE], p->kings[BLACK]};
    Bitboard seen = 0;
    bool sound = p->key == position_compute_key(p);
    for (int i = 0; i < 4; i++) {
        sound = sound && (seen & sets[i]) == 0;
        seen |= sets[i];
    }
    sound = sound && (seen & ~p->variant->board) == 0;
    for (int c = 0; c < COLOR_COUNT; c++) {
        sound = sound && (p->men[c] & p->variant->promotion[c]) == 0;
    }
    if (!sound) {
        char fen[FEN_SIZE];
        fen_print(p, fen);
        ck_abort_msg("%s %s", p->variant->name, fen);
    }
}

/* The key follows every move of random games, and every reply to them. */
TEST_EACH(key_follows_the_moves, VARIANT_COUNT)
{
    RandomPlay r = {.state = (uint64_t)_i};
    int plies = 0;
    for (int game = 0; game < GAMES; game++) {
        Position p = position_start(variant_at(_i));
        for (int ply = 0; ply < PLIES; ply++) {
            MoveList list;
            move_list_init(&list);
            movegen_legal(&p, &list);
            for (int i = 0; i < list.count; i++) {
                const Position next = position_after(&p, list.moves[i]);
                expect_sound(&next);
            }
            move_list_free(&list);
            if (!random_play_step(&r, &p)) {
                break;
            }
            plies++;
        }
    }
    ck_assert_int_gt(plies, GAMES * PLIES / 4);
}

/* The same for scattered pieces, kings among them, and for putting pieces one by one. */
/* Between any two squares the quiet move is the one of the list, or none, and its key is known beforehand. */
TEST_EACH(quiet_moves_by_their_squares, VARIANT_COUNT)
{
    RandomPlay r = {.state = (uint64_t)_i};
    int quiet = 0;
    for (int n = 0; n < SCATTERED; n++) {
        const Position p = random_scatter(&r, variant_at(_i), (Scatter)(n % SCATTER_COUNT));
        MoveList list;
        if (movegen_can_capture(&p, p.side)) {
            continue;
        }
        move_list_init(&list);
        movegen_legal(&p, &list);
        int found = 0;
        for (int from = 0; from < 64; from++) {
            for (int to = 0; to < 64; to++) {
                found += movegen_quiet_move(&p, (Square)from, (Square)to).kind != MOVE_NONE;
            }
        }
        ck_assert_int_eq(found, list.count);
        for (int i = 0; i < list.count; i++) {
            const Move m = movegen_quiet_move(&p, list.moves[i].from, list.moves[i].to);
            ck_assert(move_equal(m, list.moves[i]) && m.kind == list.moves[i].kind);
            const Position next = position_after(&p, m);
            ck_assert_uint_eq(position_key_after_quiet(&p, m), next.key);
        }
        MoveList quiet_list;
        move_list_init(&quiet_list);
        movegen_quiet(&p, &quiet_list);
        ck_assert_int_eq(quiet_list.count, list.count);
        for (int i = 0; i < list.count; i++) {
            ck_assert(move_equal(quiet_list.moves[i], list.moves[i]));
        }
        move_list_free(&quiet_list);
        quiet += list.count;
        move_list_free(&list);
    }
    ck_assert_int_gt(quiet, SCATTERED);
}

TEST_EACH(key_follows_scattered_pieces, VARIANT_COUNT)
{
    RandomPlay r = {.state = (uint64_t)_i};
    int moves = 0;
    for (int n = 0; n < SCATTERED; n++) {
        const Position p = random_scatter(&r, variant_at(_i), (Scatter)(n % SCATTER_COUNT));
        expect_sound(&p);
        MoveList list;
        move_list_init(&list);
        movegen_legal(&p, &list);
        moves += list.count;
        for (int i = 0; i < list.count; i++) {
            const Position next = position_after(&p, list.moves[i]);
            expect_sound(&next);
            ck_assert_int_eq(next.side, other(p.side));
        }
        move_list_free(&list);
    }
    ck_assert_int_gt(moves, SCATTERED);
}

/* Different positions have different keys: the side to move, the colour, the kind, the square and the board count. */
TEST(keys_differ)
{
    Position p[] = {
        set_up(&VARIANT_10X10, WHITE, "e4", "e7"),  set_up(&VARIANT_10X10, BLACK, "e4", "e7"),
        set_up(&VARIANT_10X10, WHITE, "e7", "e4"),  set_up(&VARIANT_10X10, WHITE, "Ke4", "e7"),
        set_up(&VARIANT_10X10, WHITE, "e4", "Ke7"), set_up(&VARIANT_10X10, WHITE, "e5", "e7"),
        set_up(&VARIANT_10X10, WHITE, "e4", ""),    set_up(&VARIANT_10X10, WHITE, "", "e7"),
        set_up(&VARIANT_10X10, WHITE, "", ""),      set_up(&VARIANT_9X11, WHITE, "e4", "e7"),
        set_up(&VARIANT_9X11, WHITE, "", ""),
    };
    const size_t count = sizeof p / sizeof p[0];
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < count; j++) {
            ck_assert_int_eq(position_equal(&p[i], &p[j]), i == j);
            ck_assert_int_eq(p[i].key == p[j].key, i == j);
        }
    }
}

/* The key depends on the position alone, not on the way to it: the same pieces put in another order. */
TEST(key_forgets_the_way)
{
    Position a = set_up(&VARIANT_9X11, BLACK, "e4 Kf3 g5", "d8 Kd7");
    const Position b = set_up(&VARIANT_9X11, BLACK, "g5 e4 Kf3", "Kd7 d8");
    ck_assert(position_equal(&a, &b));
    ck_assert_uint_eq(a.key, b.key);
    position_set_side(&a, WHITE);
    ck_assert_uint_ne(a.key, b.key);
    position_set_side(&a, WHITE);
    position_set_side(&a, BLACK);
    ck_assert_uint_eq(a.key, b.key);
}

/* No two positions of random games share a key unless they are equal. */
TEST_EACH(keys_do_not_collide, VARIANT_COUNT)
{
    static Position seen[MAX_POSITIONS];
    RandomPlay r = {.state = (uint64_t)_i};
    for (int i = 0; i < MAX_POSITIONS; i++) {
        seen[i] = random_game_position(&r, variant_at(_i), PLIES);
    }
    for (int i = 0; i < MAX_POSITIONS; i++) {
        for (int j = 0; j < i; j++) {
            if ((seen[i].key == seen[j].key) != position_equal(&seen[i], &seen[j])) {
                ck_abort_msg("positions %d and %d", i, j);
            }
        }
    }
    ck_assert_uint_ne(seen[0].key, 0);
}

/* Turning and mirroring twice gives the position back; turning swaps the colours. */
TEST_EACH(turned_and_mirrored, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    RandomPlay r = {.state = (uint64_t)_i};
    for (int n = 0; n < SCATTERED; n++) {
        const Position p = random_scatter(&r, v, (Scatter)(n % SCATTER_COUNT));
        const Position turned = position_turned(&p);
        const Position again = position_turned(&turned);
        expect_sound(&turned);
        ck_assert(position_equal(&p, &again) && p.key == again.key);
        ck_assert_int_eq(turned.side, other(p.side));
        ck_assert_int_eq(popcount(turned.men[WHITE]), popcount(p.men[BLACK]));
        ck_assert_int_eq(popcount(turned.kings[WHITE]), popcount(p.kings[BLACK]));
        if (v->has_mirror) {
            const Position mirrored = position_mirrored(&p);
            const Position back = position_mirrored(&mirrored);
            expect_sound(&mirrored);
            ck_assert(position_equal(&p, &back) && p.key == back.key);
            ck_assert_int_eq(mirrored.side, p.side);
        }
    }
    const Position start = position_start(v);
    Position passed = start;
    position_set_side(&passed, BLACK);
    const Position turned_start = position_turned(&start);
    ck_assert(position_equal(&turned_start, &passed));
}

/* The sets of pieces and of vacant squares. */
TEST(sets_of_pieces)
{
    const Position p = set_up(&VARIANT_10X10, WHITE, "e4 Kf3", "d8");
    ck_assert_int_eq(popcount(position_pieces(&p, WHITE)), 2);
    ck_assert_int_eq(popcount(position_pieces(&p, BLACK)), 1);
    ck_assert_int_eq(popcount(position_occupied(&p)), 3);
    ck_assert_int_eq(popcount(position_vacant(&p)), 47);
    const Position empty = position_empty(&VARIANT_10X10);
    ck_assert_uint_eq(position_vacant(&empty), VARIANT_10X10.board);
    ck_assert_int_eq(empty.side, WHITE);
    expect_sound(&empty);
}
