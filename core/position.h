/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A position: the pieces, the side to move and the Zobrist key. A plain value: a move makes a new one. */
#ifndef BUSHKA_CORE_POSITION_H
#define BUSHKA_CORE_POSITION_H

#include "core/move.h"
#include "core/variant.h"

/* The pieces on a board by colour and kind, and the side to move. The key always equals
 * position_compute_key(). Copy it freely; it owns nothing. */
typedef struct Position {
    Bitboard men[COLOR_COUNT];
    Bitboard kings[COLOR_COUNT];
    uint64_t key; /* Zobrist key over board, pieces and side to move */
    const Variant *variant;
    Color side; /* the side to move */
} Position;

/* The start position of a board. */
Position position_start(const Variant *v);

/* An empty board with White to move, to be filled with position_put(). */
Position position_empty(const Variant *v);

/* Puts a piece on a vacant square of the board and updates the key. */
void position_put(Position *p, Color c, bool king, Square s);

/* Sets the side to move and updates the key. */
void position_set_side(Position *p, Color side);

/* All pieces of a side. */
static inline Bitboard position_pieces(const Position *p, Color c)
{
    return p->men[c] | p->kings[c];
}

/* All pieces of both sides. */
static inline Bitboard position_occupied(const Position *p)
{
    return position_pieces(p, WHITE) | position_pieces(p, BLACK);
}

/* The vacant squares. */
static inline Bitboard position_vacant(const Position *p)
{
    return p->variant->board & ~position_occupied(p);
}

/* The position after a legal move (RULES "Non-capturing moves", "Captures"). The move must come from movegen_legal() or
 * notation_parse() for this position; p is unchanged. Copying measured as fast as making and unmaking moves in place,
 * and nothing has to be unmade. */
Position position_after(const Position *p, Move m);

/* The same with the given key. Any will do for a position that is never looked up or compared, and computing the true
 * one takes longer than all the rest. */
static inline Position position_after_keyed(const Position *p, Move m, uint64_t key)
{
    const Bitboard king = (((p->kings[p->side] >> m.from) | (p->variant->promotion[p->side] >> m.to)) & 1) << m.to;
    const Bitboard man = bit(m.to) ^ king;
    /* The piece may end where it began, so its start is cleared first. */
    const Bitboard remaining = ~(bit(m.from) | m.taken);
    const Bitboard white = (Bitboard)p->side - 1; /* all ones when White moves, else 0 */
    /* Built in one piece: copying a struct that was just filled field by field makes the processor wait until the
     * narrow stores are done, which takes longer than all of the above. */
    return (Position){
        .men = {(p->men[WHITE] & remaining) | (man & white), (p->men[BLACK] & remaining) | (man & ~white)},
        .kings = {(p->kings[WHITE] & remaining) | (king & white), (p->kings[BLACK] & remaining) | (king & ~white)},
        .key = key,
        .variant = p->variant,
        .side = other(p->side)};
}

/* The key of position_after(p, m), for a move that takes nothing. */
uint64_t position_key_after_quiet(const Position *p, Move m);

/* The key computed from scratch. */
uint64_t position_compute_key(const Position *p);

/* True when both have the same board, pieces and side to move (what RULES calls a repetition). */
bool position_equal(const Position *a, const Position *b);

/* The same position with the colours swapped and the board turned by 180 degrees. */
Position position_turned(const Position *p);

/* The same position with left and right exchanged; only where the variant has_mirror. */
Position position_mirrored(const Position *p);

/* The key that a position shares with its images, turned and, where the variant has_mirror, mirrored: the smallest key
 * of those with White to move. */
uint64_t position_image_key(const Position *p);

#endif
