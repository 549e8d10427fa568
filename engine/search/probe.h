/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Endgame tablebases in the search. */
#ifndef BUSHKA_SEARCH_PROBE_H
#define BUSHKA_SEARCH_PROBE_H

#include "search/threads.h"

/* The bounds of a score. */
typedef struct ProbeBounds {
    Score lower, upper;
} ProbeBounds;

/* Probes the position at that ply. Returns true, with its score, when it need not be searched further: the move that
 * led to it was irreversible, so that something was achieved, or, while converting, a side has given away the result of
 * the root. */
bool probe_position(SearchThread *t, const Position *p, int ply, bool irreversible, Score *score);

/* Probes the position of a node. Returns true when the bounds then decide its window. Otherwise they leave open how
 * fast the result is reached, or how good a draw is, which shows only after the capture that is due. */
bool probe_node(SearchThread *t, const Node *node, ProbeBounds *bounds);

/* Probes the root of the search, sets s->root_wdl, root_plies and converting, and brings those of its moves to the
 * front that keep the result: if the plies are known, the fastest wins or the slowest losses; otherwise, of wins, those
 * that repeat no position of the game, if there are any. A move that ends the game by repetition is a draw. Returns
 * their number. */
int probe_filter_root_moves(Search *s, Move *moves, int count);

/* The score to report for a root move: what the tablebases say about the root takes precedence. */
Score probe_reported_score(const Search *s, const RootMove *r);

#endif
