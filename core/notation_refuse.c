/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/notation_refuse.h"

#include <stdio.h>

#include "core/notation.h"
#include "core/square.h"

/* How many moves a message names at most. */
enum { CANDIDATES_MAX = 5 };

static const char *const COLOR_WORD[COLOR_COUNT] = {"White", "Black"};

/* A square's name as a value, for messages. */
typedef struct Name {
    char text[SQUARE_NAME_SIZE];
} Name;

static Name name_of(Square s)
{
    Name name = {""};
    square_name(s, name.text);
    return name;
}

/* Reports an illegal word with its reason. */
#define REFUSE(w, e, format, ...) error_set(e, ERROR_ILLEGAL, "%s: " format, (w)->excerpt.text, __VA_ARGS__)

/* A list of moves in formal notation for a message, which error_set() cuts short if it is too long. */
typedef struct Candidates {
    char text[(CANDIDATES_MAX + 1) * NOTATION_SIZE];
    size_t length;
    int count;
} Candidates;

static void candidates_add(Candidates *c, const Position *p, Move m)
{
    char move[NOTATION_SIZE] = "...";
    if (c->count < CANDIDATES_MAX) {
        notation_print(p, m, NOTATION_FORMAL, move);
    }
    if (c->count <= CANDIDATES_MAX) {
        c->length +=
            (size_t)snprintf(c->text + c->length, sizeof c->text - c->length, "%s%s", c->count > 0 ? ", " : "", move);
    }
    c->count++;
}

/* Names legal moves, those of the piece on `from` first: they are the likeliest to be meant. */
static void candidates_of(Candidates *c, const Position *p, const MoveList *legal, Square from)
{
    *c = (Candidates){.text = "", .length = 0, .count = 0};
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < legal->count; i++) {
            if ((legal->moves[i].from == from) == (pass == 0)) {
                candidates_add(c, p, legal->moves[i]);
            }
        }
    }
}

ErrorCode notation_refuse_ambiguous(const Position *p, const MoveWord *w, const MoveList *legal, Error *e)
{
    Candidates c = {.text = "", .length = 0, .count = 0};
    for (int i = 0; i < legal->count; i++) {
        if (move_word_fits(w, 0, legal->moves[i])) {
            candidates_add(&c, p, legal->moves[i]);
        }
    }
    return error_set(e, ERROR_AMBIGUOUS, "%s is ambiguous, name every square: %s", w->excerpt.text, c.text);
}

ErrorCode notation_refuse_capture_sign(const Position *p, const MoveWord *w, Move m, Error *e)
{
    char plain[NOTATION_SIZE];
    notation_print(p, m, NOTATION_FORMAL, plain);
    return REFUSE(w, e, "the move takes nothing, so it is %s without an x", plain);
}

/* The squares between two squares of one line, and the direction that leads to the second; false when no line
 * leads there. */
static bool line_between(const Variant *v, Square from, Square to, Direction *d, Bitboard *between)
{
    for (int i = 0; i < DIRECTION_COUNT; i++) {
        if ((v->ray[i][from] & bit(to)) != 0) {
            *d = (Direction)i;
            *between = v->ray[i][from] & v->ray[opposite((Direction)i)][to];
            return true;
        }
    }
    return false;
}

/* The nearest of the squares, which lie ahead in direction d. */
static Square nearest(Bitboard squares, Direction d)
{
    return d <= DIR_NE ? lowest(squares) : highest(squares);
}

/* True when the word has the form of a linear capture. */
static bool is_linear_capture(const Position *p, const MoveWord *w)
{
    const Bitboard men = p->men[p->side];
    Direction d;
    Bitboard between;
    return w->count == 2 && (men & bit(w->from)) != 0 && line_between(p->variant, w->from, w->to, &d, &between) &&
           between != 0 && (between & ~men) == 0 && (position_vacant(p) & bit(w->to)) != 0 &&
           (step(bit(w->to), d) & position_pieces(p, other(p->side))) != 0;
}

