/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/random_play.h"
#include "support/positions.h"

#include "system/random.h"

/* The largest numbers of pieces, of both sides together, by kind of scattering. */
enum { FULL_BOARD = 50, HALF_BOARD = 25, FEW_PIECES = 10, CROWD = 40, SWARM = 20, SWARM_MEN = 20 };

/* Shares are in per cent. White gets at least WHITE_LEAST and at most PERCENT - WHITE_LEAST of the pieces. */
enum { PERCENT = 100, WHITE_LEAST = 20, FEW_KINGS = 2, HALF_KINGS = 50 };

int random_play_below(RandomPlay *r, int n)
{
    return (int)random_below(&r->state, (size_t)n);
}

Move random_play_move(RandomPlay *r, const Position *p)
{
    MoveList legal;
    legal_moves(p, &legal);
    const Move m = legal.count > 0 ? legal.moves[random_play_below(r, legal.count)] : (Move){.kind = MOVE_NONE};
    move_list_free(&legal);
    return m;
}

bool random_play_step(RandomPlay *r, Position *p)
{
    const Move m = random_play_move(r, p);
    if (m.kind != MOVE_NONE) {
        *p = position_after(p, m);
    }
    return m.kind != MOVE_NONE;
}

void random_play_put(RandomPlay *r, Position *p, Color c, bool king)
{
    Bitboard squares = position_vacant(p) & ~(king ? 0 : p->variant->promotion[c]);
    if (squares == 0) {
        return;
    }
    for (int skip = random_play_below(r, popcount(squares)); skip > 0; skip--) {
        pop_lowest(&squares);
    }
    position_put(p, c, king, lowest(squares));
}

Position random_play_scatter(RandomPlay *r, const Variant *v, int kings, int men)
{
    Position p = position_empty(v);
    for (int c = 0; c < COLOR_COUNT; c++) {
        for (int i = random_play_below(r, kings + 1); i > 0; i--) {
            random_play_put(r, &p, (Color)c, true);
        }
        for (int i = random_play_below(r, men + 1); i > 0; i--) {
            random_play_put(r, &p, (Color)c, false);
        }
    }
    position_set_side(&p, (Color)random_play_below(r, COLOR_COUNT));
    return p;
}

/* Puts `count` pieces, each a king with a chance of king_percent and White's with white_percent. */
static void put_many(RandomPlay *r, Position *p, int count, int king_percent, int white_percent)
{
    for (int i = 0; i < count; i++) {
        const Color c = random_play_below(r, PERCENT) < white_percent ? WHITE : BLACK;
        random_play_put(r, p, c, random_play_below(r, PERCENT) < king_percent);
    }
}

Position random_scatter(RandomPlay *r, const Variant *v, Scatter kind)
{
    Position p = position_empty(v);
    const int white = WHITE_LEAST + random_play_below(r, PERCENT - 2 * WHITE_LEAST + 1);
    int kings; /* drawn first: compilers evaluate arguments in different orders */
    switch (kind) {
    case SCATTER_MEN:
        put_many(r, &p, random_play_below(r, FULL_BOARD + 1), 0, white);
        break;
    case SCATTER_FEW:
        put_many(r, &p, random_play_below(r, FEW_PIECES + 1), HALF_KINGS, white);
        break;
    case SCATTER_MIXED:
        kings = random_play_below(r, PERCENT + 1);
        put_many(r, &p, random_play_below(r, FULL_BOARD + 1), kings, white);
        break;
    case SCATTER_ROWS:
        put_many(r, &p, CROWD - random_play_below(r, FEW_PIECES), FEW_KINGS, white);
        break;
    case SCATTER_KINGS:
        put_many(r, &p, random_play_below(r, HALF_BOARD + 1), PERCENT, white);
        break;
    default:
        put_many(r, &p, 1 + random_play_below(r, SWARM), PERCENT, PERCENT);
        put_many(r, &p, random_play_below(r, SWARM_MEN + 1), 0, 0);
        return random_play_below(r, COLOR_COUNT) == WHITE ? p : position_turned(&p);
    }
    position_set_side(&p, (Color)random_play_below(r, COLOR_COUNT));
    return p;
}

Position random_game_position(RandomPlay *r, const Variant *v, int max_plies)
{
    Position p = position_start(v);
    for (int plies = random_play_below(r, max_plies + 1); plies > 0; plies--) {
        if (!random_play_step(r, &p)) {
            break;
        }
    }
    return p;
}
