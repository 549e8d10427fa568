/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/notation_parse.h"

#include "core/movegen.h"
#include "core/notation_refuse.h"
#include "core/piece_capture.h"
#include "core/square.h"

enum {
    SYMBOLS_MAX = 2 * ROUTE_MAX, /* letters and digits in the longest route */
    SQUARE_SYMBOLS = 2,
    SHORT_SYMBOLS = 3 /* along one line: f25 or gf5 */
};

/* The letters and digits of a word without its signs. */
typedef struct Symbols {
    char symbol[SYMBOLS_MAX];
    bool sign_before[SYMBOLS_MAX]; /* a '-' or 'x' stands before that symbol */
    int count;
} Symbols;

static bool is_letter(char c)
{
    return c >= 'a' && c <= 'z';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

#define EXAMPLES "a move looks like f2f5, f2-f5, f25, hxe4, d6xe6xe5 or d6e5x"

/* Reports that the word is not a move, `why` saying what is wrong. */
static ErrorCode fail_syntax(const MoveWord *w, const char *why, Error *e)
{
    return error_set(e, ERROR_SYNTAX, "%s: %s; " EXAMPLES, w->excerpt.text, why);
}

/* Separates the letters and digits of the word from its signs, and notes whether one of these is an x. */
static ErrorCode split(const char *text, size_t length, MoveWord *w, Symbols *s, Error *e)
{
    bool sign = false;
    s->count = 0;
    for (size_t i = 0; i < length; i++) {
        const char c = text[i];
        if (c == 'x' || c == '-') {
            if (sign || s->count == 0) {
                return fail_syntax(w, "a '-' or 'x' stands where a square is expected", e);
            }
            sign = true;
            w->capture = w->capture || c == 'x';
            continue;
        }
        if (c >= 'A' && c <= 'Z') {
            return fail_syntax(w, "capital letters are not used in moves", e);
        }
        if (!is_letter(c) && !is_digit(c)) {
            return fail_syntax(w, "it contains a character that no move has", e);
        }
        if (s->count == SYMBOLS_MAX) {
            return fail_syntax(w, "it has more squares than any move", e);
        }
        s->sign_before[s->count] = sign;
        s->symbol[s->count++] = c;
        sign = false;
    }
    if (text[length - 1] == '-') {
        return fail_syntax(w, "a square is missing after '-'", e);
    }
    return ERROR_NONE;
}

/* Adds the square of that letter and digit to the word. */
static ErrorCode add_square(const Variant *v, MoveWord *w, char letter, char digit, Error *e)
{
    const char name[SQUARE_NAME_SIZE] = {letter, digit, '\0'};
    const Square s = square_parse(v, name);
    if (s == SQUARE_NONE) {
        return error_set(e, ERROR_SQUARE, "%s: %s is not a square of the board %s", w->excerpt.text, name, v->name);
    }
    w->from = w->count == 0 ? s : w->from;
    w->to = s;
    w->squares[w->count++] = s;
    return ERROR_NONE;
}

/* True when the symbols are squares (a letter and a digit each) with no sign inside a square. */
static bool is_squares(const Symbols *s)
{
    bool good = s->count % SQUARE_SYMBOLS == 0;
    for (int i = 0; good && i < s->count; i++) {
        const bool digit = i % SQUARE_SYMBOLS != 0;
        good = digit ? is_digit(s->symbol[i]) && !s->sign_before[i] : is_letter(s->symbol[i]);
    }
    return good;
}

/* Turns the symbols into squares, in whichever form they come. */
static ErrorCode read_squares(const Variant *v, const Symbols *s, MoveWord *w, Error *e)
{
    const char *const c = s->symbol;
    if (is_squares(s)) {
        ErrorCode code = ERROR_NONE;
        for (int i = 0; i < s->count && code == ERROR_NONE; i += SQUARE_SYMBOLS) {
            code = add_square(v, w, c[i], c[i + 1], e);
        }
        if (code != ERROR_NONE || w->count > 1) {
            return code;
        }
        if (!w->capture) { /* an x of a single square can stand only at the end */
            return fail_syntax(w, "a single square is a move only for a capture that returns to it, as in f6x", e);
        }
        w->squares[w->count++] = w->from;
        return ERROR_NONE;
    }
    const bool three = s->count == SHORT_SYMBOLS && is_letter(c[0]) && is_digit(c[2]);
    const bool one_letter = three && is_digit(c[1]) && !s->sign_before[1];  /* f25, g3x5 */
    const bool one_number = three && is_letter(c[1]) && !s->sign_before[2]; /* gf5, hxe4 */
    if (!one_letter && !one_number) {
        return fail_syntax(w, "it is not a move", e);
    }
    const ErrorCode code = add_square(v, w, c[0], one_letter ? c[1] : c[2], e);
    return code != ERROR_NONE ? code : add_square(v, w, one_letter ? c[0] : c[1], c[2], e);
}

/* Reads the word into squares. */
static ErrorCode read_word(const Variant *v, const char *text, size_t length, MoveWord *w, Error *e)
{
    Symbols symbols;
    *w = (MoveWord){.excerpt = error_excerpt(text, length), .count = 0, .capture = false};
    while (length > 0 && (text[length - 1] == '!' || text[length - 1] == '?')) {
        length--;
    }
    if (length == 0) {
        return error_set(e, ERROR_SYNTAX, "a move is missing; " EXAMPLES);
    }
    const ErrorCode code = split(text, length, w, &symbols, e);
    return code != ERROR_NONE ? code : read_squares(v, &symbols, w, e);
}

/* Matches the word with the legal moves. */
static ErrorCode match(const Position *p, const MoveWord *w, const MoveList *legal, Move *m, Error *e)
{
    /* Landing squares determine what is taken, so only a word of two squares can fit several moves. */
    const Bitboard taken = piece_capture_follow(p, w->squares, w->count);
    const Move *found = NULL;
    for (int i = 0; i < legal->count; i++) {
        if (!move_word_fits(w, taken, legal->moves[i])) {
            continue;
        }
        if (found != NULL) {
            return notation_refuse_ambiguous(p, w, legal, e);
        }
        found = &legal->moves[i];
    }
    if (found == NULL) {
        return notation_refuse(p, w, legal, e);
    }
    if (w->capture && !move_is_capture(*found)) {
        return notation_refuse_capture_sign(p, w, *found, e);
    }
    *m = *found;
    return error_clear(e);
}

ErrorCode notation_parse(const Position *p, const char *text, size_t length, Move *m, Error *e)
{
    MoveWord word;
    ErrorCode code = read_word(p->variant, text, length, &word, e);
    if (code != ERROR_NONE) {
        return code;
    }
    MoveList legal;
    move_list_init(&legal);
    movegen_legal(p, &legal);
    code = legal.failed ? error_set(e, ERROR_MEMORY, "not enough memory to list the legal moves")
                        : match(p, &word, &legal, m, e);
    move_list_free(&legal);
    return code;
}
