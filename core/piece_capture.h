/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Piece captures: all the ways in which a man or a king takes one piece after another (RULES "Captures", 2 and 3), and
 * their routes, which notation needs. Linear captures are in linear_capture.h. */
#ifndef BUSHKA_CORE_PIECE_CAPTURE_H
#define BUSHKA_CORE_PIECE_CAPTURE_H

#include "core/sides.h"

/* Squares in the longest route: the start and one landing square for each piece taken. */
enum { ROUTE_MAX = 51 };

/* Fills the empty list with the piece captures of the side to move that take the greatest number of pieces, each
 * different (start, end, taken set) once. Linear captures are not considered. If memory runs out the list is marked as
 * failed. */
void piece_capture_generate(const Sides *s, MoveList *list);

/* The most routes listed of one capture; in play there are hardly ever more than two. */
enum { PIECE_CAPTURE_ROUTES_MAX = 32 };

/* Routes of one piece capture. All of them have the same number of squares, the start first. */
typedef struct PieceCaptureRoutes {
    int count;  /* routes */
    int length; /* squares of each, 2 to ROUTE_MAX */
    Square route[PIECE_CAPTURE_ROUTES_MAX][ROUTE_MAX];
} PieceCaptureRoutes;

/* Fills *routes with the routes of the piece capture m, in the order of Direction, at most
 * PIECE_CAPTURE_ROUTES_MAX of them. Its count is 0 when m is not a piece capture of p. */
void piece_capture_routes(const Position *p, Move m, PieceCaptureRoutes *routes);

/* The set of pieces that the side to move takes along the given landing squares, the start first, or 0 when this is not
 * a sequence of capturing steps. Does not check whether the capture is complete or legal. */
Bitboard piece_capture_follow(const Position *p, const Square *route, int count);

#endif
