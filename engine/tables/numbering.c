/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/numbering.h"

#include <stdlib.h>

void numbering_board_init(NumberingBoard *b, const Variant *v)
{
    *b = (NumberingBoard){.variant = v};
    int count = 0;
    for (Bitboard squares = v->board; squares != 0; count++) {
        b->square[count] = pop_lowest(&squares);
        b->ordinal[b->square[count]] = (uint8_t)count;
    }
    b->enemy_men_first = popcount(v->promotion[BLACK]);
    for (int n = 0; n <= NUMBERING_SQUARES; n++) {
        b->binomial[0][n] = 1;
        for (int k = 1; k < TABLE_SIDE_SIZES; k++) {
            b->binomial[k][n] = n == 0 ? 0 : b->binomial[k][n - 1] + b->binomial[k - 1][n - 1];
        }
    }
}

static TablePieces pieces_mirrored(const Variant *v, TablePieces p)
{
    return (TablePieces){variant_mirror(v, p.men), variant_mirror(v, p.kings), variant_mirror(v, p.enemy_men),
                         variant_mirror(v, p.enemy_kings)};
}

/* Sets of one size are ordered by rank as their bitboards are as numbers: the highest square decides. */
static int compare(Bitboard a, Bitboard b)
{
    return (a > b) - (a < b);
}

/* The order of the numbering: negative when a comes first, 0 when both are the same. */
static int pieces_compare(TablePieces a, TablePieces b)
{
    int order = compare(a.men, b.men);
    order = order != 0 ? order : compare(a.enemy_men, b.enemy_men);
    order = order != 0 ? order : compare(a.kings, b.kings);
    return order != 0 ? order : compare(a.enemy_kings, b.enemy_kings);
}

/* The rank of a set among the sets of its size on the squares that are not taken, from ordinal `first` on. */
static uint32_t set_rank(const NumberingBoard *b, Bitboard set, Bitboard taken, int first)
{
    uint32_t rank = 0;
    for (int k = 1; set != 0; k++) {
        const Square s = pop_lowest(&set);
        int ordinal = b->ordinal[s] - first;
        for (Bitboard below = taken & (bit(s) - 1); below != 0; below &= below - 1) {
            ordinal--;
        }
        rank += b->binomial[k][ordinal];
    }
    return rank;
}

/* The set of k squares of that rank. */
static Bitboard set_of_rank(const NumberingBoard *b, int k, uint32_t rank, Bitboard taken, int first)
{
    Bitboard set = 0;
    for (int high = NUMBERING_SQUARES; k > 0; k--) {
        int ordinal = k == 1 ? (int)rank : high - 1;
        while (b->binomial[k][ordinal] > rank) {
            ordinal--;
        }
        rank -= b->binomial[k][ordinal];
        high = ordinal;
        ordinal += first;
        for (Bitboard left = taken; left != 0; left &= left - 1) {
            if (b->ordinal[lowest(left)] > ordinal) {
                break;
            }
            ordinal++;
        }
        set |= bit(b->square[ordinal]);
    }
    return set;
}

/* The squares from ordinal `first` on. */
static Bitboard squares_from(const NumberingBoard *b, int first)
{
    return ~(Bitboard)0 << b->square[first];
}

/* The leading set of that rank. */
static Bitboard lead_set(const Numbering *n, uint32_t rank)
{
    return set_of_rank(n->board, n->lead_size, rank, 0, n->lead_first);
}

/* The set of the next rank, on the same squares: Gosper's hack, with ones where there are no squares, so that the carry
 * passes over them. */
static Bitboard next_set(Bitboard set, Bitboard squares)
{
    Bitboard next = ((set | ~squares) + (set & -set)) & squares;
    for (int missing = popcount(set) - popcount(next); missing > 0; missing--) {
        next |= bit(lowest(squares & ~next));
    }
    return next;
}

/* The number of sets of men with that leading set. */
static uint32_t sets_behind(const Numbering *n, Bitboard lead)
{
    const NumberingBoard *const b = n->board;
    const TableClass c = n->class;
    if (c.men == 0) {
        return 1;
    }
    const int taken = popcount(lead & squares_from(b, b->enemy_men_first));
    return b->binomial[c.enemy_men][NUMBERING_SQUARES - b->enemy_men_first - taken];
}

