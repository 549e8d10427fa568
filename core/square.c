/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/square.h"

enum {
    LETTER_SHIFT = 8, /* (column - row + LETTER_SHIFT) / 2 is the letter line */
    TENTH_LINE = 10   /* written as the digit 0 */
};

int square_column(Square s)
{
    const int offset = s % ROW_PAIR_BITS;
    return offset < EVEN_ROW ? 2 * offset + 1 : 2 * (offset - EVEN_ROW) + 2;
}

int square_row(Square s)
{
    return 2 * (s / ROW_PAIR_BITS) + (s % ROW_PAIR_BITS < EVEN_ROW ? 1 : 2);
}

Square square_at(const Variant *v, int column, int row)
{
    if (column < 1 || column > v->columns || row < 1 || row > v->rows || (column + row) % 2 != 0) {
        return SQUARE_NONE;
    }
    const int offset = row % 2 != 0 ? (column - 1) / 2 : EVEN_ROW + (column - 2) / 2;
    return (Square)((row - 1) / 2 * ROW_PAIR_BITS + offset);
}

void square_name(Square s, char name[SQUARE_NAME_SIZE])
{
    const int column = square_column(s), row = square_row(s);
    name[0] = (char)('a' + (column - row + LETTER_SHIFT) / 2);
    name[1] = (char)('0' + (column + row) / 2 % TENTH_LINE);
    name[2] = '\0';
}

Square square_parse(const Variant *v, const char *text)
{
    if (text[0] < 'a' || text[0] > 'j' || text[1] < '0' || text[1] > '9') {
        return SQUARE_NONE;
    }
    const int number = text[1] == '0' ? TENTH_LINE : text[1] - '0';
    const int letter = text[0] - 'a';
    return square_at(v, number + letter - LETTER_SHIFT / 2, number - letter + LETTER_SHIFT / 2);
}
