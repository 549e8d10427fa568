/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verdicts on games. Every end of a game is decided and recorded here, with its result, its termination and the fault
 * that is counted: by the rules, by the endgame tablebases, by the scores of both engines, by the length of the game,
 * on time, by an illegal move, by a crash, a stall or a breach of the protocol. */
#ifndef BUSHKA_MATCH_VERDICT_H
#define BUSHKA_MATCH_VERDICT_H

#include "match/match_game.h"
#include "match/player.h"

/* Judges the move of the side to move, which arrived at `now`; g->waited says for how much of a late move the engine is
 * not to blame. Afterwards the other side is to move, or the game is over. */
void verdict_move(MatchGame *g, Word move, Nanoseconds now);

/* True if a move that arrived at `now` is too late. */
bool verdict_late(const MatchGame *g, Nanoseconds now);

/* True if that move, arriving at `now`, is in time but would be refused. */
bool verdict_refuses(const MatchGame *g, Word move, Nanoseconds now);

/* End the game as lost by that side: its process has ended or its output is closed; it has not answered by its
 * deadline; it has broken the protocol. */
void verdict_crash(MatchGame *g, Color side, const Player *p);
void verdict_stall(MatchGame *g, Color side, const Player *p);
void verdict_breach(MatchGame *g, Color side, const Player *p);

#endif
