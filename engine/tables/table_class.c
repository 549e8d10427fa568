/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tables/table_class.h"

#include <string.h>

TableClass table_class_swapped(TableClass c)
{
    return (TableClass){c.enemy_kings, c.enemy_men, c.kings, c.men};
}

bool table_class_equal(TableClass a, TableClass b)
{
    return a.kings == b.kings && a.men == b.men && a.enemy_kings == b.enemy_kings && a.enemy_men == b.enemy_men;
}

bool table_class_within(TableClass a, TableClass b)
{
    return a.kings <= b.kings && a.men <= b.men && a.enemy_kings <= b.enemy_kings && a.enemy_men <= b.enemy_men;
}

int table_class_pieces(TableClass c)
{
    return c.kings + c.men + c.enemy_kings + c.enemy_men;
}

bool table_class_possible(TableClass c)
{
    const int own = c.kings + c.men, enemy = c.enemy_kings + c.enemy_men;
    return own >= 1 && own <= TABLE_SIDE_MAX && enemy >= 1 && enemy <= TABLE_SIDE_MAX &&
           own + enemy <= TABLE_PIECES_MAX;
}

int table_class_id(TableClass c)
{
    return ((c.kings * TABLE_SIDE_SIZES + c.men) * TABLE_SIDE_SIZES + c.enemy_kings) * TABLE_SIDE_SIZES + c.enemy_men;
}

static char *add_letters(char *text, char letter, int count)
{
    while (count-- > 0) {
        *text++ = letter;
    }
    return text;
}

TableClassName table_class_name(TableClass c)
{
    TableClassName name = {.text = ""};
    char *end = add_letters(name.text, 'K', c.kings);
    end = add_letters(end, 'M', c.men);
    *end++ = '-';
    end = add_letters(end, 'K', c.enemy_kings);
    end = add_letters(end, 'M', c.enemy_men);
    *end = '\0';
    return name;
}

bool table_class_parse(const char *name, TableClass *c)
{
    TableClass classes[TABLE_CLASSES_MAX];
    const int count = table_class_list(TABLE_PIECES_MAX, classes);
    for (int i = 0; i < count; i++) {
        if (strcmp(name, table_class_name(classes[i]).text) == 0) {
            *c = classes[i];
            return true;
        }
    }
    return false;
}

/* Appends the pairs with sides of those sizes that have `men` men together. */
static int add_pairs(int own, int enemy, int men, TableClass *pairs, int count)
{
    for (int own_men = 0; own_men <= own; own_men++) {
        const int enemy_men = men - own_men;
        const bool possible = enemy_men >= 0 && enemy_men <= enemy;
        if (possible && (own > enemy || own_men <= enemy_men)) {
            pairs[count++] = (TableClass){(uint8_t)(own - own_men), (uint8_t)own_men, (uint8_t)(enemy - enemy_men),
                                          (uint8_t)enemy_men};
        }
    }
    return count;
}

/* Captures lead to fewer pieces, promotions to fewer men: these come first. */
int table_class_pairs(int max, TableClass pairs[TABLE_PAIRS_MAX])
{
    int count = 0;
    for (int n = TABLE_PIECES_MIN; n <= max; n++) {
        for (int men = 0; men <= n; men++) {
            for (int own = n - 1 < TABLE_SIDE_MAX ? n - 1 : TABLE_SIDE_MAX; own >= n - own; own--) {
                count = add_pairs(own, n - own, men, pairs, count);
            }
        }
    }
    return count;
}

int table_class_list(int max, TableClass classes[TABLE_CLASSES_MAX])
{
    TableClass pairs[TABLE_PAIRS_MAX];
    const int count = table_class_pairs(max, pairs);
    int listed = 0;
    for (int i = 0; i < count; i++) {
        const TableClass swapped = table_class_swapped(pairs[i]);
        classes[listed++] = pairs[i];
        if (!table_class_equal(pairs[i], swapped)) {
            classes[listed++] = swapped;
        }
    }
    return listed;
}

TablePieces table_pieces_of(const Position *p)
{
    const Color us = p->side, them = other(us);
    if (us == WHITE) {
        return (TablePieces){p->men[us], p->kings[us], p->men[them], p->kings[them]};
    }
    const Variant *const v = p->variant;
    return (TablePieces){variant_turn(v, p->men[us]), variant_turn(v, p->kings[us]), variant_turn(v, p->men[them]),
                         variant_turn(v, p->kings[them])};
}

Position table_position(const Variant *v, TablePieces pieces)
{
    return (Position){.men = {pieces.men, pieces.enemy_men},
                      .kings = {pieces.kings, pieces.enemy_kings},
                      .key = 0,
                      .variant = v,
                      .side = WHITE};
}

TableClass table_class_of(TablePieces pieces)
{
    return (TableClass){(uint8_t)popcount(pieces.kings), (uint8_t)popcount(pieces.men),
                        (uint8_t)popcount(pieces.enemy_kings), (uint8_t)popcount(pieces.enemy_men)};
}
