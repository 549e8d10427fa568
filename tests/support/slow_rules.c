/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "support/slow_rules.h"

#include <stddef.h>

#include "core/square.h"
#include "support/move_sets.h"

/* Columns and rows of the larger board, with an edge of light squares all around. */
enum { COLUMNS = 13, ROWS = 12 };

/* What a square holds, as the side to move sees it. */
typedef enum Cell { OUTSIDE = 0, VACANT, OWN_MAN, OWN_KING, ENEMY_MAN, ENEMY_KING } Cell;

/* A step on the board. */
typedef struct Way {
    int column;
    int row;
} Way;

static const Way WAYS[] = {{-1, 1}, {1, 1}, {-1, -1}, {1, -1}};
enum { WAY_COUNT = 4 };

/* A place on the board. */
typedef struct Place {
    int column;
    int row;
} Place;

typedef struct Board {
    Cell cell[COLUMNS][ROWS];
    bool taken[COLUMNS][ROWS]; /* by the capture under way */
    const Variant *variant;
    int forward; /* the change of row that is forward for the side to move */
    Place start; /* where the capturing piece started */
    MoveKind kind;
    long steps_left;
    bool too_many;
    MoveList *list;
} Board;

static Place place_next(Place a, Way w)
{
    const Place b = {a.column + w.column, a.row + w.row};
    return b;
}

static Cell look(const Board *b, Place a)
{
    return b->cell[a.column][a.row];
}

static bool is_enemy(Cell c)
{
    return c == ENEMY_MAN || c == ENEMY_KING;
}

static bool is_forward(const Board *b, Way w)
{
    return w.row == b->forward;
}

static Square square_of(const Board *b, Place a)
{
    return square_at(b->variant, a.column, a.row);
}

static Cell cell_of(const Position *p, Bitboard square)
{
    if ((p->men[p->side] & square) != 0) {
        return OWN_MAN;
    }
    if ((p->kings[p->side] & square) != 0) {
        return OWN_KING;
    }
    if ((p->men[other(p->side)] & square) != 0) {
        return ENEMY_MAN;
    }
    return (p->kings[other(p->side)] & square) != 0 ? ENEMY_KING : VACANT;
}

static void copy_board(Board *b, const Position *p, long max_steps, MoveList *list)
{
    const Board empty = {.variant = p->variant,
                         .forward = p->side == WHITE ? 1 : -1,
                         .kind = MOVE_NONE,
                         .steps_left = max_steps,
                         .list = list};
    *b = empty;
    for (int column = 1; column <= p->variant->files; column++) {
        for (int row = 1; row <= p->variant->rows; row++) {
            if ((column + row) % 2 == 0) {
                b->cell[column][row] = cell_of(p, bit(square_at(p->variant, column, row)));
            }
        }
    }
}

static void add(Board *b, MoveKind kind, Place from, Place to, Bitboard taken)
{
    const Move m = {.taken = taken, .from = square_of(b, from), .to = square_of(b, to), .kind = (uint8_t)kind};
    move_list_add(b->list, m);
}

/* Walks from a man over the unbroken row of its own men, itself included, to the first square that holds none;
 * returns the number of men walked over. */
static int walk_row(const Board *b, Place man, Way w, Place *front)
{
    int men = 0;
    for (*front = man; look(b, *front) == OWN_MAN; *front = place_next(*front, w)) {
        men++;
    }
    return men;
}

/* "A man moves one square forward ... a line of men moves as a whole one square forward along the line". */
static void man_moves(Board *b, Place man)
{
    for (int i = 0; i < WAY_COUNT; i++) {
        Place front;
        const int men = walk_row(b, man, WAYS[i], &front);
        if (is_forward(b, WAYS[i]) && look(b, front) == VACANT) {
            add(b, men == 1 ? MOVE_MAN : MOVE_LINE, man, front, 0);
        }
    }
}

/* "A king slides any distance, forward or backward, along vacant squares of a line." */
static void king_moves(Board *b, Place king)
{
    for (int i = 0; i < WAY_COUNT; i++) {
        for (Place to = place_next(king, WAYS[i]); look(b, to) == VACANT; to = place_next(to, WAYS[i])) {
            add(b, MOVE_KING, king, to, 0);
        }
    }
}

/* "A line of two or more men moves one square along its own line, forward or backward, if the square in front of
 * its head is vacant and the square beyond holds an enemy piece." */
