/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arguments of `go`. */
#ifndef BUSHKA_PROTOCOL_GO_H
#define BUSHKA_PROTOCOL_GO_H

#include "core/perft.h"
#include "search/search.h"
#include "system/words.h"

/* Limits of what is accepted: positions, and milliseconds. */
#define GO_NODES_MAX INT64_C(1000000000000000000)
#define GO_TIME_MAX INT64_C(1000000000000)

enum { GO_MOVES_TO_GO_MAX = 10000, GO_MATE_MAX = SEARCH_PLY_MAX / 2 };

/* What a `go` asks for. Start it with go_init() and end it with go_free(); do not copy it by assignment. */
typedef struct GoRequest {
    bool is_perft;
    PerftOptions perft;  /* when is_perft */
    SearchLimits limits; /* otherwise; limits.moves points to moves below */
    MoveList moves;      /* of searchmoves */
} GoRequest;

/* An empty request. */
void go_init(GoRequest *r);

/* Frees what the request owns. */
void go_free(GoRequest *r);

/* Reads the arguments for a search of that position. Every word must be right: an unknown one, one given twice, a
 * number out of range or an illegal move is an error. */
ErrorCode go_parse(Words *arguments, const Position *p, GoRequest *r, Error *e);

#endif
