/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endings/classes.h"

EndingClass ending_class_swapped(EndingClass c)
{
    return (EndingClass){c.enemy_kings, c.enemy_men, c.kings, c.men};
}

bool ending_class_equal(EndingClass a, EndingClass b)
{
    return a.kings == b.kings && a.men == b.men && a.enemy_kings == b.enemy_kings && a.enemy_men == b.enemy_men;
}

int ending_class_pieces(EndingClass c)
{
    return c.kings + c.men + c.enemy_kings + c.enemy_men;
}

static char *add_letters(char *text, char letter, int count)
{
    while (count-- > 0) {
        *text++ = letter;
    }
    return text;
}

void ending_class_name(EndingClass c, char name[ENDING_NAME_SIZE])
{
    char *end = add_letters(name, 'K', c.kings);
    end = add_letters(end, 'M', c.men);
    *end++ = ' ';
    *end++ = 'v';
    *end++ = ' ';
    end = add_letters(end, 'K', c.enemy_kings);
    end = add_letters(end, 'M', c.enemy_men);
    *end = '\0';
}

/* Appends the pairs in which sides of those sizes have so many men together. */
static int add_pairs(int own, int enemy, int men, EndingClass *classes, int count)
{
    for (int own_men = 0; own_men <= own; own_men++) {
        const int enemy_men = men - own_men;
        const bool possible = enemy_men >= 0 && enemy_men <= enemy;
        if (possible && (own > enemy || own_men <= enemy_men)) {
            classes[count++] = (EndingClass){(uint8_t)(own - own_men), (uint8_t)own_men, (uint8_t)(enemy - enemy_men),
                                             (uint8_t)enemy_men};
        }
    }
    return count;
}

/* Captures lead to fewer pieces, promotions to fewer men: these come first. */
int ending_class_list(int pieces, EndingClass classes[ENDING_PAIRS_MOST])
{
    int count = 0;
    for (int n = ENDING_PIECES_LEAST; n <= pieces; n++) {
        for (int men = 0; men <= n; men++) {
            for (int own = n - 1; own >= n - own; own--) {
                count = add_pairs(own, n - own, men, classes, count);
            }
        }
    }
    return count;
}

EndingClass ending_class_of(const Position *p)
{
    const Color us = p->side;
    const Color them = other(us);
    return (EndingClass){(uint8_t)popcount(p->kings[us]), (uint8_t)popcount(p->men[us]),
                         (uint8_t)popcount(p->kings[them]), (uint8_t)popcount(p->men[them])};
}

/* Sets are ranked by their highest square, then by the next: the rank of s1 < s2 < s3, by the numbers of the squares
 * in the order of their bits, is binomial(s1, 1) + binomial(s2, 2) + binomial(s3, 3). */
void ending_index_init(EndingIndex *x, const Variant *v)
{
    *x = (EndingIndex){.variant = v};
    x->count[0] = 1;
    for (int size = 1; size <= ENDING_SIDE_MOST; size++) {
        x->first[size] = x->first[size - 1] + x->count[size - 1];
        for (Bitboard squares = v->board, below = 0; squares != 0;) {
            const Square s = pop_lowest(&squares);
            const uint32_t begin = x->count[size];
            x->terms[size][s] = begin;
            /* The smaller sets of squares below s are the first ones of their size. */
            for (const Bitboard *rest = x->sets + x->first[size - 1]; x->count[size] - begin < x->count[size - 1];
                 rest++) {
                if ((*rest & ~below) != 0) {
                    break;
                }
                x->sets[x->first[size] + x->count[size]++] = *rest | bit(s);
            }
            below |= bit(s);
        }
    }
}

size_t ending_class_size(const EndingIndex *x, EndingClass c)
{
    return (size_t)x->count[c.kings] * x->count[c.men] * x->count[c.enemy_kings] * x->count[c.enemy_men];
}

size_t ending_number(const EndingIndex *x, EndingClass c, const Position *p)
{
    Bitboard sets[] = {p->kings[p->side], p->men[p->side], p->kings[other(p->side)], p->men[other(p->side)]};
    if (p->side == BLACK) {
        for (int i = 0; i < 4; i++) {
            sets[i] = variant_turn(x->variant, sets[i]);
        }
    }
    size_t number = ending_set_rank(x, sets[0]);
    number = number * x->count[c.men] + ending_set_rank(x, sets[1]);
    number = number * x->count[c.enemy_kings] + ending_set_rank(x, sets[2]);
    return number * x->count[c.enemy_men] + ending_set_rank(x, sets[3]);
}

/* Takes the last part off a number: a set of that size. */
static Bitboard take_set(const EndingIndex *x, int size, size_t *number)
{
    const size_t rank = *number % x->count[size];
    *number /= x->count[size];
    return x->sets[x->first[size] + rank];
}

bool ending_position(const EndingIndex *x, EndingClass c, size_t number, Position *p)
{
    *p = position_empty(x->variant);
    p->men[BLACK] = take_set(x, c.enemy_men, &number);
    p->kings[BLACK] = take_set(x, c.enemy_kings, &number);
    p->men[WHITE] = take_set(x, c.men, &number);
    p->kings[WHITE] = take_set(x, c.kings, &number);
    const Variant *const v = x->variant;
    if (popcount(position_occupied(p)) != ending_class_pieces(c) || (p->men[WHITE] & v->promotion[WHITE]) != 0 ||
        (p->men[BLACK] & v->promotion[BLACK]) != 0) {
        return false;
    }
    p->key = position_compute_key(p);
    return true;
}
