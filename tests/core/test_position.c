/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions: keys, equality, symmetry. */
#include "core/fen.h"
#include "support/positions.h"
#include "support/random_play.h"
#include "support/test.h"

enum { PLIES = 200, SAMPLED = 1500 };

/* The n-th of many positions: random pieces of each kind, and positions from random games. */
static Position sample(RandomPlay *r, const Variant *v, int n)
{
    const int kind = n % (SCATTER_COUNT + 2);
    return kind < SCATTER_COUNT ? random_scatter(r, v, (Scatter)kind) : random_game_position(r, v, PLIES);
}

/* Fails if a square holds two pieces, a piece is off the board, a man is on its promotion row, or the key is wrong. */
static void expect_sound(const Position *p)
{
    const Bitboard sets[] = {p->men[WHITE], p->men[BLACK], p->kings[WHITE], p->kings[BLACK]};
    Bitboard seen = 0;
    bool sound = p->key == position_compute_key(p);
    for (int i = 0; i < ROWS(sets); i++) {
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

/* A position is sound, and stays so after each of its moves. */
TEST_EACH(key_follows_the_moves, VARIANT_COUNT)
{
    RandomPlay r = {.state = (uint64_t)_i};
    int moves = 0;
    for (int n = 0; n < SAMPLED; n++) {
        const Position p = sample(&r, variant_at(_i), n);
        MoveList legal;
        legal_moves(&p, &legal);
        expect_sound(&p);
        for (int i = 0; i < legal.count; i++) {
            const Position next = position_after(&p, legal.moves[i]);
            expect_sound(&next);
            ck_assert(next.side == other(p.side));
        }
        moves += legal.count;
        move_list_free(&legal);
    }
    ck_assert_int_gt(moves, SAMPLED);
}

/* Positions share a key if and only if they are equal: the side to move, the colour, the kind, the square and the board
 * count, and nothing else. */
TEST(keys_differ)
{
    static const char *const FENS[] = {"W:We4:Be7", "B:We4:Be7", "W:We7:Be4", "W:WKe4:Be7", "W:We4:BKe7", "W:We5:Be7",
                                       "W:We4:B",   "W:W:Be7",   "W:W:B",     "B:W:B",      "B:BKe7:We4", "W:Be7:We4"};
    enum { FIXED = ROWS(FENS), COUNT = VARIANT_COUNT * (SAMPLED + FIXED) };
    static Position p[COUNT];
    RandomPlay r = {.state = 1};
    for (int i = 0; i < COUNT; i++) {
        const Variant *const v = variant_at(i % VARIANT_COUNT);
        const int n = i / VARIANT_COUNT;
        p[i] = n < FIXED ? position_of(v, FENS[n]) : sample(&r, v, n);
    }
    for (int i = 0; i < COUNT; i++) {
        for (int j = 0; j <= i; j++) {
            if ((p[i].key == p[j].key) != position_equal(&p[i], &p[j])) {
                ck_abort_msg("positions %d and %d", i, j);
            }
        }
    }
    ck_assert(position_equal(&p[0], &p[VARIANT_COUNT * (FIXED - 1)]));
    ck_assert(!position_equal(&p[0], &p[1]));
    ck_assert(!position_equal(&p[0], &p[VARIANT_COUNT]));
}

/* Turning or mirroring twice restores the position; turning swaps the colours; all images share one key. */
TEST_EACH(turned_and_mirrored, VARIANT_COUNT)
{
    const Variant *const v = variant_at(_i);
    RandomPlay r = {.state = (uint64_t)_i};
    for (int n = 0; n < SAMPLED; n++) {
        const Position p = sample(&r, v, n);
        const Position turned = position_turned(&p);
        const Position again = position_turned(&turned);
        expect_sound(&turned);
        ck_assert(position_equal(&p, &again));
        ck_assert_int_eq(turned.side, other(p.side));
        ck_assert_int_eq(popcount(turned.men[WHITE]), popcount(p.men[BLACK]));
        ck_assert_int_eq(popcount(turned.kings[WHITE]), popcount(p.kings[BLACK]));
        ck_assert_uint_eq(position_image_key(&turned), position_image_key(&p));
        if (v->has_mirror) {
            const Position mirrored = position_mirrored(&p);
            const Position both = position_mirrored(&turned);
            const Position back = position_mirrored(&mirrored);
            expect_sound(&mirrored);
            ck_assert(position_equal(&p, &back));
            ck_assert_int_eq(mirrored.side, p.side);
            ck_assert_uint_eq(position_image_key(&mirrored), position_image_key(&p));
            ck_assert_uint_eq(position_image_key(&both), position_image_key(&p));
        }
    }
    const Position start = position_start(v);
    Position passed = start;
    position_set_side(&passed, BLACK);
    const Position turned_start = position_turned(&start);
    ck_assert(position_equal(&turned_start, &passed));
}
