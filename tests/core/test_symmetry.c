/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules know neither colour nor, on 9x11, left and right: a position and its image have the same moves. */
#include "core/fen.h"
#include "core/movegen.h"
#include "core/perft.h"
#include "support/move_sets.h"
#include "support/random_positions.h"
#include "support/test.h"

enum { SCATTERED = 4000, GAME_POSITIONS = 400, GAME_PLIES = 150 };

/* How a board is laid over itself. */
typedef Bitboard (*Image)(const Variant *v, Bitboard b);

static uint64_t count(const Position *p, int depth)
{
    const PerftOptions options = {.depth = depth};
    PerftResult result;
    ck_assert_int_eq(perft_run(p, &options, &result, NULL), ERROR_NONE);
    const uint64_t leaves = result.leaves;
    perft_free(&result);
    return leaves;
}

/* Fails unless the moves of `other_side` are the images of the moves of p, and its perft is the same. */
static void expect_image(const Position *p, const Position *imaged, Image image, int depth)
{
    MoveList moves;
    MoveList images;
    move_list_init(&moves);
    move_list_init(&images);
    movegen_legal(p, &moves);
    movegen_legal(imaged, &images);
    for (int i = 0; i < moves.count; i++) {
        Move *const m = &moves.moves[i];
        m->from = lowest(image(p->variant, bit(m->from)));
        m->to = lowest(image(p->variant, bit(m->to)));
        m->taken = image(p->variant, m->taken);
    }
    const bool same = same_moves(&moves, &images);
    move_list_free(&moves);
    move_list_free(&images);
    if (!same || count(p, depth) != count(imaged, depth)) {
        char fen[FEN_SIZE];
        fen_print(p, fen);
        ck_abort_msg("%s %s: %s", p->variant->name, fen, same ? "perft differs" : "moves differ");
    }
}

static void expect_symmetric(const Position *p, int depth)
{
    const Position turned = position_turned(p);
    expect_image(p, &turned, variant_turn, depth);
    if (p->variant->has_mirror) {
        const Position mirrored = position_mirrored(p);
        expect_image(p, &mirrored, variant_mirror, depth);
    }
}

TEST_EACH(scattered_positions, VARIANT_COUNT)
{
    enum { DEPTH = 2, MEN_DEPTH = 3 };
    RandomPlay r = {.state = (uint64_t)_i};
    int pieces = 0;
    for (int n = 0; n < SCATTERED; n++) {
        const Scatter kind = (Scatter)(n % SCATTER_COUNT);
        const Position p = random_scatter(&r, variant_at(_i), kind);
        expect_symmetric(&p, kind == SCATTER_MEN || kind == SCATTER_ROWS ? MEN_DEPTH : DEPTH);
        pieces += popcount(position_occupied(&p));
    }
    ck_assert_int_gt(pieces, SCATTERED);
}

TEST_EACH(game_positions, VARIANT_COUNT)
{
    enum { DEPTH = 3 };
    RandomPlay r = {.state = (uint64_t)_i};
    int pieces = 0;
    for (int n = 0; n < GAME_POSITIONS; n++) {
        const Position p = random_game_position(&r, variant_at(_i), GAME_PLIES);
        expect_symmetric(&p, DEPTH);
        pieces += popcount(position_occupied(&p));
    }
    ck_assert_int_gt(pieces, GAME_POSITIONS);
}
