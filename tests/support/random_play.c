/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/random_play.h"

#include "core/movegen.h"
#include "system/random.h"

uint64_t random_play_next(RandomPlay *r)
{
    return random_next(&r->state);
}

int random_play_below(RandomPlay *r, int n)
{
    return (int)random_below(&r->state, (size_t)n);
}

bool random_play_step(RandomPlay *r, Position *p)
{
    MoveList legal;
    move_list_init(&legal);
    movegen_legal(p, &legal);
    const bool any = legal.count > 0;
    if (any) {
        *p = position_after(p, legal.moves[random_play_below(r, legal.count)]);
    }
    move_list_free(&legal);
    return any;
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
