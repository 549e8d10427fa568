/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/notation.h"

#include "core/movegen.h"
#include "core/piece_capture.h"
#include "core/square.h"

enum { LETTER = 0, DIGIT = 1, NO_SIGN = 0 };

/* Writes all squares of the move with `sign` (or nothing for NO_SIGN) between them. */
static int print_squares(const Position *p, Move m, char sign, char *text)
{
    const Square ends[] = {m.from, m.to};
    PieceCaptureRoutes routes;
    piece_capture_routes(p, m, &routes); /* none for other moves */
    const Square *const route = routes.count > 0 ? routes.route[0] : ends;
    const int count = routes.count > 0 ? routes.length : 2;
    char *at = text;
    for (int i = 0; i < count; i++) {
        if (i > 0 && sign != NO_SIGN) {
            *at++ = sign;
        }
        square_name(route[i], at);
        at += SQUARE_NAME_SIZE - 1;
    }
    *at = '\0';
    return (int)(at - text);
}

/* True when no other legal move has the start and end of m. */
static bool is_unique(const Position *p, Move m)
{
    /* Only captures of several pieces can reach the same end by different ways. */
    if (!has_several(m.taken) || !move_is_piece_capture(m)) {
        return true;
    }
    MoveList legal;
    move_list_init(&legal);
    movegen_legal(p, &legal);
    int fits = 0;
    for (int i = 0; i < legal.count; i++) {
        fits += legal.moves[i].from == m.from && legal.moves[i].to == m.to ? 1 : 0;
    }
    const bool unique = fits == 1 && !legal.failed;
    move_list_free(&legal);
    return unique;
}

/* Writes start and end, along one line only what changes (RULES "Notation", short). */
static int print_short(Move m, char *text)
{
    char from[SQUARE_NAME_SIZE];
    char to[SQUARE_NAME_SIZE];
    char *at = text;
    square_name(m.from, from);
    square_name(m.to, to);
    const bool between = m.kind == MOVE_LINEAR_CAPTURE;
    const bool one_letter = from[LETTER] == to[LETTER];
    const bool one_number = from[DIGIT] == to[DIGIT];

    *at++ = from[LETTER];
    if (one_letter || !one_number) {
        *at++ = from[DIGIT];
    }
    if (between) {
        *at++ = 'x';
    }
    if (!one_letter) {
        *at++ = to[LETTER];
    }
    if (!(one_letter && one_number)) {
        *at++ = to[DIGIT];
    }
    if (move_is_capture(m) && !between) {
        *at++ = 'x';
    }
    *at = '\0';
    return (int)(at - text);
}

int notation_print(const Position *p, Move m, NotationStyle style, char text[NOTATION_SIZE])
{
    if (style == NOTATION_COORDINATE) {
        return print_squares(p, m, NO_SIGN, text);
    }
    if (style == NOTATION_SHORT && is_unique(p, m)) {
        return print_short(m, text);
    }
    return print_squares(p, m, move_is_capture(m) ? 'x' : '-', text);
}