ErrorCode numbering_init(Numbering *n, const NumberingBoard *b, TableClass c, Error *e)
{
    const int men = c.men + c.enemy_men;
    const int enemy_room = NUMBERING_SQUARES - men - c.kings;
    *n = (Numbering){.board = b, .class = c, .enemy_kings = b->binomial[c.enemy_kings][enemy_room]};
    n->kings = (men == 0 ? 1 : (uint64_t)b->binomial[c.kings][NUMBERING_SQUARES - men]) * n->enemy_kings;
    n->lead_size = c.men > 0 ? c.men : c.enemy_men > 0 ? c.enemy_men : c.kings;
    n->lead_first = c.men == 0 && c.enemy_men > 0 ? b->enemy_men_first : 0;
    n->lead_sets = b->binomial[n->lead_size][NUMBERING_SQUARES - (c.men > 0 ? b->enemy_men_first : n->lead_first)];
    n->base = malloc(((size_t)n->lead_sets + 1) * sizeof *n->base);
    if (n->base == NULL) {
        return error_set(e, ERROR_MEMORY, "not enough memory for the tablebases");
    }
    const Bitboard squares = b->variant->board & squares_from(b, n->lead_first);
    Bitboard lead = lead_set(n, 0);
    uint32_t sets = 0;
    for (uint32_t rank = 0; rank < n->lead_sets; rank++, lead = next_set(lead, squares)) {
        n->base[rank] = sets;
        if (!b->variant->has_mirror || lead <= variant_mirror(b->variant, lead)) {
            sets += sets_behind(n, lead);
        }
    }
    n->base[n->lead_sets] = sets;
    n->count = sets * n->kings;
    return error_clear(e);
}

void numbering_free(Numbering *n)
{
    free(n->base);
    *n = (Numbering){.board = NULL};
}

bool numbering_symmetric(const NumberingBoard *b, TablePieces p)
{
    return b->variant->has_mirror && pieces_compare(p, pieces_mirrored(b->variant, p)) == 0;
}

uint64_t numbering_number(const Numbering *n, TablePieces p, bool *symmetric)
{
    const NumberingBoard *const b = n->board;
    bool own_image = false;
    if (b->variant->has_mirror) {
        const TablePieces image = pieces_mirrored(b->variant, p);
        const int order = pieces_compare(p, image);
        p = order > 0 ? image : p;
        own_image = order == 0;
    }
    if (symmetric != NULL) {
        *symmetric = own_image;
    }
    const Bitboard men = p.men | p.enemy_men;
    const Bitboard lead = p.men != 0 ? p.men : men != 0 ? men : p.kings;
    uint32_t unit = n->base[set_rank(b, lead, 0, n->lead_first)];
    if (p.men != 0) {
        const int first = b->enemy_men_first;
        unit += set_rank(b, p.enemy_men, p.men & squares_from(b, first), first);
    }
    const uint32_t kings = men != 0 ? set_rank(b, p.kings, men, 0) : 0;
    return unit * n->kings + (uint64_t)kings * n->enemy_kings + set_rank(b, p.enemy_kings, men | p.kings, 0);
}

/* The leading set to which that set of men belongs; `near` is tried first. */
static uint32_t find_lead(const Numbering *n, uint32_t unit, uint32_t near)
{
    if (n->base[near] <= unit && unit < n->base[near + 1]) {
        return near;
    }
    uint32_t low = 0, high = n->lead_sets; /* base[low] <= unit < base[high] */
    while (high - low > 1) {
        const uint32_t middle = low + (high - low) / 2;
        if (n->base[middle] <= unit) {
            low = middle;
        } else {
            high = middle;
        }
    }
    return low;
}

/* Moves the cursor to a set of men. */
static void cursor_move(const Numbering *n, NumberingCursor *cursor, uint64_t unit)
{
    const NumberingBoard *const b = n->board;
    const TableClass c = n->class;
    cursor->lead = find_lead(n, (uint32_t)unit, cursor->lead);
    cursor->unit = unit;
    cursor->begun = true;
    const Bitboard lead = lead_set(n, cursor->lead);
    cursor->pieces = (TablePieces){0, 0, 0, 0};
    if (c.men > 0) {
        const int first = b->enemy_men_first;
        cursor->pieces.men = lead;
        cursor->pieces.enemy_men =
            set_of_rank(b, c.enemy_men, (uint32_t)unit - n->base[cursor->lead], lead & squares_from(b, first), first);
    } else if (c.enemy_men > 0) {
        cursor->pieces.enemy_men = lead;
    } else {
        cursor->pieces.kings = lead;
    }
}

bool numbering_pieces(const Numbering *n, uint64_t number, NumberingCursor *cursor, TablePieces *pieces)
{
    const NumberingBoard *const b = n->board;
    const uint64_t unit = number / n->kings;
    const uint64_t rest = number - unit * n->kings;
    if (!cursor->begun || cursor->unit != unit) {
        cursor_move(n, cursor, unit);
    }
    TablePieces p = cursor->pieces;
    const Bitboard men = p.men | p.enemy_men;
    const uint32_t kings = (uint32_t)(rest / n->enemy_kings);
    if (men != 0) {
        p.kings = set_of_rank(b, n->class.kings, kings, men, 0);
    }
    p.enemy_kings =
        set_of_rank(b, n->class.enemy_kings, (uint32_t)(rest - (uint64_t)kings * n->enemy_kings), men | p.kings, 0);
    *pieces = p;
    return !b->variant->has_mirror || pieces_compare(p, pieces_mirrored(b->variant, p)) <= 0;
}
