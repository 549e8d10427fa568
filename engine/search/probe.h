/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endgame tablebases in the search. */
#ifndef BUSHKA_SEARCH_PROBE_H
#define BUSHKA_SEARCH_PROBE_H

#include "search/threads.h"

/* The bounds of a score. */
typedef struct ProbeBounds {
    Score lower, upper;
} ProbeBounds;

/* Probes the position at that ply. Returns true when it need not be searched further, with its score: `irreversible`,
 * the move that led to it cannot be taken back, so that something was achieved; or, from a root that is won or lost, a
 * side has given away the table result. */
bool probe_position(SearchThread *t, const Position *p, int ply, bool irreversible, Score *score);

/* Probes the position of a node. Returns true when the bounds then decide its window. Else they leave open how fast a
 * result is reached, or what a draw is like once a capture that is due is made. */
bool probe_node(SearchThread *t, const Node *node, ProbeBounds *bounds);

/* Probes the root of the search (s->root_wdl, root_plies, converting) and moves those of its moves to the front that
 * keep the table result: where the plies are known the fastest wins or the slowest losses, else of the wins those that
 * repeat no position of the game. A move that ends the game by repetition is a draw. Returns their number. */
int probe_filter_root_moves(Search *s, Move *moves, int count);

/* The score of a root move to report: what the tablebases say about the root counts. */
Score probe_reported_score(const Search *s, const RootMove *r);

#endif