/* Refuses a word in a position with captures. */
static ErrorCode refuse_for_capture(const Position *p, const MoveWord *w, const MoveList *legal, Error *e)
{
    const Move first = legal->moves[0];
    const bool linear = first.kind == MOVE_LINEAR_CAPTURE;
    const bool takes = piece_capture_follow(p, w->squares, w->count) != 0;
    Candidates c;
    candidates_of(&c, p, legal, w->from);
    if (linear ? is_linear_capture(p, w) : takes) {
        return REFUSE(w, e, "another capture takes more pieces (%d): %s", popcount(first.taken), c.text);
    }
    if (linear && (w->count > 2 || w->capture || takes)) {
        return REFUSE(w, e, "a linear capture has precedence: %s", c.text);
    }
    if (w->count > 2) {
        int good = 1;
        while (piece_capture_follow(p, w->squares, good + 1) != 0) {
            good++;
        }
        return REFUSE(w, e, "nothing is taken from %s to %s; the captures are: %s", name_of(w->squares[good - 1]).text,
                      name_of(w->squares[good]).text, c.text);
    }
    if (w->capture) {
        return REFUSE(w, e, "it is none of the captures: %s", c.text);
    }
    return REFUSE(w, e, "a capture is compulsory: %s", c.text);
}

/* Refuses a move to an occupied square: the user may have named the head of the line to move instead of the square in
 * front. */
static ErrorCode refuse_occupied(const Position *p, const MoveWord *w, const MoveList *legal, Error *e)
{
    const Name to = name_of(w->to);
    for (int i = 0; i < legal->count; i++) {
        const Move m = legal->moves[i];
        Direction d;
        Bitboard between;
        if (m.from == w->from && line_between(p->variant, m.from, m.to, &d, &between) && (between & bit(w->to)) != 0) {
            char move[NOTATION_SIZE];
            notation_print(p, m, NOTATION_FORMAL, move);
            return REFUSE(w, e, "%s is occupied; to move the line: %s", to.text, move);
        }
    }
    return REFUSE(w, e, "%s is occupied", to.text);
}

/* Refuses a word in a position without captures. */
static ErrorCode refuse_plain(const Position *p, const MoveWord *w, const MoveList *legal, Error *e)
{
    const Square from = w->from, to = w->to;
    const Bitboard occupied = position_occupied(p);
    Direction d;
    Bitboard between;
    if (w->count > 2) {
        return REFUSE(w, e, "only a capture has more than two squares, and %s has none", COLOR_WORD[p->side]);
    }
    if (from == to) {
        return REFUSE(w, e, "only a capture can end where it began, and %s has none", COLOR_WORD[p->side]);
    }
    if ((occupied & bit(to)) != 0) {
        return refuse_occupied(p, w, legal, e);
    }
    if (!line_between(p->variant, from, to, &d, &between)) {
        return REFUSE(w, e, "no line leads from %s to %s", name_of(from).text, name_of(to).text);
    }
    if ((p->kings[p->side] & bit(from)) != 0) {
        return REFUSE(w, e, "the way is blocked on %s", name_of(nearest(between & occupied, d)).text);
    }
    if (d != reach_forward(p->side, 0) && d != reach_forward(p->side, 1)) {
        return REFUSE(w, e, "the man on %s moves backward only to capture, and %s has no capture", name_of(from).text,
                      COLOR_WORD[p->side]);
    }
    return REFUSE(w, e, "a man moves one square, or over an unbroken row of its own side, and there is none on %s",
                  name_of(nearest(between & ~p->men[p->side], d)).text);
}

ErrorCode notation_refuse(const Position *p, const MoveWord *w, const MoveList *legal, Error *e)
{
    if (legal->count == 0) {
        return error_set(e, ERROR_GAME_OVER, "%s: %s has no legal move and has lost", w->excerpt.text,
                         COLOR_WORD[p->side]);
    }
    if ((position_pieces(p, p->side) & bit(w->from)) == 0) {
        return REFUSE(w, e, "%s is to move and has no piece on %s", COLOR_WORD[p->side], name_of(w->from).text);
    }
    return move_is_capture(legal->moves[0]) ? refuse_for_capture(p, w, legal, e) : refuse_plain(p, w, legal, e);
}
