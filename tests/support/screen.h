/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen of a terminal (xterm, as far as programs here use it): what a person sees, with all that scrolled away. */
#ifndef BUSHKA_SUPPORT_SCREEN_H
#define BUSHKA_SUPPORT_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

enum { SCREEN_COLUMNS_MAX = 400, SCREEN_LINES_MAX = 20000 };

/* A screen. Start it with screen_init() and end it with screen_free(). */
typedef struct Screen {
    char (*lines)[SCREEN_COLUMNS_MAX + 1]; /* from the first one written on; all cells, blanks too, and a NUL */
    int count;                             /* lines that exist */
    int top;                               /* line at the top of the screen */
    int line, column;                      /* cursor */
    int rows, columns;
    bool wraps; /* the next character begins a new line */
    char escape[32];
    int escaped;       /* bytes of an escape sequence so far; 0: none */
    int continuations; /* bytes of a UTF-8 character that follow */
    int colours;       /* escape sequences that set colours */
} Screen;

/* An empty screen of that size. */
void screen_init(Screen *s, int rows, int columns);

/* Frees what the screen owns. */
void screen_free(Screen *s);

/* Another size; what is written stays. */
void screen_resize(Screen *s, int rows, int columns);

/* Writes bytes of the program. Fails the test at an escape sequence that is not known. A character outside ASCII is
 * shown as '?'. */
void screen_write(Screen *s, const char *data, size_t length);

/* A line without the blanks at its end, valid until the next call; "" when there is none. */
const char *screen_line(const Screen *s, int line, char text[SCREEN_COLUMNS_MAX + 1]);

#endif
