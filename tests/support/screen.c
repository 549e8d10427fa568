/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/screen.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

enum { ESCAPE = 0x1b, BELL = 0x07, TAB_WIDTH = 8, DECIMAL = 10 };

/* Adds the lines up to that one. */
static void reach(Screen *s, int line)
{
    ck_assert_msg(line < SCREEN_LINES_MAX, "too many lines");
    for (; s->count <= line; s->count++) {
        memset(s->lines[s->count], ' ', SCREEN_COLUMNS_MAX);
        s->lines[s->count][SCREEN_COLUMNS_MAX] = '\0';
    }
}

void screen_init(Screen *s, int rows, int columns)
{
    memset(s, 0, sizeof *s);
    s->lines = malloc(SCREEN_LINES_MAX * sizeof *s->lines);
    ck_assert_ptr_nonnull(s->lines);
    reach(s, 0);
    screen_resize(s, rows, columns);
}

void screen_free(Screen *s)
{
    free(s->lines);
    s->lines = NULL;
}

void screen_resize(Screen *s, int rows, int columns)
{
    ck_assert_int_le(columns, SCREEN_COLUMNS_MAX);
    s->rows = rows;
    s->columns = columns;
    s->column = s->column < columns ? s->column : columns - 1;
    s->top = s->line >= s->top + rows ? s->line + 1 - rows : s->top;
}

static void line_feed(Screen *s)
{
    s->line++;
    reach(s, s->line);
    if (s->line >= s->top + s->rows) {
        s->top = s->line + 1 - s->rows;
    }
}

static void put(Screen *s, char c)
{
    if (s->wraps) {
        s->wraps = false;
        s->column = 0;
        line_feed(s);
    }
    s->lines[s->line][s->column] = c;
    if (s->column + 1 < s->columns) {
        s->column++;
    } else {
        s->wraps = true;
    }
}

static void blank(Screen *s, int line, int from, int to)
{
    memset(&s->lines[line][from], ' ', (size_t)(to - from));
}

static int within(int x, int low, int high)
{
    return x < low ? low : x > high ? high : x;
}

/* Erases from the cursor on. */
static void erase_below(Screen *s)
{
    blank(s, s->line, s->column, SCREEN_COLUMNS_MAX);
    for (int line = s->line + 1; line < s->count; line++) {
        blank(s, line, 0, SCREEN_COLUMNS_MAX);
    }
}

/* Moves the rest of the line to the right, or for a negative number to the left. */
static void shift(Screen *s, int by)
{
    char *const line = s->lines[s->line];
    const int rest = s->columns - s->column;
    const int size = within(by < 0 ? -by : by, 0, rest);
    if (by > 0) {
        memmove(line + s->column + size, line + s->column, (size_t)(rest - size));
        blank(s, s->line, s->column, s->column + size);
    } else {
        memmove(line + s->column, line + s->column + size, (size_t)(rest - size));
        blank(s, s->line, s->columns - size, s->columns);
    }
}

/* Executes ESC [ NUMBER LETTER. */
static void control(Screen *s, char letter, const char *arguments)
{
    const int given = (int)strtol(arguments, NULL, DECIMAL);
    const int number = given > 0 ? given : 1;
    s->wraps = s->wraps && (letter == 'm' || letter == 'h' || letter == 'l');
    switch (letter) {
    case 'A':
        s->line = within(s->line - number, s->top, s->line);
        break;
    case 'B':
        s->line = within(s->line + number, s->line, s->top + s->rows - 1);
        reach(s, s->line);
        break;
    case 'C':
        s->column = within(s->column + number, 0, s->columns - 1);
        break;
    case 'D':
        s->column = within(s->column - number, 0, s->columns - 1);
        break;
    case 'G':
        s->column = within(number - 1, 0, s->columns - 1);
        break;
    case 'J':
        ck_assert_int_eq(given, 0);
        erase_below(s);
        break;
    case 'K':
        ck_assert_int_eq(given, 0);
        blank(s, s->line, s->column, SCREEN_COLUMNS_MAX);
        break;
    case 'P':
        shift(s, -number);
        break;
    case '@':
        shift(s, number);
        break;
    case 'm':
        s->colours++;
        break;
    case 'h':
    case 'l':
        break; /* modes without a visible effect */
    default:
        ck_abort_msg("unknown escape sequence [%s%c", arguments, letter);
    }
}

/* Takes a byte of an escape sequence. */
static void take_escape(Screen *s, char c)
{
    ck_assert_int_lt(s->escaped, (int)sizeof s->escape - 1);
    s->escape[s->escaped++] = c;
    s->escape[s->escaped] = '\0';
    if (s->escaped == 2 && c != '[') {
        ck_assert_msg(c == '=' || c == '>', "unknown escape sequence %c", c);
        s->escaped = 0;
    } else if (s->escaped > 2 && c >= '@' && c <= '~') {
        s->escape[s->escaped - 1] = '\0';
        s->escaped = 0;
        control(s, c, s->escape + 2);
    }
}

static void take(Screen *s, char c)
{
    const unsigned char byte = (unsigned char)c;
    if (s->escaped > 0 || c == ESCAPE) {
        take_escape(s, c);
    } else if (c == '\r') {
        s->column = 0;
        s->wraps = false;
    } else if (c == '\n') {
        s->wraps = false;
        line_feed(s);
    } else if (c == '\b') {
        s->column = within(s->column - 1, 0, s->columns - 1);
        s->wraps = false;
    } else if (c == '\t') {
        s->column = within((s->column / TAB_WIDTH + 1) * TAB_WIDTH, 0, s->columns - 1);
    } else if (s->continuations > 0 && (byte & 0xc0) == 0x80) {
        s->continuations--;
    } else if (byte >= 0xc0) {
        s->continuations = byte >= 0xf0 ? 3 : byte >= 0xe0 ? 2 : 1;
        put(s, '?');
    } else if (c != BELL) {
        ck_assert_msg(byte >= ' ' && byte < 0x7f, "unknown control character %d", byte);
        put(s, c);
    }
}

void screen_write(Screen *s, const char *data, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        take(s, data[i]);
    }
}

const char *screen_line(const Screen *s, int line, char text[SCREEN_COLUMNS_MAX + 1])
{
    int end = 0;
    if (line < s->count) {
        memcpy(text, s->lines[line], SCREEN_COLUMNS_MAX);
        for (end = SCREEN_COLUMNS_MAX; end > 0 && text[end - 1] == ' '; end--) {
        }
    }
    text[end] = '\0';
    return text;
}