static void linear_captures(Board *b, Place man)
{
    for (int i = 0; i < WAY_COUNT; i++) {
        Place front;
        const int men = walk_row(b, man, WAYS[i], &front);
        if (men < 2 || look(b, front) != VACANT) {
            continue;
        }
        Place enemy = place_next(front, WAYS[i]);
        Bitboard taken = 0;
        if (look(b, enemy) == ENEMY_KING) {
            taken = bit(square_of(b, enemy));
        }
        for (; look(b, enemy) == ENEMY_MAN; enemy = place_next(enemy, WAYS[i])) {
            taken |= bit(square_of(b, enemy));
        }
        if (taken != 0) {
            add(b, MOVE_LINEAR_CAPTURE, man, front, taken);
        }
    }
}

/* Where a man on `from` captures in that way: one step, the enemy right beyond. */
static bool man_approach(const Board *b, Place from, Way w, bool moving, Place *to, Place *enemy)
{
    const Place behind = {from.column - w.column, from.row - w.row};
    *to = place_next(from, w);
    *enemy = place_next(*to, w);
    const bool isolated = moving || look(b, behind) != OWN_MAN;
    return isolated && look(b, *to) == VACANT && is_enemy(look(b, *enemy)) && !b->taken[enemy->column][enemy->row];
}

/* Where a king on `from` captures in that way: along vacant squares, at least one, up to the piece it meets. */
static bool king_approach(const Board *b, Place from, Way w, Place *to, Place *enemy)
{
    int slid = 0;
    *to = from;
    for (*enemy = place_next(from, w); look(b, *enemy) == VACANT; *enemy = place_next(*enemy, w)) {
        *to = *enemy;
        slid++;
    }
    return slid >= 1 && is_enemy(look(b, *enemy)) && !b->taken[enemy->column][enemy->row];
}

/* Follows every route of the capturing piece, which has come to `at` with `taken` taken. Its start square is
 * vacant by now, and what it has taken still stands. */
static void follow_routes(Board *b, Place at, Bitboard taken)
{
    bool ended = true;
    for (int i = 0; i < WAY_COUNT; i++) {
        Place to;
        Place enemy;
        const bool approach = b->kind == MOVE_MAN_CAPTURE ? man_approach(b, at, WAYS[i], taken != 0, &to, &enemy)
                                                          : king_approach(b, at, WAYS[i], &to, &enemy);
        if (!approach) {
            continue;
        }
        ended = false;
        if (b->steps_left == 0) {
            b->too_many = true;
            return;
        }
        b->steps_left--;
        b->taken[enemy.column][enemy.row] = true;
        follow_routes(b, to, taken | bit(square_of(b, enemy)));
        b->taken[enemy.column][enemy.row] = false;
    }
    if (ended && taken != 0) {
        add(b, b->kind, b->start, at, taken);
    }
}

static void piece_captures(Board *b, Place piece)
{
    const Cell cell = look(b, piece);
    b->start = piece;
    b->kind = cell == OWN_MAN ? MOVE_MAN_CAPTURE : MOVE_KING_CAPTURE;
    b->cell[piece.column][piece.row] = VACANT;
    follow_routes(b, piece, 0);
    b->cell[piece.column][piece.row] = cell;
}

/* Calls `men` for every man and `kings` for every king of the side to move; either may be NULL. */
static void for_pieces(Board *b, void (*men)(Board *, Place), void (*kings)(Board *, Place))
{
    for (int column = 0; column < COLUMNS; column++) {
        for (int row = 0; row < ROWS; row++) {
            const Place a = {column, row};
            if (men != NULL && look(b, a) == OWN_MAN) {
                men(b, a);
            } else if (kings != NULL && look(b, a) == OWN_KING) {
                kings(b, a);
            }
        }
    }
}

/* "Only those that take the greatest number of pieces are legal." */
static void keep_majority(MoveList *list)
{
    int most = 0;
    int kept = 0;
    for (int i = 0; i < list->count; i++) {
        const int taken = popcount(list->moves[i].taken);
        most = taken > most ? taken : most;
    }
    for (int i = 0; i < list->count; i++) {
        if (popcount(list->moves[i].taken) == most) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}

/* "Two routes with the same start, the same end and the same set of taken pieces are one move." */
static void join_routes(MoveList *list)
{
    int kept = 0;
    sort_moves(list);
    for (int i = 0; i < list->count; i++) {
        if (kept == 0 || !move_equal(list->moves[kept - 1], list->moves[i])) {
            list->moves[kept++] = list->moves[i];
        }
    }
    list->count = kept;
}

bool slow_legal(const Position *p, long max_steps, MoveList *list)
{
    Board b;
    copy_board(&b, p, max_steps, list);
    for_pieces(&b, linear_captures, NULL);
    if (list->count == 0) {
        for_pieces(&b, piece_captures, piece_captures);
    }
    if (list->count == 0 && !b.too_many) {
        for_pieces(&b, man_moves, king_moves);
    }
    keep_majority(list);
    join_routes(list);
    return !b.too_many && !list->failed;
}
