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
    if (column < 1 || column > v->files || row < 1 || row > v->rows || (column + row) % 2 != 0) {
        return SQUARE_NONE;
    }
    const int offset = row % 2 != 0 ? (column - 1) / 2 : EVEN_ROW + (column - 2) / 2;
    return (Square)((row - 1) / 2 * ROW_PAIR_BITS + offset);
}

int square_number(Square s)
{
    return (square_column(s) + square_row(s)) / 2;
}

int square_letter(Square s)
{
    return (square_column(s) - square_row(s) + LETTER_SHIFT) / 2;
}

Square square_on_lines(const Variant *v, int number, int letter)
{
    return square_at(v, number + letter - LETTER_SHIFT / 2, number - letter + LETTER_SHIFT / 2);
}

void square_name(Square s, char name[SQUARE_NAME_SIZE])
{
    name[0] = (char)('a' + square_letter(s));
    name[1] = (char)('0' + square_number(s) % TENTH_LINE);
    name[2] = '\0';
}

Square square_parse(const Variant *v, const char *text)
{
    if (text[0] < 'a' || text[0] > 'j' || text[1] < '0' || text[1] > '9') {
        return SQUARE_NONE;
    }
    const int number = text[1] == '0' ? TENTH_LINE : text[1] - '0';
    return square_on_lines(v, number, text[0] - 'a');
}
