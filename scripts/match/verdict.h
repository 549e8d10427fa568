/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What becomes of a game. Every end of a game is decided and booked here, with its result, its termination and the
 * fault that is counted: by the rules, by the endgame tablebases, by the scores of both engines, by the length of the
 * game, on time, by a move that is not legal, by a crash, a stall or a breach of the protocol. */
#ifndef BUSHKA_MATCH_VERDICT_H
#define BUSHKA_MATCH_VERDICT_H

#include "match/match_game.h"
#include "match/player.h"

/* Judges the move of the side to move, which arrived at `now`; g->waited says what share of a late one is not the
 * engine's. Afterwards the other side is to move, or the game is over. */
void verdict_move(MatchGame *g, Word move, Nanoseconds now);

/* True when a move that arrived at `now` is too late. */
bool verdict_late(const MatchGame *g, Nanoseconds now);

/* True when that move, arrived at `now`, would be in time but not be taken. */
bool verdict_refuses(const MatchGame *g, Word move, Nanoseconds now);

/* The game is lost by that side: its process has ended, or its output is closed; it has not answered by its deadline;
 * it has broken the protocol. */
void verdict_crash(MatchGame *g, Color side, const Player *p);
void verdict_stall(MatchGame *g, Color side, const Player *p);
void verdict_breach(MatchGame *g, Color side, const Player *p);

#endif
