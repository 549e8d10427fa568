/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/fen.h"

#include <string.h>

#include "core/square.h"

enum { SQUARE_LENGTH = SQUARE_NAME_SIZE - 1, LETTER_LINES = 10, NUMBER_LINES = 10 };

static const char COLOR_LETTER[COLOR_COUNT] = {'W', 'B'};
static const char *const COLOR_WORD[COLOR_COUNT] = {"white", "black"};

/* A FEN being read. */
typedef struct FenReader {
    const char *text;
    const char *at; /* the next character */
    Position position;
    Error *error;
} FenReader;

/* Reports that something else was expected at the current character. */
static ErrorCode fail_syntax(const FenReader *r, const char *expected)
{
    if (*r->at == '\0') {
        return error_set(r->error, ERROR_SYNTAX, "the FEN ends too early: expected %s", expected);
    }
    return error_set(r->error, ERROR_SYNTAX, "FEN character %zu: expected %s, found '%s'",
                     (size_t)(r->at - r->text) + 1, expected, error_excerpt(r->at, strlen(r->at)).text);
}

/* Consumes the character if it comes next. */
static bool take(FenReader *r, char c)
{
    if (*r->at != c) {
        return false;
    }
    r->at++;
    return true;
}

static bool take_color(FenReader *r, Color *c)
{
    *c = *r->at == COLOR_LETTER[BLACK] ? BLACK : WHITE;
    return take(r, COLOR_LETTER[*c]);
}

static bool ends_side(const FenReader *r)
{
    return *r->at == ':' || *r->at == '\0';
}

/* Reads one piece, such as f2 or Kf2, and puts it on the board. */
static ErrorCode read_piece(FenReader *r, Color c)
{
    const Variant *const v = r->position.variant;
    const bool king = *r->at == 'K';
    const char *const name = r->at + (king ? 1 : 0);
    if (name[0] < 'a' || name[0] > 'z' || name[1] < '0' || name[1] > '9') {
        return fail_syntax(r, "a square such as f2, or Kf2 for a king");
    }
    const Square s = square_parse(v, name);
    if (s == SQUARE_NONE) {
        return error_set(r->error, ERROR_SQUARE, "%.*s is not a square of the board %s", SQUARE_LENGTH, name, v->name);
    }
    if ((position_occupied(&r->position) & bit(s)) != 0) {
        return error_set(r->error, ERROR_DUPLICATE, "%.*s is named twice: a square holds one piece", SQUARE_LENGTH,
                         name);
    }
    if (!king && (v->promotion[c] & bit(s)) != 0) {
        return error_set(r->error, ERROR_PROMOTION,
                         "a %s man on %.*s would have become a king there: write K%.*s for a king", COLOR_WORD[c],
                         SQUARE_LENGTH, name, SQUARE_LENGTH, name);
    }
    position_put(&r->position, c, king, s);
    r->at = name + SQUARE_LENGTH;
    return ERROR_NONE;
}

/* Reads the pieces of one side up to the next colon or the end. */
static ErrorCode read_pieces(FenReader *r, Color c)
{
    if (ends_side(r)) {
        return ERROR_NONE;
    }
    do {
        const ErrorCode code = read_piece(r, c);
        if (code != ERROR_NONE) {
            return code;
        }
    } while (take(r, ','));
    return ends_side(r) ? ERROR_NONE : fail_syntax(r, "',' or ':' or the end after a square");
}

/* Reads the whole FEN. */
static ErrorCode read_fen(FenReader *r)
{
    bool seen[COLOR_COUNT] = {false, false};
    Color side, c;
    if (!take_color(r, &side)) {
        return fail_syntax(r, "the side to move, W or B");
    }
    for (int i = 0; i < COLOR_COUNT; i++) {
        if (!take(r, ':')) {
            return fail_syntax(r, i == 0 ? "':' after the side to move" : "':' and the pieces of the other side");
        }
        if (!take_color(r, &c)) {
            return fail_syntax(r, "W or B before the pieces of that side");
        }
        if (seen[c]) {
            return error_set(r->error, ERROR_SYNTAX, "the pieces of %c are given twice: expected those of %c",
                             COLOR_LETTER[c], COLOR_LETTER[other(c)]);
        }
        seen[c] = true;
        const ErrorCode code = read_pieces(r, c);
        if (code != ERROR_NONE) {
            return code;
        }
    }
    if (*r->at != '\0') {
        return fail_syntax(r, "the end");
    }
    position_set_side(&r->position, side);
    return ERROR_NONE;
}

ErrorCode fen_parse(const Variant *v, const char *text, Position *p, Error *e)
{
    FenReader r = {.text = text, .at = text, .position = position_empty(v), .error = e};
    const ErrorCode code = read_fen(&r);
    if (code != ERROR_NONE) {
        return code;
    }
    *p = r.position;
    return error_clear(e);
}

int fen_print(const Position *p, char text[FEN_SIZE])
{
    char *at = text;
    *at++ = COLOR_LETTER[p->side];
    for (int c = 0; c < COLOR_COUNT; c++) {
        *at++ = ':';
        *at++ = COLOR_LETTER[c];
        for (int i = 0; i < LETTER_LINES * NUMBER_LINES; i++) {
            /* 1 to 9 before 0 */
            const char name[] = {(char)('a' + i / NUMBER_LINES), (char)('0' + (i + 1) % NUMBER_LINES)};
            const Square s = square_parse(p->variant, name);
            if (s == SQUARE_NONE || (position_pieces(p, (Color)c) & bit(s)) == 0) {
                continue;
            }
            if (at[-1] != COLOR_LETTER[c]) { /* not the first */
                *at++ = ',';
            }
            if ((p->kings[c] & bit(s)) != 0) {
                *at++ = 'K';
            }
            *at++ = name[0];
            *at++ = name[1];
        }
    }
    *at = '\0';
    return (int)(at - text);
}
