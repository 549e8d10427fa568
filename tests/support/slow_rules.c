/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/slow_rules.h"

#include <stdlib.h>

#include "core/square.h"

/* The larger board with an edge of light squares all around, row by row. */
enum { WIDTH = 13, CELLS = WIDTH * 12 };

/* What a square holds, as the side to move sees it. Light squares, too, are OUTSIDE. */
typedef enum Cell { OUTSIDE = 0, VACANT, OWN_MAN, OWN_KING, ENEMY_MAN, ENEMY_KING } Cell;

/* The steps to the next square: the first two lead upward, the others downward. */
static const int STEPS[] = {WIDTH - 1, WIDTH + 1, -WIDTH - 1, -WIDTH + 1};
enum { STEP_COUNT = 4 };

typedef struct Board {
    Cell cell[CELLS];
    Square square[CELLS];
    bool taken[CELLS]; /* by the capture under way */
    bool upward;       /* is forward for the side to move */
    int start;         /* where the capturing piece started */
    MoveKind kind;
    MoveList *list;
} Board;

static bool is_enemy(Cell c)
{
    return c == ENEMY_MAN || c == ENEMY_KING;
}

static Cell cell_of(const Position *p, Bitboard square)
{
    const bool king = ((p->kings[WHITE] | p->kings[BLACK]) & square) != 0;
    if ((position_pieces(p, p->side) & square) != 0) {
        return king ? OWN_KING : OWN_MAN;
    }
    if ((position_pieces(p, other(p->side)) & square) != 0) {
        return king ? ENEMY_KING : ENEMY_MAN;
    }
    return VACANT;
}

static void add(const Board *b, MoveKind kind, int from, int to, Bitboard taken)
{
    const Move m = {.taken = taken, .from = b->square[from], .to = b->square[to], .kind = (uint8_t)kind};
    move_list_add(b->list, m);
}

/* The first square after the unbroken row of own men that begins with this man. */
static int front_of(const Board *b, int man, int step)
{
    while (b->cell[man] == OWN_MAN) {
        man += step;
    }
    return man;
}

/* "A man moves one square forward ... a line of men moves as a whole one square forward along the line", and "a king
 * slides any distance, forward or backward, along vacant squares of a line". */
static void quiet_moves(const Board *b, int from)
{
    for (int i = 0; i < STEP_COUNT; i++) {
        const bool forward = (i < 2) == b->upward;
        const int front = front_of(b, from, STEPS[i]);
        if (b->cell[from] == OWN_MAN && forward && b->cell[front] == VACANT) {
            add(b, front == from + STEPS[i] ? MOVE_MAN : MOVE_LINE, from, front, 0);
        }
        for (int to = from + STEPS[i]; b->cell[from] == OWN_KING && b->cell[to] == VACANT; to += STEPS[i]) {
            add(b, MOVE_KING, from, to, 0);
        }
    }
}

/* "A line of two or more men moves one square along its own line, forward or backward, if the square in front of
 * its head is vacant and the square beyond holds an enemy piece." */
static void linear_captures(const Board *b, int man)
{
    for (int i = 0; i < STEP_COUNT; i++) {
        const int front = front_of(b, man, STEPS[i]);
        if (front == man || front == man + STEPS[i] || b->cell[front] != VACANT) {
            continue;
        }
        int enemy = front + STEPS[i];
        Bitboard taken = b->cell[enemy] == ENEMY_KING ? bit(b->square[enemy]) : 0;
        for (; b->cell[enemy] == ENEMY_MAN; enemy += STEPS[i]) {
            taken |= bit(b->square[enemy]);
        }
        if (taken != 0) {
            add(b, MOVE_LINEAR_CAPTURE, man, front, taken);
        }
    }
}

/* Where the capturing piece would stop, right before an enemy in that direction: a man after one step, the first of
 * which it cannot make as part of a line; a king after any number of steps. `moving` says whether the piece has left
 * its start. Returns 0 when it takes nothing there. */
static int approach(const Board *b, int from, int step, bool moving)
{
    int to = from + step;
    while (b->kind == MOVE_KING_CAPTURE && b->cell[to] == VACANT && b->cell[to + step] == VACANT) {
        to += step;
    }
    const bool in_line = b->kind == MOVE_MAN_CAPTURE && !moving && b->cell[from - step] == OWN_MAN;
    const bool takes = b->cell[to] == VACANT && is_enemy(b->cell[to + step]) && !b->taken[to + step];
    return takes && !in_line ? to : 0;
}

/* Follows every route of the capturing piece, which has come to `at` with `taken` taken. Its start square is already
 * vacant; the pieces taken are still on the board. */
static void follow_routes(Board *b, int at, Bitboard taken)
{
    bool ended = true;
    for (int i = 0; i < STEP_COUNT; i++) {
        const int to = approach(b, at, STEPS[i], taken != 0);
        if (to == 0) {
            continue;
        }
        const int enemy = to + STEPS[i];
        ended = false;
        b->taken[enemy] = true;
        follow_routes(b, to, taken | bit(b->square[enemy]));
        b->taken[enemy] = false;
    }
    if (ended && taken != 0) {
        add(b, b->kind, b->start, at, taken);
    }
}

static void piece_captures(Board *b, int piece)
{
    const Cell cell = b->cell[piece];
    b->start = piece;
    b->kind = cell == OWN_MAN ? MOVE_MAN_CAPTURE : MOVE_KING_CAPTURE;
    b->cell[piece] = VACANT;
    follow_routes(b, piece, 0);
    b->cell[piece] = cell;
}

static int compare_moves(const void *a, const void *b)
{
    const Move *const x = a;
    const Move *const y = b;
    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    if (x->to != y->to) {
        return x->to < y->to ? -1 : 1;
    }
    return (x->taken > y->taken) - (x->taken < y->taken);
}

void sort_moves(MoveList *list)
{
    qsort(list->moves, (size_t)list->count, sizeof(Move), compare_moves);
}

/* "Only those that take the greatest number of pieces are legal." "Two routes with the same start, the same end and the
 * same set of taken pieces are one move." */
static void keep_majority(MoveList *list)
{
    int most = 0, kept = 0;
    for (int i = 0; i < list->count; i++) {
        const int taken = popcount(list->moves[i].taken);
        most = taken > most ? taken : most;
    }
    sort_moves(list);
    for (int i = 0; i < list->count; i++) {
        const Move m = list->moves[i];
        if (popcount(m.taken) == most && (kept == 0 || !move_equal(list->moves[kept - 1], m))) {
            list->moves[kept++] = m;
        }
    }
    list->count = kept;
}

void slow_legal(const Position *p, MoveList *list)
{
    Board b = {.upward = p->side == WHITE, .list = list};
    int own[CELLS], count = 0;
    for (int i = 0; i < CELLS; i++) {
        b.square[i] = square_at(p->variant, i % WIDTH, i / WIDTH);
        b.cell[i] = b.square[i] == SQUARE_NONE ? OUTSIDE : cell_of(p, bit(b.square[i]));
        if (b.cell[i] == OWN_MAN || b.cell[i] == OWN_KING) {
            own[count++] = i;
        }
    }
    for (int i = 0; i < count; i++) {
        linear_captures(&b, own[i]);
    }
    const bool linear = list->count > 0;
    for (int i = 0; i < count && !linear; i++) {
        piece_captures(&b, own[i]);
    }
    const bool capture = list->count > 0;
    for (int i = 0; i < count && !capture; i++) {
        quiet_moves(&b, own[i]);
    }
    keep_majority(list);
}
