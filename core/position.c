/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/position.h"

#include "core/mix.h"

enum { MAN = 0, KING = 1 };

/* Zobrist keys (Zobrist 1970): a number for a man or king of a colour on a square, and one for Black to move. They are
 * the numbers of SplitMix64 from the seed 0, as constant expressions, so that the table needs no initialisation. */
#define KEY_1(i) MIX_FINISH((uint64_t)((i) + 1) * MIX_STEP)
#define KEY_4(i) KEY_1(i), KEY_1((i) + 1), KEY_1((i) + 2), KEY_1((i) + 3)
#define KEY_16(i) KEY_4(i), KEY_4((i) + 4), KEY_4((i) + 8), KEY_4((i) + 12)
#define KEY_64(i) KEY_16(i), KEY_16((i) + 16), KEY_16((i) + 32), KEY_16((i) + 48)

static const uint64_t ZOBRIST[COLOR_COUNT][2][64] = {{{KEY_64(0)}, {KEY_64(64)}}, {{KEY_64(128)}, {KEY_64(192)}}};

static const uint64_t ZOBRIST_BLACK = KEY_1(256);

/* XOR of the keys of one kind of piece on every square of b. */
static uint64_t keys_of(Color c, int kind, Bitboard b)
{
    uint64_t key = 0;
    while (b != 0) {
        key ^= ZOBRIST[c][kind][pop_lowest(&b)];
    }
    return key;
}

Position position_empty(const Variant *v)
{
    return (Position){.men = {0, 0}, .kings = {0, 0}, .key = v->salt, .variant = v, .side = WHITE};
}

Position position_start(const Variant *v)
{
    Position p = position_empty(v);
    p.men[WHITE] = v->start[WHITE];
    p.men[BLACK] = v->start[BLACK];
    p.key = position_compute_key(&p);
    return p;
}

void position_put(Position *p, Color c, bool king, Square s)
{
    if (king) {
        p->kings[c] |= bit(s);
    } else {
        p->men[c] |= bit(s);
    }
    p->key ^= ZOBRIST[c][king ? KING : MAN][s];
}

void position_set_side(Position *p, Color side)
{
    if (p->side != side) {
        p->side = side;
        p->key ^= ZOBRIST_BLACK;
    }
}

/* The key after a move, before what it takes is removed. */
static inline uint64_t key_after_step(const Position *p, Move m, bool by_man)
{
    const Color us = p->side;
    const bool becomes_king = !by_man || (bit(m.to) & p->variant->promotion[us]) != 0;
    return p->key ^ ZOBRIST_BLACK ^ ZOBRIST[us][by_man ? MAN : KING][m.from] ^
           ZOBRIST[us][becomes_king ? KING : MAN][m.to];
}

Position position_after(const Position *p, Move m)
{
    const Color them = other(p->side);
    uint64_t key = key_after_step(p, m, (p->men[p->side] & bit(m.from)) != 0);
    if (m.taken != 0) {
        key ^= keys_of(them, MAN, p->men[them] & m.taken) ^ keys_of(them, KING, p->kings[them] & m.taken);
    }
    return position_after_keyed(p, m, key);
}

uint64_t position_key_after_quiet(const Position *p, Move m)
{
    return key_after_step(p, m, m.kind != MOVE_KING);
}

uint64_t position_compute_key(const Position *p)
{
    uint64_t key = p->variant->salt ^ (p->side == BLACK ? ZOBRIST_BLACK : 0);
    for (int c = WHITE; c <= BLACK; c++) {
        key ^= keys_of((Color)c, MAN, p->men[c]) ^ keys_of((Color)c, KING, p->kings[c]);
    }
    return key;
}

bool position_equal(const Position *a, const Position *b)
{
    return a->men[WHITE] == b->men[WHITE] && a->men[BLACK] == b->men[BLACK] && a->kings[WHITE] == b->kings[WHITE] &&
           a->kings[BLACK] == b->kings[BLACK] && a->side == b->side && a->variant == b->variant;
}

Position position_turned(const Position *p)
{
    Position t = position_empty(p->variant);
    for (int c = WHITE; c <= BLACK; c++) {
        t.men[other((Color)c)] = variant_turn(p->variant, p->men[c]);
        t.kings[other((Color)c)] = variant_turn(p->variant, p->kings[c]);
    }
    t.side = other(p->side);
    t.key = position_compute_key(&t);
    return t;
}

Position position_mirrored(const Position *p)
{
    Position m = position_empty(p->variant);
    for (int c = WHITE; c <= BLACK; c++) {
        m.men[c] = variant_mirror(p->variant, p->men[c]);
        m.kings[c] = variant_mirror(p->variant, p->kings[c]);
    }
    m.side = p->side;
    m.key = position_compute_key(&m);
    return m;
}

uint64_t position_image_key(const Position *p)
{
    const Position white = p->side == WHITE ? *p : position_turned(p);
    const uint64_t mirrored = white.variant->has_mirror ? position_mirrored(&white).key : white.key;
    return mirrored < white.key ? mirrored : white.key;
}
