/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The screen of a terminal (as much of xterm as the programs use): what a person sees, and what has scrolled away. */
#ifndef BUSHKA_SUPPORT_SCREEN_H
#define BUSHKA_SUPPORT_SCREEN_H

#include <stdbool.h>
#include <stddef.h>

enum { SCREEN_COLUMNS_MAX = 400, SCREEN_LINES_MAX = 20000 };

/* A screen. Start it with screen_init() and end it with screen_free(). */
typedef struct Screen {
    char (*lines)[SCREEN_COLUMNS_MAX + 1]; /* from the first one written; padded with spaces, and a NUL */
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

/* Changes the size; the text stays. */
void screen_resize(Screen *s, int rows, int columns);

/* Takes output of the program. An unknown escape sequence fails the test; a character outside ASCII is shown as '?'. */
void screen_write(Screen *s, const char *data, size_t length);

/* Copies a line, without the spaces at its end, to text, and returns that; "" when there is no such line. */
const char *screen_line(const Screen *s, int line, char text[SCREEN_COLUMNS_MAX + 1]);

#endif
